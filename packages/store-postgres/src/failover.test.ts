// A primary that is lost permanently while its synchronous standby takes over. An asynchronous standby may have
// missed the last acknowledged commits; nothing here can prevent that, and nothing here tests it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StoreUnavailable } from '@countersign/coordinator';
import { effort } from '@countersign/testing';
import { startLoad } from './testing/commit-load.ts';
import { startProxy } from './testing/cutting-proxy.ts';
import { eventually } from './testing/eventually.ts';
import type { PostgresServer } from './testing/postgres-server.ts';
import { query, startTestServer, type TestServer } from './testing/test-database.ts';

const skip = process.env['DATABASE_URL'] ? 'the server of DATABASE_URL is not ours to lose' : false;

/** A standby that every commit of the primary waits for. */
async function startSynchronousStandby(primary: PostgresServer): Promise<PostgresServer> {
  const standby = await primary.copyAsStandby();
  const source = `host=${primary.folder} user=countersign application_name=standby`;
  const onStandby = standby.connection('postgres');
  await query(onStandby, `ALTER SYSTEM SET primary_conninfo = '${source}'`);
  await query(onStandby, 'SELECT pg_reload_conf()');
  const onPrimary = primary.connection('postgres');
  await query(onPrimary, `ALTER SYSTEM SET synchronous_standby_names = 'standby'`);
  await query(onPrimary, 'SELECT pg_reload_conf()');
  await eventually('the standby is synchronous', async () => {
    const rows = await query(
      onPrimary,
      `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`,
    );
    return rows.length === 1;
  });
  return standby;
}

/** One primary lost under load; what the standby then holds is what was acknowledged, once. */
async function failOver(primary: TestServer): Promise<{ acknowledged: number; again: number }> {
  const database = await primary.createDatabase();
  const standby = await startSynchronousStandby(primary.server);
  const proxy = await startProxy(primary.server);
  const store = await database.open({ connection: proxy.connection(database.name) });
  const load = startLoad(store, 16);
  try {
    await eventually('the load runs', () => load.acknowledged > 200);
    const timeline = store.timeline();
    await primary.server.stop('immediate');
    await assert.rejects(store.readState(), StoreUnavailable);
    await query(standby.connection('postgres'), 'SELECT pg_promote()');
    proxy.redirect(standby);
    const before = load.acknowledged;
    await eventually('commits go on', () => load.acknowledged > before + 100);
    await load.stop();
    assert.notEqual(store.timeline(), timeline, 'another history is another name');
    const connection = standby.connection(database.name);
    await load.verify({ query: (text, values) => query(connection, text, values) });
    return { acknowledged: load.acknowledged, again: load.resubmitted };
  } finally {
    await load.stop();
    await store.close();
    await proxy.close();
    await standby.close();
    // Without its standby it would wait for it at every commit, also at those that clean up.
    await primary.server.start();
    await query(
      primary.server.connection('postgres'),
      `ALTER SYSTEM RESET synchronous_standby_names`,
    );
    await query(primary.server.connection('postgres'), 'SELECT pg_reload_conf()');
  }
}

test('[SU-2] a failover to a synchronous standby loses no acknowledged commit and doubles none', {
  skip,
}, async context => {
  const failovers = effort({ fast: 1, full: 10, of: 'failovers' });
  let [acknowledged, again] = [0, 0];
  for (let failover = 0; failover < failovers; failover++) {
    const primary = await startTestServer({ own: true });
    try {
      const survived = await failOver(primary);
      acknowledged += survived.acknowledged;
      again += survived.again;
    } finally {
      await primary.close();
    }
  }
  assert.ok(again > 0, 'the loss was noticed');
  context.diagnostic(
    `${failovers} failovers, ${acknowledged} commits acknowledged, ${again} submitted again`,
  );
});
