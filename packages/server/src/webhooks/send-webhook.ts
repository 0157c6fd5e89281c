import type { Trace } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import { startDeliverySpan } from '../observability/call-span.ts';
import type { Delivery } from './deliver-outbox.ts';
import type { LiveEndpoint } from './live-endpoint.ts';
import { signWebhook } from './webhook-signature.ts';

const timeoutMilliseconds = 15_000;
const responseLimitBytes = 65_536;

/**
 * Sends one signed message. The id is the same at every try, so that a receiver knows a repetition; time and
 * signature are those of the try. Anything but a 2xx is tried again (TR-1): an answer to the question is never
 * read from the response, only from a call that the service makes itself. `opening` is the trace of the request.
 */
export async function sendWebhook(
  app: App,
  endpoint: LiveEndpoint,
  id: string,
  body: object,
  opening: Trace | null,
): Promise<Delivery> {
  const text = JSON.stringify(body);
  const headers = await signWebhook({
    id,
    timestamp: app.context.clock.now(),
    body: text,
    secrets: endpoint.secrets,
    ...(endpoint.asymmetric ? { signers: [app.webhookSigner] } : {}),
  });
  const span = startDeliverySpan(endpoint.name, opening);
  const sent = await app.dispatcher.send({
    url: endpoint.url,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers, ...span.headers },
    body: text,
    timeoutMilliseconds,
    responseLimitBytes,
  });
  span.end(sent.ok ? null : sent.problem);
  if (!sent.ok) {
    return { outcome: sent.kind === 'refused' ? 'dead' : 'retry', problem: sent.problem };
  }
  if (sent.status >= 200 && sent.status < 300) return { outcome: 'delivered' };
  // With the status Gone, and with no other, a receiver asks not to be told again.
  return {
    outcome: sent.status === 410 ? 'dead' : 'retry',
    problem: `${endpoint.name} answered ${sent.status}`,
  };
}
