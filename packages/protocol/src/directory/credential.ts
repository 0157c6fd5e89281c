import * as z from 'zod';
import { Digest, sha256, sha256OfText } from '../crypto/digest.ts';
import { PublicKey } from '../crypto/jwk.ts';
import { base64urlText } from '../json/base64url.ts';
import { Actor } from '../value/actor.ts';
import { PersonId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';
import { sortedSet } from './sorted-set.ts';

/** A person is named by their id and nothing else is, or one could be taken for the other (ID-10). */
const notPerson = {
  message: 'expected an id that is not the id of a person',
};
const isPersonId = (text: string): boolean => PersonId.safeParse(text).success;

/** As long as the id of a passkey may be. */
const credentialIdMax = 1364;

/** The registering caller chooses it; for a passkey the authenticator does. */
export const CredentialId = z
  .string()
  .min(1)
  .max(credentialIdMax)
  .regex(/^[^\0]*$/, 'expected no NUL character')
  .refine(id => !isPersonId(id), notPerson);

const AgentIds = sortedSet(Name, { max: 1024 });

/**
 * What an API key may be used for. There is no verb for deciding: only a person decides, or a service that a stage
 * lists (ID-1, ID-7). With `edge` its holder evaluates policy itself, and allows what policy allows (EG-4).
 */
export const ApiKeyVerb = z.enum(['consume', 'edge', 'observe', 'propose']);
export type ApiKeyVerb = z.infer<typeof ApiKeyVerb>;

const PasskeyData = z.strictObject({
  kind: z.literal('passkey'),
  credential_id: base64urlText({ min: 1, max: 1023 }),
  person_id: PersonId,
  public_key: PublicKey,
  label: Name,
  transports: sortedSet(Name, { max: 16 }),
  by: Actor,
});

/** An account at an identity provider, by `subjectDigest`. */
const OidcData = z.strictObject({
  kind: z.literal('oidc'),
  credential_id: CredentialId,
  person_id: PersonId,
  public_key: z.null(),
  subject_digest: Digest,
  /** Of the address that the provider verified, by `emailDigest`. */
  email_digest: Digest.optional(),
  by: Actor,
});

/** Kinds that a channel cannot be named like, or one form could be taken for another. */
const kinds = ['passkey', 'oidc', 'account', 'api_key', 'host', 'service'] as const;

/** The name of a channel, such as a chat. It says in which channel a linked account is. */
export const ChannelName = z
  .string()
  .regex(
    new RegExp(`^(?!(?:${kinds.join('|')})$)[a-z][a-z0-9_]{0,31}$`),
    'expected a kind of credential or the name of a channel',
  )
  .brand<'ChannelName'>();
export type ChannelName = z.infer<typeof ChannelName>;

/** A person's account in a channel, by `accountDigest`. What is recorded as its kind is the name of the channel. */
const LinkedAccountData = z.strictObject({
  kind: ChannelName,
  credential_id: CredentialId,
  person_id: PersonId,
  public_key: z.null(),
  account_digest: Digest,
  by: Actor,
});

const ApiKeyData = z
  .strictObject({
    kind: z.literal('api_key'),
    credential_id: CredentialId,
    person_id: z.null(),
    public_key: z.null(),
    secret_digest: Digest,
    /** The agents that it may propose and observe as. */
    agent_ids: AgentIds,
    /** The audience that it may consume for. */
    executor: Name.nullable(),
    verbs: sortedSet(ApiKeyVerb, { min: 1, max: 4 }),
    /** The person answerable for these agents, who is not independent of what they ask for (ID-5). */
    owner: PersonId.nullable(),
    /** The people it may act for besides its owner. A key of an earlier form has no list and acts for no one else. */
    subject_ids: sortedSet(PersonId, { max: 1024 }).optional(),
    /** The server whose tools everything it proposes is a call of, as the operator who made the key vouches. */
    tool_server: Name.optional(),
    /** What the batches of an edge are signed with. Present exactly with the verb `edge`. */
    edge_key: PublicKey.optional(),
    label: Name,
    expires_at: Timestamp.nullable(),
    by: Actor,
  })
  .refine(({ verbs, edge_key }) => verbs.includes('edge') === (edge_key !== undefined), {
    path: ['edge_key'],
    message: 'expected a public key with the verb edge, and only then',
  })
  .refine(({ verbs }) => !verbs.includes('edge') || verbs.includes('propose'), {
    path: ['verbs'],
    message: 'expected the verb propose with edge, for what the edge asks the server about',
  })
  .refine(({ verbs, executor }) => !verbs.includes('consume') || executor !== null, {
    path: ['executor'],
    message: 'expected the executor whose grants it may consume',
  })
  .refine(
    ({ verbs, agent_ids }) => agent_ids.length > 0 || verbs.every(verb => verb === 'consume'),
    {
      path: ['agent_ids'],
      message: 'expected the agents that it may propose or observe as',
    },
  );

/** Signs what a person said in a conversation with these agents. */
const HostData = z.strictObject({
  kind: z.literal('host'),
  credential_id: CredentialId,
  person_id: z.null(),
  public_key: PublicKey,
  agent_ids: AgentIds.min(1),
  label: Name,
  by: Actor,
});

/** A service outside that decides where a stage lists its id. */
const ServiceData = z
  .strictObject({
    kind: z.literal('service'),
    credential_id: CredentialId,
    person_id: z.null(),
    public_key: PublicKey.nullable(),
    secret_digest: Digest.nullable(),
    service_id: Name.refine(id => !isPersonId(id), notPerson),
    label: Name,
    by: Actor,
  })
  .refine(({ public_key, secret_digest }) => public_key !== null || secret_digest !== null, {
    path: ['public_key'],
    message: 'expected a public key or the digest of a secret',
  });

/**
 * What is recorded of a credential: whose it is and how to recognise it, never a secret. Each has `person_id` and
 * `public_key`, null where there is none.
 */
export const CredentialData = z.union([
  z.discriminatedUnion('kind', [PasskeyData, OidcData, ApiKeyData, HostData, ServiceData]),
  LinkedAccountData,
]);
export type CredentialData = z.infer<typeof CredentialData>;

type Without<Data, Member extends PropertyKey> = Data extends unknown ? Omit<Data, Member> : never;

/** The same in memory, where the channel of a linked account stands beside its kind. */
export type ReadCredential =
  | Exclude<CredentialData, { kind: ChannelName }>
  | (Omit<z.infer<typeof LinkedAccountData>, 'kind'> & {
      readonly kind: 'account';
      readonly channel: ChannelName;
    });
export type CredentialKind = ReadCredential['kind'];

/** A credential as it is asked for. */
export type CredentialFacts = Without<ReadCredential, 'by'>;

/** A credential as it is now. */
export type Credential = ReadCredential & {
  readonly registered_at: Timestamp;
  readonly revoked_at: Timestamp | null;
};
export type CredentialOf<Kind extends CredentialKind> = Extract<Credential, { kind: Kind }>;

export function readCredential(data: CredentialData): ReadCredential {
  return 'account_digest' in data ? { ...data, kind: 'account', channel: data.kind } : data;
}

/** Facts in the form in which they are recorded. Whether they are valid is judged afterwards. */
export function recordedForm(facts: Readonly<Record<string, unknown>>): object {
  const { channel, ...others } = facts;
  return facts['kind'] === 'account' ? { ...others, kind: channel } : facts;
}

/** The digest that an API key or the secret of a service is known by. It must be long and random. */
export function secretDigest(secret: string): Digest {
  return sha256OfText(secret);
}

export function subjectDigest(account: {
  readonly issuer: string;
  readonly subject: string;
}): Digest {
  return sha256({ issuer: account.issuer, subject: account.subject });
}

/** The digest that an account in a channel is known by. The channel chooses the members. */
export function accountDigest(account: Readonly<Record<string, string>>): Digest {
  return sha256(account);
}
