import type { Refusal } from '../reason/refusal.ts';
import type { PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import type { DirectoryState } from './directory-state.ts';
import { everything, type Lock, type LockTarget, targetKey } from './lock-target.ts';
import { PersistentMap } from './persistent-map.ts';

type LockReadable = Pick<DirectoryState, 'locks' | 'credentials' | 'people' | 'index'>;

/**
 * Something that a lock may cover, and since when it exists. What exists since before the lift of a lock stays closed
 * after it (LK-4). Without `since` only a lock that is in force counts.
 */
export type Covered = (
  | LockTarget
  /** An approval service: a lock on any of its credentials covers it. */
  | { readonly kind: 'service'; readonly service_id: string }
  /** A subject of an action: a person where the directory knows one of this id. */
  | { readonly kind: 'subject'; readonly subject_id: string | null }
  /** A request to lift a lock. A lock on everything leaves it open, so that an operator can ask for the lift (LK-5). */
  | { readonly kind: 'lift' }
) & { readonly since?: Timestamp };

/**
 * The lock that covers any of these, or null. A lock on everything covers all. A person who is locked covers the
 * agents and the keys that they own, and what is done for them (LK-2).
 */
export function findLock(state: LockReadable, covered: readonly Covered[]): Lock | null {
  if (state.locks.size === 0) return null;
  if (covered.some(({ kind }) => kind === 'lift')) return lockOn(state, covered);
  const times = covered.flatMap(({ since }) => since ?? []).sort();
  const all = { ...everything, ...(times[0] === undefined ? {} : { since: times[0] }) };
  return lockOn(state, [all, ...covered]);
}

/**
 * The lock that ended a session, or null. A lock on its person or its credential ends it, and so does one on
 * everything that was placed after it began: people sign in again, to read and to lift the lock (LK-3).
 */
export function findSessionLock(
  state: LockReadable,
  session: {
    readonly person_id: PersonId;
    readonly credential_id: string;
    readonly began_at: Timestamp;
  },
): Lock | null {
  if (state.locks.size === 0) return null;
  const { person_id, credential_id, began_at: since } = session;
  const all = state.locks.get(targetKey(everything));
  if (all !== undefined && since <= all.placed_at) return all;
  return lockOn(state, [
    { kind: 'person', person_id, since },
    { kind: 'key', credential_id, since },
  ]);
}

/** The lock on one target that is in force, or null. */
export function lockInForce(state: Pick<DirectoryState, 'locks'>, target: LockTarget): Lock | null {
  const lock = state.locks.get(targetKey(target));
  return lock !== undefined && lock.lifted_at === null ? lock : null;
}

/** The directory as if nothing were locked, to find what a lock is on. The caller must judge the lock itself. */
export function withoutLocks(state: DirectoryState): DirectoryState {
  return { ...state, locks: PersistentMap.empty() };
}

/** Every lock that is in force, the oldest first. */
export function locksInForce({ locks }: Pick<DirectoryState, 'locks'>): Lock[] {
  return [...locks.values()]
    .filter(({ lifted_at }) => lifted_at === null)
    .sort((a, b) => (a.placed_at < b.placed_at ? -1 : 1));
}

/** The most of a reason that a refusal repeats. */
const reasonLengthMax = 300;

/** What a caller is told. The reason was written for everyone whom the lock concerns, the agent too. */
export function lockedBy({ target, reason, placed_at, lifted_at }: Lock): Refusal {
  const what = {
    agent: 'the agent is locked',
    person: 'a person of this action is locked',
    key: 'the key is locked',
    everything: 'everything is locked',
  }[target.kind];
  const letters = [...reason];
  const words =
    letters.length > reasonLengthMax ? `${letters.slice(0, reasonLengthMax).join('')}…` : reason;
  const until = lifted_at === null ? '' : ` until ${lifted_at}, and this is from before`;
  return { code: 'locked', detail: `${what} since ${placed_at}${until}: ${words}` };
}

function isClosedBy({ lifted_at }: Lock, since: Timestamp | undefined): boolean {
  return lifted_at === null || (since !== undefined && since <= lifted_at);
}

/** The lock that covers any of these by itself, apart from one on everything. */
export function lockOn(state: LockReadable, covered: readonly Covered[]): Lock | null {
  if (state.locks.size === 0) return null;
  for (const each of covered) {
    for (const lock of locksOn(state, each)) {
      if (lock !== undefined && isClosedBy(lock, each.since)) return lock;
    }
  }
  return null;
}

function locksOn(state: LockReadable, covered: Covered): (Lock | undefined)[] {
  const { locks, credentials } = state;
  const onPerson = (person_id: PersonId | null | undefined) =>
    person_id ? locks.get(targetKey({ kind: 'person', person_id })) : undefined;
  switch (covered.kind) {
    case 'everything':
    case 'person':
      return [locks.get(targetKey(covered))];
    case 'agent': {
      const owner = state.index.owners.get(covered.agent_id)?.owner;
      return [locks.get(targetKey(covered)), onPerson(owner)];
    }
    case 'key': {
      const credential = credentials.get(covered.credential_id);
      const owner = credential?.kind === 'api_key' ? credential.owner : credential?.person_id;
      return [locks.get(targetKey(covered)), onPerson(owner)];
    }
    case 'service':
      return [...locks.values()].filter(({ target }) => {
        const credential =
          target.kind === 'key' ? credentials.get(target.credential_id) : undefined;
        return credential?.kind === 'service' && credential.service_id === covered.service_id;
      });
    case 'lift':
      return [];
    case 'subject':
      return [onPerson(state.people.get(covered.subject_id ?? '')?.person_id)];
  }
}
