import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRiskSettings } from '@countersign/risk';
import { mergeRiskSettings } from './merge-settings.ts';
import { base, fileOf, policyOf } from './testing/policies.ts';

test('without documents the default settings hold', () => {
  assert.deepEqual(mergeRiskSettings([]), defaultRiskSettings);
  assert.deepEqual(mergeRiskSettings([{}, {}]), defaultRiskSettings);
});

test('the strictest value of each setting holds across documents', () => {
  const merged = mergeRiskSettings([
    {
      amount_max: 500,
      rebuildable: ['a', 'b'],
      internal_domains: ['x.example'],
      production_names: ['blue'],
    },
    { amount_max: 5000, records_max: 10, rebuildable: ['b', 'c'], internal_domains: ['y.example'] },
  ]);
  assert.equal(merged.amount_max, 500);
  assert.equal(merged.records_max, 10);
  assert.deepEqual(merged.rebuildable, ['b']);
  assert.deepEqual(merged.internal_domains, []);
  assert.ok(['prod', 'blue'].every(name => merged.production_names.includes(name)));
});

test('one document may raise a limit when no other document states it', () => {
  assert.equal(mergeRiskSettings([{ amount_max: 5000 }]).amount_max, 5000);
});

test('the fewest requests, the longest window and the longest cool-down hold', () => {
  const other = 'version: "1"\ncooldown: 1h\nfatigue: { requests: 9, window: 1h }';
  const { settings } = policyOf([
    fileOf(`${base}cooldown: 5m\nfatigue: { requests: 3, window: 10m }\n`),
    fileOf(other, 'system'),
  ]);
  assert.deepEqual(settings, {
    cooldown_seconds: 3600,
    fatigue: { requests: 3, window_seconds: 3600 },
  });
});
