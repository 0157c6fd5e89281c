import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { headAfter, raceUses, sampleAppend, sampleCommit } from '@countersign/coordinator/testing';
import { effort } from '@countersign/testing';
import { nextMessage, startChild } from './testing/child-process.ts';
import type { RaceResult, RaceTask } from './testing/race-process.ts';
import { clock, ids } from './testing/system-ports.ts';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

const processes = effort({ fast: 4, full: 8 });
const grantsPerRound = 100;
const grants = effort({ fast: 1000, full: 50_000, of: 'grants' });

test(`[SU-1] of ${processes} processes exactly one consumes each of ${grants} grants`, async context => {
  const database = await server.createDatabase();
  const store = await database.open();
  const append = (n: number) => sampleAppend(`request/${n}`, { data: [{ granted: true }] });
  for (let n = 0; n < grants; n += 500) {
    await Promise.all(
      Array.from({ length: 500 }, (_, i) => store.commit(sampleCommit(append(n + i)))),
    );
  }
  // Events of one shape have digests of their own, but a race does not look at them.
  const head = headAfter(append(0));
  const task: RaceTask = { connection: database.connection, grants, grantsPerRound, head };
  const children = Array.from({ length: processes }, () => startChild('race-process.ts', task));
  for (let from = 0; from < grants; from += grantsPerRound) {
    await Promise.all(children.map(child => nextMessage(child)));
    for (const child of children) child.send('go');
  }
  const counted = await Promise.all(children.map(child => nextMessage<RaceResult>(child)));

  const won = counted.reduce((sum, result) => sum + result.won, 0);
  const lost = counted.reduce((sum, result) => sum + result.lost, 0);
  context.diagnostic(
    `${won} consumed and ${lost} refused; by process ${counted.map(result => result.won).join(', ')}`,
  );
  assert.equal(won, grants);
  assert.equal(lost, grants * (processes - 1));
  const [stored] = await database.query<{ events: number; streams: number; versions: number }>(
    `SELECT count(*)::integer AS events, count(DISTINCT stream)::integer AS streams,
       max(version) AS versions FROM countersign.events`,
  );
  assert.deepEqual(stored, { events: grants * 2, streams: grants, versions: 2 });
  assert.ok(
    counted.filter(result => result.won > 0).length > 1,
    'a race that one process wins alone shows nothing',
  );
  await database.close();
});

test('[AL-3] of several handles that race for two uses of an allowance, two are covered', async () => {
  const database = await server.createDatabase();
  const handles = await Promise.all(Array.from({ length: 4 }, () => database.open()));
  const { consume, ...counts } = await raceUses(handles, { clock, ids });
  assert.deepEqual(counts, { covered: 2, asked: 6, counted: 2 });
  assert.ok(['consumed', 'allowance_revoked'].includes(consume), consume);
  await database.close();
});
