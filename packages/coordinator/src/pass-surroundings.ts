import type { ActionBinding } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import { judgeSession } from '@countersign/protocol/hold';
import { judgeStep, type PlanState } from '@countersign/protocol/plan';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { isClosed, type Scope } from '@countersign/protocol/request';
import type { PersonId, Principal } from '@countersign/protocol/value';
import { roundsBefore } from './approval-rounds.ts';
import { loadRequest } from './change-request.ts';
import type { ClaimKey } from './commit.ts';
import type { Context } from './context.ts';
import { loadHalt } from './load-hold.ts';
import { loadPlanOf } from './load-plan.ts';
import { coveredProposal, passLocks } from './pass-locks.ts';
import { liveKey } from './request-claims.ts';
import type { Store } from './store.ts';
import { requestStream } from './stream-name.ts';

/** One call in the session and the plan it belongs to. */
export interface SurroundedCall {
  readonly action: ActionBinding;
  /** Of the action. */
  readonly digest: Digest;
  readonly scope: Scope;
  /** The steps that this one depends on. */
  readonly dependsOn: readonly string[];
  /** The request that this call asks again in a new round. What its case blocks does not block that round. */
  readonly follows?: string;
  /** The owner of the agent, where the credential attests one. */
  readonly owner?: PersonId;
}

/** A scope with all its members, null where nothing was said. */
export function fullScope(scope: Partial<Scope> = {}): Scope {
  return { plan_id: null, step_id: null, session_id: null, tool_call_id: null, ...scope };
}

/**
 * A lock, a halted session and a blocked or ended plan refuse every call, also one that policy would allow (GT-3, LK-2).
 * Answers the claims that a commit of the call requires to be absent (GT-9).
 */
export async function passSurroundings(
  context: Context,
  call: SurroundedCall,
  principal: Principal,
): Promise<Result<readonly ClaimKey[]>> {
  // Asked for together: one look at the store answers both.
  const [unlocked, session] = await Promise.all([
    passLocks(context, coveredProposal(call.action, principal, call.owner)),
    passSession(context, call),
  ]);
  if (!unlocked.ok) return unlocked;
  if (!session.ok) return session;
  const plan = await loadPlanOf(context, { ...call.action, scope: call.scope });
  const step = plan === undefined ? accept(null) : await passPlan(context, plan.state, call);
  return step.ok ? session : step;
}

export async function passSession(
  context: Context,
  { action, scope }: Pick<SurroundedCall, 'action' | 'scope'>,
): Promise<Result<readonly ClaimKey[]>> {
  const { hold, absentClaims } = await loadHalt(context, { ...action, scope });
  const judged = hold === null ? accept(null) : judgeSession(hold);
  return judged.ok ? accept(absentClaims) : judged;
}

export async function passPlan(
  context: Context,
  state: PlanState,
  { action, digest, scope, dependsOn, follows }: SurroundedCall,
): Promise<Result<null>> {
  const step = judgeStep(state, { step_id: scope.step_id, depends_on: dependsOn });
  if (step.ok) return accept(null);
  if (step.refusal.code !== 'plan_blocked') return step;
  const asked = await findLive(context, action, digest);
  // A caller that repeats the question that blocks the step, or asks it again in a new round, is not blocked by it.
  const own = new Set([
    ...(asked === null ? [] : await caseOf(context, asked.owner)),
    ...(follows === undefined ? [] : await caseOf(context, requestStream(follows))),
  ]);
  return state.blocks.every(({ blocker }) => own.has(blocker)) ? accept(null) : step;
}

/**
 * What needs no approval opens no round, so it lifts no block and passes none by naming one. An action that an approver
 * rejected for good is refused also where policy allows it by now (GT-4). No commit guards the answer, so locks, holds and
 * plans are read once more: the evaluation may have taken long.
 */
export async function passWithoutRound(
  context: Context,
  { follows: _, ...call }: SurroundedCall,
  principal: Principal,
): Promise<Result<unknown>> {
  const [surroundings, rejection] = await Promise.all([
    passSurroundings(context, call, principal),
    passRejection(context, call),
  ]);
  return rejection.ok ? surroundings : rejection;
}

/** An approver rejected exactly this for good, and no operator lifted that. */
export async function passRejection(
  context: Context,
  { action, digest }: Pick<SurroundedCall, 'action' | 'digest'>,
): Promise<Result<null>> {
  const asked = await findLive(context, action, digest);
  if (asked === null) return accept(null);
  const { state } = await loadRequest(context, asked.owner);
  return state.status !== 'absent' && isClosed(state)
    ? refuse('rejected_for_good', `${state.request.approval_request_id} was rejected for good`)
    : accept(null);
}

/** Who holds the claim on the live question about this action. */
function findLive(
  { store }: Context,
  { agent_id, subject_id }: ActionBinding,
  action_digest: Digest,
): ReturnType<Store['findClaim']> {
  const key = liveKey({ agent_id, subject_id, action_digest });
  return store.findClaim({ scope: 'live', key });
}

/** A request and the rounds before it. */
async function caseOf(context: Context, stream: string): Promise<readonly string[]> {
  const { state } = await loadRequest(context, stream);
  if (state.status === 'absent') return [];
  return [state.request.approval_request_id, ...(await roundsBefore(context, state.request))];
}
