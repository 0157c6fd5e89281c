import assert from 'node:assert/strict';
import { createHash, hash } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort } from '@countersign/testing';
import { canonicalize } from './canonical-json.ts';
import { parseStrict } from './strict-json.ts';

// The authors of RFC 8785 publish the hash of a file of a hundred million lines `bits,text`, one per
// double, and the rule by which it is made: corner cases, the 2000 smallest normal doubles, then the
// doubles found in a chain of SHA-256 digests.
const published = new Map([
  [1_000, 'be18b62b6f69cdab33a7e0dae0d9cfa869fda80ddc712221570f9f40a5878687'],
  [100_000, '22776e6d4b49fa294a0d0f349268e5c28808fe7e0cb2bcbe28f63894e494d4c7'],
  [1_000_000, '49415fee2c56c77864931bd3624faad425c3c577d6d74e89a83bc725506dad16'],
  [100_000_000, '0f7dda6b0837dde083c5d6b896f7d62340c8a2415b0c7121d83145e08a755272'],
]);

/** How many units in the last place the corner cases lie beside the thirds of powers of ten. */
const drift = new Map([
  ...[0, 0, 1, 1, 1, 2, 1, 1, 3, 1, 2, 2, 1, 1, 1, 0, 0, 0, -1].entries(),
  [49, 1],
]);

const thirds = Array.from({ length: 50 }, (_, i) => {
  const third = Float64Array.of(Number(`3.${'3'.repeat(20)}e${21 - i}`));
  const bits = new BigInt64Array(third.buffer);
  bits[0] = (bits[0] ?? 0n) + BigInt(drift.get(i) ?? 0);
  return third[0] as number;
});

const cornerCases: readonly number[] = [
  ...[0, -0, 5e-324, -5e-324],
  ...thirds.map(third => -third),
  ...thirds,
  ...[10, 5, 0.5, 0.05, 0.005, 5e-4, 5e-5, 5e-6, 5e-7, 5e-8, 5e-9],
  ...Array.from({ length: 15 }, (_, i) => Number(`5.${'0'.repeat(i + 1)}6e-6`)),
  ...[1, -1, -0.9999999999999993, -0.9999999999999994, 0.9999999999999993, 0.9999999999999994],
  ...[0.9999999999999996, 0.9999999999999998, -0.9999999999999999, -0.9999999999999999],
  ...[0.9999999999999999, 0.9999999999999999, 0.29999999999999993, 0.3, 0.30000000000000004],
  ...[2.2250738585072014e-308, 2.2250738585072e-308, 2.225073858507201e-308],
  ...[Number.MAX_VALUE, -Number.MAX_VALUE, 2 ** 53, -(2 ** 53), 2 ** 68],
  ...[9.999999999999997e22, 1e23, 1.0000000000000001e23],
  ...[999999999999999700000, 999999999999999900000, 1e21, 9.999999999999997e-7, 1e-6],
  ...[333333333.3333332, 333333333.33333325, 333333333.3333333, 333333333.3333334],
  ...[333333333.33333343, -3.3333333333333333e-6, 1424953923781206.2],
];

function* doubles(): Generator<number> {
  yield* cornerCases;
  const bits = new BigUint64Array(1);
  const double = new Float64Array(bits.buffer);
  for (let i = 0n; i < 2000n; i++) {
    bits[0] = 0x0010000000000000n + i;
    yield double[0] as number;
  }
  let block = new Uint8Array(32);
  for (;;) {
    block = new Uint8Array(hash('sha256', block, 'buffer'));
    const view = new DataView(block.buffer);
    for (let i = 0; i < 32; i += 8) {
      const next = view.getFloat64(i, true);
      if (next !== 0 && Number.isFinite(next)) yield next;
    }
  }
}

/** Many at a time, as one array: a call per number would mostly measure the calls. */
function linesOf(batch: readonly number[]): string {
  const positive = batch.map(number => (number === 0 ? 0 : number));
  const text = canonicalize(positive);
  assert.deepEqual(parseStrict(text), positive);
  const texts = text.slice(1, -1).split(',');
  const bits = new BigUint64Array(Float64Array.from(batch).buffer);
  return texts.map((number, i) => `${bits[i]?.toString(16)},${number}\n`).join('');
}

function hashOfLines(count: number): string {
  const sum = createHash('sha256');
  let batch: number[] = [];
  let left = count;
  for (const double of doubles()) {
    batch.push(double);
    left--;
    if (batch.length < 1_000 && left > 0) continue;
    sum.update(linesOf(batch));
    batch = [];
    if (left === 0) break;
  }
  return sum.digest('hex');
}

describe('numbers in canonical JSON', () => {
  for (const count of [1_000, effort({ fast: 100_000, full: 100_000_000, of: 'lines' })]) {
    test(`the first ${count} lines of the published number file have the published hash`, () => {
      assert.equal(hashOfLines(count), published.get(count));
    });
  }
});
