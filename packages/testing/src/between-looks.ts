import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Between two looks at a state that no event tells. A look at every turn of the event loop would keep a core busy until
 * the state comes. How long it takes decides nothing: the state does.
 */
export function betweenLooks(): Promise<void> {
  return sleep(20);
}
