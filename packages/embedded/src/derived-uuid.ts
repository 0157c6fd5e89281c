import { sha256 } from '@countersign/protocol/crypto';

/** The same for the same words, in the form of a UUID v4: an id that a restarted process finds again. */
export function derivedUuid(...words: readonly string[]): string {
  const digits = sha256(words).slice('sha256:'.length);
  const variant = '89ab'[Number.parseInt(digits.charAt(16), 16) % 4];
  return `${digits.slice(0, 12)}4${digits.slice(13, 16)}${variant}${digits.slice(17, 32)}`;
}
