import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, type TestContext, test } from 'node:test';
import {
  headAfter,
  sampleAppend,
  sampleCommit,
  sampleRow,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import { openStore, pathFor } from './testing/temporary-store.ts';

async function sampleStore(context: TestContext): Promise<string> {
  const path = pathFor(context);
  const store = await openStore(path);
  for (let n = 1; n <= 3; n++) {
    const first = sampleAppend(`request/${n}`, { data: [{ n }, { n }], row: sampleRow(n) });
    await store.commit(
      sampleCommit(first, { claims: [{ scope: 'live', key: `${n}`, until: null }] }),
    );
    const row = sampleRow(n, { status: 'allowed' });
    await store.commit(
      sampleCommit(sampleAppend(`request/${n}`, { after: headAfter(first), row })),
    );
  }
  await sequenceAll(sampleSequencer(store));
  await store.close();
  return path;
}

async function problemsAfter(path: string, sql: string): Promise<string[]> {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  const store = await openStore(path);
  const problems = await store.integrityCheck();
  await store.close();
  return problems;
}

const second = `(SELECT position FROM events JOIN streams USING (stream_no)
  WHERE stream = 'request/2' AND version = 2)`;

const tampering: Readonly<Record<string, readonly [string, RegExp]>> = {
  'a changed event': [
    `UPDATE events SET text = replace(text, '"n":2', '"n":3') WHERE position = ${second}`,
    /^stream request\/2: event 2 does not have the digest/,
  ],
  'a changed digest': [
    `UPDATE events SET event_digest = zeroblob(32) WHERE position = ${second}`,
    /^stream request\/2: event 2 does not have the digest/,
  ],
  'a removed event': [
    `DELETE FROM log_leaves WHERE position = ${second}; DELETE FROM events WHERE position = ${second}`,
    /^stream request\/2: event 2 does not follow/,
  ],
  'events in another order': [
    `UPDATE events SET version = 9 WHERE position = ${second}`,
    /^stream request\/2: event 2 does not follow/,
  ],
  'an event of another stream': [
    `UPDATE events SET stream_no = 1, version = 4 WHERE position = ${second}`,
    /^stream request\/1: event 4 does not follow/,
  ],
  'an event without a stream': [
    `UPDATE events SET stream_no = 77 WHERE position = ${second}`,
    /belongs to no stream/,
  ],
  'a stream without events': [`INSERT INTO streams (stream) VALUES ('plan/x')`, /has no events/],
  'a claim without a stream': [`UPDATE claims SET stream_no = 77 WHERE key = '2'`, /claim live 2/],
  'a leaf of an event that is not there': [
    `UPDATE log_leaves SET position = 777 WHERE leaf_index = 2`,
    /^position 777 is in the log/,
  ],
  'an event that is not the one in the log': [
    `UPDATE log_leaves SET event_digest = zeroblob(32) WHERE position = ${second}`,
    /is not the one in the log/,
  ],
  'an event that the log passed over': [
    `DELETE FROM log_leaves WHERE position = ${second}`,
    /was passed over by the log/,
  ],
  'a log of another size': [`UPDATE logs SET size = 7`, /^the log of epoch 1 has another size/],
  'a wrong counter': [
    `UPDATE store_state SET counters = '{"allowed":4}'`,
    /^the counter of allowed says 4, there are 3/,
  ],
  'a row that was not counted': [
    `UPDATE requests SET status = 'denied' WHERE request_no = 1`,
    /^the counter of denied says 0, there are 1/,
  ],
};

describe('the integrity check', () => {
  test('the check finds nothing in a sound store, also while it is written to', async context => {
    const path = await sampleStore(context);
    const store = await openStore(path);
    const checks = [store.integrityCheck(), store.integrityCheck()];
    for (let n = 10; n < 200; n++) {
      await store.commit(sampleCommit(sampleAppend(`request/${n}`, { row: sampleRow(n) })));
    }
    assert.deepEqual(await Promise.all(checks), [[], []]);
    assert.deepEqual(await store.integrityCheck(), []);
    await store.close();
  });

  for (const [what, [sql, expected]] of Object.entries(tampering)) {
    test(`the check finds ${what}`, async context => {
      const problems = await problemsAfter(await sampleStore(context), sql);
      assert.ok(
        problems.some(problem => expected.test(problem)),
        `found: ${problems.join('; ')}`,
      );
    });
  }

  test('the check stops after a hundred problems', async context => {
    const sql = `WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
      INSERT INTO log_leaves SELECT 1, i, i, zeroblob(32), zeroblob(0) FROM n`;
    assert.equal((await problemsAfter(await sampleStore(context), sql)).length, 100);
  });
});
