import { canonicalize } from './canonical-json.ts';
import { pointer } from './json-pointer.ts';
import type { JsonObject, JsonValue } from './json-value.ts';
import { utf8Length } from './utf8.ts';
import { segmentText, type TextSegment } from './visible-text.ts';

/**
 * One thing a person is shown, taken from the bound bytes. `label` is the JSON Pointer of the member, and
 * both label and value are segments in which nothing is invisible. Containers are facts too, so that a
 * list and an object with numbered keys never look alike. Nothing is cut: folding is the renderer's.
 */
export interface Fact {
  readonly label: readonly TextSegment[];
  readonly kind: 'text' | 'number' | 'boolean' | 'null' | 'object' | 'array' | 'sealed';
  readonly value: readonly TextSegment[];
  /** UTF-8 bytes of the value, or the number of members of a container. */
  readonly size: number;
}

/** All of a value, depth first, members in canonical order: the same facts whatever order it came in. */
export function factsOf(value: JsonValue, path: readonly PropertyKey[] = []): Fact[] {
  const label = segmentText(pointer(path));
  if (typeof value !== 'object' || value === null) return [scalarFact(label, value)];
  const sealed = sealedCommitment(value);
  if (sealed !== null) {
    return [{ label, kind: 'sealed', value: segmentText(sealed), size: utf8Length(sealed) }];
  }
  const members: (readonly [PropertyKey, JsonValue])[] = Array.isArray(value)
    ? value.map((member: JsonValue, index) => [index, member] as const)
    : Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
  const kind = Array.isArray(value) ? 'array' : 'object';
  return [
    { label, kind, value: [], size: members.length },
    ...members.flatMap(([key, member]) => factsOf(member, [...path, key])),
  ];
}

function scalarFact(label: TextSegment[], value: string | number | boolean | null): Fact {
  if (typeof value === 'string') {
    return { label, kind: 'text', value: segmentText(value), size: utf8Length(value) };
  }
  const text = canonicalize(value);
  const kind = value === null ? 'null' : typeof value === 'number' ? 'number' : 'boolean';
  return { label, kind, value: segmentText(text), size: text.length };
}

/** A parameter that its owner sealed before sending: the commitment is all there is to see (EV-8). */
function sealedCommitment(value: JsonValue): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { $sealed, commitment, ...rest } = value as JsonObject;
  if ($sealed !== 'v1' || typeof commitment !== 'string') return null;
  return Object.keys(rest).length === 0 ? commitment : null;
}
