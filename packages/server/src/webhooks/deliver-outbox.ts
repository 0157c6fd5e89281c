import type { LeasedMessage } from '@countersign/coordinator';
import type { App } from '../app.ts';
import type { Job } from '../background/run-jobs.ts';
import type { DeliveryPayload, DeliveryTopic } from './deliveries.ts';

/** The result of one attempt. `dead` gives up at once: trying again could not help. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  | { readonly outcome: 'retry' | 'dead'; readonly problem: string };

/** Delivers one message to one receiver. Throwing counts as a failure that may pass. */
export type Deliver = (
  app: App,
  payload: DeliveryPayload,
  message: LeasedMessage,
  signal: AbortSignal,
) => Promise<Delivery>;

const batch = 32;
const leaseSeconds = 60;
/** About a day and a half in all: seconds at first, then hours. */
const triesMax = 20;

/**
 * Takes messages and delivers them, each at least once. A replica that dies leaves its lease to run out; the next
 * replica delivers again under the same id, by which receivers recognise it.
 */
export function deliverOutbox(
  app: App,
  deliver: Readonly<Partial<Record<DeliveryTopic, Deliver>>>,
): Job {
  const owner = app.context.ids.uuid();
  return {
    name: 'deliver',
    everyMilliseconds: 500,
    run: async signal => {
      const { store } = app.context;
      const messages = await store.leaseOutbox({ owner, seconds: leaseSeconds, limit: batch });
      await Promise.all(
        messages.map(async message => {
          const delivery = await attempt(app, deliver, message, signal);
          const { outcome } = delivery;
          const isLast = message.tries + 1 >= triesMax;
          const settled = outcome === 'retry' && isLast ? 'dead' : outcome;
          app.metrics.delivered(message.topic, settled);
          await store.settleOutbox({
            id: message.id,
            owner,
            outcome: settled,
            ...(settled === 'retry' ? { retryInSeconds: waitSeconds(message) } : {}),
            ...('problem' in delivery ? { problem: delivery.problem } : {}),
          });
        }),
      );
      return messages.length >= batch;
    },
  };
}

async function attempt(
  app: App,
  deliver: Readonly<Partial<Record<DeliveryTopic, Deliver>>>,
  message: LeasedMessage,
  signal: AbortSignal,
): Promise<Delivery> {
  const send = deliver[message.topic as DeliveryTopic];
  if (send === undefined)
    return { outcome: 'dead', problem: `no part of the server delivers ${message.topic}` };
  try {
    const payload = JSON.parse(message.payload) as DeliveryPayload;
    return await send(app, payload, message, signal);
  } catch (error) {
    app.log.error({ err: error, message: message.id }, 'a delivery failed');
    return { outcome: 'retry', problem: error instanceof Error ? error.message : 'it failed' };
  }
}

/** Doubling from two seconds to six hours, spread by the id so that a burst does not come back as one. */
function waitSeconds({ id, tries }: LeasedMessage): number {
  const base = Math.min(21_600, 2 * 2 ** tries);
  return base + Math.floor((base * (id % 16)) / 64);
}
