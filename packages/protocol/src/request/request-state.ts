import type { Chain } from '../chain/chain.ts';
import type { ChainEntry } from '../chain/chain-entry.ts';
import type { Parties } from '../chain/eligibility.ts';
import { endingRejection } from '../chain/rejection.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Actor } from '../value/actor.ts';
import type { ApprovalRequestId } from '../value/ids.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import type { Advice } from './advice.ts';
import type { ApprovalRequest } from './approval-request.ts';
import { type Grant, grantFor } from './grant.ts';
import type { PolicyDecision } from './policy-decision.ts';
import type { AgentQuestion } from './question-text.ts';
import type { Receipt } from './receipt.ts';
import type { ReleaseReview } from './release-review.ts';
import type { RequestEvent, RequestEventOf } from './request-event.ts';
import type { Resolution } from './resolution.ts';

/**
 * # absent
 * Nothing was asked. A policy may have decided already; only opening leaves this state.
 *
 * # pending
 * People are being asked. It ends by the last required allow, by any eligible deny, by its `expires_at`,
 * by withdrawal, or because its policy or chain is no longer in force. Nothing may run.
 *
 * # allowed
 * Every required stage allowed, and a grant exists. It ends by being consumed once, by revocation, or by
 * `grant_expires_at`. The first of these that commits wins.
 *
 * # denied
 * An eligible person or service said no. Final; the question may be asked again only as a new round of its
 * case. Where the no was for good, the case is closed and the action stays refused until an operator lifts that.
 *
 * # expired
 * No decision or no execution came in time. Final, and reported to the agent as timed out.
 *
 * # cancelled
 * Withdrawn by its opener, its subject or an operator, overtaken by a change of policy, chain or epoch, or
 * closed by a lock. Final.
 *
 * # amended
 * A reviewer changed the action. The changed one is asked under another request of the same case, which took its place
 * in the same commit. Final; the original cannot run.
 *
 * # revoked
 * The grant was revoked before it was used, by a person, or because a lock or a new epoch
 * closed it. Final.
 *
 * # consumed
 * The grant was used up, in the same commit that let the executor start. Final: the outcome of the execution is
 * appended as receipts and never makes the grant usable again.
 */
export const requestTransitions = {
  absent: { 'policy.decided': 'absent', 'request.opened': 'pending' },
  pending: {
    'request.reaffirmed': 'pending',
    'entry.recorded': 'pending',
    'entry.refused': 'pending',
    'advice.recorded': 'pending',
    'question.asked': 'pending',
    'question.answered': 'pending',
    'execution.refused': 'pending',
    'request.allowed': 'allowed',
    'request.denied': 'denied',
    'request.expired': 'expired',
    'request.cancelled': 'cancelled',
    'request.amended': 'amended',
  },
  allowed: {
    'grant.issued': 'allowed',
    'release.reviewed': 'allowed',
    'entry.refused': 'allowed',
    'execution.refused': 'allowed',
    'grant.consumed': 'consumed',
    'grant.revoked': 'revoked',
    'grant.expired': 'expired',
  },
  denied: {
    'entry.refused': 'denied',
    'execution.refused': 'denied',
    'rejection.lifted': 'denied',
  },
  expired: {
    'entry.refused': 'expired',
    'execution.refused': 'expired',
    'release.reviewed': 'expired',
  },
  cancelled: { 'entry.refused': 'cancelled', 'execution.refused': 'cancelled' },
  amended: { 'entry.refused': 'amended', 'execution.refused': 'amended' },
  revoked: {
    'entry.refused': 'revoked',
    'execution.refused': 'revoked',
    'release.reviewed': 'revoked',
  },
  consumed: {
    'entry.refused': 'consumed',
    'release.reviewed': 'consumed',
    'execution.allowed': 'consumed',
    'execution.refused': 'consumed',
    'execution.reported': 'consumed',
    'execution.reconciled': 'consumed',
  },
} as const satisfies Record<string, Partial<Record<RequestEvent['type'], string>>>;

export type RequestStatus = keyof typeof requestTransitions;
export type OpenedStatus = Exclude<RequestStatus, 'absent'>;

/** What a request can be once it was opened, in the order of its life. */
export const openedStatuses = [
  'pending',
  'allowed',
  'denied',
  'expired',
  'cancelled',
  'amended',
  'revoked',
  'consumed',
] as const satisfies readonly OpenedStatus[];

export type RequestState = AbsentRequest | OpenedRequest;

export interface AbsentRequest {
  readonly status: 'absent';
  readonly policy_decision: PolicyDecision | null;
}

export interface OpenedRequest {
  readonly status: OpenedStatus;
  readonly policy_decision: PolicyDecision;
  /** The answer of a later policy under which the request stays open; null under the one it was opened with. */
  readonly reaffirmed: PolicyDecision | null;
  readonly request: ApprovalRequest;
  readonly tool_name: string;
  readonly chain: Chain;
  readonly parties: Parties;
  readonly change: string | null;
  /** The life of the store in which it was opened. */
  readonly epoch: number;
  readonly entries: readonly ChainEntry[];
  /** How many refused entries of each sender are recorded. */
  readonly refused_entries: ReadonlyMap<string, number>;
  /** How many refused executions are recorded. */
  readonly refused_executions: number;
  readonly advice: readonly Advice[];
  /** What people asked the agent, with its answers. */
  readonly questions: readonly AgentQuestion[];
  readonly resolution: Resolution | null;
  /** Why it was cancelled, where it was. */
  readonly cancelled: { readonly cause: string; readonly reason: string } | null;
  /** Where a reviewer changed the action: the request that took the place of this one, and who changed it why. */
  readonly amended: {
    readonly superseded_by: ApprovalRequestId;
    readonly by: Actor;
    readonly reason: string;
  } | null;
  /** Whether an operator lifted a rejection that was for good. */
  readonly lifted: boolean;
  /** What another person found about a release by one person; null before, and where there was none. */
  readonly review: ReleaseReview | null;
  readonly grant: Grant | null;
  /** In the order they were recorded; the first says that execution started. */
  readonly receipts: readonly Receipt[];
}

export const absentRequest: AbsentRequest = { status: 'absent', policy_decision: null };

/**
 * The only place where a request changes. It cannot refuse: an event that the table does not know means
 * that the stream is not one this code wrote, and then nothing may be read from it.
 */
export function evolveRequest(state: RequestState, event: RequestEvent): RequestState {
  const transitions: Partial<Record<RequestEvent['type'], RequestStatus>> =
    requestTransitions[state.status];
  const status = transitions[event.type];
  if (status === undefined) {
    throw new InvariantViolation(
      'EV-6',
      `${event.type} cannot follow in a request that is ${state.status}`,
    );
  }
  if (state.status === 'absent') return evolveAbsent(state, event);
  if (isQuestionEvent(event)) {
    return { ...state, questions: questionsAfter(state.questions, event) };
  }
  if (event.type === 'release.reviewed') {
    return { ...state, review: { ...event.data, reviewed_at: event.at } };
  }
  return evolveOpened({ ...state, status: status as OpenedStatus }, event as LaterEvent);
}

export function foldRequest(events: Iterable<RequestEvent>): RequestState {
  let state: RequestState = absentRequest;
  for (const event of events) state = evolveRequest(state, event);
  return state;
}

function evolveAbsent(state: AbsentRequest, event: RequestEvent): RequestState {
  if (event.type === 'policy.decided') return { ...state, policy_decision: event.data.decision };
  if (event.type !== 'request.opened' || state.policy_decision === null) {
    throw new InvariantViolation('EV-6', 'a request opens after its policy decision');
  }
  const { request, tool_name, chain, parties, change, epoch } = event.data;
  return {
    status: 'pending',
    policy_decision: state.policy_decision,
    reaffirmed: null,
    request,
    tool_name,
    chain,
    parties,
    change,
    epoch,
    entries: [],
    refused_entries: new Map(),
    refused_executions: 0,
    advice: [],
    questions: [],
    resolution: null,
    cancelled: null,
    amended: null,
    lifted: false,
    review: null,
    grant: null,
    receipts: [],
  };
}

/** What can follow in an opened request, as the table says. */
type LaterEvent = Exclude<
  RequestEvent,
  {
    type:
      | 'policy.decided'
      | 'request.opened'
      | 'question.asked'
      | 'question.answered'
      | 'release.reviewed';
  }
>;

/** What people and the agent said to each other. Nothing else of the request changes by it (QA-2). */
function questionsAfter(
  questions: readonly AgentQuestion[],
  event: QuestionEvent,
): readonly AgentQuestion[] {
  const { question_id, text } = event.data;
  if (event.type === 'question.asked') {
    const { by: asked_by } = event.data;
    return [...questions, { question_id, asked_by, asked_at: event.at, text, answer: null }];
  }
  const answer = { answered_at: event.at, text };
  return questions.map(each => (each.question_id === question_id ? { ...each, answer } : each));
}

type QuestionEvent = RequestEventOf<'question.asked'> | RequestEventOf<'question.answered'>;

function isQuestionEvent(event: RequestEvent): event is QuestionEvent {
  return event.type === 'question.asked' || event.type === 'question.answered';
}

function evolveOpened(state: OpenedRequest, event: LaterEvent): OpenedRequest {
  switch (event.type) {
    case 'request.reaffirmed':
      return { ...state, reaffirmed: event.data.decision };
    case 'entry.recorded':
      return { ...state, entries: [...state.entries, event.data.entry] };
    case 'entry.refused': {
      const sender = senderOf(event.data.by);
      const count = (state.refused_entries.get(sender) ?? 0) + 1;
      return { ...state, refused_entries: new Map(state.refused_entries).set(sender, count) };
    }
    case 'advice.recorded':
      return { ...state, advice: [...state.advice, event.data.advice] };
    case 'request.allowed':
    case 'request.denied':
    case 'request.expired':
      return { ...state, resolution: event.data.resolution };
    case 'request.cancelled': {
      const { resolution, cause, reason } = event.data;
      return { ...state, resolution, cancelled: { cause, reason } };
    }
    case 'request.amended': {
      const { resolution, superseded_by, by, reason } = event.data;
      return { ...state, resolution, amended: { superseded_by, by, reason } };
    }
    case 'rejection.lifted':
      return { ...state, lifted: true };
    case 'grant.issued':
      return { ...state, grant: grantFor(state, event.data) };
    case 'grant.consumed':
    case 'execution.reported':
    case 'execution.reconciled':
      return { ...state, receipts: [...state.receipts, event.data.receipt] };
    case 'grant.expired':
    case 'grant.revoked':
    case 'execution.allowed':
      return state;
    case 'execution.refused':
      return { ...state, refused_executions: state.refused_executions + 1 };
    default:
      throw new InvariantViolation(
        'EV-6',
        `unknown event ${(event satisfies never as RequestEvent).type}`,
      );
  }
}

/** The name under which refused entries are counted. */
export function senderOf({ kind, identity }: Actor): string {
  return `${kind}:${identity}`;
}

/** The status at a time: what a deadline has ended is ended, whether or not an event says so yet (TM-1). */
export function effectiveStatus(state: OpenedRequest, now: Timestamp): OpenedStatus;
export function effectiveStatus(state: RequestState, now: Timestamp): RequestStatus;
export function effectiveStatus(state: RequestState, now: Timestamp): RequestStatus {
  const deadline = deadlineOf(state);
  return deadline !== null && isDue(deadline, now) ? 'expired' : state.status;
}

/** When the request ends by itself, or null where time changes nothing any more. */
export function deadlineOf(state: RequestState): Timestamp | null {
  if (state.status === 'pending') return state.request.expires_at;
  if (state.status === 'allowed') return state.resolution?.grant_expires_at ?? null;
  return null;
}

/** The code that says why something cannot be done to a request in its present status. */
export function statusCode(state: RequestState, now: Timestamp): ReasonCode {
  const status = effectiveStatus(state, now);
  if (status === 'expired' && state.status !== 'absent') {
    return state.resolution?.outcome === 'allow' ? 'grant_expired' : 'request_expired';
  }
  if (status === 'denied' && state.status === 'denied') {
    return isClosed(state) ? 'rejected_for_good' : deniedCode(state);
  }
  return statusCodes[status];
}

/** Whether an approver rejected the action for good, and no operator lifted that. */
export function isClosed({ status, entries, lifted }: OpenedRequest): boolean {
  return status === 'denied' && !lifted && endingRejection(entries)?.choice === 'never';
}

function deniedCode({ entries }: OpenedRequest): ReasonCode {
  return endingRejection(entries)?.choice === 'fix' ? 'request_sent_back' : 'request_denied';
}

const statusCodes = {
  absent: 'request_not_found',
  pending: 'request_pending',
  allowed: 'request_allowed',
  denied: 'request_denied',
  expired: 'request_expired',
  cancelled: 'request_cancelled',
  amended: 'request_amended',
  revoked: 'grant_revoked',
  consumed: 'grant_already_consumed',
} as const satisfies Record<RequestStatus, ReasonCode>;
