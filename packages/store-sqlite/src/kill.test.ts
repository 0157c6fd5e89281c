import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { effort, randomFrom, seed } from '@countersign/testing';
import { openStore, temporaryPath } from './testing/temporary-store.ts';
import { WorkerProcess } from './testing/worker-process.ts';

const lanes = 8;
const killsPerFile = 13;

/** How many rows each commit of the worker left in each table: one, or the commit was torn apart. */
function countRows(path: string): Record<string, number> {
  const database = new DatabaseSync(path, { readOnly: true });
  const count = (table: string): number =>
    Number(database.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.['rows']);
  const { events, claims, outbox } = Object.fromEntries(
    ['events', 'claims', 'outbox'].map(table => [table, count(table)]),
  );
  database.close();
  return { events, claims, outbox } as Record<string, number>;
}

/** Kills a process that commits, again and again, and looks at what is left each time. */
async function killRepeatedly(kills: number, random: () => number): Promise<number> {
  const { path, remove } = temporaryPath();
  const acknowledged = new Map<number, number>();
  let commits = 0;
  for (let kill = 0; kill < kills; kill++) {
    const worker = new WorkerProcess('committing-worker', [path, `${lanes}`, '1000000000']);
    const enough = 1 + Math.floor(random() * 400);
    await worker.until(lines => lines.length >= enough);
    worker.kill();
    assert.equal((await worker.exited).signal, 'SIGKILL');
    for (const line of worker.lines) {
      const [outcome, lane, version] = line.split(' ');
      assert.equal(outcome, 'committed', line);
      acknowledged.set(Number(lane), Number(version));
    }
    commits += worker.lines.length;

    const store = await openStore(path);
    for (const [lane, version] of acknowledged) {
      const rows = await store.readStream(`request/${lane}`);
      assert.ok(rows.length >= version, `lane ${lane} has lost an acknowledged commit`);
      // At most one more was on its way; whether it arrived is open, that it is whole is not.
      assert.ok(rows.length <= version + 1);
      acknowledged.set(lane, rows.length);
    }
    assert.deepEqual(await store.integrityCheck(), []);
    await store.close();
    const { events, ...others } = countRows(path);
    for (const [table, rows] of Object.entries(others)) assert.equal(rows, events, table);
  }
  remove();
  return commits;
}

describe('a process that is killed while it commits', () => {
  test('a killed process loses no acknowledged commit, and tears no commit apart', async context => {
    const kills = effort({ fast: 12, full: 1_000, of: 'kills' });
    const random = randomFrom(seed);
    let left = kills;
    let commits = 0;
    // A new file now and then, since each is looked through after each kill.
    const run = async (): Promise<void> => {
      while (left > 0) {
        const share = Math.min(killsPerFile, left);
        left -= share;
        commits += await killRepeatedly(share, random);
      }
    };
    // Two at a time: one process starts while the leftovers of the other are looked at.
    await Promise.all([run(), run()]);
    context.diagnostic(`seed ${seed}: ${kills} kills, ${commits} acknowledged commits, none lost`);
  });
});
