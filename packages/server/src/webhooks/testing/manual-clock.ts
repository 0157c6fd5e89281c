import type { Clock } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  advance(milliseconds: number): void;
  /** How many are waiting for it. */
  sleepers(): number;
}

export function createManualClock(start = Date.UTC(2026, 10, 16)): ManualClock {
  let now = start;
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => timestampFromMilliseconds(now),
    pause: (milliseconds, signal) =>
      new Promise(resolve => {
        const sleeper = {
          until: now + milliseconds,
          wake: () => {
            sleeping.delete(sleeper);
            resolve();
          },
        };
        if (signal.aborted) return resolve();
        sleeping.add(sleeper);
        signal.addEventListener('abort', sleeper.wake, { once: true });
      }),
    advance: milliseconds => {
      now += milliseconds;
      for (const sleeper of [...sleeping]) if (sleeper.until <= now) sleeper.wake();
    },
    sleepers: () => sleeping.size,
  };
}
