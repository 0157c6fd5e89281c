// What happens when a commit has to wait in the database: for a key that a stranger holds, for a lock of another
// process, for its own first submission. A second session plays the stranger; it writes to the tables itself,
// without the locks that every store takes, as the worst case.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type CommitResult, StoreUnavailable } from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import { addSeconds } from '@countersign/protocol/value';
import type { Client } from 'pg';
import { eventually, untilBlocked, untilPast } from './testing/eventually.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

/** A session with an open transaction that holds the first version of a stream. */
async function holdStream(database: TestDatabase, stream: string): Promise<Client> {
  const stranger = await database.connect();
  await stranger.query('BEGIN');
  await stranger.query(
    "INSERT INTO countersign.events (stream, version, attempt, digests, bodies) VALUES ($1, 1, '', sha256(''), '{}')",
    [stream],
  );
  return stranger;
}

test('[TM-3, TM-5] a consume that waited past its deadline is too late, and leaves nothing', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const stranger = await holdStream(database, 'request/a');
  const deadline = addSeconds((await store.readState()).now, 0.3);
  const consume = store.commit(
    sampleCommit(sampleAppend('request/a', { row: sampleRow(1) }), {
      notAfter: deadline,
      outbox: [{ topic: 'grant.consumed', stream: 'request/a', payload: '' }],
    }),
  );
  await untilBlocked(database);
  await untilPast(store, deadline);
  await stranger.query('ROLLBACK');
  assert.deepEqual(await consume, { outcome: 'too_late' });
  assert.deepEqual(await store.readStream('request/a'), []);
  assert.deepEqual(await store.listUnsequenced(10), []);
  assert.deepEqual(await store.countRequests(), {});
  await database.close();
});

test('without the check at COMMIT the same consume would succeed after its deadline', async () => {
  const database = await server.createDatabase();
  await database.query('DROP TRIGGER refuse_late ON countersign.unsequenced');
  const store = await database.open();
  const stranger = await holdStream(database, 'request/a');
  const deadline = addSeconds((await store.readState()).now, 0.3);
  const consume = store.commit(sampleCommit('request/a', { notAfter: deadline }));
  await untilBlocked(database);
  await untilPast(store, deadline);
  await stranger.query('ROLLBACK');
  assert.deepEqual(await consume, { outcome: 'committed' }, 'this is what the trigger is for');
  await database.close();
});

test('a commit stops waiting and reports the store as unavailable, and can be committed later', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const stranger = await holdStream(database, 'request/a');
  const commit = sampleCommit('request/a');
  await assert.rejects(store.commit(commit), StoreUnavailable);
  await stranger.query('ROLLBACK');
  assert.deepEqual(await store.commit(commit), { outcome: 'committed' });
  await database.close();
});

test('a version that another client takes first is a conflict, and nothing of the commit is kept', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const stranger = await holdStream(database, 'request/a');
  const commit = store.commit(
    sampleCommit('request/a', { claims: [{ scope: 'idem', key: 'k', until: null }] }),
  );
  await untilBlocked(database);
  await stranger.query('COMMIT');
  assert.deepEqual(await commit, { outcome: 'version_conflict', stream: 'request/a' });
  assert.equal(await store.findClaim({ scope: 'idem', key: 'k' }), null);
  await database.close();
});

test('a claim that another client takes first is taken, and the stream of the commit is not written', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const stranger = await database.connect();
  await stranger.query('BEGIN');
  await stranger.query(
    "INSERT INTO countersign.claims VALUES ('idem', 'k', 'request/stranger', NULL)",
  );
  const commit = store.commit(
    sampleCommit('request/a', { claims: [{ scope: 'idem', key: 'k', until: null }] }),
  );
  await untilBlocked(database);
  await stranger.query('COMMIT');
  assert.deepEqual(await commit, {
    outcome: 'claim_taken',
    claim: { scope: 'idem', key: 'k' },
    owner: 'request/stranger',
  });
  assert.deepEqual(await store.readStream('request/a'), []);
  await database.close();
});

test('an expired claim that another client renews first is taken', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  await database.query(
    "INSERT INTO countersign.claims VALUES ('live', 'k', 'request/old', now() - interval '1 hour')",
  );
  const stranger = await database.connect();
  await stranger.query('BEGIN');
  await stranger.query("UPDATE countersign.claims SET owner = 'request/stranger', until = NULL");
  const commit = store.commit(
    sampleCommit('request/a', { claims: [{ scope: 'live', key: 'k', until: null }] }),
  );
  await untilBlocked(database);
  await stranger.query('COMMIT');
  assert.equal((await commit).outcome, 'claim_taken');
  assert.deepEqual(await store.readStream('request/a'), []);
  await database.close();
});

test('commits in a batch with a failing one are each judged again', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const stranger = await holdStream(database, 'request/0');
  const deadline = addSeconds((await store.readState()).now, 0.3);
  const commits = Array.from({ length: 12 }, (_, n) =>
    sampleCommit(`request/${n}`, n % 3 === 1 ? { notAfter: deadline } : {}),
  );
  const answers = commits.map(commit => store.commit(commit));
  await untilBlocked(database);
  await untilPast(store, deadline);
  await stranger.query('ROLLBACK');
  const results = await Promise.all(answers);
  assert.equal(results[0]?.outcome, 'committed');
  assert.ok(
    results.some(({ outcome }) => outcome === 'too_late'),
    'those that waited with the blocked one were late',
  );
  for (const [n, { outcome }] of results.entries()) {
    if (n % 3 !== 1) assert.equal(outcome, 'committed');
    assert.equal((await store.readStream(`request/${n}`)).length, outcome === 'committed' ? 1 : 0);
  }
  await database.close();
});

test('a guard holds until the commit is done, so that a policy cannot change in between', async () => {
  const database = await server.borrowDatabase();
  const [store, other] = [await database.open(), await database.open()];
  const stranger = await holdStream(database, 'request/a');
  const order: string[] = [];
  const note = (what: string) => (result: CommitResult) => {
    order.push(`${what} ${result.outcome}`);
  };
  const consume = store
    .commit(sampleCommit('request/a', { guards: { policyVersion: '' } }))
    .then(note('consume'));
  await untilBlocked(database);
  const bring = other
    .commit(sampleCommit('store', { brings: { policyVersion: 'v2' } }))
    .then(note('bring'));
  await untilBlocked(database, 2);
  await stranger.query('ROLLBACK');
  await Promise.all([consume, bring]);
  assert.deepEqual(order, ['consume committed', 'bring committed']);
  await database.close();
});

test('a hold cannot be placed between the check and the commit that depends on its absence', async () => {
  const database = await server.borrowDatabase();
  const [store, other] = [await database.open(), await database.open()];
  const hold = { scope: 'hold', key: 'session' } as const;
  const stranger = await holdStream(database, 'request/a');
  const consume = store.commit(sampleCommit('request/a', { guards: { absentClaims: [hold] } }));
  await untilBlocked(database);
  let placed = false;
  const place = other.commit(sampleCommit('hold/a', { claims: [{ ...hold, until: null }] }));
  place.then(
    () => {
      placed = true;
    },
    () => undefined,
  );
  await untilBlocked(database, 2);
  assert.equal(placed, false);
  await stranger.query('ROLLBACK');
  assert.deepEqual(await consume, { outcome: 'committed' });
  assert.deepEqual(await place, { outcome: 'committed' });
  await database.close();
});

for (const end of ['COMMIT', 'ROLLBACK']) {
  test(`a commit that is resubmitted while its first submission is about to ${end} happens once`, async () => {
    const database = await server.borrowDatabase();
    const store = await database.open();
    const commit = sampleCommit('request/a', {
      outbox: [{ topic: 'grant.consumed', stream: 'request/a', payload: '' }],
    });
    const first = await database.connect();
    await first.query('BEGIN');
    assert.deepEqual(await store.commitInTransaction(first, commit), { outcome: 'committed' });
    assert.deepEqual(await store.readStream('request/a'), [], 'reading back shows nothing yet');
    const second = store.commit(commit);
    await untilBlocked(database);
    await first.query(end);
    assert.deepEqual(await second, { outcome: 'committed' });
    assert.equal((await store.readStream('request/a')).length, 1);
    assert.equal((await store.leaseOutbox({ owner: 'o', seconds: 9, limit: 9 })).length, 1);
    await database.close();
  });
}

test('a waiting commit delays no other commit of its process', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const caller = await database.connect();
  await caller.query('BEGIN');
  await store.commitInTransaction(caller, sampleCommit('request/held'));
  const waiting = store.commit(sampleCommit('request/held'));
  await untilBlocked(database);
  for (let n = 0; n < 20; n++) {
    assert.deepEqual(await store.commit(sampleCommit(`request/${n}`)), { outcome: 'committed' });
  }
  await untilBlocked(database);
  await caller.query('COMMIT');
  assert.equal((await waiting).outcome, 'version_conflict');
  await database.close();
});

test('[TM-7] a process notices at once that the clock was set back, and tells the others', async () => {
  const database = await server.createDatabase();
  const ahead = (seconds: number) => `CREATE OR REPLACE FUNCTION countersign.store_clock()
    RETURNS timestamptz LANGUAGE sql VOLATILE
    RETURN clock_timestamp() + interval '${seconds} seconds'`;
  const [store, other] = [await database.open(), await database.open()];
  await database.query(ahead(60));
  assert.equal((await store.commit(sampleCommit('plan/a'))).outcome, 'committed');
  await database.query(ahead(0));
  const behind = { outcome: 'stale_guard', which: 'clock' };
  assert.deepEqual(await store.commit(sampleCommit('plan/b')), behind);
  assert.deepEqual(await other.commit(sampleCommit('plan/c')), behind);
  await database.query(ahead(61));
  assert.deepEqual(await other.commit(sampleCommit('plan/c')), { outcome: 'committed' });
  await database.close();
});

test('[TM-7] the latest time of the clock is written about a second after a commit', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const mark = async () => {
    const [row] = await database.query<{ mark: string }>(
      'SELECT clock_mark::text AS mark FROM countersign.store_state',
    );
    return row?.mark;
  };
  const before = await mark();
  await store.commit(sampleCommit('plan/a'));
  assert.equal(await mark(), before, 'not by the commit itself');
  await eventually('the mark has moved', async () => (await mark()) !== before);
  await database.close();
});
