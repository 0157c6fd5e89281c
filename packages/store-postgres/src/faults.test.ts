// Faults around a working store. Throughout: nothing acknowledged is lost, nothing happens twice, a failed call
// reports its failure, and the store recovers without help.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { effort } from '@countersign/testing';
import { startLoad } from './testing/commit-load.ts';
import { startProxy } from './testing/cutting-proxy.ts';
import { eventually } from './testing/eventually.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer({ own: true });
after(() => server.close());

const needsOurServer = server.server.ours
  ? false
  : 'the server of DATABASE_URL is not ours to break';

/** Ends one backend of the store, preferably one that is committing; answers how many it ended. */
async function killBackend(database: TestDatabase): Promise<number> {
  const rows = await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'countersign'
       AND state = 'active' AND query LIKE '%commit_batch%'
     ORDER BY random() LIMIT 1`,
  );
  return rows.length;
}

test('[SU-2] backends killed around COMMIT lose no acknowledged commit and double none', async context => {
  const database = await server.createDatabase();
  const store = await database.open();
  const load = startLoad(store, 16);
  const killsMax = effort({ fast: 10, full: 1000, of: 'kills' });
  let kills = 0;
  await eventually('the load runs', () => load.acknowledged > 100);
  while (kills < killsMax) {
    kills += await killBackend(database);
    const before = load.acknowledged;
    await eventually('commits go on', () => load.acknowledged > before);
  }
  await load.stop();
  context.diagnostic(
    `${kills} backends killed, ${load.acknowledged} commits acknowledged, ${load.resubmitted} submitted again`,
  );
  assert.ok(load.resubmitted >= kills, 'every kill was noticed');
  await load.verify(database);
  await database.close();
});

test('[SU-2] a server that crashes under load is reported as unavailable, and used again after it returns', {
  skip: needsOurServer,
}, async context => {
  const database = await server.createDatabase();
  const store = await database.open();
  const hints: string[] = [];
  store.onChange(stream => hints.push(stream));
  const load = startLoad(store, 16);
  const crashes = effort({ fast: 2, full: 50 });
  for (let crash = 0; crash < crashes; crash++) {
    const before = load.acknowledged;
    await eventually('commits go on', () => load.acknowledged > before + 100);
    await server.server.stop('immediate');
    await assert.rejects(store.readState(), StoreUnavailable);
    await assert.rejects(store.commit(sampleCommit('plan/none')), StoreUnavailable);
    await server.server.start();
  }
  const before = load.acknowledged;
  await eventually('commits go on', () => load.acknowledged > before + 100);
  await load.stop();
  context.diagnostic(
    `${crashes} crashes, ${load.acknowledged} commits acknowledged, ${load.resubmitted} submitted again`,
  );
  await load.verify(database);
  const other = await database.open();
  let sent = 0;
  await eventually('hints of others arrive again', async () => {
    await other.commit(sampleCommit(`plan/${sent++}`));
    return hints.some(stream => stream.startsWith('plan/'));
  });
  await database.close();
});

test('cut connections lose no acknowledged commit and double none', {
  skip: needsOurServer,
}, async context => {
  const proxy = await startProxy(server.server);
  const database = await server.createDatabase();
  const store = await database.open({ connection: proxy.connection(database.name) });
  const load = startLoad(store, 16);
  const cuts = effort({ fast: 6, full: 500 });
  for (let cut = 0; cut < cuts; cut++) {
    const before = load.acknowledged;
    await eventually('commits go on', () => load.acknowledged > before + 5);
    proxy.cut();
  }
  await load.stop();
  context.diagnostic(
    `${cuts} cuts, ${load.acknowledged} commits acknowledged, ${load.resubmitted} submitted again`,
  );
  assert.ok(load.resubmitted > 0);
  await load.verify(database);
  await database.close();
  await proxy.close();
});

test('an unresponsive network is given up, and used again when it works', {
  skip: needsOurServer,
}, async () => {
  const proxy = await startProxy(server.server);
  const database = await server.createDatabase();
  const store = await database.open({
    connection: {
      ...proxy.connection(database.name),
      query_timeout: 200,
      connectionTimeoutMillis: 200,
    },
  });
  const commit = sampleCommit('plan/a');
  proxy.swallow(true);
  await assert.rejects(store.commit(commit), StoreUnavailable);
  proxy.swallow(false);
  await eventually('the store answers', async () => {
    return store.commit(commit).then(
      ({ outcome }) => outcome === 'committed',
      error => !(error instanceof StoreUnavailable),
    );
  });
  assert.equal((await store.readStream('plan/a')).length, 1);
  await database.close();
  await proxy.close();
});

test('a read-only database is unusable until it can be written again', async () => {
  const database = await server.createDatabase();
  const store = await database.open();
  await store.commit(sampleCommit('plan/a'));
  const setting = `ALTER DATABASE ${database.name} SET default_transaction_read_only`;
  await server.administer(`${setting} = on`);
  await server.administer(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database.name}'`,
  );
  const refusal = { name: 'StoreUnusable', message: /expected a database that can be written to/ };
  await eventually('the old connections are gone', () =>
    store.commit(sampleCommit('plan/b')).then(
      () => false,
      error => error instanceof StoreUnusable,
    ),
  );
  await assert.rejects(store.commit(sampleCommit('plan/b')), refusal);
  await assert.rejects(database.open(), refusal);
  await server.administer(`${setting} = off`);
  assert.deepEqual(await store.commit(sampleCommit('plan/b')), { outcome: 'committed' });
  assert.equal((await store.readStream('plan/a')).length, 1);
  await database.close();
});

test('a store that lost its state commits nothing, and reports it', async () => {
  const database = await server.createDatabase();
  const store = await database.open();
  await database.query('DELETE FROM countersign.store_state');
  assert.deepEqual(await store.commit(sampleCommit('plan/a')), {
    outcome: 'stale_guard',
    which: 'epoch',
  });
  assert.deepEqual(await store.readStream('plan/a'), []);
  await assert.rejects(store.readState(), StoreUnusable);
  await database.close();
});

test('a dropped database is reported as missing, and so is its schema after it is created again', async () => {
  const database = await server.createDatabase();
  const store = await database.open();
  await store.commit(sampleCommit('plan/a'));
  await server.administer(`DROP DATABASE ${database.name} WITH (FORCE)`);
  const unusable = (message: RegExp) => () =>
    store.commit(sampleCommit('plan/b')).then(
      () => assert.fail('nothing can be committed to a database that is not there'),
      error => {
        assert.ok(error instanceof StoreUnavailable || error instanceof StoreUnusable);
        return error instanceof StoreUnusable && message.test(error.message);
      },
    );
  await eventually('the loss is noticed', unusable(/expected a database and found none/));
  await server.administer(`CREATE DATABASE ${database.name} TEMPLATE template0`);
  await eventually('the new one is looked at', unusable(/expected the store's schema/));
  await database.close();
});

test('a standby is refused', { skip: needsOurServer }, async () => {
  const database = await server.createDatabase();
  const standby = await server.server.copyAsStandby();
  await assert.rejects(database.open({ connection: standby.connection(database.name) }), {
    name: 'StoreUnusable',
    message: /expected the primary and found a standby/,
  });
  await standby.close();
  await database.close();
});
