import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainRound, playCase } from '../testing/sample-rounds.ts';
import {
  externalIdNames,
  findDisagreements,
  type MplpFlow,
  parseMplpContext,
  parseMplpPlan,
  toMplpConfirm,
  toMplpTrace,
} from './index.ts';

const id = (last: number): string => `550e8400-e29b-41d4-a716-446655440${last}`;
const meta = { protocol_version: '1.0.0', schema_version: '1.0.0' };
const context = parseMplpContext({
  meta,
  context_id: id(500),
  root: { domain: 'database', environment: 'staging' },
  title: 'Migration',
  status: 'active',
});
const plan = parseMplpPlan({
  meta,
  plan_id: id(501),
  context_id: id(500),
  title: 'Migrate',
  objective: 'Move the rows',
  status: 'draft',
  steps: [510, 511, 512].map(last => ({
    step_id: id(last),
    description: 'a step',
    status: 'pending',
  })),
});
const about = {
  plan_id: plan.plan_id,
  trace: { trace_id: id(550), attributes: {} },
  external_ids: {
    [externalIdNames.confirm_id]: id(520),
    [externalIdNames.context_id]: id(500),
    [externalIdNames.requested_by_role]: 'agent',
  },
};
const rounds = playCase([
  { ...plainRound, ...about, end: 'denied', reason: 'no rollback plan' },
  { ...plainRound, ...about, end: 'allowed', reason: 'the rollback is written', summary: 'solved' },
]);
const golden = { profile: 'golden_flow', bare: true } as const;
const flow: MplpFlow = {
  context,
  plan,
  confirm: toMplpConfirm(rounds, golden),
  trace: toMplpTrace(rounds, golden),
};

describe('golden flow 05', () => {
  test('[D0-16] one Confirm is rejected and then approved, and its Trace reports both in order', () => {
    const { confirm, trace } = flow;
    const [first, second] = confirm.decisions ?? [];
    assert.deepEqual([confirm.confirm_id, confirm.status], [id(520), 'approved']);
    assert.deepEqual([first?.status, second?.status], ['rejected', 'approved']);
    assert.deepEqual(
      (trace.events ?? []).map(({ event_type, trace_id, data }) => [event_type, trace_id, data]),
      [
        [
          'confirm.submitted',
          id(550),
          { confirm_id: id(520), target_id: id(501), target_type: 'plan' },
        ],
        [
          'decision.rejected',
          id(550),
          { confirm_id: id(520), decision_id: first?.decision_id, reason: 'no rollback plan' },
        ],
        // The trace tells the short form of an approval, and the decision keeps the whole.
        [
          'decision.approved',
          id(550),
          { confirm_id: id(520), decision_id: second?.decision_id, reason: 'solved' },
        ],
      ],
    );
    assert.equal(second?.reason, 'the rollback is written');
    assert.equal(trace.finished_at, second?.decided_at);
  });

  test('[D0-16] plan, Confirm and Trace agree, and each disagreement is named by its place', () => {
    assert.deepEqual(findDisagreements(flow), []);
    const { confirm, trace } = flow;
    const [decision] = confirm.decisions ?? [];
    const [event] = trace.events ?? [];
    const other = id(599);
    const broken: readonly (readonly [string, Partial<MplpFlow>])[] = [
      ['/plan/context_id', { plan: { ...plan, context_id: other } }],
      ['/confirm/target_type', { confirm: { ...confirm, target_type: 'other' } }],
      ['/confirm/target_id', { confirm: { ...confirm, target_id: other } }],
      ['/trace/context_id', { trace: { ...trace, context_id: other } }],
      ['/trace/plan_id', { trace: { ...trace, plan_id: other } }],
      ['/trace/root_span', { trace: { ...trace, root_span: { trace_id: other, span_id: other } } }],
      [
        '/confirm/trace/trace_id',
        { confirm: { ...confirm, trace: { trace_id: other, span_id: other } } },
      ],
      ['/plan/steps', { plan: { ...plan, steps: plan.steps.slice(1) } }],
      ['/confirm/decisions', { confirm: { ...confirm, decisions: [] } }],
      [
        '/confirm/decisions',
        { confirm: { ...confirm, decisions: decision ? [{ ...decision, reason: ' ' }] : [] } },
      ],
      ['/trace/events', { trace: { ...trace, events: event ? [event] : [] } }],
      [
        '/trace/events',
        { trace: { ...trace, events: event ? [event, { ...event, trace_id: other }] : [] } },
      ],
    ];
    for (const [place, change] of broken) {
      assert.deepEqual(
        findDisagreements({ ...flow, ...change }).map(({ path }) => path),
        [place],
      );
    }
  });
});
