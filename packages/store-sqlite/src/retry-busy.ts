import { type Clock, StoreUnavailable } from '@countersign/coordinator';
import { isBusy } from './sqlite-error.ts';

const waitMillisecondsMax = 5_000;

/**
 * Tries again while another process has the lock. SQLite could wait itself, but would stop the whole process
 * while it does; here the waiting is asynchronous, and ends.
 */
export function retryBusy<Result>(clock: Clock, attempt: () => Result): Result | Promise<Result> {
  try {
    // Nearly always the first attempt succeeds, so nothing is prepared for others.
    return attempt();
  } catch (error) {
    if (!isBusy(error)) throw error;
    return tryAgain(clock, attempt);
  }
}

async function tryAgain<Result>(clock: Clock, attempt: () => Result): Promise<Result> {
  const never = new AbortController().signal;
  for (let waited = 0; ; ) {
    const pause = pauseAfter(waited);
    await clock.pause(pause, never);
    waited += pause;
    try {
      return attempt();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (waited >= waitMillisecondsMax) {
        throw new StoreUnavailable(
          `another process has held the database for ${waitMillisecondsMax} ms; look for one that hangs`,
          { cause: error },
        );
      }
    }
  }
}

/**
 * Short at first: a busy process frees the lock for a moment between two batches, and that moment has to be met.
 * Longer where a process holds it for long.
 */
function pauseAfter(waited: number): number {
  return waited < 250 ? 1 : waited < 1_000 ? 5 : 25;
}
