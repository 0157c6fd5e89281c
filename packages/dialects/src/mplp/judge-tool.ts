import { judgeStep, type PlanState } from '@countersign/protocol/plan';
import { type Result, refuse } from '@countersign/protocol/reason';
import type { MplpConfirm } from './confirm.ts';
import { dependenciesOf, type MplpPlan } from './plan-forms.ts';
import { stepOf } from './proposal.ts';

/** One call of a tool or action, in the plan that it belongs to. */
export interface ToolCall {
  readonly plan: MplpPlan;
  readonly step_id: string;
  /** Every Confirm that may concern the plan; those that do not are passed over. */
  readonly confirms: readonly MplpConfirm[];
  /** What the store says of the plan. */
  readonly state: PlanState;
}

/**
 * The Gatekeeper's question, asked before any tool is invoked (GT-3): the state of the plan in the store and every
 * Confirm on it must let the step pass. A pending Confirm blocks what it covers; a rejected one leaves only recovery
 * steps; a cancelled one ended without a yes. Only `approved` does not block.
 */
export function judgeToolCall({ plan, step_id, confirms, state }: ToolCall): Result<null> {
  if (state.plan_id !== plan.plan_id) return refuse('plan_blocked', 'the state is of another plan');
  const stored = judgeStep(state, { step_id, depends_on: dependenciesOf(plan, step_id) });
  if (!stored.ok) return stored;
  const own = plan.steps.some(step => step.step_id === step_id);
  const recovers = !own && state.recovery_steps.includes(step_id);
  if (!own && !recovers) return refuse('plan_blocked', 'the plan has no such step');
  for (const confirm of confirms) {
    if (confirm.status === 'approved' || !covers(confirm, plan, step_id)) continue;
    if (confirm.status === 'cancelled') {
      return refuse('request_cancelled', 'the Confirm on this step ended without a decision');
    }
    // Whatever else a Confirm may say that was not parsed, it is not a yes.
    if (confirm.status !== 'rejected') {
      return refuse('plan_blocked', 'a Confirm on this step is pending');
    }
    if (recovers) continue;
    return state.status === 'recovering'
      ? refuse('plan_recovering', 'the Confirm was rejected; only recovery steps run')
      : refuse('plan_aborted', 'the Confirm on this step was rejected');
  }
  return { ok: true, value: null };
}

/**
 * Whether a Confirm concerns a step. A Confirm concerns the whole plan, or the step that its span or target names
 * together with all steps that depend on it. Any Confirm on the plan covers a step that the plan does not have.
 */
export function covers(confirm: MplpConfirm, plan: MplpPlan, step_id: string): boolean {
  const named = plan.steps.find(step => step.step_id === confirm.target_id)?.step_id;
  const asked = confirm.target_type === 'plan' ? stepOf(confirm, plan) : (named ?? null);
  if (confirm.target_type !== 'plan' && named === undefined) return false;
  if (confirm.target_type === 'plan' && confirm.target_id !== plan.plan_id) return false;
  if (asked === null || asked === step_id) return true;
  const known = plan.steps.some(step => step.step_id === step_id);
  return !known || dependenciesOf(plan, step_id).includes(asked);
}

/** What document 000 has a runtime do in each state of a Confirm. */
export type RuntimeAction = 'BLOCK' | 'RESUME' | 'ABORT' | 'RECOVER' | 'CLEANUP';

export function runtimeActionOf(
  status: MplpConfirm['status'],
  plan: Pick<PlanState, 'status'>,
): RuntimeAction {
  switch (status) {
    case 'approved':
      return 'RESUME';
    case 'rejected':
      return plan.status === 'recovering' ? 'RECOVER' : 'ABORT';
    case 'cancelled':
      return 'CLEANUP';
    default:
      return 'BLOCK';
  }
}
