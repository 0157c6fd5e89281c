import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { headAfter, sampleAppend, sampleCommit } from '@countersign/coordinator/testing';
import { openExposed, openStore, pathFor } from './testing/temporary-store.ts';

const large = { text: 'x'.repeat(20_000) };

describe('a store on a failing disk', () => {
  test('a full disk is reported, acknowledges nothing that is not stored, and recovers when there is room', async context => {
    const { store, connection, path } = await openExposed(context);
    const pages = Number(connection.pragma('page_count'));
    connection.pragma(`max_page_count = ${pages + 60}`);
    const commits = Array.from({ length: 40 }, (_, n) =>
      sampleCommit(sampleAppend(`plan/${n}`, { data: [large] })),
    );
    const acknowledged = new Set<string>();
    const failed = [];
    for (const commit of commits) {
      try {
        await store.commit(commit);
        acknowledged.add(commit.attempt);
      } catch (error) {
        assert.ok(error instanceof StoreUnavailable);
        assert.match(error.message, /the disk is full/);
        failed.push(commit);
      }
    }
    assert.ok(acknowledged.size > 0 && failed.length > 0);
    // Reading goes on, and finds exactly what was acknowledged.
    for (const [n, { attempt }] of commits.entries()) {
      assert.equal((await store.readStream(`plan/${n}`)).length, acknowledged.has(attempt) ? 1 : 0);
    }
    connection.pragma('max_page_count = 1000000');
    for (const commit of failed) assert.equal((await store.commit(commit)).outcome, 'committed');
    assert.deepEqual(await store.integrityCheck(), []);
    await store.close();
    const again = await openStore(path);
    for (const n of commits.keys()) assert.equal((await again.readStream(`plan/${n}`)).length, 1);
    await again.close();
  });

  for (const [what, harm] of [
    [
      'replaced',
      (path: string) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
    ],
    ['moved away', (path: string) => renameSync(path, `${path}.moved`)],
    ['deleted', (path: string) => rmSync(path)],
  ] as const) {
    for (const suffix of ['', '-wal']) {
      test(`a file store.db${suffix} that was ${what} while open gives an error, never an acknowledgement`, async context => {
        const path = pathFor(context);
        const store = await openStore(path);
        context.after(() => store.close());
        const first = sampleAppend('plan/a');
        await store.commit(sampleCommit(first));
        harm(`${path}${suffix}`);
        const next = sampleCommit(sampleAppend('plan/a', { after: headAfter(first) }));
        for (const _ of ['first', 'again']) {
          await assert.rejects(store.commit(next), error => {
            assert.ok(error instanceof StoreUnusable, String(error));
            assert.match(error.message, /moved, replaced or deleted/);
            return true;
          });
        }
      });
    }
  }

  test('damage in the middle of the file is reported by reads, commits and the integrity check', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    for (let n = 0; n < 50; n++) {
      await store.commit(sampleCommit(sampleAppend(`plan/${n}`, { data: [large] })));
    }
    await store.close();
    const bytes = readFileSync(path);
    const database = new DatabaseSync(path, { readOnly: true });
    const root = database.prepare(`SELECT rootpage FROM sqlite_schema WHERE name = 'events'`).get();
    database.close();
    const start = (Number(root?.['rootpage']) - 1) * 4096;
    writeFileSync(path, bytes.fill(0x5a, start, start + 4096));

    const damaged = await openStore(path);
    context.after(() => damaged.close());
    await assert.rejects(damaged.readStream('plan/7'), StoreUnusable);
    await assert.rejects(damaged.commit(sampleCommit('plan/new')), StoreUnusable);
    const problems = await damaged.integrityCheck();
    assert.ok(problems.length > 0);
  });
});

describe('a store that was closed', () => {
  test('closing a store finishes the commits it has accepted', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    const answers = Array.from({ length: 300 }, (_, n) => store.commit(sampleCommit(`plan/${n}`)));
    await store.close();
    for (const answer of await Promise.all(answers)) assert.equal(answer.outcome, 'committed');
    await assert.rejects(store.commit(sampleCommit('plan/late')), StoreUnavailable);
    await assert.rejects(store.readState(), StoreUnavailable);
    const again = await openStore(path);
    assert.equal((await again.listUnsequenced(1000)).length, 300);
    await again.close();
  });
});
