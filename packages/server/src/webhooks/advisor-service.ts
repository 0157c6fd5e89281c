import type { Advisor, Clock, Ids } from '@countersign/coordinator';
import type { AdvisorSettings } from '../start/server-settings.ts';
import type { Dispatcher } from './dispatch.ts';
import { importWebhookSecret, signWebhook } from './webhook-signature.ts';

const responseLimitBytes = 16_384;

/**
 * An advisor behind an address. It is asked with a webhook that is signed like every other one, and answers in the body
 * of the same exchange. It sees the action with its parameters; sealed values stay sealed.
 */
export function advisorService(
  { name, url, secrets: texts, deadline_milliseconds: deadlineMilliseconds }: AdvisorSettings,
  { clock, ids, dispatcher }: { clock: Clock; ids: Ids; dispatcher: Dispatcher },
): Advisor {
  const secrets = texts.map(importWebhookSecret);
  return {
    name,
    deadlineMilliseconds,
    advise: async question => {
      const body = JSON.stringify({ type: 'risk.asked', data: question });
      const id = `advice_${ids.uuid()}`;
      const signed = await signWebhook({ id, timestamp: clock.now(), body, secrets });
      const sent = await dispatcher.send({
        url,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...signed },
        body,
        timeoutMilliseconds: deadlineMilliseconds,
        responseLimitBytes,
      });
      if (!sent.ok) throw new Error(sent.problem);
      if (sent.status !== 200) throw new Error(`expected status 200, found ${sent.status}`);
      return JSON.parse(Buffer.from(sent.body).toString('utf8'));
    },
  };
}
