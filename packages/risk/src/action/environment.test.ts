import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defaultRiskSettings } from '../risk-settings.ts';
import { placeOf } from './environment.ts';

const places: readonly (readonly [name: string, production: boolean, rehearsal: boolean])[] = [
  ['production', true, false],
  ['PROD', true, false],
  ['prd-eu-1', true, false],
  ['live', true, false],
  ['stable', true, false],
  ['app_prod', true, false],
  ['arn:aws:eks:eu-west-1:4410:cluster/acme-prod', true, false],
  ['gke_acme_prod-eu', true, false],
  ['acmeProd', true, false],
  ['prod1', true, false],
  ['db.prod.internal', true, false],
  ['staging', false, true],
  ['pre-prod', false, true],
  ['nonprod', false, true],
  ['non-production', false, true],
  ['dev-anna', false, true],
  ['product-catalog', false, false],
  ['reproduction', false, false],
  ['delivery', false, false],
  ['livestream', false, false],
  ['api.acme.dev', false, false],
  ['staging.acme.dev', false, true],
  ['main', false, false],
];

test('production and rehearsal are recognised by whole words within names', () => {
  for (const [name, production, rehearsal] of places) {
    assert.deepEqual(placeOf(name, defaultRiskSettings, false), { production, rehearsal }, name);
  }
});

test('a name means production only with an unambiguous word', () => {
  assert.equal(placeOf('live-chat', defaultRiskSettings, true).production, false);
  assert.equal(placeOf('stable-diffusion', defaultRiskSettings, true).production, false);
  assert.equal(placeOf('orders-prod', defaultRiskSettings, true).production, true);
});
