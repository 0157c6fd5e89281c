import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decidePlan, evolvePlan, newPlan, type PlanState } from '@countersign/protocol/plan';
import type { Timestamp } from '@countersign/protocol/value';
import { readVectorJson, skipWithout } from '@countersign/testing';
import { mplpValidators } from '../testing/mplp-schemas.ts';
import {
  approversFromRoles,
  decisionsWithoutCapability,
  fromMplpPlan,
  judgeToolCall,
  type MplpConfirm,
  type MplpPlan,
  parseMplpContext,
  parseMplpPlan,
  parseMplpRole,
  runtimeActionOf,
  toMplpPlan,
} from './index.ts';

const id = (number: number) => `550e8400-e29b-41d4-a716-4466554405${number}`;
const [exporting, importing, verifying, apart, rollback] = [id(10), id(11), id(12), id(13), id(14)];
const step = (step_id: string, dependencies: string[] = []) => ({
  step_id,
  description: 'a step',
  status: 'pending' as const,
  dependencies,
});
const meta = { protocol_version: '1.0.0', schema_version: '1.0.0' };
const plan: MplpPlan = parseMplpPlan({
  meta,
  plan_id: id('01' as never),
  context_id: id('00' as never),
  title: 'Migration',
  objective: 'Migrate',
  status: 'draft',
  steps: [step(exporting), step(importing, [exporting]), step(verifying, [importing]), step(apart)],
});
const confirm = (change: Partial<MplpConfirm> = {}): MplpConfirm => ({
  meta,
  confirm_id: id(20),
  target_type: 'plan',
  target_id: plan.plan_id,
  status: 'pending',
  requested_by_role: 'agent',
  requested_at: '2025-12-01T12:01:00.000Z',
  ...change,
});
const active = newPlan({ plan_id: plan.plan_id, agent_id: null });
const codeOf = (
  step_id: string,
  confirms: readonly MplpConfirm[],
  state: PlanState = active,
): string => {
  const verdict = judgeToolCall({ plan, step_id, confirms, state });
  return verdict.ok ? 'ok' : verdict.refusal.code;
};
const every = [exporting, importing, verifying, apart];

describe("the Gatekeeper's question", () => {
  test('[D0-4] [D0-9] [D0-13] a pending Confirm on the plan blocks the tools of every step', () => {
    assert.deepEqual(
      every.map(step_id => codeOf(step_id, [])),
      ['ok', 'ok', 'ok', 'ok'],
    );
    for (const step_id of every) assert.equal(codeOf(step_id, [confirm()]), 'plan_blocked');
  });

  test('[D0-13] a pending Confirm on a step blocks that step and its dependents, under any name', () => {
    const bySpan = confirm({ trace: { trace_id: id(50), span_id: importing } });
    const byTarget = confirm({ target_type: 'other', target_id: importing });
    for (const pending of [bySpan, byTarget]) {
      assert.deepEqual(
        every.map(step_id => codeOf(step_id, [pending])),
        ['ok', 'plan_blocked', 'plan_blocked', 'ok'],
      );
    }
    const elsewhere = confirm({ target_id: id(99) });
    assert.equal(codeOf(importing, [elsewhere]), 'ok');
  });

  test('[D0-10] [D0-11] [D0-12] an approved Confirm lets a tool pass, and a rejected or cancelled one does not', () => {
    assert.equal(codeOf(importing, [confirm({ status: 'approved' })]), 'ok');
    assert.equal(codeOf(importing, [confirm({ status: 'rejected' })]), 'plan_aborted');
    assert.equal(codeOf(importing, [confirm({ status: 'cancelled' })]), 'request_cancelled');
    // A word that MPLP does not have is not a yes, and neither is a missing word.
    for (const status of ['override', 'APPROVED', '', undefined, true]) {
      assert.equal(codeOf(importing, [confirm({ status: status as never })]), 'plan_blocked');
    }
    // One that approves does not speak for one that waits.
    assert.equal(codeOf(importing, [confirm({ status: 'approved' }), confirm()]), 'plan_blocked');
  });

  test('the state of the plan in the store overrides the Confirms', () => {
    const blocked = after(active, {
      type: 'block',
      blocker: 'ar_1',
      step_id: null,
      steps: [],
      recovery: [],
    });
    assert.equal(codeOf(apart, [confirm({ status: 'approved' })], blocked), 'plan_blocked');
    const aborted = after(blocked, { type: 'reject', blocker: 'ar_1', reason: 'no' });
    assert.equal(codeOf(apart, [], aborted), 'plan_aborted');
    assert.equal(
      codeOf(apart, [], newPlan({ plan_id: 'another', agent_id: null })),
      'plan_blocked',
    );
    assert.equal(codeOf(id(98), []), 'plan_blocked');
  });

  test('[D0-6] [D0-11] a rejected plan in recovery runs its recovery steps, and its own steps only after a yes', () => {
    const steps = fromMplpPlan(plan);
    const recovery = [rollback, ...every];
    const blocked = after(active, {
      type: 'block',
      blocker: 'ar_1',
      step_id: null,
      steps,
      recovery,
    });
    const recovering = after(blocked, { type: 'reject', blocker: 'ar_1', reason: 'no rollback' });
    const rejected = confirm({ status: 'rejected' });
    assert.equal(codeOf(rollback, [rejected], recovering), 'ok');
    assert.equal(codeOf(exporting, [rejected], recovering), 'plan_recovering');
    // A step that the plan does not have is covered by whatever waits on any step of it.
    const waiting = confirm({ trace: { trace_id: id(50), span_id: importing } });
    assert.equal(codeOf(rollback, [waiting], recovering), 'plan_blocked');
    assert.equal(codeOf(exporting, [confirm({ status: 'approved' })], recovering), 'ok');
  });

  test('[D0-9] [D0-10] [D0-11] [D0-12] each state has its runtime action', () => {
    assert.equal(runtimeActionOf('pending', { status: 'blocked' }), 'BLOCK');
    assert.equal(runtimeActionOf('approved', { status: 'active' }), 'RESUME');
    assert.equal(runtimeActionOf('rejected', { status: 'aborted' }), 'ABORT');
    assert.equal(runtimeActionOf('rejected', { status: 'recovering' }), 'RECOVER');
    assert.equal(runtimeActionOf('cancelled', { status: 'active' }), 'CLEANUP');
  });
});

describe('plans and roles', () => {
  const skip = skipWithout('mplp');

  test('an exported plan shows its blocked steps and its abort, in valid form', { skip }, () => {
    const valid = mplpValidators();
    const blocked = after(active, {
      type: 'block',
      blocker: 'ar_1',
      step_id: importing,
      steps: fromMplpPlan(plan),
      recovery: [],
    });
    const shown = toMplpPlan(plan, blocked);
    assert.ok(valid.plan(shown), JSON.stringify(valid.plan.errors));
    assert.deepEqual(
      shown.steps.map(({ status }) => status),
      ['pending', 'blocked', 'blocked', 'pending'],
    );
    const ended = toMplpPlan(
      plan,
      after(blocked, { type: 'reject', blocker: 'ar_1', reason: 'no' }),
    );
    assert.equal(ended.status, 'cancelled');
    assert.ok(valid.plan(ended));
  });

  test('the plan and context of golden flow 05 are read unchanged', { skip }, () => {
    const read = parseMplpPlan(readVectorJson('mplp', 'flow-05', 'input', 'plan.json'));
    const context = parseMplpContext(readVectorJson('mplp', 'flow-05', 'input', 'context.json'));
    assert.equal(read.context_id, context.context_id);
    assert.equal(read.steps.length, 3);
    assert.throws(() => parseMplpPlan({ ...read, steps: [] }), /object_malformed/);
    assert.throws(
      () => parseMplpPlan({ ...read, steps: [read.steps[0], read.steps[0]] }),
      /object_malformed/,
    );
  });

  test('a role that is read is valid by MPLP’s own schema', { skip }, () => {
    const role = parseMplpRole({ meta, role_id: id(30), name: 'dba_reviewer', capabilities: [] });
    assert.ok(mplpValidators().role(role));
  });

  test('[D0-1] [D0-5] only a role with confirm.approve may decide', () => {
    const role = (name: string, capabilities?: string[]) =>
      parseMplpRole({
        meta,
        role_id: id(name === 'dba_reviewer' ? 30 : 31),
        name,
        capabilities: capabilities ?? [],
      });
    const roles = [role('dba_reviewer', ['confirm.approve']), role('agent', ['plan.create'])];
    assert.deepEqual(approversFromRoles(roles), { identities: [], roles: ['dba_reviewer'] });
    assert.throws(() => approversFromRoles(roles.slice(1)), /chain_malformed/);
    const decided = (decided_by_role: string, decision_id: string) => ({
      decision_id,
      status: 'approved' as const,
      decided_by_role,
      decided_at: '2025-12-01T12:15:00.000Z',
    });
    const decisions = [
      decided('dba_reviewer', id(21)),
      decided('agent', id(22)),
      decided('nobody', id(23)),
    ];
    assert.deepEqual(decisionsWithoutCapability(confirm({ decisions }), roles), [id(22), id(23)]);
  });
});

function after(state: PlanState, command: Parameters<typeof decidePlan>[1]): PlanState {
  const decided = decidePlan(state, command, '2025-12-01T12:00:00.000Z' as Timestamp);
  assert.ok(decided.ok);
  return decided.events.reduce(evolvePlan, state);
}
