import { useSyncExternalStore } from 'react';

/** Where in the inbox the user is: the address after the origin. */
interface Place {
  readonly path: string;
  /** With its question mark, or empty. */
  readonly query: string;
}

let place = readPlace();
const listeners = new Set<() => void>();

function readPlace(): Place {
  return { path: location.pathname, query: location.search };
}

let moved = false;

/** Whether the user navigated since the page was loaded. */
export function hasMoved(): boolean {
  return moved;
}

function onMoved(): void {
  moved = true;
  place = readPlace();
  for (const listener of listeners) listener();
}

addEventListener('popstate', onMoved);

interface Move {
  /** Takes the place of the entry in the browser's history instead of adding one. */
  readonly replace?: boolean;
}

/** Goes to a path of this origin, without loading the page again. */
export function navigate(to: string, { replace = false }: Move = {}): void {
  const target = new URL(to, location.origin);
  if (target.origin !== location.origin) throw new Error('expected a path of this origin');
  const same = target.href === location.href;
  if (replace || same) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  onMoved();
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, () => place);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
