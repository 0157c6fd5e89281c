import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inDollars, parseAmount } from './money-text.ts';

const written: readonly (readonly [text: string, value: number | null, currency: string | null])[] =
  [
    ['1250', 1250, null],
    ['$1,250.00', 1250, 'usd'],
    ['1.250,00 €', 1250, 'eur'],
    ['€ 1.250', 1250, 'eur'],
    ['1,250', 1250, null],
    ['12.50', 12.5, null],
    ['12,5', 12.5, null],
    ['0.125', 0.125, null],
    ['12k', 12_000, null],
    ['1.2m', 1_200_000, null],
    ['USD 5 000', 5000, 'usd'],
    ['5 000 000 JPY', 5_000_000, 'jpy'],
    ["CHF 1'250.50", 1250.5, 'chf'],
    ['3 thousand dollars', 3000, null],
    ['1e6', 1_000_000, null],
    ['£18', 18, 'gbp'],
    ['1_000_000', 1_000_000, null],
    ['1,234,567.89', 1_234_567.89, null],
    ['1.234.567,89', 1_234_567.89, null],
    ['２５０', 250, null],
    ['2 lakh INR', 200_000, 'inr'],
    ['', null, null],
    ['order 12', null, null],
    ['12 of 15', null, null],
    ['abc', null, null],
    ['1-2-3', null, null],
  ];

test('amounts are read in the spellings people and programs use', () => {
  for (const [text, value, currency] of written) {
    const read = parseAmount(text);
    assert.deepEqual(read, value === null ? null : { value, currency }, JSON.stringify(text));
  }
});

test('a currency counts at least at its value, and an unknown one counts like the dollar', () => {
  assert.equal(inDollars(10, null), 10);
  assert.equal(inDollars(10, 'xyz'), 10);
  assert.equal(inDollars(-10, 'usd'), 10);
  assert.ok(inDollars(1000, 'eur') > 1000);
  assert.ok(inDollars(6000, 'jpy') < 100);
  assert.ok(inDollars(1, 'btc') > 1000);
});
