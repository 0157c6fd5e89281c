import type { Clock } from '@countersign/coordinator';
import type { ImportedKey } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Logger } from 'pino';
import type { Endpoint, ServerSettings } from '../start/server-settings.ts';
import type { Dispatcher } from './dispatch.ts';
import { personVerifier, type VerifyPerson } from './person-assertion.ts';
import { importWebhookKey, importWebhookSecret, type WebhookSecret } from './webhook-signature.ts';

/** An endpoint with its keys read, once for as long as the server runs. */
export interface LiveEndpoint extends Omit<Endpoint, 'secrets'> {
  readonly secrets: readonly WebhookSecret[];
  readonly publicKeys: readonly ImportedKey[];
  /** Null where no issuer is trusted to say which person decided. */
  readonly verifyPerson: VerifyPerson | null;
}

/**
 * Throws `options_malformed` for an invalid key, for two endpoints of one name, and for an approval service that shares
 * a secret or a key with another endpoint. A receiver of outcomes could otherwise answer in the name of that service.
 */
export function openEndpoints(
  settings: Pick<ServerSettings, 'endpoints'>,
  ports: {
    readonly clock: Clock;
    readonly dispatcher: Dispatcher;
    readonly log: Pick<Logger, 'warn'>;
  },
): readonly LiveEndpoint[] {
  const { endpoints } = settings;
  return endpoints.map((endpoint, index) => {
    const others = endpoints.filter(other => other !== endpoint);
    if (others.some(({ kind, name }) => kind === endpoint.kind && name === endpoint.name)) {
      throw malformed(index, 'name', 'expected each name once');
    }
    const shared = endpoint.secrets.some(secret =>
      others.some(({ secrets }) => secrets.includes(secret)),
    );
    if (endpoint.kind === 'approval' && shared) {
      throw malformed(index, 'secrets', 'expected secrets that no other endpoint has');
    }
    const { public_key, person_issuer } = endpoint;
    if (public_key !== undefined && others.some(other => other.public_key === public_key)) {
      throw malformed(index, 'public_key', 'expected a key that no other endpoint has');
    }
    return {
      ...endpoint,
      secrets: endpoint.secrets.map(importWebhookSecret),
      publicKeys: public_key === undefined ? [] : [importWebhookKey(public_key)],
      verifyPerson: person_issuer === undefined ? null : personVerifier(person_issuer, ports),
    };
  });
}

function malformed(index: number, member: string, message: string): ProtocolError {
  return new ProtocolError('options_malformed', `/endpoints/${index}/${member}`, message);
}
