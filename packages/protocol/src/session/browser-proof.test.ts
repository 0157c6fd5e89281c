// SS-2, SS-3: one proof fits one call, for one minute. The expected bytes are literals, because a browser signs them.

import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { sha256OfText } from '../crypto/digest.ts';
import { importPublicKey } from '../crypto/public-key.ts';
import {
  assembleBrowserProof,
  browserKeyDigest,
  browserProofBytes,
  type ProofFacts,
  type ProvenCall,
} from './browser-proof.ts';
import { verifyBrowserProof } from './verify-browser-proof.ts';

const now = 1_763_000_000_000;
const nonce = 'AAECAwQFBgcICQoLDA0ODw';
const read: ProvenCall = {
  browser_key_id: 'browser_1',
  origin: 'http://localhost:7319',
  method: 'GET',
  target: '/v1/requests?limit=20',
  body_digest: sha256OfText(''),
};
const write: ProvenCall = {
  ...read,
  method: 'POST',
  target: '/v1/requests/ar_1/entries',
  body_digest: sha256OfText('{"decision":"allow"}'),
};

function pair() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
  const jwk = { kty, crv, x, y };
  return { privateKey, publicKey, jwk, key: importPublicKey(jwk) };
}

const { privateKey, key, jwk } = pair();

function proofOf(call: ProvenCall, facts: ProofFacts, by: KeyObject = privateKey): string {
  const signature = sign('sha256', browserProofBytes(call, facts), {
    key: by,
    dsaEncoding: 'ieee-p1363',
  });
  return assembleBrowserProof(facts, signature);
}

const reading = { issued_at: now, nonce: null };
const writing = { issued_at: now, nonce };

function verdict(proof: string, call: ProvenCall, at = now, by = key): string {
  const verified = verifyBrowserProof(proof, call, by, at);
  return verified.ok ? 'accepted' : verified.refusal.code;
}

describe('the proof of a browser', () => {
  test('[SS-2] the signed bytes name the sign-in, the origin, the call, the time and the nonce', () => {
    assert.equal(
      Buffer.from(browserProofBytes(write, writing)).toString(),
      `{"body_digest":"${write.body_digest}","browser_key_id":"browser_1","issued_at":1763000000000,"method":"POST","nonce":"AAECAwQFBgcICQoLDA0ODw","origin":"http://localhost:7319","target":"/v1/requests/ar_1/entries","type":"countersign/browser-proof/v1"}`,
    );
    assert.equal(verdict(proofOf(read, reading), read), 'accepted');
    assert.equal(verdict(proofOf(write, writing), write), 'accepted');
  });

  test('[SS-2] a proof of one call fits no other call', () => {
    const others: readonly Partial<ProvenCall>[] = [
      { browser_key_id: 'browser_2' },
      { origin: 'http://127.0.0.1:7319' },
      { origin: 'http://localhost:7320' },
      { origin: 'https://localhost:7319' },
      { method: 'DELETE' },
      { target: '/v1/requests/ar_2/entries' },
      { target: '/v1/requests/ar_1/entries?' },
      { target: '/v1/requests/ar_1/entries?a=1' },
      { target: '//v1/requests/ar_1/entries' },
      { body_digest: sha256OfText('{"decision":"deny"}') },
      { body_digest: sha256OfText('') },
    ];
    const proof = proofOf(write, writing);
    for (const other of others) {
      assert.equal(verdict(proof, { ...write, ...other }), 'session_proof_mismatch');
    }
    const [, , signature] = proof.split('.');
    for (const respelled of [
      `${now + 1}.${nonce}.${signature}`,
      `${now}.BBECAwQFBgcICQoLDA0ODw.${signature}`,
    ]) {
      assert.equal(verdict(respelled, write), 'session_proof_mismatch');
    }
  });

  test('[SS-2] a read has no nonce and a write has one', () => {
    assert.equal(verdict(proofOf(read, writing), read), 'session_proof_mismatch');
    assert.equal(verdict(proofOf(write, reading), write), 'session_proof_mismatch');
    const head = { ...read, method: 'HEAD' };
    assert.equal(verdict(proofOf(head, reading), head), 'accepted');
    assert.equal(verdict(proofOf(read, reading), head), 'session_proof_mismatch');
  });

  test('[SS-2] another key, another algorithm and another spelling of the proof are refused', () => {
    const proof = proofOf(write, writing);
    const [time, , signature = ''] = proof.split('.');
    assert.equal(verdict(proof, write, now, pair().key), 'session_proof_mismatch');
    const { privateKey: ed, publicKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const byEd = sign(null, browserProofBytes(write, writing), ed);
    const edKey = importPublicKey({ kty, crv, x });
    const edProof = assembleBrowserProof(writing, byEd);
    assert.equal(verdict(edProof, write, now, edKey), 'session_proof_mismatch');
    const der = sign('sha256', browserProofBytes(write, writing), privateKey);
    const header = Buffer.from('{"alg":"none"}').toString('base64url');
    for (const wrong of [
      '',
      '..',
      `${time}.${nonce}.`,
      `${time}.${nonce}.${'A'.repeat(86)}`,
      `${time}.${nonce}.${der.toString('base64url')}`,
      `${time}.${nonce}.${signature}=`,
      `${time}.${nonce}.${signature.slice(0, -1)}B`,
      `0${time}.${nonce}.${signature}`,
      `${time}.0.${nonce}.${signature}`,
      ` ${proof}`,
      `${proof}, ${proof}`,
      `${proof}\n`,
      `-${proof}`,
      `${header}.${Buffer.from(JSON.stringify(write)).toString('base64url')}.`,
      `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(jwk)).toString('base64url')}.${signature}`,
      '9'.repeat(100_000),
    ]) {
      assert.equal(verdict(wrong, write), 'session_proof_mismatch', wrong.slice(0, 60));
    }
  });

  test('[SS-3] a proof is accepted from 5 seconds before its time to 60 seconds after it', () => {
    const proof = proofOf(read, reading);
    for (const [at, expected] of [
      [now - 5001, 'session_proof_expired'],
      [now - 5000, 'accepted'],
      [now, 'accepted'],
      [now + 59_999, 'accepted'],
      [now + 60_000, 'session_proof_expired'],
      [now + 86_400_000, 'session_proof_expired'],
    ] as const) {
      assert.equal(verdict(proof, read, at), expected, String(at - now));
    }
    const stolen = pair().key;
    assert.equal(verdict(proof, read, now + 86_400_000, stolen), 'session_proof_mismatch');
  });

  test('the digest of a key covers its public half, and nothing that a caller adds', () => {
    const known = {
      kty: 'EC',
      crv: 'P-256',
      x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
      y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
    } as const;
    const expected = sha256OfText(`{"crv":"P-256","kty":"EC","x":"${known.x}","y":"${known.y}"}`);
    assert.equal(browserKeyDigest(known), expected);
    assert.equal(browserKeyDigest({ ...known, d: 'secret' } as never), expected);
  });
});
