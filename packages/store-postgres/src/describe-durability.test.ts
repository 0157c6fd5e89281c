import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import pg from 'pg';
import { describeDurability } from './describe-durability.ts';
import { eventually } from './testing/eventually.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer({ own: true });
after(() => server.close());
const skip = server.server.ours ? false : 'the server of DATABASE_URL is not ours to configure';

function urlOf({ name, connection }: TestDatabase): string {
  const socket = encodeURIComponent(connection.host ?? '');
  return `postgres://countersign@localhost/${name}?host=${socket}`;
}

describe('what a server says of its durability', { skip }, () => {
  test('the description contains the server’s settings, and no standby when there is none', async () => {
    const database = await server.createDatabase();
    assert.deepEqual(await describeDurability(urlOf(database)), {
      fsync: true,
      full_page_writes: true,
      synchronous_commit: 'on',
      synchronous_standby_names: '',
      standbys: { connected: 0, synchronous: 0 },
    });
    await database.close();
  });

  test('the description says which standby commits wait for', async () => {
    const database = await server.createDatabase();
    const look = async () => (await describeDurability(urlOf(database))).standbys;
    const standby = new pg.Client({
      ...database.connection,
      application_name: 'follower',
      replication: 'true',
    } as pg.ClientConfig);
    standby.on('error', () => {});
    await standby.connect();
    const { rows } = await standby.query('IDENTIFY_SYSTEM');
    // It follows for as long as it is connected, so this is answered only when it ends.
    standby.query(`START_REPLICATION PHYSICAL ${rows[0].xlogpos}`).catch(() => undefined);
    await eventually('the standby is connected', async () => (await look())?.connected === 1);
    assert.deepEqual(await look(), { connected: 1, synchronous: 0 });
    try {
      await server.administer("ALTER SYSTEM SET synchronous_standby_names = 'follower'");
      await server.administer('SELECT pg_reload_conf()');
      await eventually(
        'the server has named it synchronous',
        async () => (await describeDurability(urlOf(database))).synchronous_standby_names !== '',
      );
    } finally {
      await server.administer('ALTER SYSTEM RESET synchronous_standby_names');
      await server.administer('SELECT pg_reload_conf()');
      await standby.end();
    }
    await database.close();
  });

  test('the description leaves standbys out for a user without the right, and fails when the server does not answer', async () => {
    const database = await server.createDatabase();
    await database.query('CREATE ROLE countersign_plain LOGIN');
    try {
      const url = urlOf(database).replace('countersign@', 'countersign_plain@');
      assert.equal((await describeDurability(url)).standbys, null);
    } finally {
      await database.query('DROP ROLE countersign_plain');
    }
    await database.close();
    await assert.rejects(describeDurability('postgres://localhost:1/none'));
  });
});
