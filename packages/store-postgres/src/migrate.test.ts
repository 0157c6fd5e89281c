import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { nextMessage, startChild } from './testing/child-process.ts';
import { eventually } from './testing/eventually.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

const schema = '"countersign"';

async function versionsOf(database: TestDatabase): Promise<string[]> {
  const rows = await database.query<{ version: number; name: string }>(
    'SELECT version, name FROM countersign.schema_versions ORDER BY version',
  );
  return rows.map(({ version, name }) => `${version} ${name}`);
}

const expected = readMigrations().map(({ version, name }) => `${version} ${name}`);

test('opening an empty database creates the schema, and opening it again changes nothing', async () => {
  const database = await server.createDatabase({ empty: true });
  const store = await database.open();
  const { storeId } = await store.readState();
  assert.deepEqual(await versionsOf(database), expected);
  const again = await database.open();
  assert.equal((await again.readState()).storeId, storeId);
  assert.deepEqual(await versionsOf(database), expected);
  await database.close();
});

test('an execution without a report before the fifth migration is silent after it', async () => {
  const database = await server.createDatabase({ empty: true });
  const { connection } = database;
  await migrate({ connection, schema, migrations: readMigrations().slice(0, 4) });
  for (const [id, type] of [
    ['ar_1', 'grant.consumed'],
    ['ar_2', 'execution.reported'],
  ]) {
    await database.query(`INSERT INTO countersign.events VALUES ($1, 1, 'a', '', $2)`, [
      `request/${id}`,
      `{"type":"${type}"}`,
    ]);
    await database.query(
      `INSERT INTO countersign.requests
       VALUES ($1, '', 'consumed', '', '', '', '', '', now(), NULL, now())`,
      [id],
    );
  }
  const store = await database.open();
  const silent = (await store.listSilent(10)).map(each => each.approval_request_id);
  assert.deepEqual(silent, ['ar_1']);
  await database.close();
});

test('two stores in two schemas do not see each other', async () => {
  const database = await server.createDatabase({ empty: true });
  const [one, two] = [
    await database.open({ schema: 'one' }),
    await database.open({ schema: 'two' }),
  ];
  await one.commit(sampleCommit('plan/a'));
  assert.equal((await one.readStream('plan/a')).length, 1);
  assert.deepEqual(await two.readStream('plan/a'), []);
  assert.notEqual((await one.readState()).storeId, (await two.readState()).storeId);
  await database.close();
});

test('a schema name that needs quoting is refused', async () => {
  const database = await server.borrowDatabase();
  for (const name of ['', 'Upper', 'with space', 'a"b', 'x'.repeat(41), '1st']) {
    await assert.rejects(database.open({ schema: name }), TypeError);
  }
  await database.close();
});

test('concurrent processes that open an empty database find one store, migrated once', async () => {
  const database = await server.createDatabase({ empty: true });
  const children = Array.from({ length: 4 }, () =>
    startChild('open-process.ts', { connection: database.connection }),
  );
  await Promise.all(children.map(child => nextMessage(child)));
  const results = children.map(child => nextMessage<{ storeId: string }>(child));
  for (const child of children) child.send('go');
  const ids = (await Promise.all(results)).map(({ storeId }) => storeId);
  assert.equal(new Set(ids).size, 1);
  assert.deepEqual(await versionsOf(database), expected);
  await database.close();
});

test('a migration that is killed in the middle leaves nothing of its step, and the next attempt completes it', async () => {
  const database = await server.createDatabase({ empty: true });
  const migrations = readMigrations();
  const last = migrations.at(-1) as Migration;
  const slow = { ...last, sql: `${last.sql}; SELECT pg_sleep(60);` };
  const first = migrate({
    connection: { ...database.connection, application_name: 'migrating' },
    schema,
    migrations: [...migrations.slice(0, -1), slow],
  });
  const failure = assert.rejects(first, StoreUnavailable);
  await eventually('it is in the last step', async () => {
    const killed = await database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'migrating' AND wait_event = 'PgSleep'`,
    );
    return killed.length === 1;
  });
  await failure;
  assert.deepEqual(await versionsOf(database), expected.slice(0, -1));
  const store = await database.open();
  assert.deepEqual(await versionsOf(database), expected);
  assert.deepEqual(await store.commit(sampleCommit('plan/a')), { outcome: 'committed' });
  await database.close();
});

test('a migration that fails leaves nothing of its step', async () => {
  const database = await server.createDatabase({ empty: true });
  const broken = [
    ...readMigrations(),
    { version: 4, name: 'broken', sql: 'CREATE TABLE :schema.half (); SELECT 1 / 0;' },
  ];
  const { connection } = database;
  await assert.rejects(migrate({ connection, schema, migrations: broken }), /division by zero/);
  assert.deepEqual(await versionsOf(database), expected);
  const [half] = await database.query("SELECT to_regclass('countersign.half') AS half");
  assert.deepEqual(half, { half: null });
  await database.close();
});

test('the schema of a newer version, or of another program, is not changed', async () => {
  const database = await server.createDatabase();
  await database.query("INSERT INTO countersign.schema_versions VALUES (99, 'future')");
  await assert.rejects(database.open(), { name: 'StoreUnusable', message: /newer Countersign/ });
  await database.query('DELETE FROM countersign.schema_versions WHERE version = 99');
  await database.query("UPDATE countersign.schema_versions SET name = 'other' WHERE version = 2");
  await assert.rejects(database.open(), { name: 'StoreUnusable', message: /found 2 other/ });
  await database.close();
});

test('a user without the right to create the schema is told so', async () => {
  const database = await server.createDatabase({ empty: true });
  const role = `${database.name}_user`;
  await server.administer(`CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  const { connectionString, ...rest } = database.connection;
  const url = connectionString === undefined ? undefined : new URL(connectionString);
  if (url !== undefined) [url.username, url.password] = [role, 'secret'];
  const connection = url === undefined ? { ...rest, user: role } : { connectionString: url.href };
  await assert.rejects(database.open({ connection }), StoreUnusable);
  await database.close();
  await server.administer(`DROP ROLE ${role}`);
});

test('migrations are numbered from 1 without a gap', () => {
  const versions = readMigrations().map(({ version }) => version);
  assert.deepEqual(
    versions,
    versions.map((_, index) => index + 1),
  );
});
