import { ProtocolError } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { defineMember, findKeyFault, loneSurrogate, sortKeys } from './json-key.ts';
import { defaultJsonLimits, exceedsBytes, type JsonLimits, resolveLimits } from './json-limits.ts';
import { pointerOf, type Trail } from './json-pointer.ts';

export { defaultJsonLimits, type JsonLimits } from './json-limits.ts';

/** Data as RFC 8259 knows it, and nothing else. */
export type JsonValue = null | boolean | number | string | JsonArray | JsonObject;
export type JsonArray = readonly JsonValue[];
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/**
 * A deep copy in plain data, or a ProtocolError (AB-5). Every property of the input is read once, so
 * what was checked is what is used, and later changes of the input do not reach the copy.
 */
export function snapshot(value: unknown, limits?: Partial<JsonLimits>): JsonValue {
  return walkOver(value, limits, (copied, walk) => {
    const { bytesMax, bytesLeft } = walk;
    // Nothing is charged for less than this part of what its text may take.
    const bytesMost = (bytesMax - bytesLeft) * numberLengthMax;
    if (!walk.isPlainText || bytesMost > bytesMax) judgeText(copied, walk);
    return copied;
  });
}

/** What the one checked walk over a foreign value yields. */
interface Examined {
  /** A deep copy with the members of every object added in the order of RFC 8785. */
  readonly value: JsonValue;
  /** The JSON text of the copy. */
  readonly text: string;
  /** Whether that text is canonical. Engines list keys that look like array indexes out of order. */
  readonly inOrder: boolean;
}

interface Walk extends Trail {
  readonly depthMax: number;
  readonly bytesMax: number;
  /** At least what the rest may take; charged with lower bounds, so that endless input ends early. */
  bytesLeft: number;
  /** Whether every text so far is ASCII that JSON writes as it is: then no question about Unicode is open. */
  isPlainText: boolean;
  inOrder: boolean;
  failure: ProtocolError | undefined;
}

/**
 * Copies first and judges the Unicode of the copy by its JSON text: one scan that finds only ASCII
 * answers every question about surrogates and normal forms at once.
 */
export function examine(value: unknown, limits?: Partial<JsonLimits>): Examined {
  return walkOver(value, limits, (copied, walk) => ({
    value: copied,
    text: judgeText(copied, walk),
    inOrder: walk.inOrder,
  }));
}

function walkOver<T>(
  value: unknown,
  limits: Partial<JsonLimits> | undefined,
  judge: (copied: JsonValue, walk: Walk) => T,
): T {
  const { depthMax, bytesMax } = resolveLimits(limits);
  const walk: Walk = {
    steps: [],
    depth: 0,
    depthMax,
    bytesMax,
    bytesLeft: bytesMax,
    isPlainText: true,
    inOrder: true,
    failure: undefined,
  };
  try {
    const copied = copy(value, walk);
    if ('toJSON' in Array.prototype) {
      failNotPlain(walk, 'expected no toJSON on Object.prototype or Array.prototype');
    }
    return judge(copied, walk);
  } catch (error) {
    // Compared by identity, because asking a foreign error for its class may run foreign code again.
    if (walk.failure !== undefined && error === walk.failure) throw error;
    throw new ProtocolError('json_value_not_plain', pointerOf(walk), 'reading the value failed');
  }
}

/** The JSON text of a copy. Refuses one that is too long, and one whose Unicode is not well-formed. */
function judgeText(copied: JsonValue, walk: Walk): string {
  const text = stringify(copied, walk);
  if (exceedsBytes(text, walk.bytesMax)) failTooLarge(walk);
  if (suspectUnicode(text)) checkUnicode(copied, walk);
  return text;
}

function copy(value: unknown, walk: Walk): JsonValue {
  switch (typeof value) {
    case 'string':
      spend(walk, value.length + 2);
      noteText(walk, value);
      return value;
    case 'number':
      if (!Number.isFinite(value)) failNotPlain(walk, 'expected a finite number');
      if (Object.is(value, -0)) {
        fail(
          walk,
          'json_number_inexact',
          'expected zero without a sign, which JSON text would lose',
        );
      }
      spend(walk, 1);
      return value;
    case 'boolean':
      spend(walk, 4);
      return value;
    case 'object':
      if (value === null) {
        spend(walk, 4);
        return null;
      }
      return Array.isArray(value) ? copyArray(value, walk) : copyObject(value, walk);
    default:
      return failNotPlain(walk, `expected JSON data, found a value of type ${typeof value}`);
  }
}

/** The longest that JSON writes a double. */
const numberLengthMax = 25;

/** Printable ASCII without the quotation mark and the backslash: what JSON writes as it is. */
export const plainText: RegExp = /^[ !#-[\]-~]*$/;

function noteText(walk: Walk, text: string): void {
  walk.isPlainText &&= plainText.test(text);
}

function copyArray(array: readonly unknown[], walk: Walk): JsonArray {
  const { length } = array;
  // The length of a proxy may be anything, and the budget must remain a number.
  if (Object.getPrototypeOf(array) !== Array.prototype || typeof length !== 'number') {
    failNotPlain(walk, 'expected a plain array');
  }
  spend(walk, length + 1);
  // Every index is read below. With the count right, nothing but the indexes can be there besides.
  if (Object.getOwnPropertyNames(array).length !== length + 1 || hasSymbols(array)) {
    failNotPlain(walk, 'expected an array without holes and without further properties');
  }
  const level = enter(walk);
  const copied: JsonValue[] = [];
  for (let i = 0; i < length; i++) {
    walk.steps[level] = i;
    copied.push(copy(read(array, i, walk), walk));
  }
  walk.depth = level;
  return copied;
}

function copyObject(object: object, walk: Walk): JsonObject {
  const prototype = Object.getPrototypeOf(object);
  if (prototype !== Object.prototype && prototype !== null) {
    failNotPlain(walk, 'expected a plain object');
  }
  if (hasSymbols(object)) failNotPlain(walk, 'expected no symbol as a key');
  const keys = Object.getOwnPropertyNames(object);
  spend(walk, 4 * keys.length + 1);
  const level = enter(walk);
  const copied: Record<string, JsonValue> = {};
  let indexLike = false;
  for (const key of sortKeys(keys)) {
    walk.steps[level] = key;
    spend(walk, key.length);
    noteText(walk, key);
    if (key === '__proto__') fail(walk, 'json_key_forbidden', 'expected no key named __proto__');
    const first = key.charCodeAt(0);
    indexLike ||= first >= 0x30 && first <= 0x39;
    defineMember(copied, key, copy(read(object, key, walk), walk));
  }
  if (indexLike && Object.keys(copied).some((key, i) => key !== keys[i])) walk.inOrder = false;
  walk.depth = level;
  return copied;
}

/** One access per property: the descriptor holds the value, and tells a getter without running it. */
function read(container: object, key: string | number, walk: Walk): unknown {
  const property = Object.getOwnPropertyDescriptor(container, key);
  if (property === undefined) return failNotPlain(walk, 'expected an own property');
  if (property.get !== undefined || property.set !== undefined) {
    failNotPlain(walk, 'expected data, found a getter or setter');
  }
  if (property.enumerable !== true) failNotPlain(walk, 'expected an enumerable property');
  return property.value;
}

function hasSymbols(object: object): boolean {
  return Object.getOwnPropertySymbols(object).length > 0;
}

function stringify(copied: JsonValue, walk: Walk): string {
  try {
    return JSON.stringify(copied);
  } catch {
    // Plain data always serialises, unless the text outgrows the longest string of the engine.
    return failTooLarge(walk);
  }
}

/**
 * At most what the text of plain data takes, as far as a glance tells: Infinity where it holds anything that the checked
 * walk must judge, such as a character that is not ASCII. For data that is plain because of where it comes from.
 */
export function bytesMostOf(
  plain: unknown,
  depthLeft: number = defaultJsonLimits.depthMax,
): number {
  if (typeof plain === 'string' && plainText.test(plain)) return plain.length + 2;
  if (typeof plain === 'boolean' || plain === null) return 5;
  if (typeof plain === 'number' && Number.isFinite(plain) && !Object.is(plain, -0)) {
    return numberLengthMax;
  }
  if (typeof plain !== 'object' || depthLeft <= 0) return Number.POSITIVE_INFINITY;
  let most = 2;
  for (const [key, member] of Object.entries(plain)) {
    most += bytesMostOf(key) + bytesMostOf(member, depthLeft - 1) + 2;
  }
  return most;
}

/** Lone surrogates are not in the text itself: JSON.stringify writes them as escapes. */
export function suspectUnicode(text: string): boolean {
  return /[^\0-\x7f]/.test(text) || text.includes('\\ud');
}

function checkUnicode(copied: JsonValue, walk: Walk): void {
  if (typeof copied === 'string' && loneSurrogate.test(copied)) {
    fail(walk, 'json_surrogate_lone', 'expected well-formed Unicode, found a lone surrogate');
  }
  if (typeof copied !== 'object' || copied === null) return;
  const level = enter(walk);
  const keys = Object.keys(copied);
  const fault = findKeyFault(keys);
  if (fault !== undefined) {
    walk.steps[level] = fault.key;
    fail(walk, fault.code, fault.message);
  }
  for (const key of keys) {
    walk.steps[level] = key;
    checkUnicode((copied as JsonObject)[key] as JsonValue, walk);
  }
  walk.depth = level;
}

/** Steps into a container. Returns the place of its members in the trail, to be restored on leaving. */
function enter(walk: Walk): number {
  if (walk.depth >= walk.depthMax) {
    fail(walk, 'json_too_deep', `expected at most ${walk.depthMax} levels of nesting`);
  }
  return walk.depth++;
}

function spend(walk: Walk, bytes: number): void {
  walk.bytesLeft -= bytes;
  if (walk.bytesLeft < 0) failTooLarge(walk);
}

function failTooLarge(walk: Walk): never {
  return fail(walk, 'json_too_large', 'the canonical text takes more bytes than the limit allows');
}

function failNotPlain(walk: Walk, message: string): never {
  return fail(walk, 'json_value_not_plain', message);
}

function fail(walk: Walk, code: ReasonCode, message: string): never {
  walk.failure = new ProtocolError(code, pointerOf(walk), message);
  throw walk.failure;
}
