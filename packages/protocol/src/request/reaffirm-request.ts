import { sha256OfPlain } from '../crypto/digest.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import { judgeEpoch, judgeVersions } from './in-force.ts';
import type { PolicyDecision } from './policy-decision.ts';
import type { ReaffirmRequest } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  statusCode,
} from './request-state.ts';

/**
 * Keeps a pending request open under a new policy that answers the same for it (GT-10). What counts is what people
 * decide on and under which rules: verdict, rules, risk, chain, route and deadlines. Words may differ.
 */
export function reaffirmRequest(
  state: RequestState,
  { decision, evaluation, in_force }: ReaffirmRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  const life = judgeEpoch(state, in_force);
  if (!life.ok) return decline(life.refusal);
  if (judgeVersions(state, in_force).ok) return emit();
  const differing = findPolicyDifference(state, decision, evaluation);
  if (differing !== null) return decline({ code: 'policy_changed', detail: differing });
  if (decision.policy_version !== in_force.policy_version) {
    return decline({
      code: 'policy_changed',
      detail: `evaluated under ${decision.policy_version}, in force is ${in_force.policy_version}`,
    });
  }
  const { policy_version } = state.reaffirmed ?? state.request;
  return emit({
    type: 'request.reaffirmed',
    at: now,
    data: { decision, previous_policy_version: policy_version },
  });
}

/** What differs in the answer of a new policy, in words for people; null where nothing differs. */
function findPolicyDifference(
  { request, policy_decision, chain }: OpenedRequest,
  decision: PolicyDecision,
  evaluation: ReaffirmRequest['evaluation'],
): string | null {
  const answer = findAnswerDifference(policy_decision, decision);
  if (answer !== null) return answer;
  const rule = `rule "${decision.policy_rule_id}"`;
  if (sha256OfPlain([evaluation.chain]) !== sha256OfPlain([chain])) {
    return `${rule} now needs another approval chain`;
  }
  if (sha256OfPlain(evaluation.route) !== sha256OfPlain(request.route)) {
    return `${rule} now asks in another place`;
  }
  const { expires_in_seconds, execute_within_seconds } = evaluation;
  // The deadline of an amended request is that of its first version, and its limit the shorter of two.
  const sameLimits =
    request.amends === undefined
      ? addSeconds(request.requested_at, expires_in_seconds) === request.expires_at &&
        execute_within_seconds === request.execute_within_seconds
      : execute_within_seconds >= request.execute_within_seconds;
  if (!sameLimits) return `${rule} now has other time limits`;
  const sameTerms =
    request.amendable === undefined ||
    sha256OfPlain([evaluation.amend ?? null]) === sha256OfPlain([request.amendable]);
  if (!sameTerms) return `${rule} now permits other changes of the action`;
  const sameAllowances =
    request.allowable === undefined ||
    sha256OfPlain([evaluation.allowable ?? null]) === sha256OfPlain([request.allowable]);
  return sameAllowances ? null : `${rule} now permits other allowances`;
}

/** The part that the two recorded decisions show by themselves, so that anyone can compare it later. */
export function findAnswerDifference(
  before: PolicyDecision,
  decision: PolicyDecision,
): string | null {
  const rule = `rule "${decision.policy_rule_id}"`;
  if (decision.action_digest !== before.action_digest) return 'another action was evaluated';
  if (sha256OfPlain(decision.context) !== sha256OfPlain(before.context)) {
    return 'another context was evaluated';
  }
  if (decision.verdict !== before.verdict) return `${rule} now answers ${decision.verdict}`;
  if (
    decision.policy_rule_id !== before.policy_rule_id ||
    sha256OfPlain(decision.policy_rule_ids) !== sha256OfPlain(before.policy_rule_ids)
  ) {
    return `${rule} now decides, with other rules than before`;
  }
  if (sha256OfPlain(decision.risk) !== sha256OfPlain(before.risk)) {
    return `the risk is now ${decision.risk.level}, for other reasons than before`;
  }
  return decision.approval_chain_id === before.approval_chain_id &&
    decision.approval_chain_version === before.approval_chain_version
    ? null
    : `${rule} now needs another approval chain`;
}
