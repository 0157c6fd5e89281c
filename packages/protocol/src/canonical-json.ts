import { sortKeys } from './json-key.ts';
import type { JsonLimits } from './json-limits.ts';
import { examine, type JsonArray, type JsonValue } from './json-value.ts';

/**
 * The canonical text of a value (RFC 8785), or a ProtocolError for what has none (AB-5). Every property
 * of the input is read once.
 */
export function canonicalize(value: unknown, limits?: Partial<JsonLimits>): string {
  return canonicalSnapshot(value, limits).text;
}

/** The snapshot of a value together with its canonical text, for the price of the text alone. */
export function canonicalSnapshot(
  value: unknown,
  limits?: Partial<JsonLimits>,
): { readonly value: JsonValue; readonly text: string } {
  const examined = examine(value, limits);
  // RFC 8785 writes scalars as JSON.stringify does, and the members of the copy were added in order.
  const text = examined.inOrder ? examined.text : write(examined.value);
  return { value: examined.value, text };
}

function write(value: JsonValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let members = '';
  if (isArray(value)) {
    for (const member of value) members += `${members && ','}${write(member)}`;
    return `[${members}]`;
  }
  for (const key of sortKeys(Object.keys(value))) {
    members += `${members && ','}${JSON.stringify(key)}:${write(value[key] as JsonValue)}`;
  }
  return `{${members}}`;
}

const isArray: (value: JsonValue) => value is JsonArray = Array.isArray;
