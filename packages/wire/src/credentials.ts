import { PublicKey } from '@countersign/protocol/crypto';
import { ApiKeyVerb, CredentialId } from '@countersign/protocol/directory';
import { Name, PersonId, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { pageQuery } from './sent.ts';

export const CredentialParams = z.strictObject({ credential_id: CredentialId });
export const CredentialQuery = pageQuery(CredentialId, { limit: 200, limitMax: 1000 });

/** A credential: whose it is and what it may do. Nothing in it helps to use it. */
export const CredentialFacts = z.object({
  credential_id: z.string(),
  kind: z.enum(['passkey', 'oidc', 'account', 'api_key', 'host', 'service']),
  /** The channel that a linked account is in. */
  channel: z.string().nullable(),
  label: z.string().nullable(),
  /** The person who signs in with it. */
  person_id: z.string().nullable(),
  /** The person answerable for the agents of an API key. */
  owner: z.string().nullable(),
  agent_ids: z.array(z.string()),
  /** The people that an API key may act for besides its owner. */
  subject_ids: z.array(z.string()).max(1024).optional(),
  /** The server whose tools an API key attests. */
  tool_server: z.string().nullable().optional(),
  executor: z.string().nullable(),
  verbs: z.array(z.string()),
  service_id: z.string().nullable(),
  expires_at: z.string().nullable(),
  registered_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type CredentialFacts = z.infer<typeof CredentialFacts>;

export const CredentialPage = z.object({
  credentials: z.array(CredentialFacts),
  next: z.string().nullable(),
});
export type CredentialPage = z.infer<typeof CredentialPage>;

export const RegisteredCredential = z.object({
  credential: CredentialFacts,
  /** Shown once. Null where there is none, or where the call is repeated. */
  secret: z.string().nullable(),
});
export type RegisteredCredential = z.infer<typeof RegisteredCredential>;

const agentIds = z.array(Name).max(1024);

export const NewApiKey = z.strictObject({
  label: Name,
  verbs: z.array(ApiKeyVerb).min(1).max(4),
  /** The agents that it may propose and observe as. */
  agent_ids: agentIds.default([]),
  /** The audience whose grants it may consume. */
  executor: Name.nullable().default(null),
  /** Who is answerable for these agents, and so not independent of them. Without it, the person who makes the key. */
  owner: PersonId.nullable().optional(),
  /** The people it may act for besides its owner. */
  subject_ids: z.array(PersonId).max(1024).default([]),
  /** The server whose tools everything it proposes is a call of. Only then may the catalogue lower a guess. */
  tool_server: Name.optional(),
  /** What the batches of an edge are signed with: with the verb `edge`, and only then. */
  edge_key: PublicKey.optional(),
  expires_at: Timestamp.nullable().default(null),
});

export const NewHost = z.strictObject({
  label: Name,
  agent_ids: agentIds.min(1),
  public_key: PublicKey,
});

export const NewService = z.strictObject({
  label: Name,
  service_id: Name,
  /** Of the key that it signs with. Without one, the service is given a secret. */
  public_key: PublicKey.optional(),
});

export const CredentialRotation = z.strictObject({
  /** Leaves the old credential in use until it is revoked. */
  keep: z.boolean().default(false),
  expires_at: Timestamp.nullable().optional(),
});
