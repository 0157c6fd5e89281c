import type { Digest } from '../crypto/digest.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { mayOversee } from '../request/end-request.ts';
import type { OpenedRequest } from '../request/request-state.ts';
import { type Actor, actorOf, systemActor } from '../value/actor.ts';
import type { ApprovalRequestId } from '../value/ids.ts';
import type { Principal } from '../value/principal.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import type { AllowanceEvent, SuspensionCause } from './allowance-event.ts';
import { type AllowanceState, allowanceStatusAt, type MadeAllowance } from './allowance-state.ts';
import type { AllowanceTerms } from './allowance-terms.ts';

/** Makes an allowance, or confirms a suspended one: the effect of an approved house request. */
export interface MakeAllowance {
  readonly type: 'make';
  readonly terms: AllowanceTerms;
  readonly approval_request_id: ApprovalRequestId;
  readonly action_digest: Digest;
  readonly epoch: number;
}

/** A person ends an allowance for now or permanently. It takes rights away, so that it needs no approval. */
export interface EndAllowance {
  readonly type: 'suspend' | 'revoke';
  readonly principal: Principal;
  readonly reason: string;
  /** The house request that made it, which says who may oversee it. */
  readonly decided: OpenedRequest;
  readonly epoch: number;
}

/** The system found that the allowance no longer fits what people decided (AL-5, AL-11). */
export interface SuspendBySystem {
  readonly type: 'suspend_by_system';
  readonly cause: Exclude<SuspensionCause, 'person'>;
  readonly reason: string;
  readonly approval_request_id: ApprovalRequestId | null;
}

export type AllowanceCommand = MakeAllowance | EndAllowance | SuspendBySystem;

export function decideAllowance(
  state: AllowanceState,
  command: AllowanceCommand,
  now: Timestamp,
): Decision<AllowanceEvent> {
  switch (command.type) {
    case 'make':
      return state.status === 'absent' ? emit(madeBy(command, now)) : confirm(state, command, now);
    case 'suspend':
    case 'revoke':
      return end(state, command, now);
    case 'suspend_by_system':
      if (state.status !== 'active') return emit();
      return emit(
        suspended(
          state,
          { cause: command.cause, by: systemActor, reason: command.reason },
          now,
          command.approval_request_id,
        ),
      );
  }
}

function madeBy(command: MakeAllowance, now: Timestamp): AllowanceEvent {
  const { terms, approval_request_id, action_digest, epoch } = command;
  const { allowance_id, agent_id, target, lifetime_seconds } = terms;
  return {
    type: 'allowance.made',
    at: now,
    data: {
      allowance_id,
      agent_id,
      tool_name: target.tool_name,
      approval_request_id,
      action_digest,
      expires_at: addSeconds(now, lifetime_seconds),
      epoch,
    },
  };
}

/** Only a suspended allowance is confirmed, and its end stays the same: nothing prolongs an allowance (AL-6, AL-8). */
function confirm(
  state: MadeAllowance,
  { approval_request_id, action_digest, epoch }: MakeAllowance,
  now: Timestamp,
): Decision<AllowanceEvent> {
  const status = allowanceStatusAt(state, now, epoch);
  if (status !== 'suspended') return no(statusCodes[status], `the allowance is ${status}`);
  const { allowance_id } = state;
  return emit({
    type: 'allowance.confirmed',
    at: now,
    data: { allowance_id, approval_request_id, action_digest },
  });
}

function end(
  state: AllowanceState,
  { type, principal, reason, decided, epoch }: EndAllowance,
  now: Timestamp,
): Decision<AllowanceEvent> {
  if (state.status === 'absent') return no('allowance_not_found', 'nothing was made under this id');
  const isOwner = principal.kind === 'human' && principal.person_id === decided.parties.agent_owner;
  if (principal.kind === 'agent' || !(isOwner || mayOversee(decided, principal))) {
    return no('actor_not_permitted', 'expected an operator, an approver of the chain or the owner');
  }
  if (reason.trim() === '') return no('reason_missing', 'expected a reason');
  const status = allowanceStatusAt(state, now, epoch);
  if (status === 'revoked' || status === 'expired') {
    return no(statusCodes[status], `the allowance is ${status}`);
  }
  const by = actorOf(principal);
  if (type === 'suspend') {
    return status === 'suspended'
      ? emit()
      : emit(suspended(state, { cause: 'person', by, reason }, now, null));
  }
  const { allowance_id } = state;
  return emit({ type: 'allowance.revoked', at: now, data: { allowance_id, by, reason } });
}

function suspended(
  { allowance_id }: MadeAllowance,
  why: { readonly cause: SuspensionCause; readonly by: Actor; readonly reason: string },
  at: Timestamp,
  approval_request_id: ApprovalRequestId | null,
): AllowanceEvent {
  return {
    type: 'allowance.suspended',
    at,
    data: { allowance_id, ...why, approval_request_id },
  };
}

/** The code that says why an allowance in this status does not cover or change. */
export const statusCodes = {
  active: 'allowance_active',
  suspended: 'allowance_suspended',
  revoked: 'allowance_revoked',
  expired: 'allowance_expired',
} as const satisfies Record<ReturnType<typeof allowanceStatusAt>, ReasonCode>;

function no(code: ReasonCode, detail: string): Decision<AllowanceEvent> {
  return decline({ code, detail });
}
