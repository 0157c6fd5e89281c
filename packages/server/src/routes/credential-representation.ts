import type { Credential } from '@countersign/protocol/directory';
import type { CredentialFacts } from '@countersign/wire/credentials';

export function representCredential(credential: Credential): CredentialFacts {
  const { credential_id, kind, person_id, registered_at, revoked_at } = credential;
  return {
    credential_id,
    kind,
    channel: kind === 'account' ? credential.channel : null,
    label: 'label' in credential ? credential.label : null,
    person_id,
    owner: kind === 'api_key' ? credential.owner : null,
    agent_ids: 'agent_ids' in credential ? [...credential.agent_ids] : [],
    subject_ids: kind === 'api_key' ? [...(credential.subject_ids ?? [])] : [],
    tool_server: kind === 'api_key' ? (credential.tool_server ?? null) : null,
    executor: kind === 'api_key' ? credential.executor : null,
    verbs: kind === 'api_key' ? [...credential.verbs] : [],
    service_id: kind === 'service' ? credential.service_id : null,
    expires_at: kind === 'api_key' ? credential.expires_at : null,
    registered_at,
    revoked_at,
  };
}
