import {
  type NewApiKey as ApiKeyBody,
  CredentialFacts,
  CredentialPage,
  type CredentialRotation,
  type NewHost,
  type NewService,
} from '@countersign/wire/credentials';
import { AnsweredCredential, AnsweredInvitation, AnsweredPerson } from '@countersign/wire/house';
import { KeyList, SigningKeyFacts } from '@countersign/wire/keys';
import {
  type PersonChange as ChangeBody,
  PeoplePage,
  type NewPerson as PersonBody,
} from '@countersign/wire/people';
import type { Sent } from '@countersign/wire/sent';
import type { CallOptions, PersonCaller, WriteOptions } from './person-caller.ts';

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

function credentialPath(id: string): string {
  return `/v1/credentials/${encodeURIComponent(id)}`;
}
