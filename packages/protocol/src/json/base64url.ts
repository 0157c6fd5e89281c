import * as z from 'zod';
import { ProtocolError } from '../reason/protocol-error.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** The value of each ASCII letter, or -1. */
const sextets: Int8Array = new Int8Array(128).fill(-1);
for (let value = 0; value < alphabet.length; value += 1) {
  sextets[alphabet.charCodeAt(value)] = value;
}

/** The texts that `decodeBase64url` accepts: the last letter must not hold bits that no byte uses. */
const canonical =
  /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/;

/**
 * A member holding bytes as unpadded, canonical base64url, with bounds in bytes. The bounds are checked
 * first and end the check: the pattern would exhaust the engine's stack on a text of many megabytes.
 */
export function base64urlText(bounds: { readonly min: number; readonly max: number }) {
  return z
    .string()
    .min(lengthOf(bounds.min), { abort: true })
    .max(lengthOf(bounds.max), { abort: true })
    .regex(canonical, 'expected unpadded, canonical base64url');
}

/** The two letters of every twelve bits. */
const pairs: readonly string[] = Array.from(
  { length: 4096 },
  (_, bits) => alphabet.charAt(bits >>> 6) + alphabet.charAt(bits & 63),
);

/** RFC 4648, section 5, without padding. */
export function encodeBase64url(bytes: Uint8Array): string {
  let text = '';
  const whole = bytes.length - (bytes.length % 3);
  for (let i = 0; i < whole; i += 3) {
    const group = (byteAt(bytes, i) << 16) | (byteAt(bytes, i + 1) << 8) | byteAt(bytes, i + 2);
    text += pair(group >>> 12) + pair(group);
  }
  if (bytes.length - whole === 1) return text + pair(byteAt(bytes, whole) << 4);
  if (bytes.length - whole === 2) {
    const group = (byteAt(bytes, whole) << 8) | byteAt(bytes, whole + 1);
    return text + pair(group >>> 4) + alphabet.charAt((group << 2) & 63);
  }
  return text;
}

function byteAt(bytes: Uint8Array, index: number): number {
  return bytes[index] as number;
}

/** The letters for the lowest twelve bits. */
function pair(bits: number): string {
  return pairs[bits & 4095] as string;
}

/**
 * The inverse of `encodeBase64url`, and nothing more: no two texts decode to the same bytes, so a
 * signed artifact cannot be respelled. Padding, whitespace, the letters of plain base64 and unused
 * trailing bits throw.
 */
export function decodeBase64url(text: string, path = ''): Uint8Array {
  if (typeof text !== 'string') throw malformed(path, `expected a string, found ${typeof text}`);
  if (text.length % 4 === 1) throw malformed(path, 'expected whole bytes, found a letter too many');
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4));
  let written = 0;
  let pending = 0;
  let bits = 0;
  for (let index = 0; index < text.length; index += 1) {
    const sextet = sextets[text.charCodeAt(index)] ?? -1;
    if (sextet < 0) throw malformed(path, `found a character outside the alphabet at ${index}`);
    pending = (pending << 6) | sextet;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes[written] = pending >>> bits;
      written += 1;
      pending &= (1 << bits) - 1;
    }
  }
  if (pending !== 0) throw malformed(path, 'expected the unused trailing bits to be zero');
  return bytes;
}

function lengthOf(bytes: number): number {
  return Math.ceil((bytes * 4) / 3);
}

function malformed(path: string, message: string): ProtocolError {
  return new ProtocolError('object_malformed', path, `not base64url: ${message}`);
}
