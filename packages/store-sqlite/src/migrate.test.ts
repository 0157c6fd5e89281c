import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { StoreUnusable } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { type Migration, migrate, readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { dumpSchema, schemaFile } from './testing/dump-schema.ts';
import { openStore, pathFor, systemClock } from './testing/temporary-store.ts';
import { WorkerProcess } from './testing/worker-process.ts';

/** The migrations as they are, and one more. */
function withOneMore(sql: string): Migration[] {
  const migrations = readMigrations();
  return [...migrations, { version: migrations.length + 1, sql }];
}

async function storeWithCommit(context: TestContext): Promise<string> {
  const path = pathFor(context);
  const store = await openStore(path);
  await store.commit(sampleCommit('plan/a'));
  await store.close();
  return path;
}

describe('migrations', () => {
  test('the migrations give the schema that is kept in git (write it with src/testing/dump-schema.ts)', async () => {
    assert.equal(await dumpSchema(), readFileSync(schemaFile, 'utf8'));
  });

  test('migrations are numbered without a gap', context => {
    const folder = join(dirname(pathFor(context)), 'sql');
    cpSync(new URL('../sql/', import.meta.url), folder, { recursive: true });
    writeFileSync(join(folder, '9000_gap.sql'), 'SELECT 1');
    assert.throws(() => readMigrations(pathToFileURL(`${folder}/`)), /found 9000_gap\.sql/);
  });

  test('a new migration is applied once to a store with data', async context => {
    const path = await storeWithCommit(context);
    const migrations = withOneMore('CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT');
    const first = await openDatabase(path, systemClock, migrations);
    assert.equal(first.schemaVersion(), migrations.length);
    const second = await openDatabase(path, systemClock, migrations);
    assert.equal(second.all('SELECT * FROM events').length, 1);
    first.close();
    second.close();
  });

  test('an execution without a report before the second migration is silent after it', async context => {
    const path = pathFor(context);
    const [first] = readMigrations();
    assert.ok(first);
    const old = await openDatabase(path, systemClock, [first]);
    const later = '2026-11-15T12:00:00.000Z';
    for (const [number, type] of ['grant.consumed', 'execution.reported'].entries()) {
      old.run('INSERT INTO streams VALUES (?, ?)', number, `request/ar_${number}`);
      old.run(
        'INSERT INTO events VALUES (?, ?, 1, zeroblob(32), ?, NULL)',
        number,
        number,
        `{"type":"${type}"}`,
      );
      old.run(
        `INSERT INTO requests VALUES (?, ?, '', 'consumed', '', '', '', '', '', ?, NULL, ?)`,
        number,
        `ar_${number}`,
        later,
        later,
      );
    }
    old.close();
    const migrated = await openDatabase(path, systemClock, readMigrations());
    assert.deepEqual(
      migrated
        .all<{ silent_at: string | null }>('SELECT silent_at FROM requests ORDER BY request_no')
        .map(({ silent_at }) => silent_at),
      [later, null],
    );
    migrated.close();
  });

  test('a failed migration leaves the old schema and the data', async context => {
    const path = await storeWithCommit(context);
    const broken = withOneMore(
      'CREATE TABLE added (id INTEGER PRIMARY KEY); INSERT INTO nowhere VALUES (1)',
    );
    await assert.rejects(openDatabase(path, systemClock, broken), /no such table/);
    const connection = await openDatabase(path, systemClock, readMigrations());
    assert.equal(connection.get(`SELECT 1 FROM sqlite_schema WHERE name = 'added'`), undefined);
    assert.equal(connection.all('SELECT * FROM events').length, 1);
    connection.close();
  });

  test('a migration that is killed in the middle leaves the old schema, and runs the next time', async context => {
    const path = await storeWithCommit(context);
    const folder = join(dirname(path), 'sql');
    cpSync(new URL('../sql/', import.meta.url), folder, { recursive: true });
    const version = readMigrations().length + 1;
    const file = join(folder, `${String(version).padStart(4, '0')}_added.sql`);
    const create = 'CREATE TABLE added (id INTEGER PRIMARY KEY); INSERT INTO added VALUES (1);';
    const remove = 'DELETE FROM events;';
    writeFileSync(file, `${create} ${remove} SELECT stay_here(); CREATE TABLE never (id INTEGER);`);
    const url = pathToFileURL(`${folder}/`);

    const worker = new WorkerProcess('migrating-worker', [path, url.href]);
    await worker.until(lines => lines.includes('in the middle'));
    worker.kill();
    await worker.exited;

    const old = await openDatabase(path, systemClock, readMigrations());
    assert.equal(old.schemaVersion(), version - 1);
    assert.equal(old.all('SELECT * FROM events').length, 1);
    old.close();
    writeFileSync(file, create);
    const recovered = await openDatabase(path, systemClock, readMigrations(url));
    assert.equal(recovered.schemaVersion(), version);
    assert.equal(recovered.all('SELECT * FROM added').length, 1);
    recovered.close();
  });

  test('a process with older code writes nothing after a migration', async context => {
    const path = await storeWithCommit(context);
    const store = await openStore(path);
    context.after(() => store.close());
    const newer = await openDatabase(path, systemClock, readMigrations());
    migrate(newer, withOneMore('CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT'));
    newer.close();
    await assert.rejects(
      store.commit(sampleCommit('plan/b')),
      error => error instanceof StoreUnusable && /expected schema version/.test(error.message),
    );
    await assert.rejects(openStore(path), StoreUnusable);
  });
});
