import type { ActionBinding } from '../action/action-binding.ts';
import type { Chain } from '../chain/chain.ts';
import { compareChains } from '../chain/chain-strictness.ts';
import type { Parties } from '../chain/eligibility.ts';
import { sha256, sha256OfPlain } from '../crypto/digest.ts';
import { amendmentsOf } from '../plan/approval-case.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { actorOf } from '../value/actor.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { amendmentsMax } from './amend-terms.ts';
import { type AmendedParameters, judgeAmendedParameters } from './amended-parameters.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { unexecutedResolution } from './end-request.ts';
import { judgeEpoch, judgeVersions } from './in-force.ts';
import { judgeReviewer } from './question.ts';
import type { AmendRequest } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  statusCode,
} from './request-state.ts';

/**
 * A reviewer changes the action. This ends the request; the changed action is asked under another one, which the same
 * commit opens. A request that was decided, expired or amended before is refused with what it is (AM-5).
 */
export function amendRequest(
  state: RequestState,
  command: AmendRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  const { in_force, principal, reason, superseded_by, ids, approval_case } = command;
  const checks: readonly Result<unknown>[] = [
    judgeEpoch(state, in_force),
    judgeVersions(state, in_force),
    judgeReviewer(state, principal, now),
    reason.trim() === '' ? refuse('reason_missing', 'expected a reason') : accept(null),
    judgeAmendment(state, command),
    amendmentsOf(approval_case) < amendmentsMax
      ? accept(null)
      : refuse('amendments_exhausted', `a case is amended at most ${amendmentsMax} times`),
  ];
  for (const check of checks) if (!check.ok) return decline(check.refusal);
  return emit({
    type: 'request.amended',
    at: now,
    data: {
      resolution: unexecutedResolution(state, ids.approval_resolution_id, 'amended', now),
      superseded_by,
      by: actorOf(principal),
      reason,
    },
  });
}

/** What may be changed of a request, and whether this change is that (AM-2, AM-8). */
export function judgeAmendment(
  { request }: Pick<OpenedRequest, 'request'>,
  { action, amended }: Pick<AmendRequest, 'action' | 'amended'>,
): Result<AmendedParameters> {
  const { amendable, preconditions } = request;
  if (preconditions.length > 0) {
    return refuse('amendment_measured', 'the executor measured what the action depends on');
  }
  if (amendable === undefined) {
    return refuse('amendment_not_permitted', 'the asking side or the rule does not permit changes');
  }
  if (sha256(action) !== request.action_digest) {
    return refuse('action_digest_mismatch', 'expected the action of the request');
  }
  if (sha256({ ...amended, parameters: {} }) !== sha256({ ...action, parameters: {} })) {
    return refuse('amendment_not_permitted', 'only parameters may change');
  }
  return judgeAmendedParameters(amendable, action.parameters, amended.parameters);
}

/** The parts of an opened request that an amendment carries on. */
export type Version = Pick<OpenedRequest, 'request' | 'chain' | 'parties'>;

/** Everything that an amendment leaves as it was. */
const carriedOn = [
  'case_id',
  'round',
  'supersedes',
  'agent_id',
  'subject_id',
  'requested_by',
  'operation',
  'target_resource',
  'tool_definition_digest',
  'expires_at',
  'audience',
  'preconditions',
  'scope',
  'trace_digest',
  'external_ids',
  'agent_reasoning',
] as const satisfies readonly (keyof ApprovalRequest)[];

/**
 * Whether one request can be the amendment of another. The same rule judges it when it is opened and when its evidence
 * is verified. Without the bytes of both actions, only the change itself is left unjudged.
 */
export function findVersionFault(
  before: Version,
  after: Version,
  actions: { readonly action: ActionBinding; readonly amended: ActionBinding } | null,
): Refusal | null {
  const last = after.request.amends?.at(-1);
  if (last === undefined) return no('it names no earlier version');
  const differing = carriedOn.find(
    member => sha256OfPlain([before.request[member]]) !== sha256OfPlain([after.request[member]]),
  );
  if (differing !== undefined) return no(`${differing} is not that of the version before`);
  const { approval_request_id, action_digest, amends = [] } = before.request;
  const isNext =
    last.approval_request_id === approval_request_id &&
    last.action_digest === action_digest &&
    sha256OfPlain(after.request.amends?.slice(0, -1) ?? []) === sha256OfPlain(amends);
  if (!isNext) return no('it does not follow the version before');
  const { asked_since } = after.request;
  if (asked_since !== undefined && asked_since !== firstAsked(before.request)) {
    return no('asked_since is not that of the version before');
  }
  if (after.request.execute_within_seconds > before.request.execute_within_seconds) {
    return no('its approval lasts longer than that of the version before');
  }
  if (compareChains(after.chain, before.chain) > 0) {
    return no('its chain is less strict than that of the version before');
  }
  if (!equalParties(partiesAfter(before.parties, last), after.parties)) {
    return no('its parties are not those of the version before and its author');
  }
  if (actions === null) return null;
  const judged = judgeAmendment(before, actions);
  if (!judged.ok) return judged.refusal;
  return judged.value.narrowing === last.narrowing
    ? null
    : no('it misstates whether the change is a narrowing');
}

/** When the case of a request was first asked, as far as the request says. */
export function firstAsked({ asked_since, requested_at }: ApprovalRequest): Timestamp {
  return asked_since ?? requested_at;
}

/** The parties of the amended action: its author joins them unless the change only narrowed the action (AM-3). */
export function partiesAfter(
  parties: Parties,
  {
    changed_by,
    narrowing,
  }: Pick<NonNullable<ApprovalRequest['amends']>[number], 'changed_by' | 'narrowing'>,
): Parties {
  const { requester, subject, agent_owner, authors = [] } = parties;
  const all = narrowing || authors.includes(changed_by) ? authors : [...authors, changed_by];
  return { requester, subject, agent_owner, ...(all.length === 0 ? {} : { authors: all }) };
}

function equalParties(a: Parties, b: Parties): boolean {
  const plain = ({ requester, subject, agent_owner, authors = [] }: Parties) =>
    sha256OfPlain([requester, subject, agent_owner, [...authors]]);
  return plain(a) === plain(b);
}

/** The chain under which an amended action is decided: the stricter of the old and the new one (AM-6). */
export function chainAfter(before: Chain, evaluated: Chain | null): Chain {
  return evaluated !== null && compareChains(evaluated, before) < 0 ? evaluated : before;
}

function no(detail: string, code: ReasonCode = 'request_inconsistent'): Refusal {
  return { code, detail };
}
