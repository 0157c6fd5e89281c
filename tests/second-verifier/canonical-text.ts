import { createHash } from 'node:crypto';

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

/** RFC 8785: members in the order of their UTF-16 code units, everything else as JSON.stringify writes it. */
export function canonicalText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`;
  const object = value as JsonObject;
  const members = Object.keys(object)
    .sort((a, b) => (a < b ? -1 : 1))
    .map(key => `${JSON.stringify(key)}:${canonicalText(object[key] as Json)}`);
  return `{${members.join(',')}}`;
}

/** The value of a text that is exactly canonical: a repeated key or another spelling would not come back. */
export function readCanonical(text: string): Json {
  const value = JSON.parse(text) as Json;
  if (canonicalText(value) !== text) throw new Error('not canonical');
  return value;
}

export function digestOfText(text: string): string {
  return `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
}

export function digestOf(value: Json): string {
  return digestOfText(canonicalText(value));
}

/** Stops at the first thing that is not so. */
export function demand(holds: boolean, what: string): asserts holds {
  if (!holds) throw new Error(what);
}

export function sameJson(a: Json | undefined, b: Json | undefined, what: string): void {
  demand(a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b), what);
}

/** An object with exactly these members. */
export function closed(value: Json | undefined, members: string): JsonObject {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  demand(isObject, `expected an object of ${members}`);
  const found = Object.keys(value as JsonObject).sort();
  demand(found.join(' ') === members.split(' ').sort().join(' '), `expected ${members}`);
  return value as JsonObject;
}

export function list(value: Json | undefined): readonly Json[] {
  demand(Array.isArray(value), 'expected a list');
  return value as readonly Json[];
}

export function text(value: Json | undefined): string {
  demand(typeof value === 'string', 'expected a text');
  return value;
}
