import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import {
  auditLog,
  auditStore,
  headAfter,
  mustSequence,
  sampleAppend,
  sampleCommit,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

test('[EV-6] a commit that becomes visible after later ones were logged is not skipped', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const ports = sampleSequencer(store);
  const caller = await database.connect();
  await caller.query('BEGIN');
  await store.commitInTransaction(caller, sampleCommit('plan/slow'));
  for (const stream of ['plan/a', 'plan/b']) await store.commit(sampleCommit(stream));
  assert.equal((await mustSequence(ports)).size, 2);
  const [later] = await database.query<{ id: string }>(
    'INSERT INTO countersign.unsequenced (streams, versions, counts) VALUES (ARRAY[]::text[], ARRAY[]::integer[], ARRAY[]::integer[]) RETURNING id',
  );
  await caller.query('COMMIT');
  const [slow] = await database.query<{ id: string }>(
    `SELECT id FROM countersign.unsequenced WHERE 'plan/slow' = ANY (streams)`,
  );
  assert.ok(Number(slow?.id) < Number(later?.id), 'its place was taken before');
  assert.equal((await mustSequence(ports)).size, 3);
  assert.deepEqual(await auditLog(store, { notes: ports.sink.notes }), [
    'plan/a 1',
    'plan/b 1',
    'plan/slow 1',
  ]);
  await database.close();
});

test('logging leaves no events behind, also when a step ends within a batch or an append', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const streams = Array.from({ length: 40 }, (_, n) => `plan/${n}`);
  await Promise.all(
    streams.map(stream => store.commit(sampleCommit(sampleAppend(stream, { data: [{}, {}, {}] })))),
  );
  const batches = await database.query('SELECT FROM countersign.unsequenced');
  assert.ok(batches.length < streams.length, 'some were written together');
  const ports = sampleSequencer(store);
  assert.equal((await sequenceAll(ports, { limit: 7 })).size, 120);
  assert.deepEqual(await database.query('SELECT FROM countersign.unsequenced'), []);
  assert.equal(new Set(await auditLog(store, { notes: ports.sink.notes })).size, 120);
  await database.close();
});

/** An attacker with the database and without the key of the log. */
const edits: Readonly<Record<string, string>> = {
  'an edited event': `UPDATE events SET bodies = replace(bodies, '"n":2', '"n":7') WHERE stream = 'plan/2'`,
  'other digests of events': `UPDATE events SET digests = set_byte(digests, 0, 255 - get_byte(digests, 0));
    UPDATE log_leaves SET event_digest = set_byte(event_digest, 0, 255 - get_byte(event_digest, 0))`,
  'another digest in a leaf': `UPDATE log_leaves SET event_digest = set_byte(event_digest, 0, 255 - get_byte(event_digest, 0))
    WHERE leaf_index = 4`,
  'a removed event': `DELETE FROM events WHERE stream = 'plan/2' AND version = 3`,
  'a removed leaf': 'DELETE FROM log_leaves WHERE leaf_index = 4',
  'the last leaf removed': 'DELETE FROM log_leaves WHERE leaf_index = 8',
  'two leaves that changed places': `UPDATE log_leaves SET leaf_index = -1 WHERE leaf_index = 3;
    UPDATE log_leaves SET leaf_index = 3 WHERE leaf_index = 6; UPDATE log_leaves SET leaf_index = 6 WHERE leaf_index = -1`,
  'an event that changed its stream': `UPDATE log_leaves SET stream = 'plan/x' WHERE leaf_index = 5;
    UPDATE events SET stream = 'plan/x' WHERE stream = 'plan/2' AND version = 3`,
  'another node':
    'UPDATE log_leaves SET nodes = set_byte(nodes, 0, 255 - get_byte(nodes, 0)) WHERE leaf_index = 3',
  'another end of the log':
    'UPDATE logs SET frontier = set_byte(frontier, 0, 255 - get_byte(frontier, 0))',
  'an edited checkpoint': `UPDATE log_checkpoints SET note = replace(note, 'log.example', 'log.elsewhere')`,
  'a log cut short with everything that belongs to it':
    'DELETE FROM log_checkpoints; DELETE FROM logs; DELETE FROM log_leaves',
};

async function sequenced(database: TestDatabase): Promise<string[]> {
  const store = await database.open();
  for (let n = 1; n <= 3; n++) {
    const first = sampleAppend(`plan/${n}`, { data: [{ n }, { n }] });
    await store.commit(sampleCommit(first));
    await store.commit(sampleCommit(sampleAppend(`plan/${n}`, { after: headAfter(first) })));
  }
  const ports = sampleSequencer(store);
  await sequenceAll(ports, { limit: 4 });
  await auditStore(store, ports.sink.notes);
  return ports.sink.notes;
}

for (const [what, sql] of Object.entries(edits)) {
  test(`[EV-6] ${what} is detected`, async () => {
    const database = await server.borrowDatabase();
    const notes = await sequenced(database);
    await database.query(`SET search_path = countersign; ${sql}`);
    const store = await database.open();
    await assert.rejects(auditStore(store, notes));
    await database.close();
  });
}
