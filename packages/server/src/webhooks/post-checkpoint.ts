import type { Clock } from '@countersign/coordinator';
import type { Post } from '@countersign/outside';
import { sha256OfText } from '@countersign/protocol/crypto';
import type { Endpoint } from '../start/server-settings.ts';
import type { Dispatcher } from './dispatch.ts';
import { importWebhookSecret, signWebhook, type WebhookSigner } from './webhook-signature.ts';

const responseLimitBytes = 65_536;

/**
 * Takes a checkpoint to an endpoint, signed like every webhook, so that its receiver knows at once that it comes
 * from this server. The same checkpoint has the same id at every attempt.
 */
export function checkpointPost(
  endpoint: Pick<Endpoint, 'secrets' | 'asymmetric'>,
  ports: {
    readonly clock: Clock;
    readonly dispatcher: Dispatcher;
    readonly webhookSigner: WebhookSigner;
  },
): Post {
  const secrets = endpoint.secrets.map(importWebhookSecret);
  const signers = endpoint.asymmetric ? [ports.webhookSigner] : [];
  return async (url, { body, headers, timeoutMilliseconds }) => {
    const [, digest = ''] = sha256OfText(body).split(':');
    const id = `checkpoint_${digest}`;
    const timestamp = ports.clock.now();
    const signed = await signWebhook({ id, timestamp, body, secrets, signers });
    const sent = await ports.dispatcher.send({
      url,
      method: 'POST',
      headers: { ...headers, ...signed },
      body,
      timeoutMilliseconds,
      responseLimitBytes,
    });
    if (!sent.ok) throw new Error(sent.problem);
    return { status: sent.status };
  };
}
