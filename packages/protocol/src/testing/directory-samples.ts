import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { PublicKey } from '../crypto/jwk.ts';
import {
  accountDigest,
  ChannelName,
  type CredentialFacts,
  secretDigest,
  subjectDigest,
} from '../directory/credential.ts';
import { decideDirectory } from '../directory/decide-directory.ts';
import type { DirectoryChange } from '../directory/directory-command.ts';
import {
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
} from '../directory/directory-state.ts';
import type { StoreEvent } from '../directory/store-event.ts';
import type { Decision } from '../reason/decision.ts';
import { systemActor } from '../value/actor.ts';
import type { PersonId } from '../value/ids.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { noon, people } from './samples.ts';

/** The same key for the same name. */
export function keyOf(name: string): PublicKey {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const secret = createHash('sha256').update(name).digest();
  const key = Buffer.concat([prefix, secret]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x };
}

export function addPerson(person_id: PersonId, roles: readonly string[] = []): DirectoryChange {
  return { type: 'add_person', person_id, roles, profile: null };
}

export function register(credential: CredentialFacts): DirectoryChange {
  return { type: 'register_credential', credential };
}

export function revoke(credential_id: string): DirectoryChange {
  return { type: 'revoke_credential', credential_id, reason: 'lost' };
}

export function passkey(
  name: string,
  person_id: PersonId,
  change: Partial<CredentialFacts> = {},
): CredentialFacts {
  return {
    kind: 'passkey',
    credential_id: Buffer.from(name).toString('base64url'),
    person_id,
    public_key: keyOf(name),
    label: 'laptop',
    transports: ['internal'],
    ...change,
  } as CredentialFacts;
}

export function oidc(name: string, person_id: PersonId, subject = name): CredentialFacts {
  const subject_digest = subjectDigest({ issuer: 'https://issuer.example', subject });
  return { kind: 'oidc', credential_id: name, person_id, public_key: null, subject_digest };
}

export const chat = ChannelName.parse('chat');

export function account(name: string, person_id: PersonId, channel = chat): CredentialFacts {
  const account_digest = accountDigest({ name });
  const credential = { credential_id: name, person_id, public_key: null, account_digest };
  return { kind: 'account', channel, ...credential };
}

export function apiKey(name: string, change: Partial<CredentialFacts> = {}): CredentialFacts {
  return {
    kind: 'api_key',
    credential_id: name,
    person_id: null,
    public_key: null,
    secret_digest: secretDigest(`secret of ${name}`),
    agent_ids: ['billing-bot'],
    executor: null,
    verbs: ['propose'],
    owner: null,
    label: name,
    expires_at: null,
    ...change,
  } as CredentialFacts;
}

export function host(name: string, change: Partial<CredentialFacts> = {}): CredentialFacts {
  return {
    kind: 'host',
    credential_id: name,
    person_id: null,
    public_key: keyOf(name),
    agent_ids: ['billing-bot'],
    label: name,
    ...change,
  } as CredentialFacts;
}

export function service(name: string, change: Partial<CredentialFacts> = {}): CredentialFacts {
  return {
    kind: 'service',
    credential_id: name,
    person_id: null,
    public_key: null,
    secret_digest: secretDigest(`secret of ${name}`),
    service_id: `service-${name}`,
    label: name,
    ...change,
  } as CredentialFacts;
}

export function decide(
  state: DirectoryState,
  change: DirectoryChange,
  now: Timestamp = noon,
): Decision<StoreEvent> {
  return decideDirectory(state, { ...change, by: systemActor }, now);
}

/** Makes the changes, each of which must be accepted. */
export function after(state: DirectoryState, ...changes: DirectoryChange[]): DirectoryState {
  return changes.reduce((before, change) => {
    const decision = decide(before, change);
    if (!decision.ok) throw new Error(`${decision.refusal.code}: ${decision.refusal.detail}`);
    return decision.events.reduce(evolveDirectory, before);
  }, state);
}

/** Alice operates with a passkey, Bob with an account at an identity provider, Carol is no operator. */
export const staffed: DirectoryState = after(
  emptyDirectory,
  addPerson(people.alice, ['operator', 'finance']),
  register(passkey('alice', people.alice)),
  addPerson(people.bob, ['operator']),
  register(oidc('bob', people.bob)),
  addPerson(people.carol, ['controller']),
  register(passkey('carol', people.carol)),
);
