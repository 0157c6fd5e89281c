import { ProtocolError } from '../reason/protocol-error.ts';
import { utf8Length } from './utf8.ts';

/** How much JSON is accepted. A scalar has depth 0, `[]` has depth 1; bytes are those of the UTF-8 text. */
export interface JsonLimits {
  readonly depthMax: number;
  readonly bytesMax: number;
}

export const defaultJsonLimits: JsonLimits = Object.freeze({ depthMax: 64, bytesMax: 2 ** 20 });

// The walks recurse twice per level, so the depth ceiling keeps them far from the end of any engine's
// stack; the byte ceiling keeps every accepted text below the longest string any engine can hold.
const ceilings: JsonLimits = { depthMax: 512, bytesMax: 2 ** 28 };

/** Fills in the defaults. A limit that does not limit is refused rather than ignored. */
export function resolveLimits(limits: Partial<JsonLimits> | undefined): JsonLimits {
  if (limits === undefined) return defaultJsonLimits;
  if (typeof limits !== 'object' || limits === null) {
    throw new ProtocolError('options_malformed', '', 'expected the JSON limits to be an object');
  }
  return {
    depthMax: resolveLimit('depthMax', limits.depthMax),
    bytesMax: resolveLimit('bytesMax', limits.bytesMax),
  };
}

function resolveLimit(name: keyof JsonLimits, limit = defaultJsonLimits[name]): number {
  if (Number.isInteger(limit) && limit >= 1 && limit <= ceilings[name]) return limit;
  const range = `an integer from 1 to ${ceilings[name]}`;
  throw new ProtocolError('options_malformed', `/${name}`, `expected ${name} to be ${range}`);
}

/** Whether the text takes more bytes in UTF-8 than allowed. Counts only when its length cannot tell. */
export function exceedsBytes(text: string, bytesMax: number): boolean {
  if (text.length > bytesMax) return true;
  return text.length * 3 > bytesMax && utf8Length(text) > bytesMax;
}
