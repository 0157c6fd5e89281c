import assert from 'node:assert/strict';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { PublicKey } from '@countersign/protocol/crypto';
import {
  type CredentialFacts,
  type DirectoryChange,
  secretDigest,
} from '@countersign/protocol/directory';
import type { Result } from '@countersign/protocol/reason';
import { type PersonId, systemActor } from '@countersign/protocol/value';
import {
  type Context,
  changeDirectoryAtOnce,
  createContext,
  type Ids,
  type Store,
} from '../../index.ts';
import { createModelStore, type ModelStore, openModelStore } from '../../testing/model-store.ts';
import { createSamplePorts, createSeededIds, samplePeople } from '../../testing/sample-ports.ts';
import { createVirtualClock, type VirtualClock } from '../../testing/virtual-clock.ts';

const { alice, bob, carol } = samplePeople;
export const clock: VirtualClock = createVirtualClock();
export const ids: Ids = createSeededIds('directory');

/** Another process on the same data. */
export function processOn(store: ModelStore, change: Partial<Store> = {}): Context {
  const handle = openModelStore(store.data, { clock });
  return createContext(createSamplePorts({ ...handle, ...change }, clock, ids));
}

export function value<T>(outcome: Result<T>): T {
  assert.ok(outcome.ok, JSON.stringify(outcome));
  return outcome.value;
}

export function codeOf(outcome: Result<unknown>): string {
  assert.ok(!outcome.ok, 'expected a refusal');
  return outcome.refusal.code;
}

export function keyOf(name: string): PublicKey {
  const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
  const key = Buffer.concat([prefix, createHash('sha256').update(name).digest()]);
  const privateKey = createPrivateKey({ key, format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x };
}

export function addPerson(person_id: PersonId, roles: readonly string[], name = 'Sample Person') {
  return { type: 'add_person', person_id, roles, profile: { name, email: null } } as const;
}

export function passkeyOf(person_id: PersonId): CredentialFacts {
  return {
    kind: 'passkey',
    credential_id: Buffer.from(`passkey of ${person_id}`).toString('base64url'),
    person_id,
    public_key: keyOf(person_id),
    label: 'laptop',
    transports: [],
  };
}

export function apiKey(owner: PersonId | null): CredentialFacts {
  return {
    kind: 'api_key',
    credential_id: 'key-billing-bot',
    person_id: null,
    public_key: null,
    secret_digest: secretDigest('a long and random secret'),
    agent_ids: ['billing-bot'],
    executor: null,
    verbs: ['propose'],
    owner,
    label: 'billing',
    expires_at: null,
  };
}

export function register(credential: CredentialFacts): DirectoryChange {
  return { type: 'register_credential', credential };
}

export function leave(person_id: PersonId): DirectoryChange {
  return { type: 'change_person', person_id, active: false };
}

/** Alice and Bob operate, Carol does not. */
export async function createStaffed(): Promise<ModelStore> {
  const store = createModelStore({ clock, ids });
  const context = processOn(store);
  value(
    await changeDirectoryAtOnce(
      context,
      [
        addPerson(alice, ['operator'], 'Alice'),
        addPerson(bob, ['operator'], 'Bob'),
        addPerson(carol, ['finance'], 'Carol'),
        ...[alice, bob, carol].map(passkeyOf).map(register),
      ],
      systemActor,
    ),
  );
  return store;
}

export function eventsOf(store: ModelStore): string[] {
  return (store.data.streams.get('store') ?? []).map(({ text }) => text);
}
