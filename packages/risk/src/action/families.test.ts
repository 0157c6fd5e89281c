import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atLeastRisk } from '@countersign/protocol/value';
import { assessSample } from '../testing/sample-risk.ts';
import { agentFamilies } from './testing/agent-families.table.ts';
import { carriedFamilies } from './testing/carried-families.table.ts';
import type { CompactCall } from './testing/compact-actions.table.ts';
import { disguisedFamilies } from './testing/disguised-families.table.ts';
import { exoticFamilies } from './testing/exotic-families.table.ts';
import { indirectFamilies } from './testing/indirect-families.table.ts';
import { moneyFamilies } from './testing/money-families.table.ts';
import { othersFamilies } from './testing/others-families.table.ts';
import { outsideFamilies } from './testing/outside-families.table.ts';
import { promisesFamilies } from './testing/promises-families.table.ts';
import { recordsFamilies } from './testing/records-families.table.ts';
import { routineFamilies } from './testing/routine-families.table.ts';
import { servicesFamilies } from './testing/services-families.table.ts';
import { sumsFamilies } from './testing/sums-families.table.ts';
import { uncommonFamilies } from './testing/uncommon-families.table.ts';
import { vendorsFamilies } from './testing/vendors-families.table.ts';

const families = [
  ...agentFamilies,
  ...carriedFamilies,
  ...disguisedFamilies,
  ...exoticFamilies,
  ...indirectFamilies,
  ...moneyFamilies,
  ...othersFamilies,
  ...outsideFamilies,
  ...promisesFamilies,
  ...recordsFamilies,
  ...routineFamilies,
  ...servicesFamilies,
  ...sumsFamilies,
  ...uncommonFamilies,
  ...vendorsFamilies,
];

function asks([tool, parameters, environment]: CompactCall): boolean {
  const { level } = assessSample({ tool, parameters, environment: environment ?? null });
  return atLeastRisk(level, 'high');
}

for (const { name, asked, passed } of families) {
  test(`${name}: risky calls ask, and routine calls do not`, t => {
    const misses = asked.filter(call => !asks(call)).map(call => JSON.stringify(call));
    const alarms = passed.filter(asks).map(call => JSON.stringify(call));
    t.diagnostic(
      `${asked.length + passed.length} rows, ${misses.length} misses, ${alarms.length} false alarms`,
    );
    assert.deepEqual({ misses, alarms }, { misses: [], alarms: [] });
  });
}

test('an unknown verb is routine for one record in production, and asks for anything wider', () => {
  const call = (parameters: CompactCall[1]): boolean =>
    asks(['parcels.zwickle', parameters, 'production']);
  assert.equal(call({ parcel_id: 'p1' }), false);
  assert.equal(call({}), true);
  assert.equal(call({ parcel_id: '*' }), true);
  assert.equal(call({ filter: { depot: 'D1' } }), true);
  assert.equal(call({ parcel_id: 'p1', cluster: 'eu-1' }), true);
  assert.equal(call({ parcel_id: 'p1', permanent: true }), true);
  assert.equal(call({ parcel_id: 'p1', callback: 'https://in.collect.example/e' }), true);
});

test('a claim to be a test does not count against a live mode, key or host', () => {
  const pays = (more: CompactCall[1]): boolean =>
    asks(['payments.payout', { amount: 5000, currency: 'EUR', payee: 'x', ...more }, 'sandbox']);
  assert.equal(pays({}), false);
  assert.equal(pays({ livemode: true }), true);
  assert.equal(pays({ mode: 'live' }), true);
  assert.equal(pays({ api_key: 'sk_live_a1' }), true);
  assert.equal(pays({ base_url: 'https://api.dwolla.com' }), true);
  assert.equal(pays({ base_url: 'https://api-sandbox.dwolla.com' }), false);
});
