import type { Clock } from '@countersign/coordinator';
import {
  millisecondsOf,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';

/** A clock that moves only when it is told to. */
export interface ManualClock extends Clock {
  advance(seconds: number): void;
}

export function createManualClock(
  start: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12)),
): ManualClock {
  let now = millisecondsOf(start);
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
        sleeping.add(sleeper);
        signal.addEventListener('abort', sleeper.wake);
      }),
    advance: seconds => {
      now += Math.round(seconds * 1000);
      for (const sleeper of [...sleeping]) if (sleeper.until <= now) sleeper.wake();
    },
  };
}
