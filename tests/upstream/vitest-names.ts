// The names of vitest that upstream's tests use, over the test runner and the assertions of Node.

import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';

export { describe, it, test } from 'node:test';

export const vi = {
  fn: () => {
    const calls: unknown[][] = [];
    return Object.assign(
      (...given: unknown[]) => {
        calls.push(given);
      },
      { mock: { calls } },
    );
  },
};

interface Expectation {
  readonly not: Expectation;
  toBe(expected: unknown): void;
  toBeUndefined(): void;
  toContain(part: unknown): void;
  toEqual(expected: unknown): void;
  toMatchObject(expected: unknown): void;
}

export function expect(found: unknown): Expectation {
  return expectation(found, true);
}

function expectation(found: unknown, wanted: boolean): Expectation {
  const must = (holds: boolean, expected: unknown): void => {
    assert.ok(holds === wanted, `found ${show(found)}, expected ${show(expected)}`);
  };
  return {
    get not() {
      return expectation(found, !wanted);
    },
    toBe: expected => must(Object.is(found, expected), expected),
    toBeUndefined: () => must(found === undefined, undefined),
    toContain: part => must((found as unknown[] | string).includes(part as string), part),
    toEqual: expected => must(isDeepStrictEqual(plain(found), plain(expected)), expected),
    toMatchObject: expected => must(isPart(found, expected), expected),
  };
}

function isPart(found: unknown, expected: unknown): boolean {
  if (typeof expected !== 'object' || expected === null) return Object.is(found, expected);
  if (typeof found !== 'object' || found === null) return false;
  if (Array.isArray(expected) && (!Array.isArray(found) || found.length !== expected.length)) {
    return false;
  }
  const members = new Map(Object.entries(found));
  return Object.entries(expected).every(([name, value]) => isPart(members.get(name), value));
}

/** Members that are undefined do not count for `toEqual`. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}
