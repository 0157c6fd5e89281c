// Goal: a row that differs from the others is marked, whatever its columns are called. Method: variants of the planted defects that were written
// before their rules, each with the value of a row on which a mark has to stand, and twins of them on which none may stand.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markedTexts } from '../testing/marked-texts.ts';

type Parameters = Record<string, unknown>;

const rows = (
  length: number,
  row: (index: number) => Parameters,
  change: (rows: Parameters[]) => void = () => undefined,
): Parameters => {
  const made = Array.from({ length }, (_, index) => row(index));
  change(made);
  return { rows: made };
};
/** One value of one row is another one. */
const planted =
  (index: number, key: string, value: unknown) =>
  (made: Parameters[]): void => {
    Object.assign(made[index] ?? {}, { [key]: value });
  };

const invoice = (index: number) => ({
  supplier: `S${index}`,
  gross: `${400 + ((index * 31) % 300)}.50`,
});
const entry = (index: number) => ({ account: `A${index}`, value: 90 + ((index * 7) % 60) });
const refund = (index: number) => ({ order: `O-${index}`, sum: 20 + ((index * 3) % 25) });
const line = (index: number) => ({ sku: `s-${index}`, qty: 4 + (index % 9) });
const person = (index: number) => ({
  person: `P${index}`,
  net_salary: 2100 + ((index * 37) % 900),
});
const price = (index: number) => ({ sku: `s${index}`, price: `${19 + (index % 20)}.90` });
const transfer = (index: number) => ({
  beneficiary: `Firm ${index}`,
  account: `FR76 3000 6000 0112 3456 ${1000 + index} 189`,
  bic: 'DEUTDEFF',
  amount: `${300 + index}.00`,
});
const nested = (index: number) => ({
  n: index,
  money: { amount: `${50 + index}.00`, currency: 'EUR' },
});
const worded = (index: number) => ({ n: index, amount: `${50 + index}.00 EUR` });

/** Rows, what is marked in them, and what was asked before. */
const lists: readonly (readonly [Parameters, string, Parameters?])[] = [
  [rows(60, invoice, planted(33, 'gross', '48200.00')), '48200.00'],
  [rows(50, entry, planted(20, 'value', 91000)), '91000'],
  [rows(30, refund, planted(11, 'sum', 2400)), '2400'],
  [rows(40, line, planted(5, 'qty', 4000)), '4000'],
  [rows(80, person, planted(71, 'net_salary', 71200)), '71200'],
  [rows(40, price, planted(31, 'price', '0.01')), '0.01'],
  [rows(40, transfer, planted(17, 'account', 'LT12 1000 0111 0100 1000')), 'LT12'],
  [
    rows(40, transfer, planted(17, 'account', transfer(3).account.replaceAll(' ', ''))),
    'FR76300060000112345610',
  ],
  [rows(40, transfer, planted(17, 'bic', 'HABAEE2X')), 'HABAEE2X'],
  [rows(20, transfer, planted(7, 'beneficiary', 'Halden Ltd')), 'Halden Ltd', rows(20, transfer)],
  [rows(12, refund, planted(4, 'sum', -22)), '-22'],
  [rows(20, nested, planted(9, 'money', { amount: '59.00', currency: 'KWD' })), 'KWD'],
  [rows(20, worded, planted(9, 'amount', '59.00 GBP')), '59.00 GBP'],
];
const listTwins: readonly Parameters[] = [
  ...[invoice, entry, refund, line, person, price, transfer, nested, worded].map(row =>
    rows(40, row),
  ),
  rows(40, index => ({
    id: 100000 + index * 977,
    year: 2020 + (index % 6),
    zip: `${10115 + index * 811}`,
  })),
  rows(40, index => ({ id: index, at: `2026-11-${10 + (index % 20)}`, value: index % 2 })),
];

test('variants in rows are marked', () => {
  const found = lists.flatMap(([parameters, marked, before]) => {
    const texts = markedTexts('payouts.run', parameters, before);
    return texts.some(text => text.includes(marked)) ? [] : [[marked, texts]];
  });
  assert.deepEqual(found, []);
});
test('harmless twins of rows are not marked', () => {
  const found = listTwins.flatMap(parameters => {
    const texts = markedTexts('payouts.run', parameters);
    return texts.length === 0 ? [] : [texts];
  });
  assert.deepEqual(found, []);
});
