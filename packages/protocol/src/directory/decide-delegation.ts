import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Actor } from '../value/actor.ts';
import { operatorRole } from '../value/principal.ts';
import { addSeconds, isDue, type Timestamp } from '../value/timestamp.ts';
import {
  type DelegationTerms,
  delegationSecondsMax,
  delegationsMax,
  verifyDelegation,
} from './delegation.ts';
import type { MakeDelegation, RevokeDelegation } from './directory-command.ts';
import type { DirectoryState } from './directory-state.ts';
import { epochOf, listDelegations } from './read-delegations.ts';
import { activePerson, passkeysOf } from './read-directory.ts';
import { parseStoreEvent, type StoreEvent } from './store-event.ts';

type Asked<Command> = Command & { readonly by: Actor };

/** A person lends roles that they hold to another person, for a time, with their passkey (DG-1). */
export function makeDelegation(
  state: DirectoryState,
  { terms, assertion, store_id, site, by }: Asked<MakeDelegation>,
  now: Timestamp,
): Decision<StoreEvent> {
  const epoch = epochOf(state);
  const event = parseStoreEvent({
    type: 'delegation.made',
    at: now,
    data: { ...terms, epoch, assertion, by },
  });
  const known = state.delegations.get(terms.delegation_id);
  if (known !== undefined) {
    const same = known.person_id === terms.person_id && known.revoked_at === null;
    return same ? emit() : no('delegation_not_permitted', 'the id was used before');
  }
  const wrong = findWrongTerms(state, terms, by, now);
  if (wrong !== null) return no('delegation_not_permitted', wrong);
  const own = listDelegations(state, now).filter(({ person_id }) => person_id === terms.person_id);
  if (own.length >= delegationsMax) {
    return no('record_limit_reached', `a person has ${delegationsMax} delegations at most`);
  }
  const passkeys = passkeysOf(state, [terms.person_id]);
  const verdict = verifyDelegation({ terms, assertion, store_id, epoch, site, passkeys });
  return verdict.ok ? emit(event) : decline(verdict.refusal);
}

function findWrongTerms(
  state: DirectoryState,
  { person_id, delegate_id, roles, starts_at, ends_at }: DelegationTerms,
  by: Actor,
  now: Timestamp,
): string | null {
  const person = activePerson(state, person_id);
  if (by.kind !== 'human' || by.identity !== person_id || person === null) {
    return 'a person lends their own roles';
  }
  if (delegate_id === person_id || activePerson(state, delegate_id) === null) {
    return 'expected another person who is active';
  }
  if (!roles.every(role => person.roles.includes(role))) {
    return 'expected roles that the person holds';
  }
  if (ends_at <= starts_at || isDue(ends_at, now)) return 'expected a time that is not over';
  const latest = addSeconds(starts_at > now ? now : starts_at, delegationSecondsMax);
  return ends_at > latest ? 'expected at most 90 days' : null;
}

/** The delegator, the delegate or an operator ends it. It takes rights away, so it needs no passkey. */
export function revokeDelegation(
  state: DirectoryState,
  { delegation_id, reason, by }: Asked<RevokeDelegation>,
  now: Timestamp,
): Decision<StoreEvent> {
  const known = state.delegations.get(delegation_id);
  if (known === undefined) return no('delegation_not_found', 'no such delegation was made');
  const person = by.kind === 'human' ? activePerson(state, by.identity) : null;
  const may =
    by.kind === 'system' ||
    (person !== null &&
      (person.roles.includes(operatorRole) ||
        person.person_id === known.person_id ||
        person.person_id === known.delegate_id));
  if (!may) return no('actor_not_permitted', 'expected the delegator, the delegate or an operator');
  if (known.revoked_at !== null) return emit();
  if (reason.trim() === '') return no('reason_missing', 'expected a reason');
  const data = { delegation_id: known.delegation_id, reason, by };
  return emit(parseStoreEvent({ type: 'delegation.revoked', at: now, data }));
}

function no(code: ReasonCode, detail: string): Decision<StoreEvent> {
  return decline({ code, detail });
}
