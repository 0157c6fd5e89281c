import { isReservedName } from '../action/house-action.ts';
import { importArtifactKey, importPublicKey } from '../crypto/public-key.ts';
import { canonicalTextOf } from '../json/canonical-json.ts';
import { snapshot } from '../json/json-value.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { Refusal } from '../reason/refusal.ts';
import type { PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import {
  type Credential,
  type CredentialFacts,
  type ReadCredential,
  readCredential,
  recordedForm,
} from './credential.ts';
import { makeDelegation, revokeDelegation } from './decide-delegation.ts';
import { judgeActor, judgeAdded, liftLock, placeLock } from './decide-lock.ts';
import { acceptTools, recordTools } from './decide-tools.ts';
import type {
  AddKey,
  AddPerson,
  ChangePerson,
  DirectoryCommand,
  MarkForTests,
  RegisterCredential,
  RevokeCredential,
  RevokeKey,
} from './directory-command.ts';
import {
  accountKey,
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  keyDigest,
  type Person,
} from './directory-state.ts';
import { governedKindOf } from './governed-change.ts';
import { emailDigest, keptProfile, type Profile } from './profile.ts';
import { findByEmail } from './read-directory.ts';
import { asSet } from './sorted-set.ts';
import { parseStoreEvent, type StoreEvent, type StoreEventOf } from './store-event.ts';

type Asked<Command> = Command & Pick<DirectoryCommand, 'by'>;

/**
 * The result of a change. The same change again gives no event. Malformed input and weak keys throw; every emitted
 * event was parsed, so that it has exactly its form and shares nothing with the caller.
 */
export function decideDirectory(
  state: DirectoryState,
  command: DirectoryCommand,
  now: Timestamp,
): Decision<StoreEvent> {
  const lockedOut = judgeActor(state, command);
  if (lockedOut !== null) return decline(lockedOut);
  const decision = decide(state, command, now);
  if (!decision.ok || decision.events.length === 0) return decision;
  const kind = state.governs.length === 0 ? null : governedKindOf(state, command);
  if (kind !== null && state.governs.includes(kind) && command.approved !== kind) {
    return no('house_request_required', `a change of ${kind} takes an approved house request`);
  }
  const locked = judgeAdded(state, command);
  if (locked !== null) return decline(locked);
  if (state.operators === 0) return decision;
  // Whatever the change was: a store that could be operated still can be.
  return decision.events.reduce(evolveDirectory, state).operators > 0
    ? decision
    : no('operator_missing', 'it would remove the last operator who can sign in');
}

function decide(
  state: DirectoryState,
  command: DirectoryCommand,
  now: Timestamp,
): Decision<StoreEvent> {
  switch (command.type) {
    case 'add_person':
      return addPerson(state, command, now);
    case 'change_person':
      return changePerson(state, command, now);
    case 'register_credential':
      return registerCredential(state, command, now);
    case 'revoke_credential':
      return revokeCredential(state, command, now);
    case 'add_key':
      return addKey(state, command, now);
    case 'revoke_key':
      return revokeKey(state, command, now);
    case 'mark_for_tests':
      return markForTests(state, command, now);
    case 'place_lock':
      return placeLock(state, command, now);
    case 'lift_lock':
      return liftLock(state, command, now);
    case 'make_delegation':
      return makeDelegation(state, command, now);
    case 'revoke_delegation':
      return revokeDelegation(state, command, now);
    case 'record_tools':
      return recordTools(state, command, now);
    case 'accept_tools':
      return acceptTools(state, command, now);
    default:
      throw new InvariantViolation(
        'EV-6',
        `unknown command ${(command satisfies never as DirectoryCommand).type}`,
      );
  }
}

/** A store with any event is not for tests: people may rely on its content. */
function markForTests(
  state: DirectoryState,
  { by }: Asked<MarkForTests>,
  now: Timestamp,
): Decision<StoreEvent> {
  if (state.for_tests) return emit();
  return state === emptyDirectory
    ? emit(parsed('store.marked_for_tests', now, { by }))
    : no('store_unusable', 'only a store that holds nothing yet can be made one for tests');
}

function addPerson(
  state: DirectoryState,
  { person_id, roles, profile, by }: Asked<AddPerson>,
  now: Timestamp,
): Decision<StoreEvent> {
  const profile_digest = profileDigest(profile);
  const email = withEmail(profile);
  const data = { person_id, roles: asSet(roles), active: true, profile_digest, ...email, by };
  const event = parsed('person.added', now, data);
  const person = state.people.get(event.data.person_id);
  if (person === undefined) {
    const refusal = judgeEmail(state, event.data.email_digest, event.data.person_id);
    return refusal === null ? emit(event) : decline(refusal);
  }
  return isSamePerson(person, event.data)
    ? emit()
    : no('person_already_added', 'this person is there with other facts');
}

function changePerson(
  state: DirectoryState,
  command: Asked<ChangePerson>,
  now: Timestamp,
): Decision<StoreEvent> {
  const person = state.people.get(command.person_id);
  if (person === undefined) return no('person_not_found', 'no such person was added');
  const { person_id } = person;
  const event = parsed('person.changed', now, {
    person_id,
    roles: command.roles === undefined ? person.roles : asSet(command.roles),
    active: command.active === undefined ? person.active : command.active,
    profile_digest:
      command.profile === undefined ? person.profile_digest : profileDigest(command.profile),
    ...(command.profile === undefined ? keptEmail(person) : withEmail(command.profile)),
    by: command.by,
  });
  if (isSamePerson(person, event.data)) return emit();
  const refusal = judgeEmail(state, event.data.email_digest, person_id);
  return refusal === null ? emit(event) : decline(refusal);
}

function registerCredential(
  state: DirectoryState,
  { credential, by }: Asked<RegisterCredential>,
  now: Timestamp,
): Decision<StoreEvent> {
  const event = parsed('credential.registered', now, { ...withSets(credential), by });
  const data = readCredential(event.data);
  const known = state.credentials.get(data.credential_id);
  if (known !== undefined) {
    if (known.revoked_at === null && isSameCredential(known, data)) return emit();
    return no(
      'credential_already_registered',
      known.revoked_at === null
        ? 'this id is there with other facts'
        : 'this id was revoked and is never used again',
    );
  }
  if (data.public_key !== null) importPublicKey(data.public_key);
  if (data.kind === 'api_key' && data.edge_key !== undefined) importArtifactKey(data.edge_key);
  const refusal =
    judgePerson(state, data.kind === 'api_key' ? data.owner : data.person_id) ??
    judgeNames(data) ??
    judgeSharing(state, data) ??
    judgeAccount(state, data) ??
    (data.kind === 'oidc' ? judgeEmail(state, data.email_digest, data.person_id) : null) ??
    judgeOwner(state, data);
  return refusal === null ? emit(event) : decline(refusal);
}

function revokeCredential(
  state: DirectoryState,
  { credential_id, reason, by }: Asked<RevokeCredential>,
  now: Timestamp,
): Decision<StoreEvent> {
  const known = state.credentials.get(credential_id);
  if (known === undefined) return no('credential_not_found', 'no such credential was registered');
  if (known.revoked_at !== null) return emit();
  const { person_id } = known;
  return emit(parsed('credential.revoked', now, { credential_id, person_id, reason, by }));
}

function addKey(
  state: DirectoryState,
  { kid, purpose, name, public_key, not_before, not_after }: Asked<AddKey>,
  now: Timestamp,
): Decision<StoreEvent> {
  const data = { kid, purpose, name, public_key, not_before, not_after };
  const event = parsed('key.added', now, data);
  importPublicKey(event.data.public_key);
  const digest = keyDigest(event.data.public_key);
  const holder = state.index.public_keys.get(digest);
  if (holder?.credential_id !== undefined) {
    return no('credential_not_permitted', 'a credential has this public key');
  }
  if (holder !== undefined && holder.kid !== kid) {
    return no('key_already_added', 'this key is there under another id');
  }
  const known = state.keys.get(kid);
  if (known === undefined) return emit(event);
  if (keyDigest(known.public_key) !== digest || known.not_before !== not_before) {
    return no('key_already_added', 'this id is there with another key or another beginning');
  }
  // The end of a key follows from those that come after it, so it may be moved.
  const isKnown = known.purposes.some(each => each.purpose === purpose && each.name === name);
  return isKnown && known.not_after === not_after ? emit() : emit(event);
}

function revokeKey(
  state: DirectoryState,
  { kid, revoked_at, reason }: Asked<RevokeKey>,
  now: Timestamp,
): Decision<StoreEvent> {
  const known = state.keys.get(kid);
  if (known === undefined) return no('key_not_found', 'no such key was added');
  if (known.revoked_at !== null) return emit();
  return emit(parsed('key.revoked', now, { kid, revoked_at, reason }));
}

/** No program speaks as Countersign itself, nor carries out what only the server does (HR-1). */
function judgeNames(data: ReadCredential): Refusal | null {
  const names = [
    ...('agent_ids' in data ? data.agent_ids : []),
    ...(data.kind === 'api_key' && data.executor !== null ? [data.executor] : []),
  ];
  return names.some(isReservedName)
    ? { code: 'house_action_reserved', detail: 'an agent or executor has a name of the house' }
    : null;
}

function judgePerson(state: DirectoryState, person_id: PersonId | null): Refusal | null {
  if (person_id === null) return null;
  const person = state.people.get(person_id);
  if (person === undefined) {
    return { code: 'person_not_found', detail: 'no such person was added' };
  }
  return person.active ? null : { code: 'person_inactive', detail: 'this person is not active' };
}

/**
 * A key or secret has one use. The holder of an API key would otherwise also hold what its host or a deciding
 * service signs with. It stays taken after its revocation, since its owner may have revoked it because it was lost.
 */
function judgeSharing(state: DirectoryState, data: ReadCredential): Refusal | null {
  const holder = data.public_key && state.index.public_keys.get(keyDigest(data.public_key));
  if (holder?.kid !== undefined) {
    return { code: 'credential_not_permitted', detail: 'the store itself signs with this key' };
  }
  const secret = 'secret_digest' in data ? data.secret_digest : null;
  const sharing = holder?.credential_id ?? (secret && state.index.secrets.get(secret));
  const other = sharing ? state.credentials.get(sharing) : undefined;
  if (other === undefined) return null;
  return other.kind === data.kind
    ? { code: 'credential_already_registered', detail: 'this key or secret has another id already' }
    : { code: 'credential_not_permitted', detail: `this key or secret is that of a ${other.kind}` };
}

/** An account is one person's at a time (ID-10). Once revoked it may be linked again. */
function judgeAccount(state: DirectoryState, data: ReadCredential): Refusal | null {
  const id =
    data.kind === 'oidc'
      ? state.index.subjects.get(data.subject_digest)
      : data.kind === 'account'
        ? state.index.accounts.get(accountKey(data.channel, data.account_digest))
        : undefined;
  const holder = id === undefined ? undefined : state.credentials.get(id);
  return holder === undefined || holder.revoked_at !== null
    ? null
    : { code: 'credential_already_registered', detail: 'this account is linked already' };
}

/** An agent has one owner, or the second one could approve what the first one's agent asks for (ID-5). */
function judgeOwner(state: DirectoryState, data: ReadCredential): Refusal | null {
  if (data.kind !== 'api_key' || data.owner === null) return null;
  const isContested = data.agent_ids.some(agent_id => {
    const known = state.index.owners.get(agent_id);
    return known !== undefined && known.keys > 0 && known.owner !== data.owner;
  });
  return isContested
    ? { code: 'credential_not_permitted', detail: 'another person owns one of these agents' }
    : null;
}

/** One human, one person: an address belongs to one person, also after that person was deactivated (ID-15). */
function judgeEmail(
  state: DirectoryState,
  email_digest: string | undefined,
  person_id: PersonId,
): Refusal | null {
  const holder = email_digest === undefined ? null : findByEmail(state, email_digest);
  return holder === null || holder.person_id === person_id
    ? null
    : { code: 'person_email_taken', detail: 'another person has this address' };
}

function withEmail(profile: Profile | null): { readonly email_digest?: string } {
  const email = profile?.email ?? null;
  return email === null ? {} : { email_digest: emailDigest(email) };
}

function keptEmail({ email_digest }: Person): { readonly email_digest?: string } {
  return email_digest === null ? {} : { email_digest };
}

function profileDigest(profile: Profile | null): string | null {
  return profile === null ? null : keptProfile(profile).digest;
}

function isSamePerson(person: Person, data: StoreEventOf<'person.added'>['data']): boolean {
  const { roles, active, profile_digest, email_digest = null } = data;
  return (
    person.active === active &&
    person.profile_digest === profile_digest &&
    person.email_digest === email_digest &&
    canonicalTextOf(person.roles) === canonicalTextOf(roles)
  );
}

function isSameCredential(credential: Credential, data: ReadCredential): boolean {
  return factsText(credential) === factsText(data);
}

/** Who asked, and when, is no fact of the credential. */
function factsText(credential: ReadCredential | Credential): string {
  const notFacts = ['by', 'registered_at', 'revoked_at'];
  const facts = Object.entries(credential).filter(([name]) => !notFacts.includes(name));
  return canonicalTextOf(Object.fromEntries(facts));
}

function withSets(credential: CredentialFacts): object {
  const members = Object.entries(snapshot(credential) ?? {});
  return recordedForm(Object.fromEntries(members.map(([name, member]) => [name, asSet(member)])));
}

function parsed<Type extends StoreEvent['type']>(
  type: Type,
  at: Timestamp,
  data: object,
): StoreEventOf<Type> {
  return parseStoreEvent({ type, at, data }) as StoreEventOf<Type>;
}

function no(code: ReasonCode, detail: string): Decision<StoreEvent> {
  return decline({ code, detail });
}
