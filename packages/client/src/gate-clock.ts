/** The clocks of a gate. */
export interface GateClock {
  /** Milliseconds since 1970, by the clock on the wall, which may be wrong. */
  now(): number;
  /** Milliseconds that only grow, also when the wall clock is set. */
  elapsed(): number;
  /** Resolves after that time or as soon as the signal aborts, whichever comes first. Never rejects. */
  pause(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** Longer than this, timers of every platform overflow and fire at once. */
const timerMax = 2 ** 31 - 1;

export const systemClock: GateClock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  pause: (milliseconds, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve();
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.min(Math.max(0, milliseconds), timerMax));
      signal?.addEventListener('abort', end);
    }),
};
