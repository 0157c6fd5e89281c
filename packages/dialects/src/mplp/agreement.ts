import type { Problem } from '@countersign/protocol/reason';
import type { MplpConfirm } from './confirm.ts';
import type { MplpContext, MplpPlan } from './plan-forms.ts';
import type { MplpTrace } from './trace.ts';

/** The objects of one flow. */
export interface MplpFlow {
  readonly context: MplpContext;
  readonly plan: MplpPlan;
  readonly confirm: MplpConfirm;
  readonly trace: MplpTrace;
}

/** What golden flow 05 demands of its objects together: that they speak of each other, and say enough. */
export function findDisagreements({ context, plan, confirm, trace }: MplpFlow): readonly Problem[] {
  const decisions = confirm.decisions ?? [];
  const checks: readonly (readonly [boolean, string, string])[] = [
    [plan.context_id === context.context_id, '/plan/context_id', 'expected the context'],
    [confirm.target_type === 'plan', '/confirm/target_type', 'expected plan'],
    [confirm.target_id === plan.plan_id, '/confirm/target_id', 'expected the plan'],
    [trace.context_id === context.context_id, '/trace/context_id', 'expected the context'],
    [trace.plan_id === plan.plan_id, '/trace/plan_id', 'expected the plan'],
    [trace.root_span.trace_id === trace.trace_id, '/trace/root_span', 'expected the trace itself'],
    [
      confirm.trace === undefined || confirm.trace.trace_id === trace.trace_id,
      '/confirm/trace/trace_id',
      'expected the trace',
    ],
    [plan.steps.length >= 3, '/plan/steps', 'expected at least three steps'],
    [decisions.length >= 1, '/confirm/decisions', 'expected at least one decision'],
    [
      decisions.every(({ reason }) => (reason ?? '').trim() !== ''),
      '/confirm/decisions',
      'expected a reason for every decision',
    ],
    [(trace.events ?? []).length >= 2, '/trace/events', 'expected at least two events'],
    [
      (trace.events ?? []).every(event => event.trace_id === trace.trace_id),
      '/trace/events',
      'expected events of this trace',
    ],
  ];
  return checks.filter(([holds]) => !holds).map(([, path, message]) => ({ path, message }));
}
