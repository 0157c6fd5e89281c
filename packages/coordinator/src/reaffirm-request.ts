import type { JsonObject } from '@countersign/protocol/json';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  type Evaluation,
  type OpenedRequest,
  parsePolicyDecision,
} from '@countersign/protocol/request';
import { idFromUuid, PolicyDecisionId } from '@countersign/protocol/value';
import {
  type ChangedRequest,
  changeRequest,
  loadRequest,
  type PreparedChange,
} from './change-request.ts';
import { type Context, inForceFor, storeState } from './context.ts';
import { loadAction } from './load-action.ts';
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
  if (context.settings.strictAdr0030) {
    return refuse('policy_changed', 'every change of policy ends what was asked before it');
  }
  const { state } = await loadRequest(context, requestStream(approvalRequestId));
  if (state.status === 'absent') {
    return refuse('request_not_found', 'nothing was opened under this id');
  }
  const evaluation = await evaluateAgain(context, state);
  if (!evaluation.ok) return evaluation;
  const { chain, route, expires_in_seconds, execute_within_seconds, ...answer } = evaluation.value;
  const { action_digest, trace } = state.policy_decision;
  const id = idFromUuid(PolicyDecisionId, 'pd', context.ids.uuid());
  return changeRequest(context, {
    approvalRequestId,
    prepare: async ({ state: current }, store, now) => {
      if (current.status === 'absent') return refuse('request_not_found', 'there is no request');
      const { chain_id, version } = current.chain;
      return accept<PreparedChange>({
        command: {
          type: 'reaffirm',
          decision: parsePolicyDecision({
            policy_decision_id: id,
            verdict: answer.verdict,
            action_digest,
            policy_rule_id: answer.policy_rule_id,
            policy_rule_ids: answer.policy_rule_ids,
            policy_version: answer.policy_version,
            approval_chain_id: chain?.chain_id ?? null,
            approval_chain_version: chain?.version ?? null,
            risk: answer.risk,
            annotations: answer.annotations,
            reasons: answer.reasons,
            context: answer.context,
            decided_at: now,
            trace,
          }),
          evaluation: { chain, route, expires_in_seconds, execute_within_seconds },
          in_force: inForceFor(context, store, { id: chain_id, version }),
        },
        notAfter: current.request.expires_at,
        dependsOnPolicy: true,
      });
    },
  });
}

async function evaluateAgain(
  context: Context,
  { request, policy_decision }: OpenedRequest,
): Promise<Result<Evaluation>> {
  const { policyVersion } = await storeState(context, true);
  if (context.policies.version() !== policyVersion) {
    return refuse('policy_unavailable', 'this process has another policy than the one in force');
  }
  const action = await loadAction(context, request.action_digest);
  if (action === null) return refuse('policy_changed', 'the bytes of the action were erased');
  try {
    const facts = policy_decision.context as JsonObject;
    return accept(await context.policies.evaluate(action, facts));
  } catch {
    return refuse('policy_changed', 'the policy cannot be evaluated for this action');
  }
}
