import type {
  NewApiKey as ApiKeyBody,
  CredentialRotation,
  NewHost,
  NewService,
} from '@countersign/wire/credentials';
import { LockFacts, LockList, LockPreview, type NewLock } from '@countersign/wire/locks';
import type { PersonChange as ChangeBody, NewPerson as PersonBody } from '@countersign/wire/people';
import type { Sent } from '@countersign/wire/sent';
import { CeremonyStart } from '@countersign/wire/sessions';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';
import type { CeremonyAnswer } from './sign-in-calls.ts';

// Loaded with the first answer that needs them.
const PeoplePage = async () => (await import('@countersign/wire/people')).PeoplePage;
const KeyList = async () => (await import('@countersign/wire/keys')).KeyList;
const SigningKeyFacts = async () => (await import('@countersign/wire/keys')).SigningKeyFacts;
const AnsweredCredential = async () => (await import('@countersign/wire/house')).AnsweredCredential;
const AnsweredInvitation = async () => (await import('@countersign/wire/house')).AnsweredInvitation;
const AnsweredLift = async () => (await import('@countersign/wire/house')).AnsweredLift;
const AnsweredPerson = async () => (await import('@countersign/wire/house')).AnsweredPerson;
const GuardFacts = async () => (await import('@countersign/wire/guards')).GuardFacts;
const GuardList = async () => (await import('@countersign/wire/guards')).GuardList;
const GuardNoted = async () => (await import('@countersign/wire/guards')).GuardNoted;
const CredentialFacts = async () => (await import('@countersign/wire/credentials')).CredentialFacts;
const CredentialPage = async () => (await import('@countersign/wire/credentials')).CredentialPage;

export type LockTarget = LockFacts['target'];
export type NewApiKey = Sent<typeof ApiKeyBody>;
export type NewPerson = Sent<typeof PersonBody>;
export type PersonChange = Sent<typeof ChangeBody>;

export interface PageOptions extends CallOptions {
  readonly limit?: number;
  readonly after?: string | null;
}

/** Who and what is let in, and with which keys the server signs. */
export function accessCalls(caller: PersonCaller) {
  return {
    listPeople: ({ limit, after, ...options }: PageOptions = {}) =>
      caller.read(PeoplePage, '/v1/people', { ...options, query: { limit, after } }),
    addPerson: (person: NewPerson, options?: WriteOptions) =>
      caller.write(AnsweredPerson, '/v1/people', person, options),
    changePerson: (id: string, change: PersonChange, options?: WriteOptions) =>
      caller.write(
        AnsweredPerson,
        `/v1/people/${encodeURIComponent(id)}`,
        change,
        options,
        'PATCH',
      ),
    invite: (who: NewPerson | { readonly person_id: string }, options?: WriteOptions) =>
      caller.write(AnsweredInvitation, '/v1/invitations', who, options),

    listCredentials: ({ limit, after, ...options }: PageOptions = {}) =>
      caller.read(CredentialPage, '/v1/credentials', { ...options, query: { limit, after } }),
    makeApiKey: (key: NewApiKey, options?: WriteOptions) =>
      caller.write(AnsweredCredential, '/v1/credentials/api-keys', key, options),
    registerHost: (host: Sent<typeof NewHost>, options?: WriteOptions) =>
      caller.write(AnsweredCredential, '/v1/credentials/hosts', host, options),
    registerService: (service: Sent<typeof NewService>, options?: WriteOptions) =>
      caller.write(AnsweredCredential, '/v1/credentials/services', service, options),
    revokeCredential: (id: string, reason: string, options?: WriteOptions) =>
      caller.write(CredentialFacts, `${credentialPath(id)}/revoke`, { reason }, options),
    rotateCredential: (
      id: string,
      { keep, expires_at, ...options }: WriteOptions & Sent<typeof CredentialRotation> = {},
    ) =>
      caller.write(
        AnsweredCredential,
        `${credentialPath(id)}/rotate`,
        { keep, expires_at },
        options,
      ),

    listLocks: (options?: CallOptions) => caller.read(LockList, '/v1/locks', options),
    previewLock: (target: LockTarget, options: CallOptions = {}) =>
      caller.read(LockPreview, '/v1/locks/preview', { ...options, query: targetQuery(target) }),
    placeLock: (lock: Sent<typeof NewLock>, options?: WriteOptions) =>
      caller.write(LockFacts, '/v1/locks', lock, options),
    liftOptions: (id: string, options?: CallOptions) =>
      caller.write(CeremonyStart, `${lockPath(id)}/lift/options`, undefined, options),
    liftLock: (
      id: string,
      lift: { readonly reason: string; readonly passkey?: CeremonyAnswer },
      options?: WriteOptions,
    ) => caller.write(AnsweredLift, `${lockPath(id)}/lift`, lift, options),

    listGuards: (options?: CallOptions) => caller.read(GuardList, '/v1/guards', options),
    pauseOptions: (agent: string, options?: CallOptions) =>
      caller.write(CeremonyStart, `${guardPath(agent)}/pause/options`, undefined, options),
    pauseGuard: (
      agent: string,
      pause: {
        readonly reason: string;
        readonly seconds: number;
        readonly passkey: CeremonyAnswer;
      },
      options?: WriteOptions,
    ) => caller.write(GuardFacts, `${guardPath(agent)}/pause`, pause, options),
    resumeGuard: (agent: string, options?: WriteOptions) =>
      caller.write(GuardNoted, `${guardPath(agent)}/resume`, undefined, options),
    forgetGuard: (agent: string, options?: WriteOptions) =>
      caller.write(GuardNoted, `${guardPath(agent)}/forget`, undefined, options),

    listKeys: (options?: CallOptions) => caller.read(KeyList, '/v1/keys', options),
    rotateKeys: (options?: WriteOptions) =>
      caller.write(SigningKeyFacts, '/v1/keys/rotate', undefined, options),
    revokeKey: (kid: string, reason: string, options?: WriteOptions) =>
      caller.write(
        SigningKeyFacts,
        `/v1/keys/${encodeURIComponent(kid)}/revoke`,
        { reason },
        options,
      ),
  };
}

function guardPath(agent: string): string {
  return `/v1/guards/${encodeURIComponent(agent)}`;
}

function lockPath(id: string): string {
  return `/v1/locks/${encodeURIComponent(id)}`;
}

function targetQuery(target: LockTarget): { readonly kind: string; readonly id?: string } {
  switch (target.kind) {
    case 'agent':
      return { kind: target.kind, id: target.agent_id };
    case 'person':
      return { kind: target.kind, id: target.person_id };
    case 'key':
      return { kind: target.kind, id: target.credential_id };
    case 'everything':
      return { kind: target.kind };
  }
}

function credentialPath(id: string): string {
  return `/v1/credentials/${encodeURIComponent(id)}`;
}
