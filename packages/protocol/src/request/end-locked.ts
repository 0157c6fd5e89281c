import { houseKindOf } from '../action/house-action.ts';
import { type Covered, lockedBy } from '../directory/find-lock.ts';
import type { Lock } from '../directory/lock-target.ts';
import { type Decision, decline } from '../reason/decision.ts';
import { PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { endBySystem } from './end-request.ts';
import type { EndLocked } from './request-command.ts';
import type { RequestEvent } from './request-event.ts';
import type { OpenedRequest, RequestState } from './request-state.ts';

/**
 * Everyone and everything that a request depends on, each since it was part of it: a lock on any of them closes the
 * request, also after the lock was lifted (LK-4).
 */
export function coveredOf({
  request,
  parties,
  entries,
}: Pick<OpenedRequest, 'request' | 'parties' | 'entries'>): Covered[] {
  const since = request.requested_at;
  const authors = (request.amends ?? []).map(({ changed_by }) => changed_by);
  const people = [parties.requester, parties.subject, parties.agent_owner, ...authors];
  return [
    ...(houseKindOf(request.operation) === 'lock.lift' ? [{ kind: 'lift' } as const] : []),
    { kind: 'agent', agent_id: request.agent_id, since },
    { kind: 'key', credential_id: request.requested_by.principal_id, since },
    { kind: 'subject', subject_id: request.subject_id, since },
    ...people.flatMap((person_id): Covered[] =>
      person_id === null ? [] : [{ kind: 'person', person_id, since }],
    ),
    ...entries.flatMap((entry): Covered[] => {
      const { approver_identity, approver_kind, assertion, decided_at, on_behalf_of } = entry;
      const person = PersonId.safeParse(approver_identity);
      return [
        ...(person.success
          ? [{ kind: 'person', person_id: person.data, since: decided_at } as const]
          : []),
        ...(on_behalf_of === undefined
          ? []
          : [{ kind: 'person', person_id: on_behalf_of.person_id, since: decided_at } as const]),
        ...(approver_kind === 'service'
          ? [
              { kind: 'service', service_id: approver_identity, since: decided_at } as const,
              { kind: 'key', credential_id: approver_identity, since: decided_at } as const,
            ]
          : []),
        ...(assertion === null
          ? []
          : [
              {
                kind: 'key',
                credential_id: assertion.response.credential_id,
                since: decided_at,
              } as const,
            ]),
      ];
    }),
  ];
}

/** Ends what a lock closed: the question is cancelled, the approval revoked. Without a lock nothing ends. */
export function endLocked(
  state: RequestState,
  { lock, ids }: EndLocked,
  now: Timestamp,
): Decision<RequestEvent> {
  if (lock === null) {
    return decline({ code: 'actor_not_permitted', detail: 'no lock covers the request' });
  }
  return endBySystem(state, { cause: 'locked', reason: endedBy(lock), ids }, now);
}

function endedBy(lock: Lock): string {
  const { detail } = lockedBy(lock);
  return `${detail.charAt(0).toUpperCase()}${detail.slice(1)}`;
}
