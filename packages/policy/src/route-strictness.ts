import type { Route } from '@countersign/protocol/request';

/** Those that need another person come first. */
const kinds: readonly Route['kind'][] = ['admin_channel', 'webhook', 'same_conversation'];

/** A route that needs another person wins over one that does not; then by name, so that there is never a tie. */
export function strictestRoute(routes: readonly Route[]): Route | null {
  const [first] = routes.toSorted(
    (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || compareNames(a.name, b.name),
  );
  return first ?? null;
}

/** A named channel before the unnamed one: an author chose it. */
function compareNames(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}
