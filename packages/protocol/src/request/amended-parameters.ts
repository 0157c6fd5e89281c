import { canonicalize } from '../json/canonical-json.ts';
import { pointer } from '../json/json-pointer.ts';
import type { JsonObject, JsonValue } from '../json/json-value.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Refusal, type Result, refuse } from '../reason/refusal.ts';
import { isSealed } from '../sealed/sealed-value.ts';
import type { AmendTerms } from './amend-terms.ts';

/** One value that a reviewer changed. */
export interface ParameterChange {
  /** A JSON Pointer into the parameters. */
  readonly path: string;
  readonly before: JsonValue;
  readonly after: JsonValue;
}

/** Everything that a reviewer changed, and whether the action only became narrower. */
export interface AmendedParameters {
  readonly changes: readonly ParameterChange[];
  readonly narrowing: boolean;
}

/**
 * Whether a reviewer may turn these parameters into those (AM-2, AM-8). Members are neither added nor removed, every
 * value keeps its type, and a sealed value stays as it is. A list of the same length is compared item by item; a list
 * of another length changed as a whole.
 */
export function judgeAmendedParameters(
  terms: AmendTerms,
  before: JsonObject,
  after: JsonObject,
): Result<AmendedParameters> {
  const changes: ParameterChange[] = [];
  const fault = collectChanges(before, after, [], changes);
  if (fault !== null) return { ok: false, refusal: fault };
  if (changes.length === 0) {
    return refuse('amendment_changes_nothing', 'expected at least one changed parameter');
  }
  const beyond = changes.find(change => !isNarrowing(terms, change));
  if (beyond !== undefined && terms.mode === 'narrow') {
    return refuse(
      'amendment_not_permitted',
      `the rule does not permit this change of ${beyond.path}`,
    );
  }
  return accept({ changes, narrowing: beyond === undefined });
}

// Recursion is safe here: the depth was capped when the parameters were copied in.
function collectChanges(
  before: JsonValue,
  after: JsonValue,
  path: readonly PropertyKey[],
  changes: ParameterChange[],
): Refusal | null {
  if (isSame(before, after)) return null;
  const at = pointer(path);
  if (isSealed(before) || isSealed(after)) {
    return fault('amendment_seal_changed', `the value at ${at} is sealed and cannot be changed`);
  }
  if (typeOf(before) !== typeOf(after)) {
    return fault(
      'amendment_type_changed',
      `expected ${typeOf(before)} at ${at}, found ${typeOf(after)}`,
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length !== after.length) {
    return collectListChange(before, after, at, changes);
  }
  if (isContainer(before) && isContainer(after)) {
    return collectMemberChanges(before, after, path, changes);
  }
  changes.push({ path: at, before, after });
  return null;
}

function collectListChange(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  at: string,
  changes: ParameterChange[],
): Refusal | null {
  // A seal that moves to another place is no longer at its path.
  if ([...before, ...after].some(holdsSeal)) {
    return fault('amendment_seal_changed', `the list at ${at} holds a sealed value`);
  }
  const shapes = new Set(before.map(shapeOf));
  if (after.some(item => !shapes.has(shapeOf(item)))) {
    return fault('amendment_type_changed', `an item of ${at} has another shape than those before`);
  }
  changes.push({ path: at, before: [...before], after: [...after] });
  return null;
}

function collectMemberChanges(
  before: JsonObject,
  after: JsonObject,
  path: readonly PropertyKey[],
  changes: ParameterChange[],
): Refusal | null {
  const names = Object.keys(before);
  const added = Object.keys(after).find(name => !Object.hasOwn(before, name));
  const removed = names.find(name => !Object.hasOwn(after, name));
  const other = added ?? removed;
  if (other !== undefined) {
    const what = added === undefined ? 'is missing' : 'was added';
    return fault('amendment_type_changed', `${pointer([...path, other])} ${what}`);
  }
  for (const name of names) {
    const found = collectChanges(
      before[name] as JsonValue,
      after[name] as JsonValue,
      [...path, name],
      changes,
    );
    if (found !== null) return found;
  }
  return null;
}

function isNarrowing(terms: AmendTerms, { path, before, after }: ParameterChange): boolean {
  if (terms.lower.includes(path)) return isLower(before, after);
  if (terms.subset.includes(path)) return isSubset(before, after);
  const fixed = terms.becomes.find(each => each.path === path);
  return fixed !== undefined && isSame(fixed.value, after);
}

function isLower(before: JsonValue, after: JsonValue): boolean {
  return typeof before === 'number' && typeof after === 'number' && after >= 0 && after < before;
}

/** Items taken out, in the same order. An empty list is refused: to many tools it means everything. */
function isSubset(before: JsonValue, after: JsonValue): boolean {
  if (!Array.isArray(before) || !Array.isArray(after) || after.length === 0) return false;
  let next = 0;
  for (const item of before) {
    if (next < after.length && isSame(item, after[next] as JsonValue)) next += 1;
  }
  return next === after.length;
}

function isSame(a: JsonValue, b: JsonValue): boolean {
  return canonicalize(a) === canonicalize(b);
}

function isContainer(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null;
}

function typeOf(value: JsonValue): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : typeof value;
}

function holdsSeal(value: JsonValue): boolean {
  if (!isContainer(value)) return false;
  return isSealed(value) || Object.values(value).some(holdsSeal);
}

/** The types of a value and of everything inside it; two items of one shape are interchangeable by type. */
function shapeOf(value: JsonValue): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(shapeOf))].sort().join()}]`;
  if (!isContainer(value)) return typeOf(value);
  const members = Object.keys(value)
    .sort()
    .map(name => `${JSON.stringify(name)}:${shapeOf(value[name] as JsonValue)}`);
  return `{${members.join()}}`;
}

function fault(code: ReasonCode, detail: string): Refusal {
  return { code, detail };
}
