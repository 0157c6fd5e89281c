import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { utf8Bytes } from '../json/utf8.ts';

/**
 * HMAC-SHA-256 of text under a secret that is text, in lowercase hex. It is only for the forms of other systems: a
 * verifier of such a value can also forge one, which is why the protocol signs its artifacts with Ed25519.
 */
export function hmacSha256(secret: string, text: string): string {
  return bytesToHex(hmac(sha256, utf8Bytes(secret), utf8Bytes(text)));
}

/** The time taken does not depend on where the two differ. */
export function isHmacSha256(secret: string, text: string, value: string): boolean {
  const expected = hmacSha256(secret, text);
  let difference = expected.length ^ value.length;
  for (let i = 0; i < expected.length; i++) {
    difference |= expected.charCodeAt(i) ^ value.charCodeAt(i);
  }
  return difference === 0;
}
