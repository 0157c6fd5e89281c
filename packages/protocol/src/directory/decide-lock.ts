import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { Actor } from '../value/actor.ts';
import { operatorRole } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { DirectoryCommand, LiftLock, PlaceLock } from './directory-command.ts';
import type { DirectoryState, Person } from './directory-state.ts';
import { lockedBy, lockInForce } from './find-lock.ts';
import { everything, type Lock, LockTarget, outsidePrefixes } from './lock-target.ts';
import { activeCredential, activePerson, ownerOf } from './read-directory.ts';
import { parseStoreEvent, type StoreEvent } from './store-event.ts';

type Asked<Command> = Command & { readonly by: Actor };

/** Locks a target at once. The same again changes nothing (LK-1). */
export function placeLock(
  state: DirectoryState,
  { lock_id, target, reason, by }: Asked<PlaceLock>,
  now: Timestamp,
): Decision<StoreEvent> {
  const event = parseStoreEvent({
    type: 'lock.placed',
    at: now,
    data: { lock_id, target: LockTarget.parse(target), reason, by },
  });
  if (reason.trim() === '') return no('reason_missing', 'expected the reason for the lock');
  const refusal = judgeTarget(state, target) ?? judgePlacing(state, target, by);
  if (refusal !== null) return decline(refusal);
  return lockInForce(state, target) === null ? emit(event) : emit();
}

/** Lifts a lock. Who may lift it is judged here, from the version that the commit is guarded by (LK-5). */
export function liftLock(
  state: DirectoryState,
  { lock_id, reason, credential_id, by }: Asked<LiftLock>,
  now: Timestamp,
): Decision<StoreEvent> {
  const lock = [...state.locks.values()].find(each => each.lock_id === lock_id);
  if (lock === undefined) return no('lock_not_found', 'no such lock was placed');
  if (lock.lifted_at !== null) return emit();
  if (reason.trim() === '') return no('reason_missing', 'expected the reason to lift the lock');
  const refusal = judgeLifting(state, { credential_id, by }, now);
  if (refusal !== null) return decline(refusal);
  const { target } = lock;
  const data = { lock_id: lock.lock_id, target, reason, credential_id, by };
  return emit(parseStoreEvent({ type: 'lock.lifted', at: now, data }));
}

/** A locked person changes nothing (LK-6). Who lifts a lock is judged with the lift. */
export function judgeActor(state: DirectoryState, { by, type }: DirectoryCommand): Refusal | null {
  const lock = by.kind === 'human' && type !== 'lift_lock' ? onPerson(state, by.identity) : null;
  return lock === null ? null : lockedBy(lock);
}

/**
 * While everything is locked no person, credential or role is added, and a locked person is given nothing (LK-6). What
 * only takes rights away goes on.
 */
export function judgeAdded(state: DirectoryState, command: DirectoryCommand): Refusal | null {
  if (state.locks.size === 0 || !addsRights(command)) return null;
  const lock = lockInForce(state, everything) ?? onReceiver(state, command);
  return lock === null ? null : lockedBy(lock);
}

function addsRights(command: DirectoryCommand): boolean {
  switch (command.type) {
    case 'add_person':
    case 'register_credential':
    case 'make_delegation':
      return true;
    case 'change_person':
      return !(
        command.active === false &&
        command.roles === undefined &&
        command.profile === undefined
      );
    default:
      return false;
  }
}

/** The lock on the person who would get something. */
function onReceiver(state: DirectoryState, command: DirectoryCommand): Lock | null {
  if (command.type === 'change_person') return onPerson(state, command.person_id);
  if (command.type === 'make_delegation') return onPerson(state, command.terms.delegate_id);
  if (command.type !== 'register_credential') return null;
  const { credential } = command;
  const person = credential.kind === 'api_key' ? credential.owner : credential.person_id;
  return person === null ? null : onPerson(state, person);
}

function onPerson(state: DirectoryState, person_id: string): Lock | null {
  const person = state.people.get(person_id);
  return person === undefined
    ? null
    : lockInForce(state, { kind: 'person', person_id: person.person_id });
}

function judgeTarget(state: DirectoryState, target: LockTarget): Refusal | null {
  if (target.kind === 'person' && !state.people.has(target.person_id)) {
    return { code: 'person_not_found', detail: 'no such person was added' };
  }
  const isKnown =
    target.kind !== 'key' ||
    outsidePrefixes.some(prefix => target.credential_id.startsWith(prefix)) ||
    state.credentials.has(target.credential_id);
  return isKnown
    ? null
    : { code: 'credential_not_found', detail: 'no such credential was registered' };
}

/** An operator locks anything; anyone else themselves, and the agents and keys that they own. */
function judgePlacing(state: DirectoryState, target: LockTarget, by: Actor): Refusal | null {
  if (by.kind === 'system') return null;
  const person = by.kind === 'human' ? activePerson(state, by.identity) : null;
  if (person !== null && (isOperator(person) || isTheirs(state, target, person))) return null;
  return {
    code: 'actor_not_permitted',
    detail: 'expected an operator, or the person whose agent or key it is',
  };
}

function isTheirs(state: DirectoryState, target: LockTarget, { person_id }: Person): boolean {
  switch (target.kind) {
    case 'person':
      return target.person_id === person_id;
    case 'agent':
      return ownerOf(state, target.agent_id) === person_id;
    case 'key': {
      const credential = state.credentials.get(target.credential_id);
      const owner = credential?.kind === 'api_key' ? credential.owner : credential?.person_id;
      return owner === person_id;
    }
    case 'everything':
      return false;
  }
}

/**
 * An operator who is not locked, with a passkey where any operator who may lift it has one. So the person on whom the
 * lock is never lifts it. The console of the server may always: it is how a store is opened again that locked its
 * only operator.
 */
function judgeLifting(
  state: DirectoryState,
  { credential_id, by }: Pick<Asked<LiftLock>, 'credential_id' | 'by'>,
  now: Timestamp,
): Refusal | null {
  if (by.kind === 'system') return null;
  const locked = by.kind === 'human' ? onPerson(state, by.identity) : null;
  if (locked !== null) return lockedBy(locked);
  const person = by.kind === 'human' ? activePerson(state, by.identity) : null;
  if (person === null || !isOperator(person)) {
    return { code: 'actor_not_permitted', detail: 'expected an operator' };
  }
  const credential = credential_id === null ? null : activeCredential(state, credential_id, now);
  if (credential?.person_id !== person.person_id) {
    return {
      code: 'actor_not_permitted',
      detail: 'expected a credential that the operator may use',
    };
  }
  if (credential.kind !== 'passkey' && hasLifterWithPasskey(state)) {
    return { code: 'step_up_missing', detail: 'expected a sign-in with a passkey' };
  }
  return null;
}

function hasLifterWithPasskey(state: DirectoryState): boolean {
  return [...state.people.values()].some(
    person =>
      person.active &&
      isOperator(person) &&
      person.passkeys > 0 &&
      onPerson(state, person.person_id) === null,
  );
}

function isOperator({ roles }: Person): boolean {
  return roles.includes(operatorRole);
}

function no(code: ReasonCode, detail: string): Decision<StoreEvent> {
  return decline({ code, detail });
}
