import { bytesToHex } from '@noble/hashes/utils.js';
import * as z from 'zod';
import { sha256Bytes, sha256Hex } from '#sha256';
import { canonicalize, canonicalTextOf } from '../json/canonical-json.ts';
import { loneSurrogate } from '../json/json-key.ts';
import type { JsonLimits } from '../json/json-limits.ts';
import { ProtocolError } from '../reason/protocol-error.ts';

const form = /^sha256:[0-9a-f]{64}$/;

/** `sha256:` and 64 lowercase hexadecimal digits. */
export const Digest = z
  .string()
  .regex(form, 'expected "sha256:" and 64 lowercase hex digits')
  .brand<'Digest'>();
export type Digest = z.infer<typeof Digest>;

/** The digest of a value: SHA-256 over its canonical text. Refuses what has none (AB-5). */
export function sha256(value: unknown, limits?: Partial<JsonLimits>): Digest {
  return digestOf(sha256Hex(canonicalize(value, limits)));
}

/** The same for an object that a `parse*` function returned, or that was built of such; see canonicalTextOf. */
export function sha256OfPlain(plain: object): Digest {
  return digestOf(sha256Hex(canonicalTextOf(plain)));
}

/** The digest of the UTF-8 bytes of a text. Ill-formed text has no such bytes and is refused. */
export function sha256OfText(text: string): Digest {
  if (typeof text !== 'string' || loneSurrogate.test(text)) {
    throw new ProtocolError('json_surrogate_lone', '', 'expected a string of well-formed Unicode');
  }
  return digestOf(sha256Hex(text));
}

export function sha256OfBytes(bytes: Uint8Array): Digest {
  if (Reflect.get(Uint8Array.prototype, Symbol.toStringTag, bytes) !== 'Uint8Array') {
    throw new ProtocolError('json_value_not_plain', '', 'expected a Uint8Array');
  }
  return digestOf(bytesToHex(sha256Bytes(bytes)));
}

function digestOf(hex: string): Digest {
  return `sha256:${hex}` as Digest;
}

/**
 * Whether both are digests and the same one (AB-4: a missing digest matches nothing, not even another
 * missing one). The time taken does not depend on where they differ.
 */
export function equalDigests(a: string | null | undefined, b: string | null | undefined): boolean {
  if (!isDigest(a) || !isDigest(b)) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

function isDigest(text: unknown): text is Digest {
  return typeof text === 'string' && form.test(text);
}
