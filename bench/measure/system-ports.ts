import { randomUUID } from 'node:crypto';
import type { Clock, Ids } from '@countersign/coordinator';
import { timestampFromMilliseconds } from '@countersign/protocol/value';

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) =>
    new Promise(resolve => {
      if (signal.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      signal.addEventListener('abort', end);
    }),
};

export const randomIds: Ids = { uuid: () => randomUUID() };
