import { type Decision, decline, emit } from '../reason/decision.ts';
import { actorOf } from '../value/actor.ts';
import { operatorRole } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { LiftRejection } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import { isClosed, type RequestState, statusCode } from './request-state.ts';

/** Only an operator who is a person lifts a rejection for good. It permits nothing: the action may be asked again. */
export function liftRejection(
  state: RequestState,
  { principal, reason }: LiftRejection,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || !isClosed(state)) {
    return decline({
      code: statusCode(state, now),
      detail: 'expected a request that was rejected for good',
    });
  }
  if (principal.kind !== 'human' || !principal.roles.includes(operatorRole)) {
    return decline({ code: 'actor_not_permitted', detail: 'expected an operator' });
  }
  if (reason.trim() === '') {
    return decline({ code: 'reason_missing', detail: 'expected a reason for lifting it' });
  }
  return emit({ type: 'rejection.lifted', at: now, data: { by: actorOf(principal), reason } });
}
