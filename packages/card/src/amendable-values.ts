import type { JsonObject, JsonValue } from '@countersign/protocol/json';
import type { AmendTerms } from '@countersign/protocol/request';
import { isSealed } from '@countersign/protocol/sealed';

/** One value that a reviewer may change, and how. */
export type AmendableValue =
  | {
      readonly kind: 'number';
      /** A JSON Pointer into the parameters. */
      readonly path: string;
      readonly value: number;
      /** Whether it may only become lower: 0 <= new < value. */
      readonly lower: boolean;
    }
  | { readonly kind: 'text'; readonly path: string; readonly value: string }
  | { readonly kind: 'boolean'; readonly path: string; readonly value: boolean }
  /** A list from which items may be taken out, but not all of them. */
  | { readonly kind: 'list'; readonly path: string; readonly items: readonly JsonValue[] }
  /** A value that may become one other value. */
  | {
      readonly kind: 'fixed';
      readonly path: string;
      readonly value: JsonValue;
      readonly becomes: string | number | boolean;
    };

/**
 * Everything that a reviewer may change in these parameters (AM-2), in their order. A path cannot be changed if it is
 * absent, or if its value has another type than its rule expects.
 */
export function amendableValues(terms: AmendTerms, parameters: JsonObject): AmendableValue[] {
  const found: AmendableValue[] = [];
  collect(terms, parameters, '', found);
  return found;
}

// Recursion is safe here: the depth was capped when the action was read.
function collect(terms: AmendTerms, value: JsonValue, path: string, found: AmendableValue[]): void {
  if (isSealed(value)) return;
  const listed = listedValue(terms, value, path);
  if (listed !== null) found.push(listed);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) {
      collect(terms, member, `${path}/${escaped(name)}`, found);
    }
  } else if (terms.mode === 'any') {
    const free = freeValue(value, path);
    if (free !== null) found.push(free);
  }
}

function listedValue(terms: AmendTerms, value: JsonValue, path: string): AmendableValue | null {
  const fixed = terms.becomes.find(each => each.path === path);
  // With `any` the fixed value is one of many. With `narrow` it is the only one.
  if (fixed !== undefined && terms.mode === 'narrow') {
    const { value: becomes } = fixed;
    return typeof value === typeof becomes && value !== becomes
      ? { kind: 'fixed', path, value, becomes }
      : null;
  }
  if (terms.subset.includes(path) && Array.isArray(value) && value.length > 1) {
    return value.some(holdsSeal) ? null : { kind: 'list', path, items: value };
  }
  if (terms.mode === 'narrow' && terms.lower.includes(path) && typeof value === 'number') {
    return value > 0 ? { kind: 'number', path, value, lower: true } : null;
  }
  return null;
}

function freeValue(value: JsonValue, path: string): AmendableValue | null {
  switch (typeof value) {
    case 'number':
      return { kind: 'number', path, value, lower: false };
    case 'string':
      return { kind: 'text', path, value };
    case 'boolean':
      return { kind: 'boolean', path, value };
    default:
      return null;
  }
}

function holdsSeal(value: JsonValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isSealed(value) || Object.values(value).some(holdsSeal);
}

/** The parameters with other values at these paths. A path that is not there changes nothing. */
export function withValues(
  parameters: JsonObject,
  values: ReadonlyMap<string, JsonValue>,
): JsonObject {
  return replaced(parameters, '', values) as JsonObject;
}

function replaced(
  value: JsonValue,
  path: string,
  values: ReadonlyMap<string, JsonValue>,
): JsonValue {
  const other = values.get(path);
  if (other !== undefined) return other;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item, at) => replaced(item, `${path}/${at}`, values));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      replaced(member, `${path}/${escaped(name)}`, values),
    ]),
  );
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** A number as JSON writes it; null for anything else, such as a comma, a blank or a sign of a currency. */
export function readNumber(text: string): number | null {
  const trimmed = text.trim();
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(trimmed) || trimmed.length > 32) return null;
  const read = Number(trimmed);
  // A double cannot hold every number. Such a number would silently become another one.
  const kept = trimmed.includes('.') ? trimmed.replace(/\.?0+$/, '') : trimmed;
  return Object.is(read, -0) || !Number.isFinite(read) || String(read) !== kept ? null : read;
}
