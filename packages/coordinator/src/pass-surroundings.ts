import type { ActionBinding } from '@countersign/protocol/action';
import { sha256 } from '@countersign/protocol/crypto';
import { judgeSession } from '@countersign/protocol/hold';
import { judgeStep, type PlanState } from '@countersign/protocol/plan';
import { accept, type Result } from '@countersign/protocol/reason';
import type { Scope } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import { loadSessionHold, sessionOf } from './load-hold.ts';
import { loadPlanOf } from './load-plan.ts';
import { coveredProposal, passLocks } from './pass-locks.ts';
import { liveKey } from './request-claims.ts';
import { requestStream } from './stream-name.ts';

/** One call in the session and the plan it belongs to. */
export interface SurroundedCall {
  readonly action: ActionBinding;
  readonly scope: Scope;
  /** The steps that this one depends on. */
  readonly dependsOn: readonly string[];
}

/** A scope with all its members, null where nothing was said. */
export function fullScope(scope: Partial<Scope> = {}): Scope {
  return { plan_id: null, step_id: null, session_id: null, tool_call_id: null, ...scope };
}

/**
 * A lock, a halted session and a blocked or ended plan refuse every call, also one that policy would allow (GT-3, LK-2).
 */
export async function passSurroundings(
  context: Context,
  call: SurroundedCall,
  principal: Principal,
): Promise<Result<null>> {
  const unlocked = await passLocks(context, coveredProposal(call.action, principal));
  if (!unlocked.ok) return unlocked;
  const session = await passSession(context, call);
  if (!session.ok) return session;
  const plan = await loadPlanOf(context, { ...call.action, scope: call.scope });
  return plan === undefined ? session : passPlan(context, plan.state, call);
}

export async function passSession(
  context: Context,
  { action, scope }: Pick<SurroundedCall, 'action' | 'scope'>,
): Promise<Result<null>> {
  const hold = await loadSessionHold(context, sessionOf({ ...action, scope }));
  return hold === null ? accept(null) : judgeSession(hold);
}

export async function passPlan(
  context: Context,
  state: PlanState,
  { action, scope, dependsOn }: SurroundedCall,
): Promise<Result<null>> {
  const step = judgeStep(state, { step_id: scope.step_id, depends_on: dependsOn });
  if (step.ok) return accept(null);
  const { agent_id, subject_id } = action;
  const key = liveKey({ agent_id, subject_id, action_digest: sha256(action) });
  const asked = await context.store.findClaim({ scope: 'live', key });
  // A caller that repeats the question that blocks the step should find it, not be blocked by it.
  const bySelf = state.blocks.every(({ blocker }) => requestStream(blocker) === asked?.owner);
  return step.refusal.code === 'plan_blocked' && bySelf ? accept(null) : step;
}
