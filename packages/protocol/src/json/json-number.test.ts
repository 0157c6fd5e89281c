import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { jsonNumber } from '../testing/json-arbitraries.ts';
import { survivesAsDouble } from './json-number.ts';

const survives = (text: string): boolean => survivesAsDouble(text, Number(text));

/** The slow and obvious way: both decimals as integers over one power of ten. */
function sameValue(a: string, b: string): boolean {
  const scaled = (text: string): bigint => {
    const [significand = '', power = '0'] = text.split('e');
    const [whole = '', fraction = ''] = significand.split('.');
    return BigInt(whole + fraction) * 10n ** BigInt(500 + Number(power) - fraction.length);
  };
  return scaled(a) === scaled(b);
}

describe('exactness of numbers', () => {
  test('[AB-5] a number text whose value a double keeps is exact in every spelling', () => {
    for (const text of [
      '0',
      '0.0',
      '0e999999999999999999999',
      '1',
      '1.0',
      '1e2',
      '100e-2',
      '1E30',
      '1e+30',
      '0.1',
      '0.10',
      '-0.1e1',
      '5e-324',
      '1.7976931348623157e308',
      '9007199254740992',
      '100000000000000000000',
      `1${'0'.repeat(300)}`,
      `0.${'0'.repeat(300)}1`,
      `${'1'}${'0'.repeat(100_000)}e-100000`,
      `0.${'0'.repeat(100_000)}1e100001`,
    ]) {
      assert.equal(survives(text), true, text.slice(0, 40));
    }
  });

  test('[AB-5] a number text whose value a double does not keep is not exact', () => {
    for (const text of [
      '-0',
      '-0.0',
      '-0e5',
      '9007199254740993',
      '-9007199254740993',
      '1e400',
      '-1e400',
      '1e-400',
      '-1e-400',
      '1e9999999999999999999',
      '1e-9999999999999999999',
      '4e-324',
      '0.1000000000000000055511151231257827',
      '1.000000000000000005',
      '333333333.33333329',
      '123456789012345678901',
      `1${'0'.repeat(100_000)}`,
      `1${'0'.repeat(100_000)}1e-100001`,
      `0.${'0'.repeat(100_000)}1`,
      `1e${'9'.repeat(100_000)}`,
      `1e-${'9'.repeat(100_000)}`,
    ]) {
      assert.equal(survives(text), false, text.slice(0, 40));
    }
  });

  test('[AB-5] a double of another value is not exact, even when its digits are the same', () => {
    assert.equal(survivesAsDouble('1', 10), false);
    assert.equal(survivesAsDouble('0.25', 25), false);
    assert.equal(survivesAsDouble('1', 0), false);
  });

  test('[AB-5] the verdict agrees with exact integer arithmetic on random decimals', () => {
    const digits = fc.stringMatching(/^\d{1,20}$/);
    const decimal = fc.tuple(
      digits,
      fc.option(digits),
      fc.option(fc.integer({ min: -340, max: 310 })),
    );
    let kept = 0;
    fc.assert(
      fc.property(decimal, ([whole, fraction, power]) => {
        const text = `${whole}${fraction === null ? '' : `.${fraction}`}${power === null ? '' : `e${power}`}`;
        const double = Number(text);
        const expected = Number.isFinite(double) && sameValue(text, String(double));
        assert.equal(survivesAsDouble(text, double), expected, text);
        if (expected) kept++;
      }),
      { seed, numRuns: effort({ fast: 625, full: 500_000 }) },
    );
    assert.ok(kept > 0, 'some decimals were kept');
  });

  test('[AB-5] every double is exact in its own texts, and not with one more far digit', () => {
    fc.assert(
      fc.property(jsonNumber, double => {
        const exponential = double.toExponential();
        assert.equal(survivesAsDouble(String(double), double), true);
        assert.equal(survivesAsDouble(exponential, double), true);
        assert.equal(survivesAsDouble(exponential.replace('e', 'E'), double), true);
        if (double === 0) return;
        const point = exponential.includes('.') ? '' : '.';
        const longer = exponential.replace('e', `${point}000000000000000000001e`);
        assert.equal(survivesAsDouble(longer, Number(longer)), false, longer);
      }),
      { seed, numRuns: effort({ fast: 625, full: 500_000 }) },
    );
  });
});
