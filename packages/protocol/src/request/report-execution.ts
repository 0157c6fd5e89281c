import { type Decision, decline, emit } from '../reason/decision.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { actorOf } from '../value/actor.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { mayOversee } from './end-request.ts';
import type { ExecutionOutcome, Receipt } from './receipt.ts';
import type { ReconcileExecution, ReportExecution } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import type { OpenedRequest, RequestState } from './request-state.ts';

/** How many receipts a request records: the start, the outcome, and what contradicts it (HI-6). */
const receiptsMax = 32;

/** The executor reports the outcome of the action. Appended also when late or contradictory; replaces nothing. */
export function reportExecution(
  state: RequestState,
  command: ReportExecution,
  now: Timestamp,
): Decision<RequestEvent> {
  const started = startedReceipt(state);
  if (!started.ok) return decline(started.refusal);
  const { receipt, receipts } = started.value;
  if (receipts.some(({ receipt_id }) => receipt_id === command.receipt_id)) return emit();
  if (command.attempt !== receipt.attempt) {
    return decline({
      code: 'execution_attempt_mismatch',
      detail: 'another attempt consumed the approval; this one must not have run',
    });
  }
  if (receipts.length >= receiptsMax) {
    return decline({
      code: 'record_limit_reached',
      detail: `a request has ${receiptsMax} at most`,
    });
  }
  const { receipt_id, outcome, result_digest, final_action_digest, error } = command;
  return emit({
    type: 'execution.reported',
    at: now,
    data: {
      receipt: {
        ...receipt,
        receipt_id,
        outcome,
        recorded_at: now,
        result_digest,
        final_action_digest,
        error,
      },
    },
  });
}

/** A person settles what no executor reported, with a reason. */
export function reconcileExecution(
  state: RequestState,
  command: ReconcileExecution,
  now: Timestamp,
): Decision<RequestEvent> {
  const started = startedReceipt(state);
  if (!started.ok) return decline(started.refusal);
  const { principal, reason, receipt_id, outcome } = command;
  const known = executionOutcome(state, now);
  if (known === 'started') {
    return decline({
      code: 'execution_outcome_open',
      detail: `the executor may report until ${started.value.receipt.report_by}`,
    });
  }
  if (known !== 'unknown') {
    return decline({ code: 'execution_already_reported', detail: `the outcome is ${known}` });
  }
  if (principal.kind !== 'human' || !mayOversee(started.value.state, principal)) {
    return decline({
      code: 'actor_not_permitted',
      detail: 'expected a person who is an operator or an approver of the chain',
    });
  }
  if (reason.trim() === '') {
    return decline({ code: 'reason_missing', detail: 'expected how the outcome is known' });
  }
  return emit({
    type: 'execution.reconciled',
    at: now,
    data: {
      receipt: { ...started.value.receipt, receipt_id, outcome, recorded_at: now },
      by: actorOf(principal),
      reason,
    },
  });
}

/**
 * What is known of the execution at a time; null where nothing was consumed. The first conclusive word
 * stands, a later one that contradicts it is kept and shown beside it. Silence is `unknown` (SU-6).
 */
export function executionOutcome(state: RequestState, now: Timestamp): ExecutionOutcome | null {
  const started = startedReceipt(state);
  if (!started.ok) return null;
  const { receipt, receipts } = started.value;
  const conclusive = receipts.find(
    ({ outcome }) => outcome === 'succeeded' || outcome === 'failed',
  );
  if (conclusive !== undefined) return conclusive.outcome;
  const givenUp = receipts.some(({ outcome }) => outcome === 'unknown');
  return givenUp || isDue(receipt.report_by, now) ? 'unknown' : 'started';
}

/** What a process knows of the answer to its consume before it starts the tool. */
export interface HeardConsume {
  /** The attempt that was named in the consume. */
  readonly attempt: string;
  /** Whether the answer says that this attempt had consumed the approval before. */
  readonly replayed: boolean;
  /** Whether this process made the attempt, and has not started on it. A name from elsewhere is not its own. */
  readonly made_here: boolean;
}

/**
 * Whether a process may start what its consume permits. Another attempt won, or the same attempt of another process
 * did (SU-8); or the answer came at or after `start_by` (TM-3).
 */
export function mayStart(receipt: Receipt, heard: HeardConsume, now: Timestamp): Result<null> {
  if (receipt.attempt !== heard.attempt) {
    return refuse('grant_already_consumed', 'another attempt consumed the approval');
  }
  if (heard.replayed && !heard.made_here) {
    return refuse('consume_replayed', 'the process that made this attempt may have started');
  }
  return isDue(receipt.start_by, now)
    ? refuse('execution_start_too_late', `expected to start before ${receipt.start_by}`)
    : accept(null);
}

function startedReceipt(
  state: RequestState,
): Result<{ state: OpenedRequest; receipt: Receipt; receipts: readonly Receipt[] }> {
  if (state.status === 'absent') {
    return refuse('request_not_found', 'nothing was opened under this id');
  }
  const receipt = state.receipts[0];
  if (receipt === undefined) {
    return refuse('execution_not_started', `the request is ${state.status}`);
  }
  return accept({ state, receipt, receipts: state.receipts });
}
