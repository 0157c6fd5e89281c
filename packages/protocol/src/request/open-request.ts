import { type ApproverDirectory, findStageNobodyCanComplete } from '../chain/approver-directory.ts';
import type { Stage } from '../chain/chain.ts';
import { judgeEligibility, type Parties } from '../chain/eligibility.ts';
import { chainBefore, findAskedSinceFault } from '../chain/escalation.ts';
import { sha256OfPlain } from '../crypto/digest.ts';
import { canonicalTextOf } from '../json/canonical-json.ts';
import { decideRound } from '../plan/approval-case.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { Refusal } from '../reason/refusal.ts';
import { PersonId } from '../value/ids.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { judgeViewSize } from '../view/view-size.ts';
import { findVersionFault } from './amend-request.ts';
import type { OpenRequest } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import type { RequestState } from './request-state.ts';

export function openRequest(
  state: RequestState,
  command: OpenRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status !== 'absent') {
    return decline({
      code: 'request_already_open',
      detail: 'a request of this id was opened before',
    });
  }
  const refusal =
    verdictRefusal(command) ??
    consistencyRefusal(command, now) ??
    judgeViewSize(command.request, command.action);
  if (refusal !== null) return decline(refusal);

  const { request, policy_decision, chain, parties, directory, change, epoch } = command;
  const place = findPlaceFault(command);
  if (place !== null) return decline(place);

  // Those who join before the deadline can still decide (ES-1).
  const inTime = chainBefore(chain, request, request.expires_at);
  const stage = findStageNobodyCanComplete(inTime, parties, directory);
  if (stage !== null) {
    return decline({
      code: 'no_eligible_approver',
      detail: `stage "${stage.name}" needs ${stage.quorum} eligible and distinct approvers${lackedAssurance(stage, parties, directory)}`,
    });
  }
  return emit(
    { type: 'policy.decided', at: now, data: { decision: policy_decision } },
    {
      type: 'request.opened',
      at: now,
      data: { request, tool_name: command.action.target.tool_name, chain, parties, change, epoch },
    },
  );
}

/** A request is a round of its case, or takes the place of one that it amends. */
function findPlaceFault(command: OpenRequest): Refusal | null {
  const { request, amends, action, chain, parties, approval_case } = command;
  const since = findAskedSinceFault(request, chain);
  if (since !== null) return { code: 'request_inconsistent', detail: since };
  if (amends !== undefined) {
    const actions = { action: amends.action, amended: action };
    return findVersionFault(amends.before, { request, chain, parties }, actions);
  }
  if (request.amends !== undefined) {
    return { code: 'request_inconsistent', detail: 'the version before it was not given' };
  }
  const isLater = request.round > 1 && request.asked_since !== undefined;
  if (isLater && request.asked_since !== approval_case.asked_since) {
    return { code: 'request_inconsistent', detail: 'asked_since is not that of the first round' };
  }
  const round = decideRound(approval_case, {
    case_id: request.case_id,
    round: request.round,
    supersedes: request.supersedes,
    action_digest: request.action_digest,
    change: command.change,
    rounds_max: command.rounds_max,
  });
  return round.ok ? null : round.refusal;
}

/** A deny never reaches the approval path, and an allow does not need it (GT-2). */
function verdictRefusal({ policy_decision }: OpenRequest): Refusal | null {
  switch (policy_decision.verdict) {
    case 'deny':
      return {
        code: 'policy_denied',
        detail: `denied by rule "${policy_decision.policy_rule_id}"`,
      };
    case 'allow':
      return { code: 'approval_not_required', detail: 'the policy allows the action as it is' };
    case 'require_approval':
      return null;
  }
}

/** The request, the decision, the action and the chain must speak of one and the same thing. */
function consistencyRefusal(command: OpenRequest, now: Timestamp): Refusal | null {
  const { request, policy_decision, action, chain, parties } = command;
  const agreements: readonly [string, unknown, unknown][] = [
    ['action_digest', request.action_digest, sha256OfPlain(action)],
    ['policy_decision.action_digest', policy_decision.action_digest, request.action_digest],
    ['policy_decision_id', request.policy_decision_id, policy_decision.policy_decision_id],
    ['policy_version', request.policy_version, policy_decision.policy_version],
    ['approval_chain_id', request.approval_chain_id, policy_decision.approval_chain_id],
    [
      'approval_chain_version',
      request.approval_chain_version,
      policy_decision.approval_chain_version,
    ],
    ['chain.chain_id', chain.chain_id, request.approval_chain_id],
    ['chain.version', chain.version, request.approval_chain_version],
    ['agent_id', request.agent_id, action.agent_id],
    ['subject_id', request.subject_id, action.subject_id],
    ['operation', request.operation, action.operation],
    ['target_resource', request.target_resource, action.target.resource],
    ['risk', canonicalTextOf(request.risk), canonicalTextOf(policy_decision.risk)],
    ['requested_at', request.requested_at, now],
  ];
  const differing = agreements.find(([, found, expected]) => found !== expected);
  if (differing !== undefined) {
    return { code: 'request_inconsistent', detail: `${differing[0]} does not agree` };
  }
  // A subject that is one of our people must be excluded as that person, not overlooked (ID-5).
  if (PersonId.safeParse(request.subject_id).success && parties.subject !== request.subject_id) {
    return { code: 'request_inconsistent', detail: 'the subject is not among the parties' };
  }
  if (isDue(request.expires_at, now)) {
    return { code: 'request_window_empty', detail: `it would have ended at ${request.expires_at}` };
  }
  return null;
}

/** Where approvers are missing only because no sign-in of theirs is strong enough, the refusal says so. */
function lackedAssurance(stage: Stage, parties: Parties, directory: ApproverDirectory): string {
  const weak = directory.filter(approver => {
    const judged = judgeEligibility(stage, approver, parties);
    return !judged.ok && judged.refusal.code === 'approver_assurance_too_low';
  });
  const reached = [...new Set(weak.map(({ assurance }) => assurance))].join(' or ');
  return weak.length === 0
    ? ''
    : `; it requires the assurance ${stage.min_assurance}, and ${weak.length} of the people it lists reach only ${reached}`;
}
