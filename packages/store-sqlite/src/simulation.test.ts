import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import {
  describeTally,
  explain,
  modelStores,
  runHistories,
  runLaterStories,
  type StoreFactory,
  storeIds,
} from '@countersign/coordinator/testing';
import { effort, seed } from '@countersign/testing';
import { openSqliteStore } from './open-store.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { standingClock, temporaryPath } from './testing/temporary-store.ts';

// The histories of packages/coordinator/src/simulation.test.ts, fewer of them, on real files: every process has
// a connection of its own, and commits that meet share a transaction.

/** An empty store, made once: each history begins with a copy of it. */
async function emptyFile(): Promise<{ readonly path: string; readonly remove: () => void }> {
  const made = temporaryPath();
  await (await openSqliteStore({ path: made.path, clock: standingClock(), ids: storeIds })).close();
  return made;
}

function sqliteStores(empty: string): StoreFactory {
  return {
    name: 'SQLite files',
    create: async clock => {
      const { path, remove } = temporaryPath();
      copyFileSync(empty, path);
      const handles: SqliteStore[] = [];
      return {
        commitsMeet: true,
        open: async () => {
          const handle = await openSqliteStore({ path, clock, ids: storeIds });
          handles.push(handle);
          return handle;
        },
        close: async () => {
          for (const handle of handles) await handle.close();
          remove();
        },
      };
    },
  };
}

describe('the simulation on SQLite files', () => {
  test('[SU-1, SU-2, SU-3] [SU-5, SU-7] [TM-5, TM-7] no history breaks a rule, and each one equals its history on the model store', async t => {
    const empty = await emptyFile();
    t.after(empty.remove);
    const stores = sqliteStores(empty.path);
    const histories = effort({ fast: 40, full: 100_000, of: 'histories' });
    const { tally, hash, brokenBy } = await runHistories(seed, histories, stores);
    t.diagnostic(`seeds ${seed} to ${seed + tally.histories - 1}, trace ${hash.slice(0, 16)}`);
    for (const line of describeTally(tally).split('\n')) t.diagnostic(line);
    if (brokenBy !== null) assert.fail(await explain(brokenBy, stores));
    assert.equal(tally.histories, histories);

    const onModel = await runHistories(seed, histories, modelStores({ commitsMeet: true }));
    assert.equal(hash, onModel.hash);
  });

  test('[AM-7] [AL-3, AL-4] [DG-1, DG-5] [BG-2] [BA-2] [ES-1] the later stories go as on the model store', async t => {
    const empty = await emptyFile();
    t.after(empty.remove);
    const histories = effort({ fast: 1, full: 5_000, of: 'histories of each story' });
    const { tally, hash } = await runLaterStories(seed, histories, sqliteStores(empty.path));
    for (const line of describeTally(tally).split('\n')) t.diagnostic(line);
    const onModel = await runLaterStories(seed, histories, modelStores({ commitsMeet: true }));
    assert.equal(hash, onModel.hash);
  });
});
