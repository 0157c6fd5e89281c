import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { types } from 'node:util';

// The node half of `#signatures`. Its twin is signatures.noble.ts: the same names and, for every input,
// the same verdict. Both answer about one signature; whether a key may be used at all is decided
// once, in public-key.ts.
//
// A key is imported once, which would otherwise be a fifth of each Ed25519 verification and two fifths of a P-256
// one. What is kept is OpenSSL's own copy, so bytes that change afterwards do not reach it.

/** Answers about signatures under one key. */
export type SignatureVerifier = (message: Uint8Array, signature: Uint8Array) => boolean;

/** The DER of a SubjectPublicKeyInfo up to the key's own bytes. */
const ed25519Prefix = Buffer.from('302a300506032b6570032100', 'hex');
const p256Prefix = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex');

/** The y of every point of low order, the last two written without reduction; the sign bit is masked. */
const lowOrderY: ReadonlySet<string> = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/**
 * Ed25519 by the equation without cofactor, comparing the bytes of R, with S below the group order and
 * neither the key nor R of low order. Keys are 32 bytes and signatures 64; anything else is false,
 * never an error.
 *
 * Low order is looked for here, because releases of Node differ about it: 20 accepts it, 24 does not.
 */
export function ed25519Verifier(publicKey: Uint8Array): SignatureVerifier {
  const key =
    isBytes(publicKey, 32) && !hasLowOrder(publicKey) ? keyOf(ed25519Prefix, publicKey) : null;
  return (message, signature) => {
    if (key === null || !isBytes(message) || !isBytes(signature, 64)) return false;
    if (hasLowOrder(signature.subarray(0, 32))) return false;
    try {
      return verify(null, message, key, signature);
    } catch {
      return false;
    }
  };
}

/**
 * ECDSA on P-256 with SHA-256. Keys are 65 bytes, 0x04 || x || y; signatures 64, r || s. High s is
 * accepted, because authenticators do not normalise it; zero, or beyond the group order, is false.
 */
export function p256Verifier(publicKey: Uint8Array): SignatureVerifier {
  // OpenSSL would also read the hybrid encodings 0x06 and 0x07.
  const key = isBytes(publicKey, 65) && publicKey[0] === 0x04 ? keyOf(p256Prefix, publicKey) : null;
  return (message, signature) => {
    if (key === null || !isBytes(message) || !isBytes(signature, 64)) return false;
    try {
      return verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, signature);
    } catch {
      return false;
    }
  };
}

function hasLowOrder(point: Uint8Array): boolean {
  const y = Buffer.from(point);
  y[31] = (y[31] ?? 0) & 0x7f;
  return lowOrderY.has(y.toString('hex'));
}

function keyOf(prefix: Uint8Array, publicKey: Uint8Array): KeyObject | null {
  try {
    const key = Buffer.concat([prefix, publicKey]);
    return createPublicKey({ key, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

function isBytes(value: unknown, length?: number): boolean {
  return types.isUint8Array(value) && (length === undefined || value.length === length);
}
