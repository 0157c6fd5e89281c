import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { amendRequest } from './amend-request.ts';
import { consumeGrant } from './consume-grant.ts';
import { coverRequest } from './cover-request.ts';
import { endLocked } from './end-locked.ts';
import {
  cancelRequest,
  expireRequest,
  revokeGrant,
  revokeLeft,
  voidRequest,
} from './end-request.ts';
import { liftRejection } from './lift-rejection.ts';
import { openRequest } from './open-request.ts';
import { answerQuestion, askQuestion } from './question.ts';
import { reaffirmRequest } from './reaffirm-request.ts';
import { recordEntry } from './record-entry.ts';
import { reconcileExecution, reportExecution } from './report-execution.ts';
import type { Advise, RequestCommand } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import { effectiveStatus, type RequestState, statusCode } from './request-state.ts';
import { reviewRelease } from './review-release.ts';

/** How many pieces of advice a request records (HI-6). */
const adviceMax = 16;

/** What a command does to a request at a time: events, or the reason why not. Changes nothing itself. */
export function decideRequest(
  state: RequestState,
  command: RequestCommand,
  now: Timestamp,
): Decision<RequestEvent> {
  switch (command.type) {
    case 'open':
      return openRequest(state, command, now);
    case 'amend':
      return amendRequest(state, command, now);
    case 'record_entry':
      return recordEntry(state, command, now);
    case 'cover':
      return coverRequest(state, command, now);
    case 'advise':
      return advise(state, command, now);
    case 'ask':
      return askQuestion(state, command, now);
    case 'answer':
      return answerQuestion(state, command, now);
    case 'cancel':
      return cancelRequest(state, command, now);
    case 'reaffirm':
      return reaffirmRequest(state, command, now);
    case 'expire':
      return expireRequest(state, command, now);
    case 'revoke':
      return revokeGrant(state, command, now);
    case 'lift_rejection':
      return liftRejection(state, command, now);
    case 'review_release':
      return reviewRelease(state, command, now);
    case 'revoke_left':
      return revokeLeft(state, command, now);
    case 'void':
      return voidRequest(state, command, now);
    case 'end_locked':
      return endLocked(state, command, now);
    case 'consume':
      return consumeGrant(state, command, now);
    case 'report':
      return reportExecution(state, command, now);
    case 'reconcile':
      return reconcileExecution(state, command, now);
    default:
      throw new InvariantViolation(
        'AB-1',
        `unknown command ${(command satisfies never as RequestCommand).type}`,
      );
  }
}

/** Advice is kept beside the entries and can never become one (ID-6). */
function advise(state: RequestState, { advice }: Advise, now: Timestamp): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  if (advice.approval_request_id !== state.request.approval_request_id) {
    return decline({ code: 'request_inconsistent', detail: 'the advice is about another request' });
  }
  if (state.advice.some(({ advice_id }) => advice_id === advice.advice_id)) return emit();
  if (state.advice.length >= adviceMax) {
    return decline({ code: 'record_limit_reached', detail: `a request has ${adviceMax} at most` });
  }
  return emit({ type: 'advice.recorded', at: now, data: { advice } });
}
