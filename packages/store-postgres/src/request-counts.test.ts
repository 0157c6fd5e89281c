import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { headAfter, sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import { Database } from './database.ts';
import { foldCounts } from './fold-counts.ts';
import { clock } from './testing/system-ports.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

const deltasOf = async (database: TestDatabase) =>
  (await database.query('SELECT * FROM countersign.request_count_deltas')).length;

test('counts are right at every moment while many processes fold deltas', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const { connection } = database;
  const folders = Array.from({ length: 3 }, () => {
    return new Database({ connection: { ...connection, max: 1 }, schema: '"countersign"', clock });
  });
  let running = true;
  const folding = folders.map(async folder => {
    while (running) await foldCounts(folder);
  });
  const opened = Array.from({ length: 60 }, (_, n) =>
    sampleAppend(`request/${n}`, { row: sampleRow(n) }),
  );
  await Promise.all(opened.map(append => store.commit(sampleCommit(append))));
  assert.deepEqual(await store.countRequests(), { pending: 60 });
  for (const [n, append] of opened.entries()) {
    const row = sampleRow(n, { status: 'denied' });
    const next = sampleAppend(append.stream, { after: headAfter(append), row });
    await store.commit(sampleCommit(next));
    const { pending = 0, denied } = await store.countRequests();
    assert.deepEqual({ pending, denied }, { pending: 59 - n, denied: n + 1 });
  }
  running = false;
  await Promise.all(folding);
  for (const folder of folders) await folder.close();
  await database.close();
});

test('a commit writes deltas only, and closing the store folds them', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  await store.commit(sampleCommit(sampleAppend('request/a', { row: sampleRow(1) })));
  assert.equal(await deltasOf(database), 1);
  assert.deepEqual(await database.query('SELECT * FROM countersign.request_counts'), []);
  await store.close();
  assert.equal(await deltasOf(database), 0);
  const counts = await database.query(
    'SELECT status, count::integer FROM countersign.request_counts',
  );
  assert.deepEqual(counts, [{ status: 'pending', count: 1 }]);
  await database.close();
});

test('a change that keeps the status does not change the counts', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const opened = sampleAppend('request/a', { row: sampleRow(1) });
  await store.commit(sampleCommit(opened));
  const after = headAfter(opened);
  await store.commit(sampleCommit(sampleAppend('request/a', { after, row: sampleRow(1) })));
  assert.equal(await deltasOf(database), 1);
  await database.close();
});
