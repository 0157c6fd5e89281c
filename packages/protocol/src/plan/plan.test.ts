import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { noon } from '../testing/samples.ts';
import {
  decidePlan,
  evolvePlan,
  judgeStep,
  newPlan,
  type PlanCommand,
  type PlanState,
  type PlanStatus,
  parsePlanEvent,
} from './plan.ts';

const steps = [
  { step_id: 'fetch', depends_on: [] },
  { step_id: 'pay', depends_on: ['fetch'] },
  { step_id: 'mail', depends_on: ['pay'] },
  { step_id: 'archive', depends_on: ['mail'] },
  { step_id: 'log', depends_on: [] },
];

function play(state: PlanState, command: PlanCommand): PlanState {
  const decision = decidePlan(state, command, noon);
  assert.ok(decision.ok, JSON.stringify(decision));
  for (const event of decision.events) assert.deepEqual(parsePlanEvent(event), event);
  return decision.events.reduce(evolvePlan, state);
}

const block = (blocker: string, step_id: string | null): PlanCommand => ({
  type: 'block',
  blocker,
  step_id,
  steps,
  recovery: [],
});
const may = (
  state: PlanState,
  step_id: string | null,
  depends_on: string[] = [],
): ReasonCode | 'ok' => {
  const verdict = judgeStep(state, { step_id, depends_on });
  return verdict.ok ? 'ok' : verdict.refusal.code;
};

const name = { plan_id: 'plan-1', agent_id: 'billing-bot' };

const states: Record<PlanStatus, PlanState> = {
  active: newPlan(name),
  blocked: play(newPlan(name), block('ar_1', 'pay')),
  aborted: play(newPlan(name), { type: 'abort', reason: 'no' }),
  recovering: play(newPlan(name), { type: 'recover', reason: 'no', steps: ['refund'] }),
  completed: play(newPlan(name), { type: 'complete' }),
};

const commands: Record<PlanCommand['type'], PlanCommand> = {
  block: block('ar_2', 'log'),
  resume: { type: 'resume', blocker: 'ar_1' },
  hand_over: { type: 'hand_over', blocker: 'ar_1', to: 'ar_3' },
  reject: { type: 'reject', blocker: 'ar_1', reason: 'no' },
  abort: { type: 'abort', reason: 'no' },
  recover: { type: 'recover', reason: 'no', steps: ['refund'] },
  complete: { type: 'complete' },
};

const table: Record<PlanStatus, Record<PlanCommand['type'], ReasonCode | `→ ${PlanStatus}`>> = {
  active: {
    block: '→ blocked',
    resume: 'plan_block_unknown',
    hand_over: 'plan_block_unknown',
    reject: 'plan_block_unknown',
    abort: '→ aborted',
    recover: '→ recovering',
    complete: '→ completed',
  },
  blocked: {
    block: '→ blocked',
    resume: '→ active',
    hand_over: '→ blocked',
    reject: '→ aborted',
    abort: '→ aborted',
    recover: '→ recovering',
    complete: 'plan_blocked',
  },
  aborted: {
    block: 'plan_aborted',
    resume: 'plan_aborted',
    hand_over: 'plan_aborted',
    reject: 'plan_aborted',
    abort: 'plan_aborted',
    recover: 'plan_aborted',
    complete: 'plan_aborted',
  },
  recovering: {
    block: '→ recovering',
    resume: 'plan_block_unknown',
    hand_over: 'plan_block_unknown',
    reject: 'plan_block_unknown',
    abort: '→ aborted',
    recover: 'plan_recovering',
    complete: '→ completed',
  },
  completed: {
    block: 'plan_completed',
    resume: 'plan_completed',
    hand_over: 'plan_completed',
    reject: 'plan_completed',
    abort: 'plan_completed',
    recover: 'plan_completed',
    complete: 'plan_completed',
  },
};

describe('every plan state and command', () => {
  for (const status of Object.keys(table) as PlanStatus[]) {
    for (const type of Object.keys(commands) as PlanCommand['type'][]) {
      const expected = table[status][type];
      test(`${type} on a plan that is ${status} gives ${expected}`, () => {
        const decision = decidePlan(states[status], commands[type], noon);
        if (!decision.ok) return assert.equal(decision.refusal.code, expected);
        assert.equal(`→ ${decision.events.reduce(evolvePlan, states[status]).status}`, expected);
      });
    }
  }
});

test('[GT-3] a pending request blocks its step and everything that depends on it, and nothing else', () => {
  const plan = states.blocked;
  for (const covered of ['pay', 'mail', 'archive'])
    assert.equal(may(plan, covered), 'plan_blocked');
  for (const free of ['fetch', 'log']) assert.equal(may(plan, free), 'ok');
});

test('[GT-3] a step that is added later is blocked through its dependencies, and a call without a step by any block', () => {
  assert.equal(may(states.blocked, 'new-step', ['mail']), 'plan_blocked');
  assert.equal(may(states.blocked, null), 'plan_blocked');
});

test('[GT-3] a request without a step blocks the whole plan', () => {
  const plan = play(newPlan(name), block('ar_1', null));
  for (const { step_id } of steps) assert.equal(may(plan, step_id), 'plan_blocked');
});

test('[GT-3] a plan resumes only when its last block is lifted', () => {
  const two = play(states.blocked, block('ar_2', 'log'));
  const one = play(two, { type: 'resume', blocker: 'ar_1' });
  assert.equal(one.status, 'blocked');
  assert.equal(may(one, 'pay'), 'ok');
  assert.equal(may(one, 'log'), 'plan_blocked');
  assert.equal(play(one, { type: 'resume', blocker: 'ar_2' }).status, 'active');
});

test('the same block twice is one block, and circular dependencies end', () => {
  assert.deepEqual(decidePlan(states.blocked, block('ar_1', 'pay'), noon), {
    ok: true,
    events: [],
  });
  const circle = [
    { step_id: 'a', depends_on: ['b'] },
    { step_id: 'b', depends_on: ['a'] },
  ];
  const plan = play(newPlan(name), {
    type: 'block',
    blocker: 'ar_1',
    step_id: 'a',
    steps: circle,
    recovery: [],
  });
  assert.equal(may(plan, 'b'), 'plan_blocked');
});

test('[GT-4] a rejection aborts the plan, or starts its recovery steps when it names some', () => {
  assert.equal(may(states.aborted, 'fetch'), 'plan_aborted');
  assert.equal(may(states.recovering, 'refund'), 'ok');
  assert.equal(may(states.recovering, 'pay'), 'plan_recovering');
  assert.equal(may(states.recovering, null), 'plan_recovering');
  const without = play(newPlan(name), { type: 'recover', reason: 'no', steps: [] });
  assert.equal(without.status, 'aborted');
});

test('[GT-4] a rejected request starts the recovery that its block named, and a rejected recovery ends the plan', () => {
  const named = play(newPlan(name), {
    type: 'block',
    blocker: 'ar_1',
    step_id: 'pay',
    steps,
    recovery: ['refund'],
  });
  const recovering = play(named, { type: 'reject', blocker: 'ar_1', reason: 'no' });
  assert.equal(recovering.status, 'recovering');
  assert.equal(may(recovering, 'refund'), 'ok');
  const again = play(recovering, block('ar_2', 'refund'));
  assert.equal(play(again, { type: 'reject', blocker: 'ar_2', reason: 'no' }).status, 'aborted');
});

test('[GT-4] recovery steps need approval like any step', () => {
  const plan = play(states.recovering, block('ar_3', 'refund'));
  assert.equal(may(plan, 'refund'), 'plan_blocked');
});

test('an event after the end is refused, not applied', () => {
  assert.throws(
    () => evolvePlan(states.aborted, { type: 'plan.completed', at: noon, data: { ...name } }),
    /EV-6/,
  );
});

test('[GT-11] a plan names its owner in every event, and takes no event of another plan', () => {
  const owned = decidePlan(newPlan(name), { type: 'abort', reason: 'no' }, noon);
  assert.deepEqual(
    owned.events.map(({ data }) => data),
    [{ ...name, reason: 'no' }],
  );
  const unowned = decidePlan(newPlan({ ...name, agent_id: null }), { type: 'complete' }, noon);
  assert.deepEqual(
    unowned.events.map(({ data }) => data),
    [{ plan_id: 'plan-1' }],
  );
  for (const data of [
    { plan_id: 'plan-1' },
    { ...name, agent_id: 'other' },
    { ...name, plan_id: 'p' },
  ]) {
    assert.throws(
      () => evolvePlan(newPlan(name), { type: 'plan.completed', at: noon, data }),
      InvariantViolation,
    );
  }
});
