import { canonicalize } from '../json/canonical-json.ts';
import { pointer } from '../json/json-pointer.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import { utf8Length } from '../json/utf8.ts';
import { isSealed, type SealedValue, sealKeyIdOf } from '../sealed/sealed-value.ts';
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
  /** UTF-8 bytes of what is shown as the value, or the number of members of a container. */
  readonly size: number;
}

/** All of a value, depth first, members in canonical order: the same facts whatever order it came in. */
export function factsOf(value: JsonValue, path: readonly PropertyKey[] = []): Fact[] {
  const facts: Fact[] = [];
  addFacts(facts, value, pointer(path));
  return facts;
}

function addFacts(facts: Fact[], value: JsonValue, place: string): void {
  const label = segmentText(place);
  if (typeof value !== 'object' || value === null) {
    facts.push(scalarFact(label, value));
    return;
  }
  if (isSealed(value)) {
    facts.push(sealedFact(label, value));
    return;
  }
  const members = membersOf(value);
  const kind = Array.isArray(value) ? 'array' : 'object';
  facts.push({ label, kind, value: [], size: members.length });
  for (const [key, member] of members) addFacts(facts, member, place + pointer([key]));
}

/** The members of a container in canonical order. */
export function membersOf(
  value: JsonObject | readonly JsonValue[],
): readonly (readonly [PropertyKey, JsonValue])[] {
  return Array.isArray(value)
    ? value.map((member: JsonValue, index) => [index, member] as const)
    : Object.entries(value as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1));
}

function scalarFact(label: TextSegment[], value: string | number | boolean | null): Fact {
  if (typeof value === 'string') {
    return { label, kind: 'text', value: segmentText(value), size: utf8Length(value) };
  }
  const text = canonicalize(value);
  const kind = value === null ? 'null' : typeof value === 'number' ? 'number' : 'boolean';
  return { label, kind, value: segmentText(text), size: text.length };
}

/**
 * A parameter that was sealed before it was sent (EV-8) says so itself, so that the commitment is never taken for
 * the value. The first segment alone is the short form.
 */
function sealedFact(label: TextSegment[], seal: SealedValue): Fact {
  const { commitment } = seal;
  const key_id = sealKeyIdOf(seal);
  const short = `sealed with key ${key_id}`;
  const rest = `, commitment ${commitment.slice(key_id.length + 1)}`;
  const value = [{ text: short }, { text: rest }];
  return { label, kind: 'sealed', value, size: short.length + rest.length };
}
