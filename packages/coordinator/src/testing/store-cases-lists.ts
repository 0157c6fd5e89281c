import assert from 'node:assert/strict';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { StoredRow } from '../commit.ts';
import type { Store } from '../store.ts';
import { sampleAppend, sampleCommit, sampleRow } from './sample-commit.ts';
import {
  countersOf,
  type DefineCase,
  headOf,
  listAll,
  mustCommit,
  plain,
} from './store-cases-harness.ts';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Writes rows, each to a stream of its own, all at once. */
async function write(store: Store, written: readonly StoredRow[]): Promise<void> {
  await Promise.all(
    written.map(async row => {
      const stream = `request/${row.approval_request_id}`;
      const after = await headOf(store, stream);
      await mustCommit(store, sampleCommit(sampleAppend(stream, { after, row })));
    }),
  );
}

/** The order that lists have. */
function newestFirst(written: readonly StoredRow[]): StoredRow[] {
  const key = (row: StoredRow) => `${row.requested_at} ${row.approval_request_id}`;
  return written.toSorted((a, b) => (key(a) < key(b) ? 1 : -1));
}

const idsOf = (rows: readonly { approval_request_id: string }[]): string[] =>
  rows.map(row => row.approval_request_id);

export function listCases(test: DefineCase): void {
  test('a list is sorted newest first, then by id', async ({ store }) => {
    const at = sampleRow(0).requested_at;
    const written = [5, 3, 9, 1, 7].map(n =>
      sampleRow(n, { requested_at: addSeconds(at, n % 2 === 0 ? 1 : n === 9 ? 5 : 2) }),
    );
    await write(store, written);
    assert.deepEqual(await listAll(store, { limit: 200 }), newestFirst(written));
    assert.deepEqual(await listAll(store, { limit: 1 }), newestFirst(written));
  });

  test('a page has at most the requested length, which is 1 to 200', async ({ store }) => {
    await write(
      store,
      numbers(205).map(n => sampleRow(n)),
    );
    for (const limit of [0, -1, 201, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(async () => store.listRequests({ limit }), RangeError);
    }
    assert.equal((await store.listRequests({ limit: 1 })).rows.length, 1);
    assert.equal((await store.listRequests({ limit: 200 })).rows.length, 200);
  });

  test('paging over 500 rows skips none and repeats none while rows are inserted', async ({
    store,
  }) => {
    const at = sampleRow(0).requested_at;
    // Few distinct times, so that pages end among rows of the same time.
    const original = numbers(500).map(n =>
      sampleRow(n * 3 + 1, { requested_at: addSeconds(at, 60 + (n % 7)) }),
    );
    await write(store, original);
    let inserted = 0;
    const rows = await listAll(store, { limit: 33 }, async () => {
      inserted += 4;
      await write(store, [
        sampleRow(10_000 + inserted, { requested_at: addSeconds(at, 3600) }),
        sampleRow(20_000 + inserted, { requested_at: addSeconds(at, inserted % 60) }),
        sampleRow(inserted * 3 + 2, { requested_at: addSeconds(at, 60 + (inserted % 7)) }),
        sampleRow(inserted * 3 + 1500, { requested_at: addSeconds(at, 63) }),
      ]);
    });
    assert.ok(inserted >= 60);
    assert.equal(new Set(idsOf(rows)).size, rows.length, 'no row comes twice');
    const seen = new Map(rows.map(row => [row.approval_request_id, row]));
    for (const row of original) assert.deepEqual(seen.get(row.approval_request_id), row);
    assert.deepEqual(rows, newestFirst(rows));
  });

  test('a page continues where the last one ended, also after reopening', async ({
    store,
    reopen,
  }) => {
    const written = numbers(10).map(n => sampleRow(n));
    await write(store, written);
    const { rows, next } = await store.listRequests({ limit: 4 });
    assert.ok(next !== null);
    const again = await reopen();
    const rest = await again.listRequests({ limit: 10, after: next });
    assert.deepEqual(plain([...rows, ...rest.rows]), newestFirst(written));
    assert.equal(rest.next, null);
  });

  test('an empty list has no next page', async ({ store }) => {
    assert.deepEqual(plain(await store.listRequests({ limit: 10 })), { rows: [], next: null });
    const nothing = await store.listRequests({ limit: 10, status: 'pending', agentId: 'nobody' });
    assert.deepEqual(plain(nothing), { rows: [], next: null });
  });

  test('a list is filtered by status, by agent and by both', async ({ store }) => {
    const statuses = ['pending', 'allowed', 'denied'];
    const agents = ['billing-bot', 'Billing-Bot', 'ops%', 'ops_1'];
    const written = numbers(48).map(n =>
      sampleRow(n, {
        status: statuses[n % 3] ?? '',
        agent_id: agents[n % 4] ?? '',
      }),
    );
    await write(store, written);
    const expect = async (query: { status?: string; agentId?: string }) => {
      const matching = written.filter(
        ({ status, agent_id }) =>
          status === (query.status ?? status) && agent_id === (query.agentId ?? agent_id),
      );
      assert.deepEqual(await listAll(store, { limit: 5, ...query }), newestFirst(matching));
    };
    for (const status of [...statuses, 'cancelled']) {
      await expect({ status });
      for (const agentId of [...agents, 'nobody']) await expect({ status, agentId });
    }
    for (const agentId of agents) await expect({ agentId });
  });

  test('a list is filtered by tool, alone and with a status or an agent', async ({ store }) => {
    const statuses = ['pending', 'allowed', 'denied'];
    const tools = ['wire_transfer', 'Wire_Transfer', 'mail%'];
    const written = numbers(54).map(n =>
      sampleRow(n, {
        status: statuses[n % 3] ?? '',
        tool_name: tools[Math.floor(n / 3) % 3] ?? '',
        agent_id: n % 2 === 0 ? 'billing-bot' : 'ops-bot',
      }),
    );
    await write(store, written);
    const expect = async (query: { status?: string; agentId?: string; toolName: string }) => {
      const matching = written.filter(
        ({ status, agent_id, tool_name }) =>
          status === (query.status ?? status) &&
          agent_id === (query.agentId ?? agent_id) &&
          tool_name === query.toolName,
      );
      assert.deepEqual(await listAll(store, { limit: 4, ...query }), newestFirst(matching));
    };
    for (const toolName of [...tools, 'unknown']) {
      await expect({ toolName });
      await expect({ toolName, status: 'denied' });
      await expect({ toolName, agentId: 'ops-bot' });
      await expect({ toolName, agentId: 'ops-bot', status: 'pending' });
    }
  });

  test('pending requests are sorted by deadline, soonest first, then by id', async ({ store }) => {
    const { now } = await store.readState();
    const written = numbers(60).map(n =>
      sampleRow((n * 37) % 60, {
        status: n % 4 === 0 ? 'allowed' : 'pending',
        agent_id: `bot-${n % 3}`,
        tool_name: n % 2 === 0 ? 'mail' : 'pay',
        // Few distinct deadlines, so that pages end among rows of the same one; some are over, some have none.
        due_at: n % 10 === 9 ? null : addSeconds(now, n % 7 === 0 ? -60 : 600 * (n % 5) + 600),
      }),
    );
    await write(store, written);
    const key = (row: StoredRow) => `${row.due_at} ${row.approval_request_id}`;
    const expect = async (query: { agentId?: string; toolName?: string }) => {
      const waiting = written
        .filter(({ status, due_at }) => status === 'pending' && due_at !== null && due_at > now)
        .filter(({ agent_id }) => agent_id === (query.agentId ?? agent_id))
        .filter(({ tool_name }) => tool_name === (query.toolName ?? tool_name))
        .sort((a, b) => (key(a) < key(b) ? -1 : 1));
      for (const limit of [1, 4, 200]) {
        const asked = { limit, status: 'pending', order: 'due', ...query } as const;
        assert.deepEqual(await listAll(store, asked), waiting);
      }
    };
    await expect({});
    await expect({ agentId: 'bot-1' });
    await expect({ toolName: 'pay' });
    await expect({ agentId: 'bot-2', toolName: 'mail' });
  });

  test('only pending requests can be sorted by deadline', async ({ store }) => {
    for (const query of [{}, { status: 'allowed' }]) {
      const asked = { limit: 1, order: 'due', ...query } as const;
      await assert.rejects(async () => store.listRequests(asked), RangeError);
    }
  });

  test('a row whose time is over is shown as expired before the expiry is written', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const due = (n: number, seconds: number, status: string): StoredRow =>
      sampleRow(n, { status, due_at: addSeconds(now, seconds) });
    const written = [
      due(1, -1, 'pending'),
      due(2, 3600, 'pending'),
      due(3, -3600, 'allowed'),
      due(4, 3600, 'allowed'),
      sampleRow(5, { status: 'expired' }),
      sampleRow(6, { status: 'consumed' }),
    ];
    await write(store, written);
    const shown = written.map((row, n) =>
      n === 0 || n === 2 ? { ...row, status: 'expired' } : row,
    );
    assert.deepEqual(await listAll(store, { limit: 10 }), newestFirst(shown));
    const idsWith = async (status: string) => idsOf(await listAll(store, { limit: 1, status }));
    assert.deepEqual(await idsWith('pending'), idsOf([due(2, 0, '')]));
    assert.deepEqual(await idsWith('allowed'), idsOf([due(4, 0, '')]));
    assert.deepEqual(await idsWith('expired'), idsOf([due(5, 0, '')]));
    const counted = { pending: 2, allowed: 2, expired: 1, consumed: 1 };
    assert.deepEqual(await countersOf(store), counted, 'counters are of what was written down');
  });

  test('time alone makes a row due and shows it as expired', async ({ store, letPass }) => {
    const { now } = await store.readState();
    await write(store, [sampleRow(1, { due_at: addSeconds(now, 1) })]);
    await letPass(1);
    assert.deepEqual(
      (await listAll(store, { limit: 5 })).map(({ status }) => status),
      ['expired'],
    );
    assert.deepEqual(await listAll(store, { limit: 5, status: 'pending' }), []);
    assert.equal((await store.listDue(5)).length, 1);
  });

  test(
    'a row expires exactly at its deadline, and not before',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const { now } = await store.readState();
      await write(store, [sampleRow(1, { due_at: addSeconds(now, 60) })]);
      const look = async () => ({
        all: (await listAll(store, { limit: 5 })).map(({ status }) => status),
        pending: (await listAll(store, { limit: 5, status: 'pending' })).length,
        due: (await store.listDue(5)).length,
      });
      moveClock(59.999);
      assert.deepEqual(await look(), { all: ['pending'], pending: 1, due: 0 });
      moveClock(0.001);
      assert.deepEqual(await look(), { all: ['expired'], pending: 0, due: 1 });
      assert.deepEqual(await countersOf(store), { pending: 1 });
    },
  );

  test('due requests are listed earliest first, up to the requested number', async ({ store }) => {
    const { now } = await store.readState();
    const due = (n: number, due_at: Timestamp | null) => sampleRow(n, { due_at });
    const order = [4, 1, 9, 7, 2, 8];
    await write(store, [
      ...order.map(n => due(n, addSeconds(now, -n))),
      due(20, addSeconds(now, 3600)),
      due(21, null),
      sampleRow(22, { report_by: addSeconds(now, -60) }),
    ]);
    const expected = order
      .toSorted((a, b) => b - a)
      .map(n => ({
        approval_request_id: sampleRow(n).approval_request_id,
        due_at: addSeconds(now, -n),
      }));
    assert.deepEqual(plain(await store.listDue(100)), expected);
    assert.deepEqual(plain(await store.listDue(2)), expected.slice(0, 2));
  });

  test('a settled request is no longer due', async ({ store }) => {
    const { now } = await store.readState();
    await write(store, [sampleRow(1, { due_at: addSeconds(now, -1) })]);
    assert.equal((await store.listDue(10)).length, 1);
    await write(store, [sampleRow(1, { status: 'expired' })]);
    assert.deepEqual(await store.listDue(10), []);
  });

  test('silent executions are listed earliest first, up to the requested number, until a report arrives', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const silent = (n: number, seconds: number) =>
      sampleRow(n, { status: 'consumed', silent_at: addSeconds(now, seconds) });
    const order = [4, 1, 9, 7, 2, 8];
    await write(store, [
      ...order.map(n => silent(n, -n)),
      silent(20, 3600),
      sampleRow(21, { due_at: addSeconds(now, -60) }),
      sampleRow(22, { status: 'consumed', report_by: addSeconds(now, -60) }),
    ]);
    const expected = order
      .toSorted((a, b) => b - a)
      .map(n => ({
        approval_request_id: sampleRow(n).approval_request_id,
        silent_at: addSeconds(now, -n),
      }));
    assert.deepEqual(plain(await store.listSilent(100)), expected);
    assert.deepEqual(plain(await store.listSilent(2)), expected.slice(0, 2));
    await write(store, [sampleRow(9, { status: 'consumed', report_by: addSeconds(now, -9) })]);
    assert.deepEqual(plain(await store.listSilent(100)), expected.slice(1));
  });

  test(
    'an execution becomes silent exactly when its report was due, and not before',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const { now } = await store.readState();
      await write(store, [sampleRow(1, { status: 'consumed', silent_at: addSeconds(now, 60) })]);
      moveClock(59.999);
      assert.deepEqual(await store.listSilent(5), []);
      moveClock(0.001);
      assert.equal((await store.listSilent(5)).length, 1);
    },
  );

  test(
    'counters equal a recount after many concurrent changes, also after reopening',
    ['second'],
    async ({ store, second, reopen }) => {
      const statuses = ['pending', 'allowed', 'denied', 'consumed', 'expired'];
      const handles = [store, await second()];
      for (const round of numbers(8)) {
        await Promise.all(
          handles.map((handle, h) =>
            write(
              handle,
              numbers(20).map(n =>
                sampleRow(h * 100 + n, { status: statuses[(n * 7 + h + round * 3) % 5] ?? '' }),
              ),
            ),
          ),
        );
      }
      const recount: Record<string, number> = {};
      for (const { status } of await listAll(store, { limit: 200 })) {
        recount[status] = (recount[status] ?? 0) + 1;
      }
      assert.equal(
        Object.values(recount).reduce((sum, count) => sum + count),
        40,
      );
      for (const handle of handles) assert.deepEqual(await countersOf(handle), recount);
      assert.deepEqual(await countersOf(await reopen()), recount);
    },
  );
}
