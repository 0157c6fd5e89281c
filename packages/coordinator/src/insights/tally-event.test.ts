import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RequestEvent, UnaskedAnswer } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import { durationBucket, durationPrecision, durationQuantile } from './duration-buckets.ts';
import { summarize, type TalliesByKind } from './summarize-tallies.ts';
import type { Tally, TallyKind } from './tally.ts';
import { sumTallies, tallyRequest, tallyUnasked } from './tally-event.ts';
import { agentScope, everything, personScope, tallyName } from './tally-scope.ts';

const stage = (name: string, change: object = {}) => ({
  name,
  approvers: { identities: [], roles: [name] },
  quorum: 1,
  required: true,
  ...change,
});

/** Only the members that are counted. */
function event(type: RequestEvent['type'], data: object): RequestEvent {
  return { type, at: '2026-11-03T23:59:00.000Z', data } as unknown as RequestEvent;
}

interface Asked {
  readonly at?: string;
  readonly tool?: string;
  readonly rule?: string;
  readonly stages?: readonly object[];
}

function opened(asked: Asked = {}): RequestEvent[] {
  const {
    at = '2026-11-03T23:58:00.000Z',
    tool = 'wire',
    rule = 'wire-any',
    stages = [stage('finance'), stage('treasury')],
  } = asked;
  const expires_at = new Date(Date.parse(at) + 900_000).toISOString();
  return [
    event('policy.decided', { decision: { policy_rule_id: rule } }),
    event('request.opened', {
      request: { agent_id: 'billing-bot', requested_at: at, expires_at },
      tool_name: tool,
      chain: { stages },
    }),
  ];
}

function entry(stage_index: number, decided_at: string, change: object = {}): RequestEvent {
  return event('entry.recorded', {
    entry: {
      stage_index,
      approver_kind: 'human',
      approver_identity: 'person_mara',
      decision: 'allow',
      reason_code: 'reviewed',
      decided_at,
      ...change,
    },
  });
}

/** `name measure` of one kind in one scope. */
function told(tallies: readonly Tally[], kind: TallyKind, scope = everything): string[] {
  return tallies
    .filter(tally => tally.kind === kind && tally.scope === scope)
    .map(({ day, name, measure }) => `${day} ${name} ${measure}`);
}

test('an opened request counts once by rule, agent and tool, in each scope, on the day it was asked', () => {
  const tallies = tallyRequest(opened());
  assert.deepEqual(told(tallies, 'rule'), ['2026-11-03 wire-any asked']);
  assert.deepEqual(told(tallies, 'agent'), ['2026-11-03 billing-bot asked']);
  assert.deepEqual(told(tallies, 'tool'), ['2026-11-03 wire asked']);
  assert.deepEqual(told(tallies, 'tool', agentScope('billing-bot')), ['2026-11-03 wire asked']);
  assert.deepEqual(told(tallies, 'deadline'), [
    '2026-11-03 finance 900',
    '2026-11-03 treasury 900',
  ]);
  assert.equal(tallies.filter(({ kind }) => kind === 'rule').length, 4);
});

test('an outcome counts on the day of the question, also when it came after midnight', () => {
  for (const [type, measure] of [
    ['request.allowed', 'approved'],
    ['request.denied', 'rejected'],
    ['request.expired', 'expired'],
    ['request.cancelled', 'cancelled'],
    ['request.amended', 'amended'],
  ] as const) {
    const tallies = tallyRequest([...opened(), event(type, {})]);
    assert.deepEqual(told(tallies, 'rule'), [`2026-11-03 wire-any ${measure}`]);
  }
});

test('a stage is timed from its own opening to the entry that ended it', () => {
  const first = entry(0, '2026-11-03T23:59:00.000Z');
  const second = entry(1, '2026-11-04T00:04:00.000Z', { approver_identity: 'person_tom' });
  const one = tallyRequest([...opened(), first]);
  assert.deepEqual(told(one, 'stage'), [`2026-11-03 finance ${durationBucket(60_000)}`]);
  const two = tallyRequest([...opened(), first, second]);
  assert.deepEqual(told(two, 'stage'), [`2026-11-03 treasury ${durationBucket(300_000)}`]);
  assert.deepEqual(told(two, 'pace', personScope('person_tom')), [
    `2026-11-03 decisions ${durationBucket(300_000)}`,
  ]);
});

test('a stage of two people is timed by the second of them, and a rejection ends it at once', () => {
  const events = opened({ stages: [stage('finance', { quorum: 2 })] });
  const first = entry(0, '2026-11-03T23:59:00.000Z');
  assert.deepEqual(told(tallyRequest([...events, first]), 'stage'), []);
  const tom = { approver_identity: 'person_tom' };
  const second = entry(0, '2026-11-04T00:00:00.000Z', tom);
  assert.deepEqual(told(tallyRequest([...events, first, second]), 'stage'), [
    `2026-11-03 finance ${durationBucket(120_000)}`,
  ]);
  const no = entry(0, '2026-11-04T00:00:00.000Z', { ...tom, decision: 'deny' });
  assert.equal(told(tallyRequest([...events, no]), 'stage').length, 1);
});

test('a service has no pace, and pace is kept in the scope of its own person alone', () => {
  const service = entry(0, '2026-11-03T23:59:00.000Z', { approver_kind: 'service' });
  assert.deepEqual(
    tallyRequest([...opened(), service]).filter(({ kind }) => kind === 'pace'),
    [],
  );
  const person = tallyRequest([...opened(), entry(0, '2026-11-03T23:59:00.000Z')]);
  const scopes = person.filter(({ kind }) => kind === 'pace').map(({ scope }) => scope);
  assert.deepEqual(scopes, [personScope('person_mara')]);
  assert.doesNotMatch(JSON.stringify(person.filter(({ kind }) => kind !== 'pace')), /mara/);
});

test('an expired request waited for the required stages that were open, at the hour of the question', () => {
  const stages = [stage('finance'), stage('legal', { required: false }), stage('treasury')];
  const events = opened({ stages });
  const expired = event('request.expired', {});
  assert.deepEqual(told(tallyRequest([...events, expired]), 'unanswered'), [
    '2026-11-03 finance 23',
  ]);
  const later = [...events, entry(0, '2026-11-03T23:59:00.000Z'), expired];
  assert.deepEqual(told(tallyRequest(later), 'unanswered'), ['2026-11-03 treasury 23']);
});

test('only grounds that our screens offer are counted by name', () => {
  const reasons = ['never:looks_manipulated', 'fix:Mara hates this', 'free words', 'fix'];
  const counted = reasons.map(reason_code => {
    const no = entry(0, '2026-11-03T23:59:00.000Z', { decision: 'deny', reason_code });
    return told(tallyRequest([...opened(), no, event('request.denied', {})]), 'reason');
  });
  assert.deepEqual(counted, [
    ['2026-11-03 wire-any looks_manipulated'],
    ['2026-11-03 wire-any other'],
    ['2026-11-03 wire-any other'],
    ['2026-11-03 wire-any other'],
  ]);
});

test('changes of Countersign itself, other events and a stream without an opening count nothing', () => {
  assert.deepEqual(tallyRequest(opened({ tool: 'countersign.policy' })), []);
  assert.deepEqual(tallyRequest([...opened(), event('grant.issued', {})]), []);
  assert.deepEqual(tallyRequest([event('request.allowed', {})]), []);
  assert.deepEqual(tallyRequest([]), []);
});

test('an answer without a question counts as allowed or denied by its rule', () => {
  const answered = (verdict: string, tool_name = 'read') =>
    tallyUnasked({
      at: '2026-11-03T12:00:00.000Z' as Timestamp,
      data: { agent_id: 'bot', tool_name, decision: { verdict, policy_rule_id: 'reading' } },
    } as unknown as UnaskedAnswer);
  assert.deepEqual(told(answered('allow'), 'rule'), ['2026-11-03 reading allowed']);
  assert.deepEqual(told(answered('deny'), 'rule'), ['2026-11-03 reading denied']);
  assert.deepEqual(answered('deny', 'countersign.lock'), []);
});

test('a name that is too long for a key is cut, and still told from others like it', () => {
  const [one, other] = [tallyName(`${'ä'.repeat(400)}1`), tallyName(`${'ä'.repeat(400)}2`)];
  assert.notEqual(one, other);
  assert.ok(Buffer.byteLength(one) < 400);
  assert.equal(tallyName('wire_transfer'), 'wire_transfer');
});

test('a quantile of the histogram is within its precision of the true one', () => {
  for (const milliseconds of [1000, 1500, 61_000, 480_000, 86_399_000, 2_000_000_000]) {
    const found = durationQuantile(new Map([[durationBucket(milliseconds), 1]]), 0.5) ?? 0;
    const error = Math.abs(found * 1000 - milliseconds) / milliseconds;
    assert.ok(
      error <= durationPrecision + 0.05 / (milliseconds / 1000),
      `${milliseconds}: ${error}`,
    );
  }
  assert.equal(durationQuantile(new Map(), 0.5), null);
  assert.equal(durationBucket(0), '000');
  assert.equal(durationBucket(Number.MAX_SAFE_INTEGER), '100');
  const skewed = new Map([
    [durationBucket(10_000), 90],
    [durationBucket(1_000_000), 10],
  ]);
  assert.ok((durationQuantile(skewed, 0.9) ?? 0) < 12);
  assert.ok((durationQuantile(skewed, 0.91) ?? 0) > 900);
});

/** So many requests of one rule, all with this end. */
function asked(count: number, rule: string, outcome: RequestEvent['type'], hour = '12'): Tally[] {
  return Array.from({ length: count }, () => {
    const events = opened({ rule, at: `2026-11-03T${hour}:00:00.000Z`, stages: [stage('ops')] });
    const allow = entry(0, `2026-11-03T${hour}:02:00.000Z`);
    const steps =
      outcome === 'request.allowed' ? [allow, event(outcome, {})] : [event(outcome, {})];
    return [...events.slice(1), ...steps].flatMap((_, step) =>
      tallyRequest([...events, ...steps].slice(0, step + 2)),
    );
  }).flat();
}

function summary(tallies: readonly Tally[]) {
  const summed = sumTallies(tallies).filter(({ scope }) => scope === everything);
  const kinds = ['rule', 'agent', 'tool', 'stage', 'deadline', 'unanswered', 'reason'] as const;
  const keyed = (kind: string, by: 'day' | 'name') =>
    summed.filter(tally => tally.kind === kind).map(tally => ({ ...tally, key: tally[by] }));
  const byKind = Object.fromEntries(kinds.map(kind => [kind, keyed(kind, 'name')]));
  return summarize({ ...byKind, pace: [] } as unknown as TalliesByKind, keyed('rule', 'day'), [
    '2026-11-02',
    '2026-11-03',
  ]);
}

test('nineteen requests give counts only, and the twentieth brings medians', () => {
  const few = summary(asked(19, 'a', 'request.allowed'));
  assert.equal(few.is_enough, false);
  assert.deepEqual(few.stages, [
    { stage: 'ops', decided: 19, median_seconds: null, p90_seconds: null, deadline_seconds: 900 },
  ]);
  const enough = summary(asked(20, 'a', 'request.allowed'));
  assert.equal(enough.is_enough, true);
  const median = enough.stages[0]?.median_seconds ?? 0;
  assert.ok(Math.abs(median - 120) <= 120 * durationPrecision, `${median}`);
});

test('a rule is called never rejected from 50 requests on, and a single rejection ends that', () => {
  const names = (tallies: readonly Tally[]) => summary(tallies).never_rejected.map(row => row.name);
  assert.deepEqual(names(asked(49, 'a', 'request.allowed')), []);
  const fifty = asked(50, 'a', 'request.allowed');
  assert.deepEqual(names(fifty), ['a']);
  const rejected = [...fifty, ...asked(1, 'a', 'request.denied')];
  assert.deepEqual(names(rejected), []);
  assert.deepEqual(summary(rejected).caught, [{ rule: 'a', rejected: 1, ground: null, given: 1 }]);
});

test('the hours without an answer are the shortest span with four of five, across midnight too', () => {
  const night = [
    ...asked(4, 'a', 'request.expired', '23'),
    ...asked(4, 'a', 'request.expired', '01'),
    ...asked(2, 'a', 'request.expired', '12'),
  ];
  assert.deepEqual(summary(night).unanswered, [
    { stage: 'ops', expired: 10, hours: { from: 23, to: 2, expired: 8 } },
  ]);
  assert.equal(summary(asked(4, 'a', 'request.expired')).unanswered[0]?.hours, null);
});

test('each day has its number, and what is still open is waiting', () => {
  const { series, actions, rules, days } = summary([
    ...asked(2, 'a', 'request.allowed'),
    ...tallyRequest(opened({ rule: 'a' })),
  ]);
  const [asks] = series;
  assert.deepEqual(days, ['2026-11-02', '2026-11-03']);
  assert.deepEqual(asks, { measure: 'asked', total: 3, max: 3, counts: [0, 3] });
  assert.equal(actions, 3);
  assert.equal(rules.rows[0]?.waiting, 1);
  assert.equal(rules.rows[0]?.approved, 2);
});
