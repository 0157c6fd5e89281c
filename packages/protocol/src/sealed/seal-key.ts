import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { sha256Bytes } from '#sha256';
import { encodeBase64url } from '../json/base64url.ts';
import { canonicalize } from '../json/canonical-json.ts';
import type { JsonValue } from '../json/json-value.ts';
import { utf8Bytes } from '../json/utf8.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import type { SealedValue } from './sealed-value.ts';

/** What seals and opens. It is kept where actions are executed, and nowhere near the store. */
export interface SealKey {
  /** Made of the secret, so that a commitment says which key it needs. It gives nothing of the secret away. */
  readonly key_id: string;
  /** At least 32 random bytes. Something that can be guessed would let every sealed value be guessed. */
  readonly secret: Uint8Array;
}

const secretLengthMin = 32;
const keyIdLength = 8;
const keyIdLabel = utf8Bytes('countersign/seal-key/v1\0');

// A value that was accepted as part of parameters must not be too large for the few bytes around it here.
const messageBytesMax = 2 ** 21;

/** The key with this secret. */
export function sealKey(secret: Uint8Array): SealKey {
  const isBytes = Reflect.get(Uint8Array.prototype, Symbol.toStringTag, secret) === 'Uint8Array';
  if (!isBytes || secret.length < secretLengthMin) {
    const message = `expected a Uint8Array of at least ${secretLengthMin} random bytes`;
    throw new ProtocolError('options_malformed', '/secret', message);
  }
  const labelled = new Uint8Array(keyIdLabel.length + secret.length);
  labelled.set(keyIdLabel);
  labelled.set(secret, keyIdLabel.length);
  const key_id = encodeBase64url(sha256Bytes(labelled).subarray(0, keyIdLength));
  labelled.fill(0);
  return { key_id, secret };
}

/** Refuses a key under the id of another, because its commitments could never be opened. */
export function checkSealKey(given: SealKey): SealKey {
  const key = sealKey(given?.secret);
  if (key.key_id === given.key_id) return key;
  const message = 'expected the id that sealKey makes of the secret';
  throw new ProtocolError('options_malformed', '/key_id', message);
}

/** The same value under the same key is always the same commitment; without the key there is nothing to compare. */
export function commitTo({ key_id, secret }: SealKey, value: JsonValue): SealedValue {
  const text = canonicalize({ type: 'countersign/seal/v1', value }, { bytesMax: messageBytesMax });
  const mac = hmac(sha256, secret, utf8Bytes(text));
  return { $sealed: 'v1', commitment: `${key_id}.${encodeBase64url(mac)}` };
}

/** The time taken does not depend on where the two differ. */
export function equalSeals(a: SealedValue, b: SealedValue): boolean {
  let difference = a.commitment.length ^ b.commitment.length;
  for (let i = 0; i < a.commitment.length; i++) {
    difference |= a.commitment.charCodeAt(i) ^ b.commitment.charCodeAt(i);
  }
  return difference === 0;
}
