import { type RejectionChoice, rejectionOf } from '../chain/rejection.ts';
import type { Digest } from '../crypto/digest.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import type { RequestEvent } from '../request/request-event.ts';
import type { OpenedStatus, RequestStatus } from '../request/request-state.ts';
import type { ApprovalRequestId, CaseId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';

/**
 * A case is the tries of one question; a round is one try, a request of its own with a fresh evaluation.
 * A case has no events of its own: it is the fold of its rounds' events, and its status is that of its
 * latest round. It may grow while that round ended without an execution (denied, expired, cancelled,
 * revoked). It is settled once a round was allowed and not revoked, and closed once a round was rejected permanently.
 */
export interface CaseState {
  readonly case_id: CaseId | null;
  readonly rounds: readonly CaseRound[];
  /** When the first round was asked; null before. From then on its stages escalate (ES-1). */
  readonly asked_since: Timestamp | null;
}

export interface CaseRound {
  readonly round: number;
  readonly approval_request_id: ApprovalRequestId;
  readonly status: OpenedStatus;
  readonly action_digest: Digest;
  /** What the approver who rejected it wants next; null where none chose, and once an operator lifted a `never`. */
  readonly rejection: RejectionChoice | null;
  /** How often reviewers changed the action of this round. */
  readonly amendments: number;
}

export const emptyCase: CaseState = { case_id: null, rounds: [], asked_since: null };

export const roundsMaxDefault = 3;

/** What a round states when it is opened. */
export interface NextRound {
  readonly case_id: CaseId;
  readonly round: number;
  readonly supersedes: ApprovalRequestId | null;
  readonly action_digest: Digest;
  readonly change: string | null;
  readonly rounds_max: number;
}

const statusAfter: Partial<Record<RequestEvent['type'], CaseRound['status']>> = {
  'request.allowed': 'allowed',
  'request.denied': 'denied',
  'request.expired': 'expired',
  'request.cancelled': 'cancelled',
  'request.amended': 'amended',
  'grant.expired': 'expired',
  'grant.revoked': 'revoked',
  'grant.consumed': 'consumed',
};

/** The events of all rounds, each after the one it supersedes. */
export function evolveCase(state: CaseState, event: RequestEvent): CaseState {
  if (event.type === 'request.opened') {
    const { case_id, round, approval_request_id, action_digest, amends, requested_at } =
      event.data.request;
    const opened = {
      round,
      approval_request_id,
      action_digest,
      status: 'pending',
      rejection: null,
      amendments: amends?.length ?? 0,
    } as const;
    // An amended request takes the place of the one before it in the same round (AM-9).
    const others = state.rounds.filter(each => each.round !== round);
    const asked_since =
      round === 1 ? (event.data.request.asked_since ?? requested_at) : state.asked_since;
    return { case_id, rounds: [...others, opened], asked_since };
  }
  const latest = state.rounds.at(-1);
  if (latest === undefined) return state;
  const changed = { ...latest, ...changeBy(event) };
  return { ...state, rounds: [...state.rounds.slice(0, -1), changed] };
}

function changeBy(event: RequestEvent): Partial<CaseRound> {
  if (event.type === 'rejection.lifted') return { rejection: null };
  if (event.type === 'entry.recorded') {
    return { rejection: rejectionOf(event.data.entry)?.choice ?? null };
  }
  const status = statusAfter[event.type];
  return status === undefined ? {} : { status };
}

/** How often the actions of a case were changed by reviewers, in all its rounds (AM-9). */
export function amendmentsOf({ rounds }: CaseState): number {
  return rounds.reduce((sum, { amendments }) => sum + amendments, 0);
}

export function caseStatus(state: CaseState): RequestStatus {
  return state.rounds.at(-1)?.status ?? 'absent';
}

/** Whether a further round may be asked now. The number it must carry comes from the rounds so far. */
export function decideRound(state: CaseState, next: NextRound): Result<null> {
  const latest = state.rounds.at(-1);
  if (state.case_id !== null && state.case_id !== next.case_id) {
    return refuse('case_supersedes_mismatch', 'the round names another case');
  }
  if (
    next.round !== state.rounds.length + 1 ||
    next.supersedes !== (latest?.approval_request_id ?? null)
  ) {
    return refuse(
      'case_supersedes_mismatch',
      `expected round ${state.rounds.length + 1} after ${latest?.approval_request_id ?? 'none'}`,
    );
  }
  if (latest === undefined) return accept(null);
  if (latest.status === 'pending' || latest.status === 'amended')
    return refuse('case_round_pending', 'the last round is open');
  if (latest.status === 'allowed' || latest.status === 'consumed') {
    return refuse('case_settled', `the last round is ${latest.status}`);
  }
  if (latest.rejection === 'never') {
    return refuse('rejected_for_good', 'the last round closed the case');
  }
  if (next.round > next.rounds_max) {
    return refuse('case_rounds_exhausted', `expected at most ${next.rounds_max} rounds`);
  }
  if ((next.change ?? '').trim() === '') {
    return refuse('case_change_missing', 'expected what changed since the last round');
  }
  if (latest.rejection === 'fix' && latest.action_digest === next.action_digest) {
    return refuse('case_action_unchanged', 'expected another action than that of the last round');
  }
  return accept(null);
}
