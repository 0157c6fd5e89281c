import type { KeptEvent } from '@countersign/protocol/bundle';
import type { ChainEntry } from '@countersign/protocol/chain';
import { canonicalize, type JsonObject } from '@countersign/protocol/json';
import { accept, type Result } from '@countersign/protocol/reason';
import { type EventType, type StreamEvent, verifyStream } from '@countersign/protocol/stream';
import type { Store } from './store.ts';
import { storeStream } from './stream-name.ts';

/** An event of the store, and the text that it was read from. */
export interface StoreFact extends KeptEvent {
  readonly event: StreamEvent;
}

/** Everything that concerns the store as a whole, checked from its kept bytes; most stores have little of it. */
export async function readStoreHistory(
  store: Pick<Store, 'readStream'>,
): Promise<Result<readonly StoreFact[]>> {
  const rows = await store.readStream(storeStream);
  const verdict = verifyStream(storeStream, rows);
  if (!verdict.ok) return rows.length === 0 ? accept([]) : verdict;
  return accept(
    verdict.value.events.map((event, index) => {
      const { text = '', event_digest } = rows[index] ?? {};
      return { event, text, event_digest } as StoreFact;
    }),
  );
}

const personEvents: readonly EventType[] = ['person.added', 'person.changed'];

/** The event that gave the approver the roles of this decision, or null where the last one gave others or none is there. */
export function findRoles(history: readonly StoreFact[], entry: ChainEntry): StoreFact | null {
  const { approver_identity, approver_roles, decided_at } = entry;
  const last = findPerson(history, approver_identity, decided_at);
  return last !== null && says(last, { roles: [...approver_roles] }) ? last : null;
}

/** The event that said last who a person was at a time; null where they had left, or no event says so. */
export function findPerson(
  history: readonly StoreFact[],
  personId: string,
  by: string,
): StoreFact | null {
  const last = history.findLast(
    ({ event: { type, at, data } }) =>
      personEvents.includes(type) && at <= by && data['person_id'] === personId,
  );
  return last !== undefined && last.event.data['active'] !== false ? last : null;
}

/** The event that made a delegation, or null. */
export function findDelegation(
  history: readonly StoreFact[],
  delegationId: string,
): StoreFact | null {
  return (
    history.find(
      ({ event: { type, data } }) =>
        type === 'delegation.made' && data['delegation_id'] === delegationId,
    ) ?? null
  );
}

/** The event that registered a passkey with this public key for a person, or null. */
export function findRegistered(
  history: readonly StoreFact[],
  claims: JsonObject,
  by: string,
): StoreFact | null {
  const isIt = (fact: StoreFact) =>
    fact.event.type === 'credential.registered' && fact.event.at <= by && says(fact, claims);
  return history.findLast(isIt) ?? null;
}

/** The event that registered the passkey of this decision for its approver, or null. */
export function findPasskey(history: readonly StoreFact[], entry: ChainEntry): StoreFact | null {
  const { assertion, approver_identity, decided_at } = entry;
  if (assertion === null) return null;
  const claims = {
    person_id: approver_identity,
    credential_id: assertion.response.credential_id,
    public_key: assertion.public_key,
  };
  return findRegistered(history, claims, decided_at);
}

function says({ event }: StoreFact, claims: JsonObject): boolean {
  return Object.entries(claims).every(([member, claim]) => {
    const said = Object.hasOwn(event.data, member) ? event.data[member] : undefined;
    return said !== undefined && canonicalize(said) === canonicalize(claim);
  });
}
