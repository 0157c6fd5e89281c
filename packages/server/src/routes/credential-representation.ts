import type { Credential } from '@countersign/protocol/directory';
import * as z from 'zod';

/** A credential as the API shows it: whose it is and what it may do, nothing that would help to use it. */
export const CredentialRepresentation = z.strictObject({
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
  executor: z.string().nullable(),
  verbs: z.array(z.string()),
  service_id: z.string().nullable(),
  expires_at: z.string().nullable(),
  registered_at: z.string(),
  revoked_at: z.string().nullable(),
});
export type CredentialRepresentation = z.infer<typeof CredentialRepresentation>;

export function representCredential(credential: Credential): CredentialRepresentation {
  const { credential_id, kind, person_id, registered_at, revoked_at } = credential;
  return {
    credential_id,
    kind,
    channel: kind === 'account' ? credential.channel : null,
    label: 'label' in credential ? credential.label : null,
    person_id,
    owner: kind === 'api_key' ? credential.owner : null,
    agent_ids: 'agent_ids' in credential ? [...credential.agent_ids] : [],
    executor: kind === 'api_key' ? credential.executor : null,
    verbs: kind === 'api_key' ? [...credential.verbs] : [],
    service_id: kind === 'service' ? credential.service_id : null,
    expires_at: kind === 'api_key' ? credential.expires_at : null,
    registered_at,
    revoked_at,
  };
}
