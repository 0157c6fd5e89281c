import type { DirectoryState } from '@countersign/protocol/directory';
import type { Refusal } from '@countersign/protocol/reason';
import type { Caller } from '../http/caller.ts';
import { judgeStored } from '../http/stored-sign-in.ts';
import type { HouseChange } from './describe-changes.ts';

type PersonCaller = Extract<Caller, { kind: 'person' }>;

/**
 * Why a change is not made, or null. The stored sign-in of a terminal is a file that any program of the same user can
 * read. With it an agent could make an approver of its own, so it cannot grant rights (OF-7).
 */
export function judgeChanges(
  state: DirectoryState,
  changes: readonly HouseChange[],
  caller: PersonCaller,
): Refusal | null {
  return changes.some(change => givesRights(state, change, caller)) ? judgeStored(caller) : null;
}

/** True if a person, a service or a host may do more than before, or if an agent may act for another person. */
function givesRights(
  state: DirectoryState,
  change: HouseChange,
  { person_id }: PersonCaller,
): boolean {
  switch (change.type) {
    case 'add_person':
    case 'lift_lock':
      return true;
    case 'change_person':
      return change.active !== false || change.roles !== undefined || change.profile !== undefined;
    case 'revoke_credential':
      return false;
    case 'register_credential': {
      const { credential } = change;
      if (credential.kind !== 'api_key') return true;
      const { owner, agent_ids, subject_ids = [] } = credential;
      const people = agent_ids.map(agent => state.index.owners.get(agent)?.owner ?? owner);
      return [owner, ...people, ...subject_ids].some(each => each !== person_id);
    }
  }
}
