import type { ReasonCode } from '../reason/reason-codes.ts';
import type { JsonValue } from './json-value.ts';

/** Matches half of a surrogate pair; under the `u` flag a whole pair is one character and passes. */
export const loneSurrogate: RegExp = /\p{Surrogate}/u;

// Normalising takes time quadratic in the length of a run of combining marks, so runs are bounded. The
// Stream-Safe Text Format of UAX #15 allows 30 in a row, more than any writing system makes use of.
const endlessMarks = /\p{Mark}{31}/u;

const notAscii = /[^\0-\x7f]/;

interface KeyFault {
  readonly code: ReasonCode;
  readonly key: string;
  readonly message: string;
}

/** Finds a key that may not stand beside the others of its object, or may not stand at all. */
export function findKeyFault(keys: readonly string[]): KeyFault | undefined {
  // ASCII keys are their own normal form, so different ones stay different.
  if (!keys.some(key => notAscii.test(key))) return undefined;
  const normalForms = new Set<string>();
  for (const key of keys) {
    if (loneSurrogate.test(key)) {
      return { code: 'json_surrogate_lone', key, message: 'the key holds a lone surrogate' };
    }
    if (endlessMarks.test(key)) {
      const message = 'the key has more than 30 combining marks in a row';
      return { code: 'json_key_forbidden', key, message };
    }
    const normalForm = key.normalize('NFC');
    if (normalForms.has(normalForm)) {
      const message = 'the key equals another one of its object after Unicode normalisation';
      return { code: 'json_key_duplicate', key, message };
    }
    normalForms.add(normalForm);
  }
  return undefined;
}

/**
 * Adds an own data property. Plain assignment would run into what Object.prototype says about a name it
 * has itself: a setter to call, or, where the intrinsics are frozen, a value not to be overridden.
 */
export function defineMember(
  object: Record<string, JsonValue>,
  key: string,
  value: JsonValue,
): void {
  if (!Object.hasOwn(Object.prototype, key)) {
    object[key] = value;
    return;
  }
  const attributes = { enumerable: true, writable: true, configurable: true };
  Object.defineProperty(object, key, { value, ...attributes });
}

/** Sorts by UTF-16 code units, in place. Insertion beats the engine's sort on the usual handful. */
export function sortKeys(keys: string[]): string[] {
  if (keys.length > 20) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i] as string;
    let j = i;
    while (j > 0 && (keys[j - 1] as string) > key) {
      keys[j] = keys[j - 1] as string;
      j--;
    }
    keys[j] = key;
  }
  return keys;
}
