import { useSyncExternalStore } from 'react';

/** Two columns of code need a card of 1,040. With the navigation and the margins, that is a window of this width. */
const room = '(width >= 1328px)';

/** Whether old and new text fit beside each other once the queue is hidden. Paper has one column. */
export function useRoomForSides(): boolean {
  return useSyncExternalStore(
    tell => {
      const over = new AbortController();
      matchMedia(room).addEventListener('change', tell, { signal: over.signal });
      return () => over.abort();
    },
    () => matchMedia(room).matches,
    () => false,
  );
}
