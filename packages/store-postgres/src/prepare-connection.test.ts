import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ClientBase } from 'pg';
import { prepareConnection } from './prepare-connection.ts';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

const good = {
  in_recovery: false,
  read_only: 'off',
  fsync: 'on',
  encoding: 'UTF8',
  version: 150000,
  timeline: '7/00000001/1',
};

function clientThatFinds(found: object): ClientBase {
  return { query: async () => ({ rows: [found] }) } as unknown as ClientBase;
}

const problems = {
  'a standby': [{ in_recovery: true }, /expected the primary and found a standby/],
  'read-only transactions': [{ read_only: 'on' }, /found transactions read-only/],
  'a server that does not sync': [{ fsync: 'off' }, /found fsync off/],
  'another encoding': [{ encoding: 'LATIN1' }, /expected a database in UTF8 and found LATIN1/],
  'an old server': [{ version: 130012 }, /expected Postgres 14 or newer and found 13/],
} as const;
for (const [what, [found, message]] of Object.entries(problems)) {
  test(`${what} is refused before anything is done`, async () => {
    await assert.rejects(prepareConnection(clientThatFinds({ ...good, ...found })), {
      name: 'StoreUnusable',
      message,
    });
  });
}

test('a suitable server is accepted, and names its history', async () => {
  assert.equal(await prepareConnection(clientThatFinds(good)), '7/00000001/1');
});

test('[EV-10] the name of a history consists of the system, the timeline and the start of the server', async () => {
  const database = await server.createDatabase();
  const client = await database.connect();
  const timeline = await prepareConnection(client);
  assert.match(timeline, /^\d{15,}\/[0-9A-F]{8}\/\d+\.\d+$/);
  assert.equal(await prepareConnection(await database.connect()), timeline);
  // Every user who may connect may ask, so the store needs no additional rights.
  const { rows } = await client.query(`SELECT asked FROM unnest(ARRAY['pg_control_system()',
    'pg_walfile_name(pg_lsn)', 'pg_current_wal_insert_lsn()', 'pg_postmaster_start_time()']) AS asked
    WHERE NOT has_function_privilege('public', asked, 'EXECUTE')`);
  assert.deepEqual(rows, []);
  await database.close();
});

test('a connection has its limits, and commits synchronously, whatever the server’s settings', async () => {
  const database = await server.createDatabase();
  for (const [found, kept] of [
    ['off', 'on'],
    ['local', 'on'],
    ['remote_write', 'on'],
    ['on', 'on'],
    ['remote_apply', 'remote_apply'],
  ]) {
    await server.administer(`ALTER DATABASE ${database.name} SET synchronous_commit = ${found}`);
    await server.administer(
      `ALTER DATABASE ${database.name} SET default_transaction_isolation = serializable`,
    );
    const client = await database.connect();
    await prepareConnection(client);
    const { rows } = await client.query(`SELECT
      current_setting('synchronous_commit') AS synchronous_commit,
      current_setting('transaction_isolation') AS isolation,
      current_setting('lock_timeout') AS lock_timeout,
      current_setting('statement_timeout') AS statement_timeout`);
    assert.deepEqual(rows, [
      {
        synchronous_commit: kept,
        isolation: 'read committed',
        lock_timeout: '1s',
        statement_timeout: '10s',
      },
    ]);
  }
  await database.close();
});
