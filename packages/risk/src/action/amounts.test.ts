import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { sumMoney } from './amounts.ts';
import { readKey } from './parameter-key.ts';
import { survey } from './survey.ts';

const sums: readonly (readonly [parameters: JsonObject, total: number | null, why: string])[] = [
  [{ amount: 50 }, 50, 'a number'],
  [{ amount: '50.00' }, 50, 'a text'],
  [{ amount: { value: '50', currency: 'USD' } }, 50, 'nested'],
  [{ payment: { amount: { total: '50.00', currency: 'USD' } } }, 50, 'nested twice'],
  [{ amount_cents: 5000 }, 50, 'cents by name'],
  [{ amountInCents: 5000 }, 50, 'cents in camel case'],
  [{ amount: 5000, unit: 'minor', currency: 'USD' }, 50, 'cents by unit'],
  [{ amount: 5000, scale: 2 }, 50, 'cents by scale'],
  [{ amount_minor: 6000, currency: 'JPY', scale: 0 }, 46.8, 'yen have no cents'],
  [{ items: [{ refundAmount: '12.50' }, { refundAmount: '7.50' }] }, 20, 'a list adds up'],
  [{ items: [{ price: 10, qty: 3 }] }, 30, 'quantity times price'],
  [{ orders: ['a', 'b', 'c'], amount_each: 20 }, 60, 'each'],
  [{ orders: ['a', 'b', 'c'], amount: 20 }, 60, 'one amount for several orders'],
  [{ count: 4, amount: 20 }, 80, 'repeated'],
  [{ percent: 10, order_total: 400 }, 40, 'a share of a stated whole'],
  [
    { percent: '50%', total: { amount: 400, currency: 'USD' } },
    200,
    'a share written with its sign',
  ],
  [{ order_number: 1048823, amount: 5 }, 5, 'an order number is no amount'],
  [{ ticket_id: 991, days: 7 }, null, 'no amount at all'],
  [{ value: true, amount: null }, null, 'no numbers'],
];

test('the amounts of money in the parameters of a call are added up', () => {
  for (const [parameters, total, why] of sums) {
    const money = sumMoney(parameters, survey(parameters, readKey), { minorByHabit: false });
    assert.equal(money.total === null ? null : Math.round(money.total * 100) / 100, total, why);
  }
});

test('an amount for a service that counts in minor units is read in minor units', () => {
  const parameters = { amount: 5000, currency: 'usd' };
  assert.equal(sumMoney(parameters, survey(parameters, readKey), { minorByHabit: true }).total, 50);
});
