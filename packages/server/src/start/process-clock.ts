import type { Clock } from '@countersign/coordinator';
import { rememberedTimestamp } from '@countersign/protocol/value';

/**
 * The clock of this process. A pause that ends early builds no error: a server with many listeners ends thousands of
 * pauses a second.
 */
export const processClock: Clock = {
  now: rememberedTimestamp(Date.now),
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
