import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort } from '@countersign/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js';
import { encodeBase64url } from '../json/base64url.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { PublicKey } from './jwk.ts';
import { importArtifactKey, importPublicKey } from './public-key.ts';

const okp = (bytes: Uint8Array) => ({ kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(bytes) });
const ec = (x: Uint8Array, y: Uint8Array) => ({
  kty: 'EC',
  crv: 'P-256',
  x: encodeBase64url(x),
  y: encodeBase64url(y),
});

const ed25519Jwk = okp(ed25519.getPublicKey(new Uint8Array(32).fill(1)));
const p256Bytes = p256.getPublicKey(new Uint8Array(32).fill(1), false);
const p256Jwk = ec(p256Bytes.subarray(1, 33), p256Bytes.subarray(33));

function refusal(jwk: unknown): ProtocolError {
  try {
    importPublicKey(jwk);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
  throw new Error('the key was imported');
}

describe('importing a public key', () => {
  test('keys made by OpenSSL are accepted and verify only their own signatures', () => {
    for (let index = 0; index < effort({ fast: 20, full: 500 }); index += 1) {
      const okpPair = generateKeyPairSync('ed25519');
      const ecPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const okpJwk = okpPair.publicKey.export({ format: 'jwk' });
      const ecJwk = ecPair.publicKey.export({ format: 'jwk' });
      const message = new Uint8Array([index]);
      const okpKey = importPublicKey(okpJwk);
      assert.equal(okpKey.alg, 'EdDSA');
      const okpSignature = sign(null, message, okpPair.privateKey);
      assert.equal(okpKey.verify(message, okpSignature), true);
      const ecKey = importPublicKey(ecJwk);
      assert.equal(ecKey.alg, 'ES256');
      const key = { key: ecPair.privateKey, dsaEncoding: 'ieee-p1363' as const };
      assert.equal(ecKey.verify(message, sign('sha256', message, key)), true);
      assert.equal(ecKey.verify(message, okpSignature), false);
      assert.ok(PublicKey.safeParse(okpJwk).success && PublicKey.safeParse(ecJwk).success);
    }
  });

  test('an imported key is frozen', () => {
    assert.ok(Object.isFrozen(importPublicKey(ed25519Jwk)));
    assert.ok(Object.isFrozen(importPublicKey(p256Jwk)));
  });

  test('an artifact key must be Ed25519, and gets every other check', () => {
    assert.equal(importArtifactKey(ed25519Jwk).alg, 'EdDSA');
    const refusals: readonly (readonly [unknown, string])[] = [
      [p256Jwk, 'key_malformed'],
      [{ ...ed25519Jwk, kty: 'RSA' }, 'key_malformed'],
      [{ ...ed25519Jwk, x: 'A'.repeat(43) }, 'key_weak'],
    ];
    for (const [jwk, code] of refusals) {
      assert.throws(
        () => importArtifactKey(jwk),
        error => error instanceof ProtocolError && error.code === code,
      );
    }
  });

  test('every form but the documented one is key_malformed', () => {
    const { x } = ed25519Jwk;
    const lastLetter = (letter: string) => ({ ...ed25519Jwk, x: `${x.slice(0, -1)}${letter}` });
    const forms: Record<string, unknown> = {
      null: null,
      text: JSON.stringify(ed25519Jwk),
      'an array': [ed25519Jwk],
      'no members': {},
      'no kty': { crv: 'Ed25519', x },
      'no x': { kty: 'OKP', crv: 'Ed25519' },
      'another curve': { ...ed25519Jwk, crv: 'X25519' },
      'another curve of EC': { ...p256Jwk, crv: 'P-384' },
      secp256k1: { ...p256Jwk, crv: 'secp256k1' },
      RSA: { kty: 'RSA', n: x, e: 'AQAB' },
      'a symmetric key': { kty: 'oct', k: x },
      'an EC key without y': { kty: 'EC', crv: 'P-256', x },
      'an OKP key with y': { ...ed25519Jwk, y: x },
      'a private key': { ...ed25519Jwk, d: x },
      'a key with kid': { ...ed25519Jwk, kid: '1' },
      'a key with alg': { ...ed25519Jwk, alg: 'EdDSA' },
      padding: { ...ed25519Jwk, x: `${x}=` },
      'a space': { ...ed25519Jwk, x: ` ${x.slice(1)}` },
      'trailing bits': lastLetter('B'),
      '31 bytes': { ...ed25519Jwk, x: encodeBase64url(new Uint8Array(31)) },
      '33 bytes': { ...ed25519Jwk, x: encodeBase64url(new Uint8Array(33)) },
      'a million letters': { ...ed25519Jwk, x: 'A'.repeat(1_000_000) },
      bytes: { ...ed25519Jwk, x: new Uint8Array(32) },
      'an own __proto__': JSON.parse(`{"__proto__":1,"kty":"OKP","crv":"Ed25519","x":"${x}"}`),
      'inherited members': Object.create(ed25519Jwk),
    };
    for (const [name, jwk] of Object.entries(forms)) {
      assert.equal(refusal(jwk).code, 'key_malformed', name);
    }
  });

  test('a refusal names the member and does not repeat its value', () => {
    const error = refusal({ ...p256Jwk, y: 'secret-looking value' });
    assert.equal(error.path, '/y');
    assert.ok(!error.message.includes('secret'));
    assert.deepEqual(
      refusal({ ...ed25519Jwk, kid: '1', use: 'sig' }).problems.map(problem => problem.path),
      ['/kid', '/use'],
    );
  });

  test('a getter cannot show one key to the check and another to the import', () => {
    let reads = 0;
    const jwk = {
      ...ed25519Jwk,
      get x() {
        reads += 1;
        return reads === 1 ? ed25519Jwk.x : encodeBase64url(new Uint8Array(32));
      },
    };
    assert.equal(refusal(jwk).code, 'key_malformed');
  });
});

describe('weak keys', () => {
  const { Point } = ed25519;
  const p = Point.Fp.ORDER;
  const torsion = Point.fromHex('c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a');
  const torsions = [Point.ZERO];
  for (let next = torsion; !next.is0(); next = next.add(torsion)) torsions.push(next);
  const encoded = (y: bigint, sign: bigint) => numberToBytesLE(y | (sign << 255n), 32);

  test('the eight low-order points are key_weak in every encoding', t => {
    assert.equal(torsions.length, 8);
    const encodings = new Set<string>();
    for (const { y } of torsions) {
      for (const value of [y, y + p].filter(candidate => candidate < 2n ** 255n)) {
        for (const sign of [0n, 1n]) encodings.add(encodeBase64url(encoded(value, sign)));
      }
    }
    t.diagnostic(`${encodings.size} encodings`);
    assert.equal(encodings.size, 14);
    for (const x of encodings) {
      assert.equal(refusal({ kty: 'OKP', crv: 'Ed25519', x }).code, 'key_weak');
    }
  });

  test('a sound point plus a low-order one is key_weak', () => {
    const sound = Point.fromBytes(ed25519.getPublicKey(new Uint8Array(32).fill(3)));
    for (const [index, weak] of torsions.entries()) {
      const jwk = okp(sound.add(weak).toBytes());
      if (index === 0) assert.equal(importPublicKey(jwk).alg, 'EdDSA');
      else assert.equal(refusal(jwk).code, 'key_weak');
    }
  });

  test('a y beyond the field is key_weak, whatever point it means', () => {
    for (let y = 0n; y < 19n; y += 1n) {
      for (const sign of [0n, 1n]) {
        assert.equal(refusal(okp(encoded(y + p, sign))).code, 'key_weak');
      }
    }
  });

  test('a y that no point of Ed25519 has is key_weak', () => {
    let refused = 0;
    for (let y = 2n; y < 200n; y += 1n) {
      const bytes = encoded(y, 0n);
      if (ed25519.utils.isValidPublicKey(bytes, true)) continue;
      refused += 1;
      assert.equal(refusal(okp(bytes)).code, 'key_weak');
    }
    assert.ok(refused > 50);
  });

  test('a P-256 point off the curve, at infinity or beyond the field is key_weak', () => {
    const { x, y } = p256.Point.fromBytes(p256Bytes).toAffine();
    const field = p256.Point.Fp.ORDER;
    const top = 2n ** 256n - 1n;
    // With x = 5 the sum stays within 32 bytes, so only the range check can refuse it.
    const small = p256.Point.fromHex(`02${numberToHex(5n)}`).toAffine();
    const pairs: (readonly [bigint, bigint])[] = [
      [0n, 0n],
      [x, y ^ 1n],
      [y, x],
      [x, 0n],
      [field, y],
      [top, top],
      [small.x + field, small.y],
    ];
    for (const [badX, badY] of pairs) {
      const jwk = ec(numberToBytesBE(badX, 32), numberToBytesBE(badY, 32));
      assert.equal(refusal(jwk).code, 'key_weak');
    }
    assert.equal(
      importPublicKey(ec(numberToBytesBE(small.x, 32), numberToBytesBE(small.y, 32))).alg,
      'ES256',
    );
  });
});

function numberToHex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
