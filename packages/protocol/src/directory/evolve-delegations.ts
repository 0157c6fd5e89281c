import { InvariantViolation } from '../reason/protocol-error.ts';
import type { DirectoryState } from './directory-state.ts';
import type { StoreEvent, StoreEventOf } from './store-event.ts';

export type DelegationEvent = StoreEventOf<'delegation.made'> | StoreEventOf<'delegation.revoked'>;

export function isDelegationEvent(event: StoreEvent): event is DelegationEvent {
  return event.type === 'delegation.made' || event.type === 'delegation.revoked';
}

export function evolveDelegations(state: DirectoryState, event: DelegationEvent): DirectoryState {
  const { delegation_id } = event.data;
  const known = state.delegations.get(delegation_id);
  if (event.type === 'delegation.made') {
    if (known !== undefined) throw misplaced(event.type);
    const { assertion, by: _by, ...terms } = event.data;
    const { credential_id } = assertion.response;
    const made = { ...terms, credential_id, made_at: event.at, revoked_at: null };
    return { ...state, delegations: state.delegations.set(delegation_id, made) };
  }
  if (known === undefined || known.revoked_at !== null) throw misplaced(event.type);
  const revoked = { ...known, revoked_at: event.at };
  return { ...state, delegations: state.delegations.set(delegation_id, revoked) };
}

function misplaced(type: string): InvariantViolation {
  return new InvariantViolation('EV-6', `${type} cannot follow in this store`);
}
