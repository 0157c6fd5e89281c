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

test('a good server is accepted', () => prepareConnection(clientThatFinds(good)));

test('a connection has its limits, and commits only what is synced, whatever the server says', async () => {
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
