import { pointer } from '../json/json-pointer.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { LeafValue, TemplateLine } from './allowance-terms.ts';
import { isUnder } from './normal-text.ts';

/** Why a template does not cover parameters: the path, and the fault there. */
export interface Uncovered {
  readonly path: string;
  readonly why: 'unknown' | 'missing' | 'other';
}

/**
 * The first member that keeps parameters from being covered, or null where every member is covered by exactly one line
 * and every line has its member (AL-2). Nothing is coerced: another type is another value.
 */
export function findUncovered(
  template: readonly TemplateLine[],
  parameters: JsonObject,
): Uncovered | null {
  const lines = new Map(template.map(line => [line.path, line]));
  const met = new Set<string>();
  const uncovered = walk(parameters, [], lines, met);
  if (uncovered !== null) return uncovered;
  const missing = template.find(({ path }) => !met.has(path));
  return missing === undefined ? null : { path: missing.path, why: 'missing' };
}

// Recursion is safe here: the depth was capped when the parameters were copied in.
function walk(
  value: JsonValue,
  path: readonly PropertyKey[],
  lines: ReadonlyMap<string, TemplateLine>,
  met: Set<string>,
): Uncovered | null {
  const at = pointer(path);
  const line = lines.get(at);
  if (line !== undefined) {
    met.add(at);
    return meets(line, value) ? null : { path: at, why: 'other' };
  }
  // Parameters without a member have nothing to cover.
  if (isLeaf(value)) return path.length === 0 ? null : { path: at, why: 'unknown' };
  for (const [name, member] of membersOf(value)) {
    const uncovered = walk(member, [...path, name], lines, met);
    if (uncovered !== null) return uncovered;
  }
  return null;
}

/** Whether a value is what a line asks for. */
export function meets(line: TemplateLine, value: JsonValue): boolean {
  if ('any' in line) return true;
  if ('equals' in line) return equalsLeaf(line.equals, value);
  if ('one_of' in line) return line.one_of.some(each => each === value);
  if ('under' in line) {
    return typeof value === 'string' && isUnder(line.under.kind, line.under.base, value);
  }
  const { at_least = -Infinity, at_most = Infinity } = line;
  return typeof value === 'number' && value >= at_least && value <= at_most;
}

function equalsLeaf(expected: LeafValue, value: JsonValue): boolean {
  if (typeof expected !== 'object' || expected === null) return expected === value;
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(expected) === Array.isArray(value) &&
    Object.keys(value).length === 0
  );
}

function isLeaf(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null || Object.keys(value).length === 0;
}

function membersOf(value: JsonValue): readonly (readonly [PropertyKey, JsonValue])[] {
  return Array.isArray(value)
    ? value.map((item, index) => [index, item as JsonValue] as const)
    : Object.entries(value as JsonObject).map(([name, member]) => [name, member as JsonValue]);
}

/** The template that covers these parameters and no others: every member as it is. */
export function pinnedTemplate(parameters: JsonObject): TemplateLine[] {
  const lines: TemplateLine[] = [];
  const collect = (value: JsonValue, path: readonly PropertyKey[]): void => {
    if (isLeaf(value)) lines.push({ path: pointer(path), equals: value as LeafValue });
    else for (const [name, member] of membersOf(value)) collect(member, [...path, name]);
  };
  if (!isLeaf(parameters)) collect(parameters, []);
  return lines;
}

/** The value at a path of the parameters; undefined where there is none. */
export function valueAt(parameters: JsonObject, path: string): JsonValue | undefined {
  let value: JsonValue | undefined = parameters;
  for (const part of path.slice(1).split('/')) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) {
      return undefined;
    }
    value = (value as JsonObject)[name] as JsonValue;
  }
  return value;
}
