import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { raceUses } from '@countersign/coordinator/testing';
import { effort } from '@countersign/testing';
import { grantStream, issue } from './testing/race.ts';
import { ids, openStore, pathFor, systemClock } from './testing/temporary-store.ts';
import { WorkerProcess } from './testing/worker-process.ts';

describe('processes that race on one file', () => {
  test('[SU-1] each of many grants is consumed by exactly one of many processes', async context => {
    const path = pathFor(context);
    const processes = effort({ fast: 8, full: 16 });
    const grants = effort({ fast: 1_000, full: 100_000, of: 'grants' });
    const store = await openStore(path);
    for (let n = 0; n < grants; n += 500) {
      const some = Array.from({ length: Math.min(500, grants - n) }, (_, i) => issue(n + i));
      await Promise.all(some.map(commit => store.commit(commit)));
    }

    const names = Array.from({ length: processes }, (_, n) => `process-${n}`);
    // Four starting points: from each, several processes run head to head, and in the end all have met.
    const workers = names.map((name, index) => {
      const first = Math.floor(((index % 4) * grants) / 4);
      return new WorkerProcess('racing-worker', [path, name, `${grants}`, `${first}`]);
    });
    await Promise.all(workers.map(worker => worker.until(lines => lines.includes('ready'))));
    for (const worker of workers) worker.say('go');
    const exits = await Promise.all(workers.map(worker => worker.exited));
    assert.deepEqual(
      exits.filter(({ code }) => code !== 0),
      [],
    );

    const winners = new Map<number, string>();
    let conflicts = 0;
    for (const [index, { lines }] of workers.entries()) {
      const said = JSON.parse(lines.at(-1) ?? '') as { won: number[]; conflicts: number };
      conflicts += said.conflicts;
      for (const n of said.won) {
        assert.ok(!winners.has(n), `grant ${n} was consumed twice`);
        winners.set(n, names[index] ?? '');
      }
    }
    assert.equal(winners.size, grants, 'every grant was consumed');
    assert.equal(conflicts, grants * (processes - 1), 'every other try was a conflict');

    const database = new DatabaseSync(path, { readOnly: true });
    const rows = database
      .prepare('SELECT stream, payload, (SELECT count(*) FROM events) AS events FROM outbox')
      .all();
    database.close();
    assert.equal(rows.length, grants, 'one message for each consume');
    assert.ok(
      rows.every(row => row['events'] === 2 * grants),
      'two events for each grant',
    );
    const consumers = new Map(rows.map(row => [row['stream'], row['payload']]));
    for (const [n, name] of winners) assert.equal(consumers.get(grantStream(n)), name);
    assert.deepEqual(await store.integrityCheck(), []);
    await store.close();
    const shares = names.map(name => [...winners.values()].filter(each => each === name).length);
    context.diagnostic(
      `${processes} processes x ${grants} grants: ${winners.size} consumed, ${conflicts} conflicts, shares ${shares.join(' ')}`,
    );
  });

  test('[AL-3] of several handles that race for two uses of an allowance, two are covered', async context => {
    const path = pathFor(context);
    const handles = await Promise.all(Array.from({ length: 4 }, () => openStore(path)));
    const raced = await raceUses(handles, { clock: systemClock, ids });
    for (const handle of handles) await handle.close();
    const { consume, ...counts } = raced;
    assert.deepEqual(counts, { covered: 2, asked: 6, counted: 2 });
    assert.ok(['consumed', 'allowance_revoked'].includes(consume), consume);
  });
});
