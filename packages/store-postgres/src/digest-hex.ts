import type { Digest } from '@countersign/protocol/crypto';
import type { TreeHash } from '@countersign/protocol/log';

const prefix = 'sha256:';

/** A digest without its prefix: what the database keeps is the 32 bytes alone. */
export function hexOfDigest(digest: Digest): string {
  return digest.slice(prefix.length);
}

export function digestOfHex(hex: string): Digest {
  return `${prefix}${hex}` as Digest;
}

/** Hashes that are kept one behind the other, as 64 digits each. */
export function hashesOfHex(hex: string): TreeHash[] {
  return (hex.match(/.{64}/g) ?? []) as TreeHash[];
}
