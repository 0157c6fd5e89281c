import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type RealPostgres, startPostgres } from '../testing/real-postgres.ts';
import { startedServer } from '../testing/started-server.ts';
import { examinedFolder, findingsOf, levelsOf } from './testing/examined-folder.ts';

describe('a store in Postgres', () => {
  let postgres: RealPostgres;
  before(async () => {
    postgres = await startPostgres();
  });
  after(() => postgres.close());

  test('the doctor examines Postgres without changing its schema or its rows', async context => {
    const folder = examinedFolder(context);
    const { url, query } = await postgres.createDatabase();
    const server = await startedServer({ folder: folder.path, database: url });
    await server.close();
    const written = () =>
      query<{ n: string }>(
        `SELECT sum(n_tup_ins + n_tup_upd + n_tup_del)::text AS n FROM pg_stat_user_tables`,
      );
    await query('SELECT pg_stat_force_next_flush()');
    const before = await written();
    const examination = await folder.examine({ database: url });
    assert.deepEqual(levelsOf(examination, 'store'), ['fine']);
    assert.deepEqual(new Set(levelsOf(examination, 'durability')), new Set(['fine']));
    assert.deepEqual(levelsOf(examination, 'clock'), ['fine']);
    assert.deepEqual(await written(), before);
  });

  test('the doctor reports a fault when commits wait for a missing standby', async context => {
    const folder = examinedFolder(context);
    const { url, query } = await postgres.createDatabase();
    const server = await startedServer({ folder: folder.path, database: url });
    await server.close();
    await query("ALTER SYSTEM SET synchronous_standby_names = 'missing'");
    try {
      await query('SELECT pg_reload_conf()');
      let found = '';
      for (let looks = 0; looks < 100 && !/missing/.test(found); looks++) {
        found = JSON.stringify(findingsOf(await folder.examine({ database: url }), 'durability'));
      }
      assert.match(found, /no such standby is connected: commits wait for it/);
    } finally {
      await query('ALTER SYSTEM RESET synchronous_standby_names');
      await query('SELECT pg_reload_conf()');
    }
  });

  test('the doctor reports a missing server or schema, and does not create the schema', async context => {
    const folder = examinedFolder(context);
    const unreachable = await folder.examine({ database: 'postgres://localhost:1/none' });
    assert.deepEqual(levelsOf(unreachable, 'store'), ['wrong']);
    assert.deepEqual(levelsOf(unreachable, 'durability'), ['wrong']);
    const { url, query } = await postgres.createDatabase();
    await query('DROP SCHEMA countersign CASCADE');
    const empty = await folder.examine({ database: url });
    assert.match(findingsOf(empty, 'store')[0]?.found ?? '', /found an older one or none/);
    const schemas = await query("SELECT FROM pg_namespace WHERE nspname = 'countersign'");
    assert.equal(schemas.length, 0);
  });
});
