import { overrideStore, type Store } from '@countersign/coordinator';
import type { EventType } from '@countersign/protocol/stream';
import { millisecondsOf } from '@countersign/protocol/value';
import type { Metrics, RequestOutcome } from './metrics.ts';

/** The events by which a request is answered, one way or another. */
const outcomes: Readonly<Partial<Record<EventType, RequestOutcome>>> = {
  'request.allowed': 'allowed',
  'request.denied': 'denied',
  'request.expired': 'expired',
  'request.cancelled': 'cancelled',
  'request.amended': 'amended',
};

/** The same store, with its commits timed and the events of those that happened counted. */
export function timedStore(store: Store, metrics: Metrics, monotonicSeconds: () => number): Store {
  const commit: Store['commit'] = async commit => {
    const begun = monotonicSeconds();
    const result = await store.commit(commit);
    metrics.commitTook(monotonicSeconds() - begun, result.outcome);
    if (result.outcome === 'committed') {
      for (const { events, row } of commit.appends) {
        for (const { event } of events) {
          metrics.eventCommitted(event.type);
          const outcome = outcomes[event.type as EventType];
          if (outcome === undefined || row === null) continue;
          const waited = millisecondsOf(event.at) - millisecondsOf(row.requested_at);
          metrics.decided(waited / 1000, outcome);
        }
      }
    }
    return result;
  };
  return overrideStore(store, { commit });
}
