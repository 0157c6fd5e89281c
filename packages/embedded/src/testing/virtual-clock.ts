import type { GateClock } from '@countersign/client';

/** A clock that moves only when it is told to. */
export interface VirtualClock extends GateClock {
  /** Moves it on, and gives whatever was waiting for that its turn. */
  advance(milliseconds: number): Promise<void>;
}

/** It begins at the present time, or wherever it is told to. */
export function virtualClock(start: number = Date.now()): VirtualClock {
  let elapsed = 0;
  const sleeping = new Set<{ readonly until: number; readonly wake: () => void }>();
  return {
    now: () => start + elapsed,
    elapsed: () => elapsed,
    pause: (milliseconds, signal) =>
      new Promise(resolve => {
        if (signal?.aborted || milliseconds <= 0) return resolve();
        const sleeper = {
          until: elapsed + milliseconds,
          wake: () => {
            sleeping.delete(sleeper);
            signal?.removeEventListener('abort', sleeper.wake);
            resolve();
          },
        };
        sleeping.add(sleeper);
        signal?.addEventListener('abort', sleeper.wake);
      }),
    advance: async milliseconds => {
      elapsed += milliseconds;
      for (const sleeper of [...sleeping]) if (sleeper.until <= elapsed) sleeper.wake();
      await new Promise(done => setImmediate(done));
    },
  };
}
