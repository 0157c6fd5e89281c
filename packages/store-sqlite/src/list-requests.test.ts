import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StoredRow } from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import type { SqliteStore } from './sqlite-store.ts';
import { openStore, pathFor } from './testing/temporary-store.ts';

async function put(store: SqliteStore, rows: readonly StoredRow[]): Promise<void> {
  const commits = rows.map(row =>
    sampleCommit(sampleAppend(`request/${row.approval_request_id}`, { row })),
  );
  await Promise.all(commits.map(commit => store.commit(commit)));
}

/** The ids of a list, page by page. */
async function listIds(
  store: SqliteStore,
  query: { status?: string; agentId?: string; limit: number },
): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const page = await store.listRequests(after === null ? query : { ...query, after });
    found.push(...page.rows.map(row => row.approval_request_id));
    after = page.next;
  } while (after !== null);
  return found;
}

describe('lists of requests', () => {
  test('pages over many statuses, agents and requests of one millisecond give each request once, in order', async context => {
    const store = await openStore(pathFor(context));
    const statuses = ['pending', 'allowed', 'denied', 'consumed'];
    const time = sampleRow(0).requested_at;
    const rows = Array.from({ length: 60 }, (_, n) => {
      const row = sampleRow((n * 37) % 60, {
        status: statuses[n % 4] ?? '',
        agent_id: `bot-${n % 3}`,
      });
      // A third of them at exactly the same time, so that only the id tells them apart.
      return n % 3 === 0 ? { ...row, requested_at: time } : row;
    });
    await put(store, rows);
    const inOrder = (some: readonly StoredRow[]): string[] =>
      some
        .map(row => `${row.requested_at} ${row.approval_request_id}`)
        .sort()
        .reverse()
        .map(key => key.slice(25));
    for (const limit of [1, 2, 7, 60, 200]) {
      assert.deepEqual(await listIds(store, { limit }), inOrder(rows));
      for (const status of statuses) {
        const some = rows.filter(row => row.status === status);
        assert.deepEqual(await listIds(store, { limit, status }), inOrder(some));
        const agents = some.filter(row => row.agent_id === 'bot-0');
        const found = await listIds(store, { limit, status, agentId: 'bot-0' });
        assert.deepEqual(found, inOrder(agents));
      }
      const agent = rows.filter(row => row.agent_id === 'bot-1');
      assert.deepEqual(await listIds(store, { limit, agentId: 'bot-1' }), inOrder(agent));
    }
    await store.close();
  });

  test('a cursor that was never issued is refused', async context => {
    const store = await openStore(pathFor(context));
    await put(store, [sampleRow(1)]);
    for (const after of ['', 'nonsense', '2026', 'AAAA']) {
      await assert.rejects(store.listRequests({ limit: 1, after }), RangeError);
    }
    await store.close();
  });
});
