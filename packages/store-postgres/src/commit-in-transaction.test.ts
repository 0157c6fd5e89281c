import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { headAfter, sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import { addSeconds } from '@countersign/protocol/value';
import type { Client } from 'pg';
import { refusalAtCommit } from './database-error.ts';
import type { PostgresStore } from './open-store.ts';
import { untilBlocked, untilPast } from './testing/eventually.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

const committed = { outcome: 'committed' };
const granted = sampleAppend('request/a', { row: sampleRow(1, { status: 'allowed' }) });

/** The grant of request/a, consumed: another version of its stream. */
const consumption = (change: Parameters<typeof sampleCommit>[1] = {}) => {
  const row = sampleRow(1, { status: 'executing' });
  return sampleCommit(sampleAppend('request/a', { after: headAfter(granted), row }), change);
};

/** A store with a grant to consume, and a table of the caller's that the effect goes to. */
async function prepare(): Promise<{ database: TestDatabase; store: PostgresStore }> {
  const database = await server.borrowDatabase();
  const store = await database.open();
  await store.commit(sampleCommit(granted));
  await database.query('DROP TABLE IF EXISTS payments; CREATE TABLE payments (amount integer)');
  return { database, store };
}

async function begin(database: TestDatabase): Promise<Client> {
  const client = await database.connect();
  await client.query('BEGIN');
  return client;
}

const pay = (client: Client) => client.query('INSERT INTO payments VALUES (100)');

async function countPayments(database: TestDatabase): Promise<number> {
  return (await database.query('SELECT * FROM payments')).length;
}

test('[SU-4] the caller’s effect and the consumption are both present after its COMMIT', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  assert.deepEqual(await store.commitInTransaction(caller, consumption()), committed);
  await pay(caller);
  assert.equal((await store.readStream('request/a')).length, 1, 'nothing before the COMMIT');
  await caller.query('COMMIT');
  assert.equal((await store.readStream('request/a')).length, 2);
  assert.equal(await countPayments(database), 1);
  assert.deepEqual(await store.countRequests(), { executing: 1 });
  const left = await database.query('SELECT * FROM countersign.transaction_guards');
  assert.deepEqual(left, [], 'what was kept for the COMMIT is gone after it');
  await database.close();
});

test('[SU-4] neither is present after the caller’s ROLLBACK, and the grant can still be used', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  const change = {
    claims: [{ scope: 'nonce', key: 'n', until: null }],
    outbox: [{ topic: 'grant.consumed', stream: 'request/a', payload: '' }],
  } as const;
  assert.deepEqual(await store.commitInTransaction(caller, consumption(change)), committed);
  await pay(caller);
  await caller.query('ROLLBACK');
  assert.equal((await store.readStream('request/a')).length, 1);
  assert.equal(await countPayments(database), 0);
  assert.equal(await store.findClaim({ scope: 'nonce', key: 'n' }), null);
  assert.deepEqual(await store.countRequests(), { allowed: 1 });
  assert.deepEqual(await store.commit(consumption(change)), committed);
  await database.close();
});

test('[SU-1, SU-4] of two callers that race for a grant exactly one can commit', async () => {
  const { database, store } = await prepare();
  const other = await database.open();
  const [first, second] = [await begin(database), await begin(database)];
  assert.deepEqual(await store.commitInTransaction(first, consumption()), committed);
  await pay(first);
  const loser = other.commitInTransaction(second, consumption());
  await untilBlocked(database);
  await first.query('COMMIT');
  assert.deepEqual(await loser, { outcome: 'version_conflict', stream: 'request/a' });
  await second.query('SELECT 1');
  await second.query('COMMIT');
  assert.equal((await store.readStream('request/a')).length, 2);
  assert.equal(await countPayments(database), 1);
  await database.close();
});

test('[SU-4] a caller that waits for one that rolls back gets the grant', async () => {
  const { database, store } = await prepare();
  const [first, second] = [await begin(database), await begin(database)];
  await store.commitInTransaction(first, consumption());
  const next = store.commitInTransaction(second, consumption());
  await untilBlocked(database);
  await first.query('ROLLBACK');
  assert.deepEqual(await next, committed);
  await pay(second);
  await second.query('COMMIT');
  assert.equal(await countPayments(database), 1);
  await database.close();
});

test('[SU-4] a caller waits for another only for a limited time, and then can only roll back', async () => {
  const { database, store } = await prepare();
  const [first, second] = [await begin(database), await begin(database)];
  await store.commitInTransaction(first, consumption());
  await assert.rejects(store.commitInTransaction(second, consumption()), StoreUnavailable);
  await assert.rejects(second.query('SELECT 1'), /current transaction is aborted/);
  await database.close();
});

test('[SU-4, TM-5] the caller’s COMMIT fails and nothing remains when the deadline passes before it', async () => {
  const { database, store } = await prepare();
  const deadline = addSeconds((await store.readState()).now, 0.3);
  const caller = await begin(database);
  const late = consumption({ notAfter: deadline });
  assert.deepEqual(await store.commitInTransaction(caller, late), committed);
  await pay(caller);
  await untilPast(store, deadline);
  await assert.rejects(caller.query('COMMIT'), error => {
    assert.deepEqual(refusalAtCommit(error), { outcome: 'too_late' });
    return true;
  });
  assert.equal((await store.readStream('request/a')).length, 1);
  assert.equal(await countPayments(database), 0);
  await database.close();
});

test('[SU-4] a refusal leaves the caller’s transaction as it was', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  await pay(caller);
  const { now } = await store.readState();
  const refusals = [
    [sampleCommit('request/a'), { outcome: 'version_conflict', stream: 'request/a' }],
    [consumption({ guards: { epoch: 7 } }), { outcome: 'stale_guard', which: 'epoch' }],
    [consumption({ notAfter: now }), { outcome: 'too_late' }],
  ] as const;
  for (const [commit, refusal] of refusals) {
    assert.deepEqual(await store.commitInTransaction(caller, commit), refusal);
  }
  await caller.query('COMMIT');
  assert.equal(await countPayments(database), 1);
  assert.equal((await store.readStream('request/a')).length, 1);
  await database.close();
});

const held = { scope: 'hold', key: 'session' } as const;
const changes = {
  'a policy comes into force': {
    guards: { policyVersion: '' },
    meanwhile: () => sampleCommit('store', { brings: { policyVersion: 'v2' } }),
    which: 'policy_version',
  },
  'a new epoch begins': {
    guards: {},
    meanwhile: () => sampleCommit('store', { brings: { epoch: 2 } }),
    which: 'epoch',
  },
  'a hold is placed': {
    guards: { absentClaims: [held] },
    meanwhile: () => sampleCommit('hold/a', { claims: [{ ...held, until: null }] }),
    which: 'claim',
  },
  'a guarded stream goes on': {
    guards: { streams: [{ stream: 'plan/a', version: 0 }] },
    meanwhile: () => sampleCommit('plan/a'),
    which: 'stream',
  },
} as const;
for (const [what, { guards, meanwhile, which }] of Object.entries(changes)) {
  test(`[SU-4] where ${what} before the caller’s COMMIT, no other client waits and the COMMIT fails`, async () => {
    const { database, store } = await prepare();
    const caller = await begin(database);
    assert.deepEqual(await store.commitInTransaction(caller, consumption({ guards })), committed);
    await pay(caller);
    assert.deepEqual(await store.commit(meanwhile()), committed);
    await assert.rejects(caller.query('COMMIT'), error => {
      assert.deepEqual(refusalAtCommit(error), { outcome: 'stale_guard', which });
      return true;
    });
    assert.equal((await store.readStream('request/a')).length, 1);
    assert.equal(await countPayments(database), 0);
    await database.close();
  });
}

test('[SU-4] several grants can be consumed in one transaction', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  assert.deepEqual(await store.commitInTransaction(caller, consumption()), committed);
  assert.deepEqual(await store.commitInTransaction(caller, sampleCommit('request/b')), committed);
  await pay(caller);
  await caller.query('COMMIT');
  assert.equal((await store.readStream('request/a')).length, 2);
  assert.equal((await store.readStream('request/b')).length, 1);
  await database.close();
});

test('[SU-4] the settings of the caller’s session are restored, and its COMMIT is synchronous', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  await caller.query("SET synchronous_commit = off; SET LOCAL lock_timeout = '7s'");
  await store.commitInTransaction(caller, consumption());
  const { rows } = await caller.query(`SELECT current_setting('lock_timeout') AS lock_timeout,
    current_setting('enable_seqscan') AS enable_seqscan,
    current_setting('synchronous_commit') AS synchronous_commit`);
  const [settings] = rows;
  assert.deepEqual(settings, {
    lock_timeout: '7s',
    enable_seqscan: 'on',
    synchronous_commit: 'on',
  });
  await caller.query('COMMIT');
  await database.close();
});

test('a client that is not in a transaction, or in one with a snapshot, is refused', async () => {
  const { database, store } = await prepare();
  const caller = await database.connect();
  await assert.rejects(store.commitInTransaction(caller, consumption()), /transaction was begun/);
  for (const level of ['REPEATABLE READ', 'SERIALIZABLE']) {
    await caller.query(`BEGIN ISOLATION LEVEL ${level}`);
    await assert.rejects(store.commitInTransaction(caller, consumption()), /READ COMMITTED/);
    await caller.query('ROLLBACK');
  }
  assert.equal((await store.readStream('request/a')).length, 1);
  await database.close();
});

test('a client of another store, or of a database without one, is refused', async () => {
  const { database, store } = await prepare();
  const other = await prepare();
  const stranger = await begin(other.database);
  await assert.rejects(store.commitInTransaction(stranger, consumption()), /another store/);
  await stranger.query('ROLLBACK');
  const empty = await server.createDatabase({ empty: true });
  const nobody = await begin(empty);
  await assert.rejects(store.commitInTransaction(nobody, consumption()), StoreUnusable);
  for (const each of [database, other.database, empty]) await each.close();
});

test('a commit that changes the whole store, or is malformed, is rejected', async () => {
  const { database, store } = await prepare();
  const caller = await begin(database);
  const bringing = consumption({ brings: { epoch: 2 } });
  await assert.rejects(store.commitInTransaction(caller, bringing), TypeError);
  const empty = { ...consumption(), appends: [] };
  await assert.rejects(store.commitInTransaction(caller, empty), TypeError);
  assert.deepEqual(await store.commitInTransaction(caller, consumption()), committed);
  await caller.query('COMMIT');
  await database.close();
});
