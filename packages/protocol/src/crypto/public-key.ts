import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { ed25519Verifier, p256Verifier, type SignatureVerifier } from '#signatures';
import { decodeBase64url } from '../json/base64url.ts';
import { parserOf } from '../json/parse-object.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { Branded } from '../value/brand.ts';
import { PublicKey } from './jwk.ts';

/** A public key whose point was checked; the only kind that signatures are verified with. */
export type ImportedKey = Branded<
  { readonly alg: 'EdDSA' | 'ES256'; readonly verify: SignatureVerifier },
  'ImportedKey'
>;

const parsePublicKey = parserOf('PublicKey', PublicKey);

/**
 * Checks the form of a key, then its point. Throws `key_malformed` or `key_weak`; the point checks are
 * the same code on every platform, since node:crypto imports weak Ed25519 keys without a word.
 */
export function importPublicKey(jwk: unknown): ImportedKey {
  const key = parseKey(jwk);
  return key.kty === 'OKP' ? importedEd25519(key) : importedP256(key);
}

/**
 * The same for a key that artifacts of the protocol are signed with, which is Ed25519 and nothing else (jws.ts). Who
 * verifies only those does without the other curve, and a page loads less.
 */
export function importArtifactKey(jwk: unknown): ImportedKey {
  const key = parseKey(jwk);
  if (key.kty === 'OKP') return importedEd25519(key);
  throw new ProtocolError('key_malformed', '/kty', 'expected an Ed25519 key');
}

function importedEd25519({ x }: Extract<PublicKey, { kty: 'OKP' }>): ImportedKey {
  const bytes = decodeBase64url(x, '/x');
  refuseWeakEd25519(bytes);
  return Object.freeze({ alg: 'EdDSA', verify: ed25519Verifier(bytes) }) as ImportedKey;
}

function importedP256({ x, y }: Extract<PublicKey, { kty: 'EC' }>): ImportedKey {
  const coordinates = [decodeBase64url(x, '/x'), decodeBase64url(y, '/y')];
  const bytes = concatBytes(Uint8Array.of(0x04), ...coordinates);
  refuseWeakP256(bytes);
  return Object.freeze({ alg: 'ES256', verify: p256Verifier(bytes) }) as ImportedKey;
}

function parseKey(jwk: unknown): PublicKey {
  try {
    return parsePublicKey(jwk);
  } catch (error) {
    if (!(error instanceof ProtocolError)) throw error;
    const [first] = error.problems;
    const message = `not a public key of the protocol: ${first?.message ?? 'not valid'}`;
    throw new ProtocolError('key_malformed', error.path, message, error.problems);
  }
}

/**
 * Only canonical encodings of points in the prime-order subgroup, without its identity, are keys. Under
 * a low-order key one signature fits every message. Under a key of mixed order the equations with and
 * without cofactor disagree, so its holder could make a signature that one verifier accepts and another
 * refuses, and later deny it. A second encoding of one point would be a second key for one signer.
 */
function refuseWeakEd25519(bytes: Uint8Array): void {
  const point = pointOf(() => ed25519.Point.fromBytes(bytes, false));
  if (point.isSmallOrder()) throw weak('expected a point of prime order, found one of low order');
  if (!point.isTorsionFree())
    throw weak('expected a point of prime order, found one of mixed order');
}

/** Every point of P-256 but infinity has prime order, and infinity cannot be written as x and y. */
function refuseWeakP256(bytes: Uint8Array): void {
  pointOf(() => p256.Point.fromBytes(bytes));
}

function pointOf<P>(decode: () => P): P {
  try {
    return decode();
  } catch {
    throw weak('expected the canonical encoding of a point on the curve');
  }
}

function weak(message: string): ProtocolError {
  return new ProtocolError('key_weak', '', message);
}
