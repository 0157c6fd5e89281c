import type { ApproverDirectory } from '../chain/approver-directory.ts';
import type { RegisteredPasskey } from '../chain/decision-assertion.ts';
import type { Approver } from '../chain/eligibility.ts';
import { type Assurance, type PersonAssurance, personAssurances } from '../value/assurance.ts';
import type { PersonId } from '../value/ids.ts';
import { isDue, type Timestamp } from '../value/timestamp.ts';
import type { ChannelName, Credential, CredentialKind, CredentialOf } from './credential.ts';
import { accountKey, type DirectoryState, type Person } from './directory-state.ts';
import { lockOn } from './find-lock.ts';
import type { Lock } from './lock-target.ts';
import { lendsOf } from './read-delegations.ts';

/** The person of that id who may act, or null: not one who was deactivated, and not one who is locked. */
export function activePerson(state: DirectoryState, person_id: string): Person | null {
  const person = state.people.get(person_id);
  return person?.active === true && !isLocked(state, person) ? person : null;
}

function isLocked(state: DirectoryState, { person_id }: Person): boolean {
  return lockOn(state, [{ kind: 'person', person_id }]) !== null;
}

/** The lock on the API key or the service of that secret, or on the person who owns it. */
export function lockOnSecret(state: DirectoryState, secret_digest: string): Lock | null {
  const credential_id = state.index.secrets.get(secret_digest);
  return credential_id === undefined ? null : lockOn(state, [{ kind: 'key', credential_id }]);
}

/** The person with this address, active or not: in their profile, or verified with an account that is still theirs. */
export function findByEmail(state: DirectoryState, email_digest: string): Person | null {
  const person_id = state.index.emails.get(email_digest);
  const person = person_id === undefined ? undefined : state.people.get(person_id);
  if (person === undefined) return null;
  if (person.email_digest === email_digest) return person;
  const has = credentialsOf(state, person.person_id).some(
    credential => credential.kind === 'oidc' && credential.email_digest === email_digest,
  );
  return has ? person : null;
}

/** The credential of that id where it may be used now: not revoked, over or locked, and its person is active. */
export function activeCredential(
  state: DirectoryState,
  credential_id: string,
  now: Timestamp,
): Credential | null {
  const credential = usableCredential(state, credential_id);
  const ends = credential?.kind === 'api_key' ? credential.expires_at : null;
  return ends !== null && isDue(ends, now) ? null : credential;
}

/** The API key of that secret where it may be used now. */
export function findApiKey(
  state: DirectoryState,
  secret_digest: string,
  now: Timestamp,
): CredentialOf<'api_key'> | null {
  const credential_id = state.index.secrets.get(secret_digest);
  if (credential_id === undefined) return null;
  return ofKind('api_key', activeCredential(state, credential_id, now));
}

/** The credential of the service with that secret, where it may be used. */
export function findService(
  state: DirectoryState,
  secret_digest: string,
): CredentialOf<'service'> | null {
  return ofKind('service', usableCredential(state, state.index.secrets.get(secret_digest)));
}

export function findOidc(
  state: DirectoryState,
  subject_digest: string,
): CredentialOf<'oidc'> | null {
  return ofKind('oidc', usableCredential(state, state.index.subjects.get(subject_digest)));
}

/** The linked account with that digest in that channel, where it may be used. */
export function findAccount(
  state: DirectoryState,
  channel: ChannelName,
  account_digest: string,
): CredentialOf<'account'> | null {
  const credential_id = state.index.accounts.get(accountKey(channel, account_digest));
  return ofKind('account', usableCredential(state, credential_id));
}

export function findPasskey(
  state: DirectoryState,
  credential_id: string,
): CredentialOf<'passkey'> | null {
  return ofKind('passkey', usableCredential(state, credential_id));
}

/** Every credential of a person that is not revoked, the last one first. */
export function credentialsOf(state: DirectoryState, person_id: string): Credential[] {
  const found: Credential[] = [];
  let list = state.people.get(person_id)?.credentials ?? null;
  for (; list !== null; list = list.earlier) {
    const credential = state.credentials.get(list.credential_id);
    if (credential !== undefined && credential.revoked_at === null) found.push(credential);
  }
  return found;
}

/** The passkeys that decisions of these people are checked against, without those of inactive people. */
export function passkeysOf(
  state: DirectoryState,
  person_ids: readonly string[],
): RegisteredPasskey[] {
  return [...new Set(person_ids)]
    .filter(person_id => activePerson(state, person_id) !== null)
    .flatMap(person_id => credentialsOf(state, person_id))
    .filter(credential => credential.kind === 'passkey')
    .filter(({ credential_id }) => lockOn(state, [{ kind: 'key', credential_id }]) === null)
    .map(({ credential_id, person_id, public_key }) => ({ credential_id, person_id, public_key }));
}

/** The person answerable for an agent: whom the last API key with an owner names. */
export function ownerOf(state: DirectoryState, agent_id: string): PersonId | null {
  return state.index.owners.get(agent_id)?.owner ?? null;
}

/**
 * All people and services that could decide, with the best assurance that their credentials and this server can
 * reach. The host of a conversation can vouch for any active person, where `conversation` is offered.
 */
export function approverDirectory(
  state: DirectoryState,
  offered: readonly Assurance[],
): ApproverDirectory {
  const approvers: Approver[] = [];
  for (const person of state.people.values()) {
    const acts = person.active && !isLocked(state, person);
    const assurance = acts ? bestAssurance(person, offered) : undefined;
    if (assurance === undefined) continue;
    approvers.push({ kind: 'human', identity: person.person_id, roles: person.roles, assurance });
  }
  if (offered.includes('service_key')) {
    for (const [identity, credentials] of state.index.services) {
      if (credentials === 0 || isServiceLocked(state, identity)) continue;
      approvers.push({ kind: 'service', identity, roles: [], assurance: 'service_key' });
    }
  }
  return approvers.sort((a, b) => (a.identity < b.identity ? -1 : 1));
}

/** Those of these people and services who may decide anything now, as `approverDirectory` lists them. */
export function presentApprovers(
  state: DirectoryState,
  identities: readonly string[],
  offered: readonly Assurance[],
): ApproverDirectory {
  const approvers: Approver[] = [];
  for (const identity of new Set(identities)) {
    const person = activePerson(state, identity);
    const assurance = person === null ? undefined : bestAssurance(person, offered);
    if (person !== null && assurance !== undefined) {
      const lends = state.delegations.size === 0 ? [] : lendsOf(state, identity);
      approvers.push({
        kind: 'human',
        identity,
        roles: person.roles,
        assurance,
        ...(lends.length === 0 ? {} : { lends }),
      });
    }
    const credentials = isServiceLocked(state, identity) ? 0 : state.index.services.get(identity);
    if (offered.includes('service_key') && (credentials ?? 0) > 0) {
      approvers.push({ kind: 'service', identity, roles: [], assurance: 'service_key' });
    }
  }
  return approvers;
}

function isServiceLocked(state: DirectoryState, service_id: string): boolean {
  return lockOn(state, [{ kind: 'service', service_id }]) !== null;
}

function bestAssurance(
  { passkeys, oidc_accounts, linked_accounts }: Person,
  offered: readonly Assurance[],
): PersonAssurance | undefined {
  const reachable: Partial<Record<PersonAssurance, boolean>> = {
    webauthn: passkeys > 0,
    oidc: oidc_accounts > 0,
    session: passkeys + oidc_accounts > 0,
    channel: linked_accounts > 0,
    conversation: true,
  };
  return personAssurances.findLast(
    assurance => reachable[assurance] === true && offered.includes(assurance),
  );
}

function usableCredential(
  state: DirectoryState,
  credential_id: string | undefined,
): Credential | null {
  const credential = credential_id === undefined ? undefined : state.credentials.get(credential_id);
  if (credential === undefined || credential.revoked_at !== null) return null;
  const { person_id } = credential;
  const key = { kind: 'key', credential_id: credential.credential_id } as const;
  if (lockOn(state, [key]) !== null) return null;
  return person_id === null || activePerson(state, person_id) !== null ? credential : null;
}

function ofKind<Kind extends CredentialKind>(
  kind: Kind,
  credential: Credential | null,
): CredentialOf<Kind> | null {
  return credential?.kind === kind ? (credential as CredentialOf<Kind>) : null;
}
