import { hash } from 'node:crypto';

/** SHA-256 of the UTF-8 bytes of well-formed text, in lowercase hex. */
export function sha256Hex(text: string): string {
  return hash('sha256', text);
}

export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}

export function sha256HexOfBytes(bytes: Uint8Array): string {
  return hash('sha256', bytes);
}
