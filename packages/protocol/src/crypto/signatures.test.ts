import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, readVectorJson, seed, skipWithout } from '@countersign/testing';
import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { concatBytes, numberToBytesBE, numberToBytesLE } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { encodeBase64url } from '../json/base64url.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { importPublicKey } from './public-key.ts';
import * as noble from './signatures.noble.ts';
import * as node from './signatures.node.ts';

interface Wycheproof {
  readonly numberOfTests: number;
  readonly testGroups: readonly {
    readonly publicKey: { readonly pk?: string; readonly uncompressed?: string };
    readonly tests: readonly {
      readonly tcId: number;
      readonly comment: string;
      readonly msg: string;
      readonly sig: string;
      readonly result: 'valid' | 'invalid';
    }[];
  }[];
}

interface CctvVector {
  readonly number: number;
  readonly key: string;
  readonly sig: string;
  readonly msg: string;
  readonly flags: readonly string[] | null;
}

type VerifierOf = (publicKey: Uint8Array) => node.SignatureVerifier;
type Verify = (publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array) => boolean;

const hex = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'hex'));
const ascii = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

/** The verdict of both platforms; a difference is a failure wherever it shows up. */
function agreed(onNode: VerifierOf, onNoble: VerifierOf): Verify {
  return (publicKey, message, signature) => {
    const verdict = onNode(publicKey)(message, signature);
    assert.equal(onNoble(publicKey)(message, signature), verdict, 'the platforms differ');
    return verdict;
  };
}

const verifyEd25519 = agreed(node.ed25519Verifier, noble.ed25519Verifier);
const verifyP256 = agreed(node.p256Verifier, noble.p256Verifier);

function importable(jwk: unknown): boolean {
  try {
    importPublicKey(jwk);
    return true;
  } catch (error) {
    assert.ok(error instanceof ProtocolError);
    return false;
  }
}

const okp = (bytes: Uint8Array) => ({ kty: 'OKP', crv: 'Ed25519', x: encodeBase64url(bytes) });
const ec = (bytes: Uint8Array) => ({
  kty: 'EC',
  crv: 'P-256',
  x: encodeBase64url(bytes.subarray(1, 33)),
  y: encodeBase64url(bytes.subarray(33)),
});

describe('outside vectors', () => {
  test('Wycheproof Ed25519 is answered as its vectors say, on both platforms', {
    skip: skipWithout('wycheproof/ed25519_test.json'),
  }, t => {
    const suite = readVectorJson<Wycheproof>('wycheproof', 'ed25519_test.json');
    const counts = { valid: 0, invalid: 0 };
    for (const { publicKey, tests } of suite.testGroups) {
      const key = hex(publicKey.pk ?? '');
      const imported = importable(okp(key));
      for (const { tcId, comment, msg, sig, result } of tests) {
        const verdict = verifyEd25519(key, hex(msg), hex(sig));
        assert.equal(verdict && imported, result === 'valid', `${tcId} ${comment}`);
        counts[result] += 1;
      }
    }
    assert.equal(counts.valid + counts.invalid, suite.numberOfTests);
    t.diagnostic(`${counts.valid} valid, ${counts.invalid} invalid`);
  });

  test('Wycheproof P-256 is answered as its vectors say, on both platforms', {
    skip: skipWithout('wycheproof/ecdsa_secp256r1_sha256_p1363_test.json'),
  }, t => {
    const suite = readVectorJson<Wycheproof>(
      'wycheproof',
      'ecdsa_secp256r1_sha256_p1363_test.json',
    );
    const counts = { valid: 0, invalid: 0 };
    for (const { publicKey, tests } of suite.testGroups) {
      const key = hex(publicKey.uncompressed ?? '');
      const imported = importable(ec(key));
      for (const { tcId, comment, msg, sig, result } of tests) {
        const verdict = verifyP256(key, hex(msg), hex(sig));
        assert.equal(verdict && imported, result === 'valid', `${tcId} ${comment}`);
        counts[result] += 1;
      }
    }
    assert.equal(counts.valid + counts.invalid, suite.numberOfTests);
    t.diagnostic(`${counts.valid} valid, ${counts.invalid} invalid`);
  });

  test('the Ed25519 edge cases of CCTV get one verdict on both platforms, and none survives key import', {
    skip: skipWithout('cctv-ed25519/ed25519vectors.json'),
  }, t => {
    const vectors = readVectorJson<CctvVector[]>('cctv-ed25519', 'ed25519vectors.json');
    assert.equal(vectors.length, 914);
    const weakening = ['low_order_A', 'non_canonical_A', 'low_order_component_A'];
    let raw = 0;
    let refusedKeys = 0;
    let accepted = 0;
    for (const { number, key, sig, msg, flags } of vectors) {
      const imported = importable(okp(hex(key)));
      const flagged = flags?.some(flag => weakening.includes(flag)) ?? false;
      assert.equal(imported, !flagged, `key of vector ${number}`);
      if (!imported) refusedKeys += 1;
      const verdict = verifyEd25519(hex(key), ascii(msg), hex(sig));
      if (verdict) raw += 1;
      if (!verdict || !imported) continue;
      accepted += 1;
      // Under a sound key only an ordinary signature verifies: no residue to deny it with later.
      assert.deepEqual(flags, null, `vector ${number}`);
    }
    t.diagnostic(
      `914 vectors: ${raw} verify without the key check, keys of ${refusedKeys} refused, ${accepted} accepted`,
    );
    assert.ok(raw > 0 && accepted > 0);
  });
});

describe('Ed25519', () => {
  const secret = new Uint8Array(32).fill(7);
  const key = ed25519.getPublicKey(secret);
  const message = ascii('one exact action');
  const signature = ed25519.sign(message, secret);
  const order = ed25519.Point.Fn.ORDER;
  /** A point of order eight. */
  const torsion = ed25519.Point.fromHex(
    'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  );

  test('an Ed25519 signature is valid only for its message and key', () => {
    assert.equal(verifyEd25519(key, message, signature), true);
    assert.equal(verifyEd25519(key, ascii('another action'), signature), false);
    const other = ed25519.getPublicKey(new Uint8Array(32).fill(8));
    assert.equal(verifyEd25519(other, message, signature), false);
  });

  test('adding the group order to S does not make a second signature', () => {
    const s = BigInt(`0x${Buffer.from(signature.slice(32)).reverse().toString('hex')}`);
    for (let multiple = 1n; s + multiple * order < 2n ** 256n; multiple += 1n) {
      const twin = Uint8Array.from(signature);
      twin.set(numberToBytesLE(s + multiple * order, 32), 32);
      assert.equal(verifyEd25519(key, message, twin), false);
    }
  });

  test('wrong lengths and wrong types give false, not an error', () => {
    for (const length of [0, 1, 31, 33, 64]) {
      assert.equal(verifyEd25519(new Uint8Array(length), message, signature), false);
    }
    for (const length of [0, 32, 63, 65, 128]) {
      assert.equal(verifyEd25519(key, message, new Uint8Array(length)), false);
    }
    for (const junk of [
      null,
      undefined,
      5,
      'x'.repeat(64),
      {},
      [...signature],
      new Float64Array(64),
    ]) {
      assert.equal(verifyEd25519(junk as never, message, signature), false);
      assert.equal(verifyEd25519(key, junk as never, signature), false);
      assert.equal(verifyEd25519(key, message, junk as never), false);
    }
    assert.equal(verifyEd25519(key, 'one exact action' as never, signature), false);
  });

  test('no signature verifies under a low-order key or with a low-order R, in any encoding', t => {
    const p = ed25519.Point.Fp.ORDER;
    const torsions = [ed25519.Point.ZERO];
    for (let next = torsion; !next.is0(); next = next.add(torsion)) torsions.push(next);
    const encodings = new Set<string>();
    for (const { y } of torsions) {
      for (const value of [y, y + p].filter(candidate => candidate < 2n ** 255n)) {
        for (const sign of [0n, 1n]) {
          encodings.add(Buffer.from(numberToBytesLE(value | (sign << 255n), 32)).toString('hex'));
        }
      }
    }
    assert.equal(encodings.size, 14);
    const s = 5n;
    const sB = ed25519.Point.BASE.multiply(s);
    let tried = 0;
    for (const a of encodings) {
      // With S = 0 the equation asks for a low-order R, with S = s for s·B plus a low-order point.
      const signatures = [
        ...[...encodings].map(r => concatBytes(hex(r), new Uint8Array(32))),
        ...torsions.map(r => concatBytes(sB.add(r).toBytes(), numberToBytesLE(s, 32))),
      ];
      for (const forged of signatures) {
        for (let index = 0; index < effort({ fast: 3, full: 20 }); index += 1) {
          assert.equal(verifyEd25519(hex(a), ascii(`message ${index}`), forged), false);
          tried += 1;
        }
      }
    }
    // A sound key whose holder chose the identity as R.
    const { scalar } = ed25519.utils.getExtendedPublicKey(secret);
    const r = ed25519.Point.ZERO.toBytes();
    const chosen = ed25519.Point.Fn.create(challengeOf(r, key, message) * scalar);
    const identityR = concatBytes(r, numberToBytesLE(chosen, 32));
    assert.equal(verifyEd25519(key, message, identityR), false);
    t.diagnostic(`${tried} signatures under ${encodings.size} encodings refused`);
  });

  test('keys of mixed order and keys off the curve get one verdict on both platforms', () => {
    const verdicts = new Set<boolean>();
    for (let index = 0; index < 40; index += 1) {
      // Signing under a torsioned key: the equation holds whenever k is a multiple of 8.
      const text = ascii(`message ${index}`);
      const { scalar, point } = ed25519.utils.getExtendedPublicKey(secret);
      const mixed = point.add(torsion).toBytes();
      const nonce = 123456789n + BigInt(index);
      const r = ed25519.Point.BASE.multiply(nonce).toBytes();
      const k = challengeOf(r, mixed, text);
      const s = ed25519.Point.Fn.create(nonce + k * scalar);
      const forged = concatBytes(r, numberToBytesLE(s, 32));
      const verdict = verifyEd25519(mixed, text, forged);
      assert.equal(verdict, k % 8n === 0n);
      verdicts.add(verdict);
    }
    assert.deepEqual([...verdicts].sort(), [false, true]);
    for (let y = 0n; y < 40n; y += 1n) verifyEd25519(numberToBytesLE(y, 32), message, signature);
  });

  test('random messages, keys and bit flips get one verdict on both platforms', () => {
    let fits = 0;
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ maxLength: 300 }),
        fc.option(fc.nat(), { freq: 2 }),
        (secretKey, text, flip) => {
          const parts = {
            publicKey: Uint8Array.from(ed25519.getPublicKey(secretKey)),
            message: Uint8Array.from(text),
            signature: Uint8Array.from(ed25519.sign(text, secretKey)),
          };
          if (flip !== null) flipBit(parts, flip);
          const verdict = verifyEd25519(parts.publicKey, parts.message, parts.signature);
          assert.equal(verdict, flip === null);
          if (verdict) fits += 1;
        },
      ),
      { seed, numRuns: effort({ fast: 150, full: 10_000 }) },
    );
    assert.ok(fits > 0);
  });
});

describe('P-256', () => {
  const secret = new Uint8Array(32).fill(9);
  const key = p256.getPublicKey(secret, false);
  const message = ascii('one exact action');
  const signature = p256.sign(message, secret);
  const order = p256.Point.Fn.ORDER;
  const split = (raw: Uint8Array) => ({
    r: BigInt(`0x${Buffer.from(raw.subarray(0, 32)).toString('hex')}`),
    s: BigInt(`0x${Buffer.from(raw.subarray(32)).toString('hex')}`),
  });
  const join = (r: bigint, s: bigint) =>
    concatBytes(numberToBytesBE(r, 32), numberToBytesBE(s, 32));

  test('a P-256 signature is valid only for its message and key, with low s and with high s', () => {
    const { r, s } = split(signature);
    assert.equal(verifyP256(key, message, signature), true);
    assert.equal(verifyP256(key, message, join(r, order - s)), true);
    assert.equal(verifyP256(key, ascii('another action'), signature), false);
    const other = p256.getPublicKey(new Uint8Array(32).fill(8), false);
    assert.equal(verifyP256(other, message, signature), false);
  });

  test('r and s of zero, of the group order and beyond are refused', () => {
    const { r, s } = split(signature);
    const top = 2n ** 256n - 1n;
    for (const bad of [0n, order, order + 1n, top]) {
      assert.equal(verifyP256(key, message, join(bad, s)), false);
      assert.equal(verifyP256(key, message, join(r, bad)), false);
      assert.equal(verifyP256(key, message, join(bad, bad)), false);
    }
    for (const congruent of [r + order, s + order].filter(value => value <= top)) {
      assert.equal(verifyP256(key, message, join(congruent, s)), false);
      assert.equal(verifyP256(key, message, join(r, congruent)), false);
    }
  });

  test('compressed, hybrid, infinite and off-curve keys give false, not an error', () => {
    const hybrid = (first: number) => concatBytes(Uint8Array.of(first), key.subarray(1));
    for (const first of [0x00, 0x02, 0x03, 0x05, 0x06, 0x07, 0xff]) {
      assert.equal(verifyP256(hybrid(first), message, signature), false);
    }
    const field = p256.Point.Fp.ORDER;
    const point = p256.Point.fromBytes(key).toAffine();
    const keys = [
      p256.getPublicKey(secret, true),
      Uint8Array.of(0),
      concatBytes(Uint8Array.of(4), new Uint8Array(64)),
      concatBytes(Uint8Array.of(4), new Uint8Array(64).fill(0xff)),
      concatBytes(
        Uint8Array.of(4),
        numberToBytesBE(point.x, 32),
        numberToBytesBE(point.y + 1n, 32),
      ),
      concatBytes(Uint8Array.of(4), numberToBytesBE(field, 32), numberToBytesBE(point.y, 32)),
    ];
    for (const bad of keys) assert.equal(verifyP256(bad, message, signature), false);
  });

  test('wrong lengths and wrong types of P-256 input give false, not an error', () => {
    for (const length of [0, 33, 64, 66]) {
      assert.equal(verifyP256(new Uint8Array(length), message, signature), false);
    }
    for (const length of [0, 63, 65, 72]) {
      assert.equal(verifyP256(key, message, new Uint8Array(length)), false);
    }
    for (const junk of [null, undefined, 5, 'x'.repeat(65), {}, [...key], new Float64Array(65)]) {
      assert.equal(verifyP256(junk as never, message, signature), false);
      assert.equal(verifyP256(key, junk as never, signature), false);
      assert.equal(verifyP256(key, message, junk as never), false);
    }
    assert.equal(verifyP256(key, 'one exact action' as never, signature), false);
  });

  test('random messages, keys and bit flips of P-256 get one verdict on both platforms', () => {
    let fits = 0;
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: order - 1n }),
        fc.uint8Array({ maxLength: 300 }),
        fc.boolean(),
        fc.option(fc.nat(), { freq: 2 }),
        (scalar, text, highS, flip) => {
          const secretKey = numberToBytesBE(scalar, 32);
          const { r, s } = split(p256.sign(text, secretKey));
          const parts = {
            publicKey: Uint8Array.from(p256.getPublicKey(secretKey, false)),
            message: Uint8Array.from(text),
            signature: join(r, highS ? order - s : s),
          };
          if (flip !== null) flipBit(parts, flip);
          const verdict = verifyP256(parts.publicKey, parts.message, parts.signature);
          assert.equal(verdict, flip === null);
          if (verdict) fits += 1;
        },
      ),
      { seed, numRuns: effort({ fast: 150, full: 10_000 }) },
    );
    assert.ok(fits > 0);
  });
});

/** k of RFC 8032, through the library's hash, to build signatures under weak keys. */
function challengeOf(r: Uint8Array, publicKey: Uint8Array, message: Uint8Array): bigint {
  const digest = sha512(concatBytes(r, publicKey, message));
  return ed25519.Point.Fn.create(BigInt(`0x${Buffer.from(digest).reverse().toString('hex')}`));
}

function flipBit(parts: Record<string, Uint8Array>, at: number): void {
  const all = Object.values(parts);
  const bits = all.reduce((sum, bytes) => sum + bytes.length * 8, 0);
  let bit = at % bits;
  for (const bytes of all) {
    if (bit < bytes.length * 8) {
      const index = bit >> 3;
      bytes[index] = (bytes[index] ?? 0) ^ (1 << (bit & 7));
      return;
    }
    bit -= bytes.length * 8;
  }
}
