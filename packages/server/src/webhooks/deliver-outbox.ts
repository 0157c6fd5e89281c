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

/** How the problem of a message begins that was in flight when a process ended. */
const processEnded = 'A process ended while it delivered this message';

/**
 * Takes messages and delivers each at least once. A replica that dies leaves its lease to run out. A message that was
 * in flight at that time may have ended the process. So it waits behind the others and is delivered alone. Where a
 * second process ends during its delivery, it is set aside (HI-7). A delivery is repeated under the same id, by which
 * receivers recognise it.
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
      const settle = async (message: LeasedMessage, delivery: Delivery, wait: number) => {
        const { outcome } = delivery;
        app.metrics.delivered(message.topic, outcome);
        await store.settleOutbox({
          id: message.id,
          owner,
          outcome,
          ...(outcome === 'retry' ? { retryInSeconds: wait } : {}),
          ...('problem' in delivery ? { problem: delivery.problem } : {}),
        });
      };
      const deliverOne = async (message: LeasedMessage) => {
        const delivery = await attempt(app, deliver, message, signal);
        const isLast = delivery.outcome === 'retry' && message.tries + 1 >= triesMax;
        const settled = isLast ? { ...delivery, outcome: 'dead' as const } : delivery;
        await settle(message, settled, waitSeconds(message));
      };
      const { usual, alone, later, aside } = sortLeased(messages);
      // Before anything is delivered: a process that ends now must not find these in flight again.
      await Promise.all([
        ...aside.map(message => settle(message, setAside, 0)),
        ...later.map(message => settle(message, postponed, 1)),
      ]);
      await Promise.all(usual.map(deliverOne));
      await Promise.all(alone.map(deliverOne));
      return messages.length >= batch;
    },
  };
}

const postponed: Delivery = { outcome: 'retry', problem: `${processEnded}.` };
const setAside: Delivery = {
  outcome: 'dead',
  problem: `${processEnded}, and so did the next one. It is not tried again by itself.`,
};

interface SortedMessages {
  readonly usual: readonly LeasedMessage[];
  /** At most one. It is delivered after the usual ones, when nothing else is in flight. */
  readonly alone: readonly LeasedMessage[];
  readonly later: readonly LeasedMessage[];
  readonly aside: readonly LeasedMessage[];
}

function sortLeased(messages: readonly LeasedMessage[]): SortedMessages {
  const isSuspect = ({ problem }: LeasedMessage) => problem.startsWith(processEnded);
  const settled = messages.filter(({ abandoned }) => !abandoned);
  const [first, ...suspects] = settled.filter(isSuspect);
  const abandoned = messages.filter(message => message.abandoned);
  return {
    usual: settled.filter(message => !isSuspect(message)),
    alone: first === undefined ? [] : [first],
    later: [...suspects, ...abandoned.filter(message => !isSuspect(message))],
    aside: abandoned.filter(isSuspect),
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
