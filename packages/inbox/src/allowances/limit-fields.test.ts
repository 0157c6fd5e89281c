import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LimitFields, readLimits } from './limit-fields.ts';
import { rowsOf } from './template-rows.ts';

const rows = rowsOf(
  [
    { path: '/amount', equals: 40 },
    { path: '/currency', equals: 'EUR' },
  ],
  [],
  [],
);
const bounded = rows.map(row => (row.path === '/amount' ? { ...row, kind: 'at_most' } : row));
const fields: LimitFields = {
  uses: '10',
  hours: '8',
  total: '',
  rateUses: '',
  rateMinutes: '',
  repeat: false,
};
const read = (changed: Partial<LimitFields>) =>
  readLimits({ ...fields, ...changed }, bounded as typeof rows);

test('[AL-3] fields that are left empty set no budget and no rate, and nothing may be repeated', () => {
  assert.deepEqual(read({}).limits, {
    uses: 10,
    lifetime_seconds: 28_800,
    budget: null,
    rate: null,
    repeat: false,
  });
});

test('[AL-3] a rate is a number of uses in a number of minutes, and half of one is not read', () => {
  assert.deepEqual(read({ rateUses: '3', rateMinutes: '1.5' }).limits?.rate, {
    uses: 3,
    seconds: 90,
  });
  assert.deepEqual(read({ rateUses: '3' }), { limits: null, unread: ['rateMinutes'] });
  assert.deepEqual(read({ rateMinutes: '10' }), { limits: null, unread: ['rateUses'] });
  for (const rateUses of ['0', '-1', '1.5', 'three', '1e3', '１']) {
    assert.deepEqual(read({ rateUses, rateMinutes: '10' }).unread, ['rateUses'], rateUses);
  }
  for (const rateMinutes of ['0', '-1', '0.001', 'ten', '١']) {
    assert.deepEqual(read({ rateUses: '3', rateMinutes }).unread, ['rateMinutes'], rateMinutes);
  }
});

test('[AL-12] repeating is signed only where the person says so', () => {
  assert.equal(read({ repeat: true }).limits?.repeat, true);
});

test('[AL-10] a budget is read where the rows have a bounded amount and a pinned currency', () => {
  const budget = { path: '/amount', currency: '/currency', total: '900.50' };
  assert.deepEqual(read({ total: ' 900.50 ' }).limits?.budget, budget);
  assert.deepEqual(read({ total: '9,00' }).unread, ['total']);
  assert.equal(readLimits({ ...fields, total: '900' }, rows).limits?.budget, null);
  assert.deepEqual(read({ uses: '', hours: '0' }).unread, ['uses', 'hours']);
});
