// How SQLite finds the rows of each statement of the store, as text. Run as a script it writes statement-plans.txt, which is
// kept in git so that a statement that goes over to another index shows in review.
//
//   node --conditions=source src/testing/dump-plans.ts

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
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
import type { Connection } from '../connection.ts';
import { readMigrations } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { createState } from '../store-state.ts';
import { ids, systemClock, temporaryPath } from './temporary-store.ts';

export const plansFile: URL = new URL('../../statement-plans.txt', import.meta.url);

/** Each statement with the steps of its plan, in the order of the texts. */
type Plans = ReadonlyMap<string, readonly string[]>;

/** The statements of a whole life of a store, and how SQLite finds their rows. */
export async function readPlans(): Promise<Plans> {
  const { path, remove } = temporaryPath();
  const connection = await openDatabase(path, systemClock, readMigrations());
  createState(connection, ids, systemClock);
  const statements = new Set<string>();
  for (const method of ['run', 'get', 'all', 'iterate'] as const) {
    const original = connection[method].bind(connection) as (...args: unknown[]) => never;
    connection[method] = (sql: string, ...values: unknown[]) => {
      statements.add(sql);
      return original(sql, ...values);
    };
  }
  const store = new SqliteStore(connection, { clock: systemClock });
  try {
    await useStore(store);
    return plansOf(connection, statements);
  } finally {
    await store.close();
    remove();
  }
}

/** Calls the store so that each of its statements is used. */
async function useStore(store: SqliteStore): Promise<void> {
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
  for (const { id } of await lease()) await store.settleOutbox({ id, owner: 'a', outcome: 'dead' });
  const [letter] = await store.listDeadLetters(10);
  assert.equal(await store.retryDeadLetter(letter?.id ?? 0), true);
}

/** How SQLite finds the rows of each statement, in the order of the statements' texts. */
function plansOf(connection: Connection, statements: Iterable<string>): Plans {
  const plans = new Map<string, string[]>();
  for (const sql of [...statements].sort()) {
    if (!/^\s*(SELECT|INSERT|UPDATE|DELETE)/.test(sql)) continue;
    const plan = connection.database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    plans.set(
      sql,
      (plan as { detail: string }[]).map(({ detail }) => detail),
    );
  }
  return plans;
}

const heading = [
  '# Which index finds the rows of each statement. Written by src/testing/dump-plans.ts; a test compares it with the store.',
  '# Statements that read no rows are left out.',
].join('\n');

export function planText(plans: Plans): string {
  const parts = [...plans]
    .filter(([, plan]) => plan.length > 0)
    .map(([sql, plan]) => [sql.replaceAll(/\s+/g, ' ').trim(), ...plan.map(line => `    ${line}`)]);
  return [heading, ...parts.map(lines => lines.join('\n'))].join('\n\n').concat('\n');
}

if (import.meta.main) writeFileSync(plansFile, planText(await readPlans()));
