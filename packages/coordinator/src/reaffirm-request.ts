import type { JsonObject } from '@countersign/protocol/json';
import {
  accept,
  ProtocolError,
  type ReasonCode,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import {
  decideRequest,
  type Evaluation,
  type InForce,
  type OpenedRequest,
  parsePolicyDecision,
  type ReaffirmRequest,
} from '@countersign/protocol/request';
import { idFromUuid, PolicyDecisionId, type Timestamp } from '@countersign/protocol/value';
import { amendedEvaluation } from './amended-evaluation.ts';
import {
  type ChangedRequest,
  changeRequest,
  loadRequest,
  type PreparedChange,
} from './change-request.ts';
import { type Context, inForceFor, storeState } from './context.ts';
import { loadAction } from './load-action.ts';
import type { Policies } from './ports.ts';
import { requestStream } from './stream-name.ts';

/**
 * Evaluates a pending request again under the policy in force, and keeps it open where the answer is the same
 * (GT-10). Refuses with `policy_changed` and the difference where it is another one, and with `policy_unavailable`
 * where this process has another policy loaded than the one in force.
 */
export async function reaffirmRequest(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ChangedRequest>> {
  const allowed = judgeStrict(context);
  if (!allowed.ok) return allowed;
  const { state } = await loadRequest(context, requestStream(approvalRequestId));
  if (state.status === 'absent') {
    return refuse('request_not_found', 'nothing was opened under this id');
  }
  const { policyVersion } = await storeState(context, true);
  if (context.policies.version() !== policyVersion) {
    return refuse('policy_unavailable', 'this process has another policy than the one in force');
  }
  const evaluation = await evaluateAgain(context, context.policies, state);
  if (!evaluation.ok) return evaluation;
  const id = idFromUuid(PolicyDecisionId, 'pd', context.ids.uuid());
  return changeRequest(context, {
    approvalRequestId,
    prepare: async ({ state: current }, store, now) => {
      if (current.status === 'absent') return refuse('request_not_found', 'there is no request');
      const { chain_id, version } = current.chain;
      const in_force = inForceFor(context, store, { id: chain_id, version });
      return accept<PreparedChange>({
        command: reaffirmCommand(state, evaluation.value, { id, in_force, now }),
        notAfter: current.request.expires_at,
        dependsOnPolicy: true,
      });
    },
  });
}

/**
 * Whether a pending request would stay open under a policy that is not in force: the same evaluation and the same
 * rule as `reaffirmRequest`, and nothing is written. The refusal says why the request would end.
 */
export async function previewReaffirm(
  context: Context,
  policies: Policies,
  state: OpenedRequest,
  caller: string,
): Promise<Result<null>> {
  const allowed = judgeStrict(context);
  if (!allowed.ok) return allowed;
  const evaluation = await evaluateAgain(context, policies, state, caller);
  if (!evaluation.ok) return evaluation;
  const { storeId, epoch } = await storeState(context);
  const in_force = {
    store_id: storeId as InForce['store_id'],
    epoch,
    policy_version: policies.version(),
    approval_chain_version: policies.chainVersion(state.chain.chain_id),
  };
  const now = context.clock.now();
  const id = idFromUuid(PolicyDecisionId, 'pd', context.ids.uuid());
  const decided = decideRequest(
    state,
    reaffirmCommand(state, evaluation.value, { id, in_force, now }),
    now,
  );
  return decided.ok ? accept(null) : decided;
}

function judgeStrict({ settings }: Context): Result<null> {
  return settings.strictAdr0030
    ? refuse('policy_changed', 'every change of policy ends what was asked before it')
    : accept(null);
}

function reaffirmCommand(
  { policy_decision }: OpenedRequest,
  { chain, route, expires_in_seconds, execute_within_seconds, amend, ...answer }: Evaluation,
  at: { readonly id: PolicyDecisionId; readonly in_force: InForce; readonly now: Timestamp },
): ReaffirmRequest {
  return {
    type: 'reaffirm',
    decision: parsePolicyDecision({
      policy_decision_id: at.id,
      verdict: answer.verdict,
      action_digest: policy_decision.action_digest,
      policy_rule_id: answer.policy_rule_id,
      policy_rule_ids: answer.policy_rule_ids,
      policy_version: answer.policy_version,
      approval_chain_id: chain?.chain_id ?? null,
      approval_chain_version: chain?.version ?? null,
      risk: answer.risk,
      annotations: answer.annotations,
      reasons: answer.reasons,
      context: answer.context,
      decided_at: at.now,
      trace: policy_decision.trace,
    }),
    evaluation: { chain, route, expires_in_seconds, execute_within_seconds, amend },
    in_force: at.in_force,
  };
}

async function evaluateAgain(
  context: Context,
  policies: Policies,
  state: OpenedRequest,
  caller?: string,
): Promise<Result<Evaluation>> {
  const { request, policy_decision } = state;
  const action = await loadAction(context, request.action_digest);
  if (action === null) return refuse('policy_changed', 'the bytes of the action were erased');
  try {
    const facts = policy_decision.context as JsonObject;
    const evaluation = await policies.evaluate(action, facts, caller);
    return accept(request.amends === undefined ? evaluation : amendedEvaluation(state, evaluation));
  } catch (error) {
    // Too little evaluation time says nothing about the policy. Another call can tell later.
    if (error instanceof ProtocolError && isOutOfTurn(error.code)) {
      return refuse(error.code, 'the evaluation has to wait');
    }
    return refuse('policy_changed', 'the policy cannot be evaluated for this action');
  }
}

/** Whether a refusal means that nothing was evaluated, because the caller has to wait. */
export function isOutOfTurn(code: ReasonCode): boolean {
  return code === 'evaluation_budget_spent' || code === 'evaluations_in_flight';
}
