import assert from 'node:assert/strict';
import { importPublicKey, verifyJws } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';
import { grantType } from '@countersign/protocol/request';
import { thumbprint } from '../signing-key.ts';
import { createManualClock } from './manual-clock.ts';
import { createMemorySigner } from './memory-signer.ts';
import {
  artifactTypes,
  issuer,
  judgeGrant,
  judgeJws,
  kidOf,
  sampleGrant,
} from './sample-artifacts.ts';
import type { DefineCase } from './signer-under-test.ts';

export const badPayloads: Readonly<Record<string, object>> = {
  'an array': [1],
  'a number that JSON does not have': { n: Number.NaN },
  'a getter': Object.defineProperty({}, 'x', { get: () => 1, enumerable: true }),
  'a lone surrogate': { text: '\ud800' },
  'a function': { run: () => 1 },
  'more than an artifact holds': { text: 'x'.repeat(256 * 1024) },
};

/** What is signed, and that nothing else passes for it. */
export function artifactCases(test: DefineCase): void {
  test('an artifact verifies with the published keys, and returns what was signed', async opened => {
    const { signer } = opened;
    const payload = { b: [1, 'ü', null], a: { nested: true } };
    const jws = await signer.sign(grantType, payload);
    const verdict = verifyJws({ jws, typ: grantType, keys: signer.keys() });
    assert.ok(verdict.ok);
    assert.deepEqual({ ...verdict.value.payload }, payload);
    assert.equal(verdict.value.kid, signer.records()[0]?.kid);
    assert.equal(signer.issuer, issuer);
  });

  test('a grant is accepted by the executor it names, and by no other', async opened => {
    const { signer, now } = opened;
    const jws = await signer.sign(grantType, sampleGrant(now()));
    assert.equal(judgeGrant(signer, { jws, now: now() }), 'ok');
    assert.equal(judgeGrant(signer, { jws, now: now(), audience: 'other' }), 'audience_mismatch');
  });

  test('an artifact of one type never verifies as another', async ({ signer, now }) => {
    for (const signed of artifactTypes) {
      const jws = await signer.sign(signed, sampleGrant(now()));
      for (const expected of artifactTypes) {
        const wanted = signed === expected ? 'ok' : 'jws_header_mismatch';
        assert.equal(judgeJws(signer, jws, expected), wanted, `${signed} as ${expected}`);
      }
    }
  });

  test('an artifact with any letter changed does not verify', async ({ signer, now }) => {
    const jws = await signer.sign(grantType, sampleGrant(now()));
    for (let index = 0; index < jws.length; index += 7) {
      const letter = jws[index] === 'A' ? 'B' : 'A';
      const forged = `${jws.slice(0, index)}${letter}${jws.slice(index + 1)}`;
      assert.notEqual(judgeJws(signer, forged), 'ok', `letter ${index}`);
    }
  });

  test('artifacts of another signer do not verify', async ({ signer, now }) => {
    const stranger = createMemorySigner(issuer, createManualClock(now()));
    const jws = await stranger.sign(grantType, sampleGrant(now()));
    assert.equal(judgeJws(signer, jws), 'jws_key_unknown');
  });

  test('a value without canonical form is refused with a code, and the next value is signed', async opened => {
    const { signer, now } = opened;
    for (const [what, payload] of Object.entries(badPayloads)) {
      await assert.rejects(signer.sign(grantType, payload), ProtocolError, what);
    }
    assert.equal(judgeJws(signer, await signer.sign(grantType, sampleGrant(now()))), 'ok');
  });

  test('many concurrent artifacts are each signed correctly', async ({ signer, now }) => {
    const audiences = Array.from({ length: 200 }, (_, number) => `executor-${number}`);
    const signed = await Promise.all(
      audiences.map(audience => signer.sign(grantType, sampleGrant(now(), audience))),
    );
    audiences.forEach((audience, index) => {
      const jws = signed[index] ?? '';
      assert.equal(judgeGrant(signer, { jws, now: now(), audience }), 'ok');
    });
    assert.equal(new Set(signed).size, audiences.length);
  });

  test('a key id is the thumbprint of its key, and never changes', async ({
    signer,
    reopen,
    now,
  }) => {
    const [key] = signer.records();
    assert.ok(key);
    assert.equal(key.kid, thumbprint(key.public_key));
    const jws = await signer.sign(grantType, sampleGrant(now()));
    assert.equal(kidOf(jws), key.kid);
    if (reopen === null) return;
    const again = await reopen();
    assert.deepEqual(again.records(), signer.records());
    assert.deepEqual(again.jwks(), signer.jwks());
    assert.equal(judgeJws(again, jws), 'ok');
    assert.equal(await again.sign(grantType, sampleGrant(now())), jws);
  });

  test('keys are published with their public members alone', async ({ signer }) => {
    const [record] = signer.records();
    assert.ok(record);
    const { kid, public_key } = record;
    assert.deepEqual(signer.jwks(), {
      keys: [{ ...public_key, kid, use: 'sig', alg: 'EdDSA' }],
    });
    assert.deepEqual([...signer.keys().keys()], [kid]);
    assert.equal(importPublicKey(public_key).alg, 'EdDSA');
  });
}
