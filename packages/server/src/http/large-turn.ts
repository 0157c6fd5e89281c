import { FairQueue } from '@countersign/policy/workers';

/** A larger body is read in turns, and its time counts among the evaluation time of its caller. */
export const largeBodyBytes = 16_384;

/** Resolves when a call with a large body may go on. */
export type LargeTurn = (caller: string) => Promise<void>;

/**
 * Lets one call with a large body begin in each turn of the event loop, and callers take turns. Reading such a body keeps
 * the thread busy for some milliseconds. Without turns, every call that came in between would wait for all of them (HI-3).
 */
export function createLargeTurn(
  nextTurn: (begin: () => void) => void = begin => void setImmediate(begin),
): LargeTurn {
  const waiting = new FairQueue<() => void>();
  let isScheduled = false;
  const schedule = (): void => {
    isScheduled = true;
    nextTurn(() => {
      const begin = waiting.take(() => true);
      isScheduled = false;
      if (begin === null) return;
      begin();
      if (waiting.length > 0) schedule();
    });
  };
  return caller =>
    new Promise(begin => {
      waiting.add(caller, begin);
      if (!isScheduled) schedule();
    });
}
