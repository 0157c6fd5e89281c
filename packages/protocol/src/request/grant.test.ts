import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReasonCode } from '../reason/reason-codes.ts';
import {
  allowed,
  later,
  noon,
  opened,
  signArtifact,
  storeId,
  trustedKeys,
} from '../testing/samples.ts';
import { grantType, verifyGrant } from './grant.ts';
import { requestArtifactType } from './request-artifact.ts';

const grant = opened(allowed()).grant;
assert.ok(grant);

function outcome(change: Partial<Parameters<typeof verifyGrant>[0]> = {}): ReasonCode | 'ok' {
  const verdict = verifyGrant({
    jws: signArtifact(grant as object, grantType),
    keys: trustedKeys,
    issuer: 'countersign-test',
    store_id: storeId,
    audience: 'billing-executor',
    now: noon,
    ...change,
  });
  return verdict.ok ? 'ok' : verdict.refusal.code;
}

test('a grant verifies with a key set alone', () => {
  assert.equal(outcome(), 'ok');
});

test('a text that was signed here skips the signature check, and no other check', () => {
  const jws = signArtifact(grant, grantType);
  const looked: string[] = [];
  const watched = new Map(
    [...trustedKeys].map(([kid, key]) => {
      const verify: typeof key.verify = (message, signature) => {
        looked.push(kid);
        return key.verify(message, signature);
      };
      return [kid, { ...key, verify }];
    }),
  );
  const signedHere = { jws, grant };
  assert.equal(outcome({ jws, keys: watched, signedHere }), 'ok');
  assert.deepEqual(looked, []);
  assert.equal(outcome({ jws, keys: new Map(), signedHere }), 'jws_key_unknown');
  assert.equal(outcome({ jws, signedHere, now: later(900) }), 'grant_expired');
  assert.equal(outcome({ jws, signedHere, audience: 'somebody-else' }), 'audience_mismatch');
  const forged = `${jws.slice(0, -2)}${jws.endsWith('AA') ? 'Bg' : 'AA'}`;
  assert.equal(outcome({ jws: forged, keys: watched, signedHere }), 'jws_signature_mismatch');
  assert.equal(looked.length, 1);
});

const failures: [string, Parameters<typeof outcome>[0], ReasonCode][] = [
  ['from another issuer', { issuer: 'somebody-else' }, 'grant_issuer_mismatch'],
  ['of another store', { store_id: 'store_x' }, 'store_mismatch'],
  ['for another executor', { audience: 'somebody-else' }, 'audience_mismatch'],
  ['at its expiry', { now: later(900) }, 'grant_expired'],
  ['under an unknown key', { keys: new Map() }, 'jws_key_unknown'],
  [
    'that is another artifact',
    { jws: signArtifact(grant, requestArtifactType) },
    'jws_header_mismatch',
  ],
  ['with other content', { jws: signArtifact({ hello: 1 }, grantType) }, 'grant_malformed'],
  [
    'with one member more',
    { jws: signArtifact({ ...grant, extra: 1 }, grantType) },
    'grant_malformed',
  ],
  ['that is not even text', { jws: 7 as never }, 'jws_malformed'],
];
for (const [what, change, code] of failures) {
  test(`a grant ${what} is refused with ${code}`, () => assert.equal(outcome(change), code));
}
