import type { RequestRow } from '@countersign/client/people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { emptyQueue, mergeQueue, type ShownQueue } from './queue-order.ts';

interface ShownQueueControl {
  readonly queue: ShownQueue;
  setHeld(held: boolean): void;
  settle(): void;
}

/**
 * The list on the screen. It follows the server without moving under the pointer of the user. Another `of` is another
 * list, so no row has to stay.
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
      // A pointer that leaves only for a moment, such as to open a row, counts as still in the list.
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
