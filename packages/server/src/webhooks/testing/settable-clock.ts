import type { Clock } from '@countersign/coordinator';
import {
  millisecondsOf,
  type Timestamp,
  timestampFromMilliseconds,
} from '@countersign/protocol/value';

/** A clock that stands still until it is moved. A pausing caller sleeps until it is stopped or woken. */
export interface SettableClock extends Clock {
  advance(seconds: number): void;
  set(now: Timestamp): void;
  /** Ends every pause that is under way. */
  wake(): void;
}

export function createSettableClock(start = Date.UTC(2026, 10, 16, 12)): SettableClock {
  let now = start;
  const sleeping = new Set<() => void>();
  return {
    now: () => timestampFromMilliseconds(now),
    pause: (_milliseconds, signal) =>
      new Promise(resolve => {
        const end = () => {
          sleeping.delete(end);
          signal.removeEventListener('abort', end);
          resolve();
        };
        if (signal.aborted) return resolve();
        sleeping.add(end);
        signal.addEventListener('abort', end, { once: true });
      }),
    advance: seconds => {
      now += seconds * 1000;
    },
    set: to => {
      now = millisecondsOf(to);
    },
    wake: () => {
      for (const end of [...sleeping]) end();
    },
  };
}
