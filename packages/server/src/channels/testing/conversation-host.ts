import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { assembleJws, jwsSigningInput } from '@countersign/protocol/crypto';
import type { CredentialFacts } from '@countersign/protocol/directory';
import type { JsonObject } from '@countersign/protocol/json';
import type { StartedServer } from '../../testing/started-server.ts';
import type { ConversationQuestion } from '../conversation.ts';

type Members = Readonly<Record<string, unknown>>;

/** The host of a conversation: its key, and what it signs with it. */
export interface ConversationHost {
  readonly credential: CredentialFacts;
  sign(payload: Members, typ?: string): string;
  /** The header with which it asks. */
  header(server: StartedServer, change?: Members): Promise<Readonly<Record<string, string>>>;
  /** What it signs for a person who pressed Proceed, with these members changed. */
  assertion(
    server: StartedServer,
    question: ConversationQuestion,
    personId: string,
    change?: Members,
  ): Record<string, unknown>;
}

export function createHost(credential_id: string, agent_ids: readonly string[]): ConversationHost {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const host: ConversationHost = {
    credential: {
      kind: 'host',
      credential_id,
      person_id: null,
      public_key: { kty: 'OKP', crv: 'Ed25519', x },
      agent_ids: [...agent_ids],
      label: 'a chat',
    },
    sign: (payload, typ = 'countersign-conversation+jws') => {
      const input = jwsSigningInput({ kid: credential_id, typ, payload: payload as JsonObject });
      return assembleJws(input, sign(null, Buffer.from(input), privateKey));
    },
    header: async (server, change = {}) => {
      const published = await server.call('GET', '/v1/keys');
      const { store_id } = published.body as { store_id: string };
      const issued_at = server.app.context.clock.now();
      const payload = { type: 'countersign/host/v1', store_id, issued_at, ...change };
      return { authorization: `Bearer ${host.sign(payload, 'countersign-host+jws')}` };
    },
    assertion: (server, question, person_id, change = {}) => {
      const { store_id, approval_request_id, stage_index } = question;
      const { input_digest, view_digest, nonce } = question;
      return {
        type: 'countersign/conversation/v1',
        store_id,
        approval_request_id,
        stage_index,
        chain_entry_id: `ace_${randomUUID().replaceAll('-', '')}`,
        person_id,
        input_digest,
        view_digest,
        decision: 'allow',
        choice: 'Proceed',
        reason: null,
        nonce,
        issued_at: server.app.context.clock.now(),
        ...change,
      };
    },
  };
  return host;
}
