import assert from 'node:assert/strict';
import { type BundleTrust, bundleVerifier } from '@countersign/protocol/bundle';
import type { Json, JsonObject } from './canonical-text.ts';
import { type Trust, verifyEvidence } from './verify-evidence.ts';

// The keys of a trust are checked once, not again for each of thousands of bundles.
const verifiers = new WeakMap<BundleTrust, ReturnType<typeof bundleVerifier>>();

/** Both verdicts, where they agree; the test fails where they do not. */
export function agreed(text: string, trust: BundleTrust, what: string): string {
  const verify = verifiers.get(trust) ?? bundleVerifier(trust);
  verifiers.set(trust, verify);
  const { verdict, code } = verify(text);
  const fault = verifyEvidence(text, trust as Trust);
  const second = fault === null ? 'accepted' : 'refused';
  assert.equal(second, verdict, `${what}: ${code ?? 'no code'} against ${fault ?? 'no fault'}`);
  return verdict;
}

/** Goes down to a random member and alters it: another value, one less, one more, two swapped. */
export function alter(value: Json, choose: () => number): Json {
  const pick = <T>(list: readonly T[]): T => list[choose() % list.length] as T;
  const descends = choose() % 12 > 0;
  if (Array.isArray(value) && value.length > 0) {
    const at = choose() % value.length;
    return descends
      ? value.with(at, alter(value[at] as Json, choose))
      : pick([value.toSpliced(at, 1), value.toSpliced(at, 0, value[at]), value.toReversed()]);
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0) {
    const object = value as JsonObject;
    const key = pick(Object.keys(object));
    if (descends) return { ...object, [key]: alter(object[key] as Json, choose) };
    const { [key]: _gone, ...rest } = object;
    return pick<Json>([rest, { ...object, unknown: 1 }]);
  }
  if (typeof value === 'string' && value !== '' && choose() % 4 > 0) {
    const at = choose() % value.length;
    const code = (value.charCodeAt(at) % 94) + 33;
    return value.slice(0, at) + String.fromCharCode(code) + value.slice(at + 1);
  }
  return pick<Json>([null, true, choose() % 9, 'x', [], {}]);
}
