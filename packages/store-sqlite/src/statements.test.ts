import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { proveInclusion } from '@countersign/coordinator';
import {
  headAfter,
  sampleAppend,
  sampleFullCommit,
  sampleRow,
  sampleSequencer,
  sequenceAll,
} from '@countersign/coordinator/testing';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds } from '@countersign/protocol/value';
import { openExposed } from './testing/temporary-store.ts';

/**
 * Reads that may walk through a table: the one row of the store's state, and the queues, which are walked
 * from their beginning and only as far as was asked for.
 */
const walks = [
  /^SCAN store_state$/,
  /^SCAN outbox$/,
  /^SCAN log_checkpoints USING (COVERING )?INDEX log_checkpoints_unpublished$/,
  /^SCAN dead_letters USING INDEX/,
  /^SCAN search_place$/,
  /^SCAN CONSTANT ROW$/,
  /^SCAN \d-ROW VALUES CLAUSE$/,
  /^SCAN \(subquery-\d+\)$/,
  /^SCAN search_index VIRTUAL TABLE INDEX/,
];

/**
 * Sums of a period. They read the rows of one scope, kind and period by key, and sort no more than the sums.
 */
const isSum = (sql: string) => /^SELECT \w+ AS "key", measure, SUM\(count\)/.test(sql);
const sumsByKey =
  /^SEARCH tallies USING PRIMARY KEY \(scope=\? AND kind=\? AND day>\? AND day<\?\)$/;

describe('the statements of the store', () => {
  test('the statements find their rows by key, and sort only requests of one millisecond', async context => {
    const { store, connection } = await openExposed(context);
    const statements = new Set<string>();
    for (const method of ['run', 'get', 'all', 'iterate'] as const) {
      const original = connection[method].bind(connection) as (...args: unknown[]) => never;
      context.mock.method(connection, method, (sql: string, ...values: unknown[]) => {
        statements.add(sql);
        return original(sql, ...values);
      });
    }

    const { now } = await store.readState();
    const past = addSeconds(now, -60);
    const full = sampleFullCommit(now);
    const [request] = full.appends;
    assert.ok(request);
    await store.commit(full);
    await store.commit(full);
    const row = sampleRow(1, { status: 'allowed', due_at: past });
    await store.commit({
      ...sampleFullCommit(now, {
        appends: [sampleAppend('request/full', { after: headAfter(request), row })],
        claimEnds: [{ scope: 'idem', key: 'key-1', until: past }],
      }),
      guards: {
        epoch: 2,
        policyVersion: 'v1',
        streams: [{ stream: 'plan/full', version: 1 }],
        absentClaims: [{ scope: 'hold', key: 's' }],
      },
      actions: [{ digest: sha256OfText('x'), text: 'x', retainUntil: past }],
    });
    await store.readStream('request/full');
    await store.findClaim({ scope: 'idem', key: 'key-1' });
    await store.listClaims('slot', 'billing-bot/');
    await store.readAction(sha256OfText('x'));
    await store.listRequests({ limit: 10 });
    await store.listRequests({ limit: 10, status: 'allowed', agentId: 'billing-bot' });
    for (const query of [{}, { agentId: 'billing-bot' }]) {
      await store.listRequests({ limit: 10, toolName: 'pay', ...query });
      await store.listRequests({ limit: 10, status: 'pending', order: 'due', ...query });
    }
    await store.countRequests();
    await store.listDue(10);
    await store.listSilent(10);
    const sequencer = sampleSequencer(store);
    assert.equal((await sequenceAll(sequencer, { limit: 2 })).size, 4);
    await proveInclusion(store, { stream: 'plan/full', version: 1 });
    await store.readLogRows({ epoch: 2, from: 0, limit: 10 });
    const entry = {
      approval_request_id: 'ar_1',
      requested_at: now,
      action_digest: sha256OfText('x'),
      facets: ['=a'],
    };
    for (const [index, words] of [['word'], ['other']].entries()) {
      const [from, to] = [index, index + 1].map(size => ({ epoch: 1, index: size }));
      assert.ok(from !== undefined && to !== undefined);
      assert.equal(await store.addToIndex({ from, to, entries: [{ ...entry, words }] }), true);
    }
    for (const all of [[], [['other']]]) {
      await store.searchIndex({ all, limit: 1 });
      await store.countIndexed({ all }, 10);
    }
    await store.eraseActions(10);
    await store.enqueue([{ topic: 't', stream: 's', payload: '', key: 'k', inSeconds: 60 }]);
    for (const [version, text] of [
      [1, 'a'],
      [2, null],
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
    const lease = () => store.leaseOutbox({ owner: 'a', seconds: 60, limit: 10 });
    const outcomes = ['delivered', 'retry', 'dead'] as const;
    for (const [index, { id }] of (await lease()).entries()) {
      await store.settleOutbox({
        id,
        owner: 'a',
        outcome: outcomes[index] ?? 'retry',
        problem: 'p',
      });
    }
    for (const { id } of await lease())
      await store.settleOutbox({ id, owner: 'a', outcome: 'dead' });
    const [letter] = await store.listDeadLetters(10);
    assert.equal(await store.retryDeadLetter(letter?.id ?? 0), true);

    context.mock.restoreAll();
    assert.ok(statements.size >= 30, `${statements.size} statements were seen`);
    for (const sql of statements) {
      const isPlanned = /^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(sql);
      const plan = isPlanned ? connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all() : [];
      const details = (plan as { detail: string }[]).map(({ detail }) => detail);
      const isSorted = isSum(sql) && details.some(detail => sumsByKey.test(detail));
      for (const detail of details) {
        const isSort =
          /TEMP B-TREE/.test(detail) && !/LAST TERM OF ORDER BY/.test(detail) && !isSorted;
        const isWalk = /^SCAN/.test(detail) && !walks.some(walk => walk.test(detail));
        assert.ok(!isSort && !isWalk, `${detail}: ${sql}`);
      }
    }
  });

  test('a page of an agent, of a tool, or of both reads only rows of that agent and tool', async context => {
    const { store, connection } = await openExposed(context);
    await store.commit(sampleFullCommit((await store.readState()).now));
    const seen: string[] = [];
    const original = connection.all.bind(connection) as (...args: unknown[]) => never;
    context.mock.method(connection, 'all', (sql: string, ...values: unknown[]) => {
      seen.push(sql);
      return original(sql, ...values);
    });
    const terms = { agentId: 'agent_id=?', toolName: 'tool_name=?' };
    for (const filter of [
      {},
      { agentId: 'a' },
      { toolName: 't' },
      { agentId: 'a', toolName: 't' },
    ]) {
      seen.length = 0;
      await store.listRequests({ limit: 10, status: 'pending', ...filter });
      const asked = Object.keys(filter) as (keyof typeof filter & keyof typeof terms)[];
      const found = asked.map(key => terms[key]);
      const expected = [...found, 'status=?', 'requested_at<?'].join(' AND ');
      const sql = seen.find(each => each.includes('FROM requests')) ?? '';
      const plan = JSON.stringify(connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all());
      assert.ok(plan.includes(`(${expected})`), `expected ${expected}: ${plan}`);
    }
  });

  test('a page by deadline is found by deadline and id, so that a million requests of one deadline cost nothing', async context => {
    const { store, connection } = await openExposed(context);
    const seen: string[] = [];
    const original = connection.all.bind(connection) as (...args: unknown[]) => never;
    context.mock.method(connection, 'all', (sql: string, ...values: unknown[]) => {
      seen.push(sql);
      return original(sql, ...values);
    });
    await store.listRequests({ status: 'pending', order: 'due', limit: 1 });
    const sql = seen.find(each => each.includes('requests_pending_due')) ?? '';
    const plan = connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    assert.match(JSON.stringify(plan), /\(due_at,approval_request_id\)>\(\?,\?\)/);
  });
});
