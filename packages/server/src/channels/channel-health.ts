import type { Timestamp } from '@countersign/protocol/value';
import type { App } from '../app.ts';

interface Failing {
  readonly since: Timestamp;
  readonly problem: string;
}

/** What this process last saw of its channels. Another replica may see something else. */
const failing = new WeakMap<App, Map<string, Failing>>();

/** Notes how a delivery in a channel ended. `dead` is about one message, and says nothing of the channel. */
export function noteDelivery(
  app: App,
  channel: string,
  delivery: { readonly outcome: 'delivered' | 'retry' | 'dead'; readonly problem?: string },
): void {
  const known = failing.get(app) ?? new Map<string, Failing>();
  failing.set(app, known);
  if (delivery.outcome === 'delivered') known.delete(channel);
  if (delivery.outcome !== 'retry' || known.has(channel)) return;
  known.set(channel, { since: app.context.clock.now(), problem: delivery.problem ?? '' });
}

/** Since when deliveries in a channel fail; null where the last one succeeded or there was none. */
export function failingSince(app: App, channel: string): Failing | null {
  return failing.get(app)?.get(channel) ?? null;
}
