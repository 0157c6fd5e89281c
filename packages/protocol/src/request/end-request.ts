import { isListed } from '../chain/eligibility.ts';
import { everyoneOf } from '../chain/escalation.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import { actorOf, systemActor } from '../value/actor.ts';
import { identityOf, operatorRole, type Principal } from '../value/principal.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import { judgeEpoch, judgeVersions } from './in-force.ts';
import { judgeVoters } from './judge-voters.ts';
import type {
  CancelRequest,
  ExpireRequest,
  RevokeGrant,
  RevokeLeft,
  VoidRequest,
} from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import {
  deadlineOf,
  effectiveStatus,
  type OpenedRequest,
  type RequestState,
  statusCode,
} from './request-state.ts';
import type { Resolution } from './resolution.ts';

export function cancelRequest(
  state: RequestState,
  command: CancelRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'pending') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  const { by, in_force, reason, ids } = command;
  const permitted =
    typeof by === 'string' ? hasHappened(state, by, in_force) : mayCancel(state, by);
  if (!permitted) {
    return decline({
      code: 'actor_not_permitted',
      detail: 'expected its opener, its subject or an operator',
    });
  }
  return emit({
    type: 'request.cancelled',
    at: now,
    data: {
      resolution: unexecutedResolution(state, ids.approval_resolution_id, 'cancelled', now),
      by: typeof by === 'string' ? systemActor : actorOf(by),
      cause: typeof by === 'string' ? by : 'withdrawn',
      reason,
    },
  });
}

/** Says what the clock has already made true; it can never end anything early (TM-1). */
export function expireRequest(
  state: RequestState,
  { ids }: ExpireRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  const deadline = deadlineOf(state);
  if (state.status === 'absent' || deadline === null) {
    return decline({ code: statusCode(state, now), detail: `the request is ${state.status}` });
  }
  if (!isDue(deadline, now)) {
    return decline({ code: 'deadline_not_reached', detail: `it ends at ${deadline}` });
  }
  if (state.status === 'pending') {
    return emit({
      type: 'request.expired',
      at: now,
      data: { resolution: unexecutedResolution(state, ids.approval_resolution_id, 'expired', now) },
    });
  }
  return emit({ type: 'grant.expired', at: now, data: { grant_id: grantIdOf(state) } });
}

export function revokeGrant(
  state: RequestState,
  { principal, reason }: RevokeGrant,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'allowed') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  if (!mayOversee(state, principal)) {
    return decline({
      code: 'actor_not_permitted',
      detail: 'expected an operator or an approver of the chain',
    });
  }
  if (reason.trim() === '') {
    return decline({ code: 'reason_missing', detail: 'expected a reason for the revocation' });
  }
  return emit({
    type: 'grant.revoked',
    at: now,
    data: { grant_id: grantIdOf(state), by: actorOf(principal), reason },
  });
}

/** Records what a consume would find: an approver may no longer decide, so the approval cannot be used (ID-12). */
export function revokeLeft(
  state: RequestState,
  { voters }: RevokeLeft,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status === 'absent' || effectiveStatus(state, now) !== 'allowed') {
    return decline({
      code: statusCode(state, now),
      detail: `the request is ${effectiveStatus(state, now)}`,
    });
  }
  if (judgeVoters(state, voters).ok) {
    return decline({
      code: 'actor_not_permitted',
      detail: 'every approver of it may still decide',
    });
  }
  const reason = 'An approver of this request may no longer decide it.';
  const data = { grant_id: grantIdOf(state), by: systemActor, reason };
  return emit({ type: 'grant.revoked', at: now, data });
}

/** No person revokes it: the epoch of the store that it belonged to is over, and this records that (EV-10). */
export function voidRequest(
  state: RequestState,
  { in_force, reason, ids }: VoidRequest,
  now: Timestamp,
): Decision<RequestEvent> {
  if (state.status !== 'absent' && isOpen(state, now) && judgeEpoch(state, in_force).ok) {
    return decline({
      code: 'actor_not_permitted',
      detail: `it belongs to the present epoch, ${in_force.epoch}`,
    });
  }
  return endBySystem(state, { cause: 'epoch_changed', reason, ids }, now);
}

/** Ends an open request for what happened to the store, not to it: a question is cancelled, an allow revoked. */
export function endBySystem(
  state: RequestState,
  {
    cause,
    reason,
    ids,
  }: Pick<VoidRequest, 'reason' | 'ids'> & { cause: 'epoch_changed' | 'locked' },
  now: Timestamp,
): Decision<RequestEvent> {
  const status = effectiveStatus(state, now);
  if (state.status === 'absent' || !isOpen(state, now)) {
    return decline({ code: statusCode(state, now), detail: `the request is ${status}` });
  }
  if (status === 'allowed') {
    const data = { grant_id: grantIdOf(state), by: systemActor, reason };
    return emit({ type: 'grant.revoked', at: now, data });
  }
  return emit({
    type: 'request.cancelled',
    at: now,
    data: {
      resolution: unexecutedResolution(state, ids.approval_resolution_id, 'cancelled', now),
      by: systemActor,
      cause,
      reason,
    },
  });
}

function isOpen(state: RequestState, now: Timestamp): boolean {
  const status = effectiveStatus(state, now);
  return status === 'pending' || status === 'allowed';
}

/** An operator, or any principal that one of the stages lists; revoking and settling need no more than that. */
export function mayOversee(state: OpenedRequest, principal: Principal): boolean {
  if (principal.kind === 'agent') return false;
  if (principal.roles.includes(operatorRole)) return true;
  const { kind, roles } = principal;
  const approver = { kind, identity: identityOf(principal), roles };
  return state.chain.stages.some(
    stage => stage.approver_kinds.includes(kind) && isListed(everyoneOf(stage), approver),
  );
}

function mayCancel({ request, parties }: OpenedRequest, principal: Principal): boolean {
  if (principal.principal_id === request.requested_by.principal_id) return true;
  if (principal.kind === 'agent') return false;
  if (principal.roles.includes(operatorRole)) return true;
  return (
    principal.kind === 'human' &&
    (principal.person_id === parties.subject || principal.person_id === parties.requester)
  );
}

/** The system cancels only for what can be seen to have happened. */
function hasHappened(
  state: OpenedRequest,
  cause: Extract<CancelRequest['by'], string>,
  in_force: CancelRequest['in_force'],
): boolean {
  const versions = judgeVersions(state, in_force);
  return !versions.ok && versions.refusal.code === cause;
}

/** The resolution of a request that ends without an execution. */
export function unexecutedResolution(
  { request, entries }: OpenedRequest,
  approval_resolution_id: Resolution['approval_resolution_id'],
  outcome: 'expired' | 'cancelled' | 'amended',
  now: Timestamp,
): Resolution {
  return {
    approval_resolution_id,
    approval_request_id: request.approval_request_id,
    outcome,
    action_digest: request.action_digest,
    policy_version: request.policy_version,
    approval_chain_version: request.approval_chain_version,
    final_entry_digest: entries.at(-1)?.entry_digest ?? null,
    grant_id: null,
    grant_expires_at: null,
    resolved_at: now,
  };
}

function grantIdOf(state: OpenedRequest): NonNullable<Resolution['grant_id']> {
  const grantId = state.resolution?.grant_id ?? null;
  if (grantId === null) throw new InvariantViolation('AB-1', 'an allowed request has a grant');
  return grantId;
}
