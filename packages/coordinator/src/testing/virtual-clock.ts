import {
  millisecondsOf,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';
import type { Clock } from '../ports.ts';

/** A clock that moves only when it is told to. Pauses end when their time has come, or their signal aborts. */
export interface VirtualClock extends Clock {
  advance(seconds: number): void;
  /** How many pauses are waiting; lets a test see that a caller sleeps. */
  sleepers(): number;
}

export function createVirtualClock(
  start: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12)),
): VirtualClock {
  let now = millisecondsOf(start);
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => timestampFromMilliseconds(now),
    pause: (milliseconds, signal) =>
      new Promise(resolve => {
        if (signal.aborted) return resolve();
        const sleeper = {
          until: now + milliseconds,
          wake: () => {
            sleeping.delete(sleeper);
            signal.removeEventListener('abort', sleeper.wake);
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
    sleepers: () => sleeping.size,
  };
}
