import type { RequestRow } from '@countersign/client/people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emptyQueue, mergeQueue, type ShownQueue } from './queue-order.ts';

interface ShownQueueControl {
  readonly queue: ShownQueue;
  setHeld(held: boolean): void;
  settle(): void;
}

/**
 * The list as it is on screen, which follows the server without moving under the user's pointer. Another `of` is
 * another list, of which nothing has to stay.
 */
export function useShownQueue(
  latest: readonly RequestRow[],
  { of, openId }: { readonly of: string; readonly openId: string | null },
): ShownQueueControl {
  const held = useRef(false);
  const state = useRef({ of, openId, latest, queue: emptyQueue, first: true });
  const [, redraw] = useState(0);
  const before = state.current;
  if (before.first || before.of !== of) {
    const queue = mergeQueue(emptyQueue, latest, { held: false, openId });
    state.current = { of, openId, latest, queue, first: false };
  } else if (before.latest !== latest || before.openId !== openId) {
    const queue = mergeQueue(before.queue, latest, { held: held.current, openId });
    state.current = { ...before, openId, latest, queue };
  }
  const settle = useCallback(() => {
    const { queue, latest: rows, openId: open } = state.current;
    state.current = {
      ...state.current,
      queue: mergeQueue(queue, rows, { held: false, openId: open }),
    };
    redraw(count => count + 1);
  }, []);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const setHeld = useCallback(
    (next: boolean) => {
      clearTimeout(timer.current);
      if (next) held.current = true;
      // A hand that leaves for a moment, such as to the row it opens, has not left.
      else if (held.current) {
        timer.current = setTimeout(() => {
          held.current = false;
          settle();
        }, 400);
      }
    },
    [settle],
  );
  return { queue: state.current.queue, setHeld, settle };
}
