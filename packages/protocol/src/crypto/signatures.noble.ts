import { ed25519 } from '@noble/curves/ed25519.js';
import { p256 } from '@noble/curves/nist.js';
import { bytesToNumberLE, concatBytes, equalBytes } from '@noble/curves/utils.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { isBytes } from '@noble/hashes/utils.js';

// The portable half of `#signatures`. Its twin is signatures.node.ts: the same names and, for every
// input, the same verdict, so that an artifact is not valid in the browser and refused on the server.

const { Point } = ed25519;

/** Answers about signatures under one key. */
export type SignatureVerifier = (message: Uint8Array, signature: Uint8Array) => boolean;

/**
 * Ed25519 by the equation without cofactor, comparing the bytes of R, with S below the group order and
 * neither the key nor R of low order. Keys are 32 bytes and signatures 64; anything else is false,
 * never an error.
 *
 * Written out, because the library's own verifier multiplies by the cofactor and so accepts signatures
 * that OpenSSL refuses. Decoding the key is as lenient as OpenSSL's; public-key.ts refuses the keys for
 * which that matters.
 */
export function ed25519Verifier(publicKey: Uint8Array): SignatureVerifier {
  const kept = copyOf(publicKey);
  return (message, signature) => {
    try {
      if (kept?.length !== 32 || signature.length !== 64) return false;
      const r = signature.subarray(0, 32);
      const s = bytesToNumberLE(signature.subarray(32));
      if (s >= Point.Fn.ORDER) return false;
      const a = Point.fromBytes(kept, true);
      const k = Point.Fn.create(bytesToNumberLE(sha512(concatBytes(r, kept, message))));
      const expected = Point.BASE.multiplyUnsafe(s).subtract(a.multiplyUnsafe(k));
      return equalBytes(expected.toBytes(), r) && !a.isSmallOrder() && !expected.isSmallOrder();
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
  const kept = copyOf(publicKey);
  return (message, signature) => {
    try {
      if (kept?.length !== 65 || signature.length !== 64) return false;
      return p256.verify(signature, message, kept, {
        format: 'compact',
        lowS: false,
        prehash: true,
      });
    } catch {
      return false;
    }
  };
}

/** Bytes are mutable; a key that was checked must stay the one that was checked. */
function copyOf(bytes: Uint8Array): Uint8Array | null {
  return isBytes(bytes) ? new Uint8Array(bytes) : null;
}
