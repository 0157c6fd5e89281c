import { decodeBase64url, encodeBase64url } from '../json/base64url.ts';
import { ProtocolError } from '../reason/protocol-error.ts';

// The base64 of RFC 4648, section 4, which signed notes are written in. Everywhere else it is base64url.

export function encodeBase64(bytes: Uint8Array): string {
  const text = encodeBase64url(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** The inverse, and nothing more: no two texts decode to the same bytes, and each is padded. */
export function decodeBase64(text: string): Uint8Array {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) {
    throw new ProtocolError('object_malformed', '', 'expected padded base64');
  }
  return decodeBase64url(text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_'));
}
