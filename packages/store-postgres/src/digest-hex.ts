import type { Digest } from '@countersign/protocol';

const prefix = 'sha256:';

/** A digest without its prefix: what the database keeps is the 32 bytes alone. */
export function hexOfDigest(digest: Digest): string {
  return digest.slice(prefix.length);
}

export function digestOfHex(hex: string): Digest {
  return `${prefix}${hex}` as Digest;
}
