import type { Digest } from '@countersign/protocol/crypto';
import {
  type Evaluation,
  makePolicyDecision,
  type PolicyDecision,
} from '@countersign/protocol/request';
import { idFromUuid, PolicyDecisionId, type Trace } from '@countersign/protocol/value';
import type { Context } from './context.ts';

/** The answer of policy to an action, as it is recorded. */
export function policyDecision(
  context: Context,
  action_digest: Digest,
  evaluation: Evaluation,
  trace: Trace | null,
): PolicyDecision {
  const { verdict, policy_rule_id, policy_rule_ids, policy_version, chain } = evaluation;
  const { risk, annotations, reasons } = evaluation;
  return makePolicyDecision({
    policy_decision_id: idFromUuid(PolicyDecisionId, 'pd', context.ids.uuid()),
    verdict,
    action_digest,
    policy_rule_id,
    policy_rule_ids,
    policy_version,
    approval_chain_id: chain?.chain_id ?? null,
    approval_chain_version: chain?.version ?? null,
    risk,
    annotations,
    reasons,
    context: evaluation.context,
    decided_at: context.clock.now(),
    trace,
  });
}
