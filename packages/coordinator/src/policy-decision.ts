import { sha256OfText } from '@countersign/protocol/crypto';
import {
  type Evaluation,
  type PolicyDecision,
  parsePolicyDecision,
} from '@countersign/protocol/request';
import { idFromUuid, PolicyDecisionId, type Trace } from '@countersign/protocol/value';
import type { Context } from './context.ts';

/** What policy answered to an action, as it is recorded. */
export function policyDecision(
  context: Context,
  actionText: string,
  evaluation: Evaluation,
  trace: Trace | null,
): PolicyDecision {
  const { verdict, policy_rule_id, policy_rule_ids, policy_version, chain } = evaluation;
  const { risk, annotations, reasons } = evaluation;
  return parsePolicyDecision({
    policy_decision_id: idFromUuid(PolicyDecisionId, 'pd', context.ids.uuid()),
    verdict,
    action_digest: sha256OfText(actionText),
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
