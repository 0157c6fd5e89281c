import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import { isSealed } from '@countersign/protocol/sealed';
import type { Rule } from './policy-program.ts';

/** The listed paths at which a value did not come sealed (EV-8). */
export function findUnsealed(paths: Rule['sealed'], parameters: JsonObject): readonly string[] {
  if (paths.length === 0) return [];
  return paths.filter(({ steps }) => !isSafe(parameters, steps)).map(({ pointer }) => pointer);
}

/**
 * Whether the path is absent or sealed. A text or another plain value on the way may contain the secret, so it is not
 * safe.
 */
function isSafe(value: JsonValue, steps: readonly string[]): boolean {
  let found: JsonValue | undefined = value;
  for (const step of steps) {
    if (found === null) return true;
    if (typeof found !== 'object') return false;
    // Every value below was sealed with it.
    if (isSealed(found)) return true;
    if (!Object.hasOwn(found, step)) return !Array.isArray(found) || found.length === 0;
    found = (found as JsonObject)[step];
  }
  return found === undefined || isSealed(found);
}
