import type { HouseKind } from '../action/house-action.ts';
import { type Digest, sha256OfPlain } from '../crypto/digest.ts';
import type { PublicKey } from '../crypto/jwk.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { PersonId } from '../value/ids.ts';
import { operatorRole } from '../value/principal.ts';
import type { Timestamp } from '../value/timestamp.ts';
import {
  type ChannelName,
  type Credential,
  type ReadCredential,
  readCredential,
} from './credential.ts';
import type { Delegation } from './delegation.ts';
import {
  type DelegationEvent,
  evolveDelegations,
  isDelegationEvent,
} from './evolve-delegations.ts';
import { evolveTools, isToolsEvent, type ToolsEvent } from './evolve-tools.ts';
import { type Lock, targetKey } from './lock-target.ts';
import { PersistentMap } from './persistent-map.ts';
import type { KeyPurpose, StoreEvent, StoreEventOf } from './store-event.ts';
import type { ToolServer } from './tool-server.ts';

/** A person as they are now. Who is not active may do nothing, whatever credentials they have. */
export interface Person {
  readonly person_id: PersonId;
  /** In the order of code units, exactly as the event that gave them says. */
  readonly roles: readonly string[];
  readonly active: boolean;
  readonly profile_digest: string | null;
  readonly email_digest: string | null;
  /** How many credentials of each kind are not revoked. */
  readonly passkeys: number;
  readonly oidc_accounts: number;
  readonly linked_accounts: number;
  /** All there ever were, the last one first. */
  readonly credentials: CredentialList | null;
}

interface CredentialList {
  readonly credential_id: string;
  readonly earlier: CredentialList | null;
}

/** A signing key as it is now. One key may serve several purposes. */
export interface DirectoryKey {
  readonly kid: string;
  readonly public_key: PublicKey;
  readonly not_before: Timestamp;
  readonly not_after: Timestamp | null;
  readonly purposes: readonly { readonly purpose: KeyPurpose; readonly name: string | null }[];
  readonly revoked_at: Timestamp | null;
}

export interface AgentOwner {
  readonly owner: PersonId;
  /** How many API keys say so and are not revoked. */
  readonly keys: number;
}

/**
 * Who and what a store knows: the fold of its one stream. Its maps are persistent and its indexes are kept with
 * each event, so that one event costs the same after twenty thousand others, no reader searches a list, and a
 * state that was decided from is never changed behind the reader's back.
 */
export interface DirectoryState {
  readonly people: PersistentMap<Person>;
  readonly credentials: PersistentMap<Credential>;
  readonly keys: PersistentMap<DirectoryKey>;
  readonly policy_version: string | null;
  /** Of the documents in force; null where only their version is known. */
  readonly policy_text: Digest | null;
  /** The kinds of change that take a house request. */
  readonly governs: readonly HouseKind[];
  /** Epochs that began with a policy without an approval, although one with governance was in force. */
  readonly recovered: readonly number[];
  /** Whether the last event began an epoch. */
  readonly epoch_begins: boolean;
  readonly epochs: readonly StoreEventOf<'epoch.started'>['data'][];
  /** How many active operators can sign in. */
  readonly operators: number;
  /** Whether approvals in it may be simulated. Its signatures mean nothing, permanently. */
  readonly for_tests: boolean;
  /** The last lock of each target, by `targetKey`. */
  readonly locks: PersistentMap<Lock>;
  /** Every delegation there ever was, by its id. */
  readonly delegations: PersistentMap<Delegation>;
  /** The servers of tools whose definitions are recorded, by their digest. */
  readonly tool_servers: PersistentMap<ToolServer>;
  readonly index: DirectoryIndex;
}

interface DirectoryIndex {
  /** Credential ids, by the digest of their secret. */
  readonly secrets: PersistentMap<string>;
  /** Whose a public key is, by its digest: a credential or a signing key, never two. */
  readonly public_keys: PersistentMap<KeyHolder>;
  /** Ids of the credential that has an account, or had it last, by its digest. */
  readonly subjects: PersistentMap<string>;
  /** The same for linked accounts, by channel and digest. */
  readonly accounts: PersistentMap<string>;
  readonly owners: PersistentMap<AgentOwner>;
  /** Who has an address, or had it last, by its digest. */
  readonly emails: PersistentMap<PersonId>;
  /** How many credentials of a service are not revoked. */
  readonly services: PersistentMap<number>;
  /** Digests of the servers of tools that an agent has listed. */
  readonly agent_tool_servers: PersistentMap<readonly string[]>;
}

type KeyHolder =
  | { readonly credential_id: string; readonly kid?: never }
  | { readonly kid: string; readonly credential_id?: never };

export const emptyDirectory: DirectoryState = {
  people: PersistentMap.empty(),
  credentials: PersistentMap.empty(),
  keys: PersistentMap.empty(),
  policy_version: null,
  policy_text: null,
  governs: [],
  recovered: [],
  epoch_begins: false,
  epochs: [],
  operators: 0,
  for_tests: false,
  locks: PersistentMap.empty(),
  delegations: PersistentMap.empty(),
  tool_servers: PersistentMap.empty(),
  index: {
    secrets: PersistentMap.empty(),
    public_keys: PersistentMap.empty(),
    subjects: PersistentMap.empty(),
    accounts: PersistentMap.empty(),
    owners: PersistentMap.empty(),
    emails: PersistentMap.empty(),
    services: PersistentMap.empty(),
    agent_tool_servers: PersistentMap.empty(),
  },
};

/** Whether this person could operate the store now: they may, and have something to sign in with. */
function canOperate(person: Person): boolean {
  const { active, roles, passkeys, oidc_accounts } = person;
  return active && roles.includes(operatorRole) && passkeys + oidc_accounts > 0;
}

/** What a key is indexed by. */
export function keyDigest(public_key: PublicKey): string {
  return sha256OfPlain(public_key);
}

/** What an account is indexed by. Two channels may compute the same digest for two different accounts. */
export function accountKey(channel: ChannelName, account_digest: string): string {
  return `${channel}/${account_digest}`;
}

export function evolveDirectory(state: DirectoryState, event: StoreEvent): DirectoryState {
  const next = isToolsEvent(event)
    ? evolveTools(state, event)
    : isDelegationEvent(event)
      ? evolveDelegations(state, event)
      : afterEvent(state, event);
  const epoch_begins = event.type === 'epoch.started';
  return next.epoch_begins === epoch_begins ? next : { ...next, epoch_begins };
}

function afterEvent(
  state: DirectoryState,
  event: Exclude<StoreEvent, ToolsEvent | DelegationEvent>,
): DirectoryState {
  switch (event.type) {
    case 'policy.activated':
      return activatePolicy(state, event);
    case 'epoch.started': {
      const last = state.epochs.at(-1);
      if (last !== undefined && event.data.epoch <= last.epoch) throw misplaced(event);
      return { ...state, epochs: [...state.epochs, event.data] };
    }
    case 'key.added':
      return addKey(state, event);
    case 'key.revoked':
      return revokeKey(state, event);
    case 'person.added': {
      const { by: _, email_digest = null, ...facts } = event.data;
      if (state.people.has(facts.person_id)) throw misplaced(event);
      const none = { passkeys: 0, oidc_accounts: 0, linked_accounts: 0, credentials: null };
      return putPerson(state, { ...facts, email_digest, ...none });
    }
    case 'person.changed': {
      const { by: _, email_digest = null, ...facts } = event.data;
      const person = state.people.get(facts.person_id);
      if (person === undefined) throw misplaced(event);
      return putPerson(state, { ...person, ...facts, email_digest });
    }
    case 'credential.registered':
      return registerCredential(state, event);
    case 'credential.revoked': {
      const credential = state.credentials.get(event.data.credential_id);
      if (credential === undefined || credential.revoked_at !== null) throw misplaced(event);
      const credentials = state.credentials.set(credential.credential_id, {
        ...credential,
        revoked_at: event.at,
      });
      return countCredential({ ...state, credentials }, credential, -1);
    }
    case 'lock.placed':
      return placeLock(state, event);
    case 'lock.lifted':
      return liftLock(state, event);
    case 'store.marked_for_tests':
      if (state !== emptyDirectory) throw misplaced(event);
      return { ...state, for_tests: true };
    default:
      throw misplaced(event satisfies never);
  }
}

/**
 * Where a policy with governance is in force, another one follows with its approval, or as the beginning of an epoch
 * (HR-6, HR-9). The same documents may come under another version: a later release may count versions differently.
 */
function activatePolicy(
  state: DirectoryState,
  event: StoreEventOf<'policy.activated'>,
): DirectoryState {
  const { policy_version, text_digest = null, governs = [], approval_request_id } = event.data;
  const isSame = text_digest !== null && text_digest === state.policy_text;
  const isGoverned = state.governs.includes('policy') && !isSame;
  const isRecovery = isGoverned && approval_request_id === undefined;
  const epoch = state.epochs.at(-1)?.epoch ?? 1;
  if (isRecovery && !state.epoch_begins) throw misplaced(event);
  return {
    ...state,
    policy_version,
    policy_text: text_digest,
    governs,
    recovered: isRecovery ? [...state.recovered, epoch] : state.recovered,
  };
}

/** The number of operators is kept in step here and nowhere else. */
function putPerson(state: DirectoryState, person: Person): DirectoryState {
  const before = state.people.get(person.person_id);
  const gained = canOperate(person) ? 1 : 0;
  const lost = before !== undefined && canOperate(before) ? 1 : 0;
  const { person_id, email_digest } = person;
  return {
    ...state,
    people: state.people.set(person_id, person),
    operators: state.operators + gained - lost,
    index: withEmail(state.index, email_digest, person_id),
  };
}

function withEmail(
  index: DirectoryIndex,
  email_digest: string | null | undefined,
  person_id: PersonId,
): DirectoryIndex {
  if (!email_digest || index.emails.get(email_digest) === person_id) return index;
  return { ...index, emails: index.emails.set(email_digest, person_id) };
}

function revokeKey(state: DirectoryState, event: StoreEventOf<'key.revoked'>): DirectoryState {
  const key = state.keys.get(event.data.kid);
  if (key === undefined || key.revoked_at !== null) throw misplaced(event);
  const { revoked_at } = event.data;
  return { ...state, keys: state.keys.set(key.kid, { ...key, revoked_at }) };
}

function placeLock(state: DirectoryState, event: StoreEventOf<'lock.placed'>): DirectoryState {
  const key = targetKey(event.data.target);
  if (state.locks.get(key)?.lifted_at === null) throw misplaced(event);
  const lock = { ...event.data, placed_at: event.at, lifted_at: null };
  return { ...state, locks: state.locks.set(key, lock) };
}

function liftLock(state: DirectoryState, event: StoreEventOf<'lock.lifted'>): DirectoryState {
  const key = targetKey(event.data.target);
  const lock = state.locks.get(key);
  const fits = lock?.lock_id === event.data.lock_id && lock.lifted_at === null;
  if (!fits) throw misplaced(event);
  return { ...state, locks: state.locks.set(key, { ...lock, lifted_at: event.at }) };
}

function addKey(state: DirectoryState, event: StoreEventOf<'key.added'>): DirectoryState {
  const { kid, purpose, name, public_key, not_before, not_after } = event.data;
  const key = state.keys.get(kid) ?? { revoked_at: null, purposes: [] };
  const isKnown = key.purposes.some(known => known.purpose === purpose && known.name === name);
  const purposes = isKnown ? key.purposes : [...key.purposes, { purpose, name }];
  const { revoked_at } = key;
  const changed: DirectoryKey = { kid, public_key, not_before, not_after, purposes, revoked_at };
  return {
    ...state,
    keys: state.keys.set(kid, changed),
    index: {
      ...state.index,
      public_keys: state.index.public_keys.set(keyDigest(public_key), { kid }),
    },
  };
}

function registerCredential(
  state: DirectoryState,
  event: StoreEventOf<'credential.registered'>,
): DirectoryState {
  const data = readCredential(event.data);
  if (state.credentials.has(data.credential_id)) throw misplaced(event);
  if (data.person_id !== null && !state.people.has(data.person_id)) throw misplaced(event);
  const credential: Credential = { ...data, registered_at: event.at, revoked_at: null };
  const registered = {
    ...state,
    credentials: state.credentials.set(data.credential_id, credential),
    index: indexCredential(state.index, data),
  };
  return countCredential(registered, credential, 1);
}

/** The index only grows. A secret or key that was used once belongs to no other credential, even after its revocation. */
function indexCredential(index: DirectoryIndex, data: ReadCredential): DirectoryIndex {
  const { credential_id, public_key } = data;
  const public_keys =
    public_key === null
      ? index.public_keys
      : index.public_keys.set(keyDigest(public_key), { credential_id });
  const secrets =
    (data.kind === 'api_key' || data.kind === 'service') && data.secret_digest !== null
      ? index.secrets.set(data.secret_digest, credential_id)
      : index.secrets;
  const subjects =
    data.kind === 'oidc' ? index.subjects.set(data.subject_digest, credential_id) : index.subjects;
  const accounts =
    data.kind === 'account'
      ? index.accounts.set(accountKey(data.channel, data.account_digest), credential_id)
      : index.accounts;
  const indexed = { ...index, public_keys, secrets, subjects, accounts };
  return data.kind === 'oidc' ? withEmail(indexed, data.email_digest, data.person_id) : indexed;
}

/** Keeps what is counted of a credential's person, agents or service in step, when it comes and when it goes. */
function countCredential(
  state: DirectoryState,
  credential: Credential,
  by: 1 | -1,
): DirectoryState {
  switch (credential.kind) {
    case 'passkey':
    case 'oidc':
    case 'account': {
      const person = state.people.get(credential.person_id);
      if (person === undefined)
        throw new InvariantViolation('EV-6', 'a credential without an owner');
      const { credential_id, kind } = credential;
      const { credentials: earlier } = person;
      return putPerson(state, {
        ...person,
        passkeys: person.passkeys + (kind === 'passkey' ? by : 0),
        oidc_accounts: person.oidc_accounts + (kind === 'oidc' ? by : 0),
        linked_accounts: person.linked_accounts + (kind === 'account' ? by : 0),
        credentials: by === 1 ? { credential_id, earlier } : earlier,
      });
    }
    case 'api_key': {
      const { owner, agent_ids } = credential;
      if (owner === null) return state;
      let { owners } = state.index;
      for (const agent_id of agent_ids) {
        const known = owners.get(agent_id);
        // The last owner stays, even after the last key: revoking its key makes no person independent of an agent.
        if (known?.owner === owner) owners = owners.set(agent_id, { owner, keys: known.keys + by });
        else if (by === 1) owners = owners.set(agent_id, { owner, keys: 1 });
      }
      return { ...state, index: { ...state.index, owners } };
    }
    case 'service': {
      const { services } = state.index;
      const { service_id } = credential;
      const counted = services.set(service_id, (services.get(service_id) ?? 0) + by);
      return { ...state, index: { ...state.index, services: counted } };
    }
    case 'host':
      return state;
    default:
      throw new InvariantViolation(
        'EV-6',
        `unknown credential ${(credential satisfies never as Credential).kind}`,
      );
  }
}

function misplaced({ type }: { readonly type: string }): InvariantViolation {
  return new InvariantViolation('EV-6', `${type} cannot follow in this store`);
}
