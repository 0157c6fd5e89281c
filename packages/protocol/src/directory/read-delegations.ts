import { isDue, type Timestamp } from '../value/timestamp.ts';
import type { Delegation, LentRoles } from './delegation.ts';
import type { DirectoryState } from './directory-state.ts';
import { activePerson, passkeysOf } from './read-directory.ts';

/** Every delegation that was not revoked, whose passkey still counts, and that belongs to the present epoch (DG-5). */
function standing(state: DirectoryState): Delegation[] {
  const epoch = epochOf(state);
  return [...state.delegations.values()].filter(
    ({ revoked_at, epoch: its, person_id, credential_id }) =>
      revoked_at === null &&
      its === epoch &&
      passkeysOf(state, [person_id]).some(passkey => passkey.credential_id === credential_id),
  );
}

export function epochOf({ epochs }: Pick<DirectoryState, 'epochs'>): number {
  return epochs.at(-1)?.epoch ?? 1;
}

/** The ids of the delegations of a person that stand, whether or not their time has come or is over. */
export function lendsOf(state: DirectoryState, person_id: string): string[] {
  return standing(state)
    .filter(each => each.person_id === person_id)
    .map(({ delegation_id }) => delegation_id);
}

/** Every delegation that is not over at a time, the one that ends first in front. */
export function listDelegations(state: DirectoryState, now: Timestamp): Delegation[] {
  return standing(state)
    .filter(({ ends_at }) => !isDue(ends_at, now))
    .sort((a, b) => (a.ends_at < b.ends_at ? -1 : 1));
}

/** What is lent at a time: the lent roles that the delegator still holds. Both people are active (DG-2). */
export function lentNow(state: DirectoryState, now: Timestamp): LentRoles[] {
  if (state.delegations.size === 0) return [];
  return listDelegations(state, now).flatMap(each => {
    const { delegation_id, person_id, delegate_id, roles, starts_at, ends_at } = each;
    if (starts_at > now || activePerson(state, delegate_id) === null) return [];
    const held = activePerson(state, person_id)?.roles ?? [];
    const lent = roles.filter(role => held.includes(role));
    if (lent.length === 0) return [];
    return [{ delegation_id, person_id, delegate_id, roles: lent, starts_at, ends_at }];
  });
}
