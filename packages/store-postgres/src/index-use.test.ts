// A plan is made once for each connection, perhaps while a table is empty, and kept. So every statement must find
// its rows by an index, whatever the statistics say; the server counts those that do not.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { proveInclusion } from '@countersign/coordinator';
import {
  headAfter,
  sampleAppend,
  sampleCommit,
  sampleRow,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds } from '@countersign/protocol/value';
import { firstAfterPrefix } from './held-claims.ts';
import { eventually } from './testing/eventually.ts';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

test('no statement of the store reads a whole table of streams, claims, requests, actions, messages or leaves', async () => {
  const database = await server.createDatabase();
  await database.query('VACUUM ANALYZE');
  const store = await database.open();
  const { now } = await store.readState();
  const claim = { scope: 'live', key: 'k' } as const;
  const first = sampleAppend('request/a', { row: sampleRow(1, { due_at: addSeconds(now, -1) }) });
  const digest = sha256OfText('action');
  await store.commit(
    sampleCommit(first, {
      claims: [{ ...claim, until: addSeconds(now, 60) }],
      actions: [{ digest, text: 'action', retainUntil: addSeconds(now, -1) }],
      outbox: ['a', 'b', 'c'].map(topic => ({ topic, stream: 'request/a', payload: '' })),
    }),
  );
  const next = sampleAppend('request/a', { after: headAfter(first), row: sampleRow(1) });
  await store.commit(
    sampleCommit(next, {
      guards: {
        streams: [{ stream: 'plan/a', version: 0 }],
        absentClaims: [{ scope: 'hold', key: 'k' }],
      },
      claimEnds: [{ ...claim, until: now }],
    }),
  );
  const caller = await database.connect();
  await caller.query('BEGIN');
  await store.commitInTransaction(
    caller,
    sampleCommit('request/b', { guards: { absentClaims: [claim] } }),
  );
  await caller.query('COMMIT');
  await store.readStream('request/a');
  await store.findClaim(claim);
  await store.listClaims('live', '');
  await store.listClaims('live', 'k');
  await store.readAction(digest);
  for (const query of [
    {},
    { status: 'pending' },
    { agentId: 'x' },
    { status: 'x', agentId: 'x' },
    { toolName: 'x' },
    { status: 'x', agentId: 'x', toolName: 'x' },
    { status: 'pending', order: 'due' },
    { status: 'pending', order: 'due', agentId: 'x', toolName: 'x' },
  ] as const) {
    await store.listRequests({ ...query, limit: 1 });
  }
  await store.listDue(1);
  await store.listSilent(1);
  await store.enqueue([{ topic: 't', stream: 's', payload: '', key: 'k', inSeconds: 60 }]);
  for (const [version, text] of [
    [1, 'a'],
    [2, 'b'],
    [3, null],
  ] as const)
    await store.writePreferences({ person_id: 'p', version, text });
  await store.readPreferences(['p']);
  const place = { epoch: 1, index: 0, up_to: null };
  const counted = { scope: 'all', kind: 'rule', day: '2026-11-01', name: 'a' } as const;
  const tallies = [{ ...counted, measure: 'asked', count: 1 }];
  assert.equal(await store.addTallies({ from: place, to: place, tallies }), true);
  await store.readTallies({ ...counted, from: '2026-11-01', to: '2026-11-01', limit: 1 });
  for (const by of ['day', 'name'] as const) {
    await store.sumTallies({ ...counted, by, from: '2026-11-01', to: '2026-11-01', limit: 1 });
  }
  const entry = {
    approval_request_id: 'ar_1',
    requested_at: now,
    action_digest: digest,
    facets: ['=a'],
    words: ['word'],
  };
  const start = { epoch: 1, index: 0 };
  for (const words of [['word'], ['other']]) {
    const entries = [{ ...entry, words }];
    assert.equal(await store.addToIndex({ from: start, to: start, entries }), true);
  }
  assert.equal((await store.searchIndex({ all: [['oth']], limit: 1 })).ids.length, 1);
  assert.equal(await store.countIndexed({ all: [], before: addSeconds(now, 1) }, 10), 1);
  const leased = await store.leaseOutbox({ owner: 'o', seconds: 60, limit: 3 });
  for (const [index, outcome] of (['delivered', 'retry', 'dead'] as const).entries()) {
    await store.settleOutbox({ id: leased[index]?.id ?? 0, owner: 'o', outcome });
  }
  const [dead] = await store.listDeadLetters(1);
  await store.retryDeadLetter(dead?.id ?? 0);
  await sequenceAll(sampleSequencer(store), { limit: 1 });
  await proveInclusion(store, { stream: 'request/a', version: 1 });
  await store.readLogRows({ epoch: 1, from: 0, limit: 10 });
  assert.equal(await store.eraseActions(1), 1);
  await caller.end();
  await store.close();

  await eventually('the server has counted what the ended sessions did', async () => {
    const sessions = await database.query(
      'SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
    );
    return sessions.length === 0;
  });
  const tables = [
    'events',
    'claims',
    'requests',
    'actions',
    'outbox',
    'unsequenced',
    'log_leaves',
    'log_checkpoints',
    'preferences',
    'tallies',
    'tallied',
    'search_entries',
    'search_place',
  ];
  const read = await database.query<{ relname: string; seq_scan: number; idx_scan: number }>(
    `SELECT relname, seq_scan::integer, idx_scan::integer FROM pg_stat_user_tables
     WHERE schemaname = 'countersign' AND relname = ANY ($1)`,
    [tables],
  );
  assert.equal(read.length, tables.length);
  for (const { relname, seq_scan, idx_scan } of read) {
    assert.equal(seq_scan, 0, `${relname} was read whole`);
    assert.ok(idx_scan > 0, `${relname} was used`);
  }
  // A search through the wrong index reads no table whole, and reads every row of it all the same.
  const indexes = await database.query<{ indexrelname: string; idx_scan: number }>(
    `SELECT indexrelname, idx_scan::integer FROM pg_stat_user_indexes
     WHERE schemaname = 'countersign' AND relname IN ('requests', 'events', 'claims', 'log_leaves')`,
  );
  assert.ok(indexes.length >= 8, `${indexes.length} indexes`);
  const unused = indexes.filter(({ idx_scan }) => idx_scan === 0);
  assert.deepEqual(
    unused.map(({ indexrelname }) => indexrelname),
    [],
    'each index is used by a statement',
  );
  await database.close();
});

test('the end of a prefix is the least text after all texts that begin with it', () => {
  assert.equal(firstAfterPrefix(''), null);
  assert.equal(firstAfterPrefix('a'), 'b');
  assert.equal(firstAfterPrefix('a\u{d7ff}'), 'a\u{e000}');
  assert.equal(firstAfterPrefix('a\u{10ffff}'), 'b');
  assert.equal(firstAfterPrefix('\u{10ffff}'), null);
  assert.equal(firstAfterPrefix('a\u{1f600}'), 'a\u{1f601}');
});
