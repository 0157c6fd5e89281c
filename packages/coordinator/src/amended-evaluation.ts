import type { JsonObject } from '@countersign/protocol/json';
import {
  type ApprovalRequest,
  advisedMember,
  chainAfter,
  type Evaluation,
  type OpenedRequest,
} from '@countersign/protocol/request';
import type { Proposal } from './evaluate-and-open.ts';

const asksAgain = 'a reviewer changed the action, and an amended action always asks (AM-6)';

/**
 * The answer of the policy to an amended action, as it counts: an amended action always asks, under the stricter of the
 * old and the new chain (AM-6). A deny stays a deny (AM-1).
 */
export function amendedEvaluation(
  { chain, request }: Pick<OpenedRequest, 'chain' | 'request'>,
  evaluation: Evaluation,
): Evaluation {
  if (evaluation.verdict === 'deny') return evaluation;
  const { execute_within_seconds } = evaluation;
  const asks = evaluation.verdict === 'require_approval';
  const strictest = chainAfter(chain, evaluation.chain);
  return {
    ...evaluation,
    verdict: 'require_approval',
    chain: strictest,
    // The route of a request belongs to the chain that decides it.
    route: asks && strictest === evaluation.chain ? evaluation.route : request.route,
    execute_within_seconds: Math.min(execute_within_seconds, request.execute_within_seconds),
    ...(asks ? {} : { policy_rule_id: 'policy.amended', reason: asksAgain, reasons: [asksAgain] }),
  };
}

/** The context that policy evaluated, without the findings of the advisor about the original action. */
export function factsToldBefore({ policy_decision }: OpenedRequest): JsonObject {
  const { [advisedMember]: _, ...told } = policy_decision.context;
  return told;
}

/** What a reviewer may change: both sides permit it, and nothing that the action depends on was measured (AM-2, AM-8). */
export function amendableOf(
  { amendable = false, preconditions = [] }: Proposal,
  { amend }: Evaluation,
): Pick<ApprovalRequest, 'amendable'> {
  return amendable && amend !== undefined && preconditions.length === 0 ? { amendable: amend } : {};
}
