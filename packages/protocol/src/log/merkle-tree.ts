import * as z from 'zod';
import { sha256Hex, sha256HexOfBytes } from '#sha256';
import { parserOf } from '../json/parse-object.ts';
import { ProtocolError } from '../reason/protocol-error.ts';

// The Merkle tree of RFC 6962, section 2.1, as far as it grows: only at its right edge. Hashes are text, so that
// they can be compared, stored and sent unchanged, and a returned hash cannot be modified.

/** A hash in the tree: 64 lowercase hexadecimal digits. A leaf and a node never have the same one. */
export const TreeHash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'expected 64 lowercase hex digits')
  .brand<'TreeHash'>();
export type TreeHash = z.infer<typeof TreeHash>;

/** The place of a complete subtree: it covers the leaves from `index * 2^level`, 2^level of them. */
export interface TreePlace {
  readonly level: number;
  readonly index: number;
}

export interface TreeNode extends TreePlace {
  readonly hash: TreeHash;
}

/** The longest log: every size and index up to it is an exact integer. */
export const treeSizeMax: number = Number.MAX_SAFE_INTEGER;

/** The root of a log without events. */
export const emptyRoot: TreeHash = sha256Hex('') as TreeHash;

/** The hash of a leaf: SHA-256 over a zero byte and the UTF-8 bytes of well-formed text. */
export function hashLeaf(text: string): TreeHash {
  return sha256Hex(`\0${text}`) as TreeHash;
}

/** The hash of a node: SHA-256 over a one byte and the hashes of its two children. */
export function hashChildren(left: TreeHash, right: TreeHash): TreeHash {
  const bytes = new Uint8Array(65);
  bytes[0] = 1;
  for (let i = 0; i < 32; i++) {
    bytes[1 + i] = byteAt(left, i);
    bytes[33 + i] = byteAt(right, i);
  }
  return sha256HexOfBytes(bytes) as TreeHash;
}

/**
 * All that must be known of a tree to let it grow: the hashes of the largest complete subtrees side by side,
 * the largest first. There is one for each bit that is set in the size, so 53 at most.
 */
export const Frontier = z
  .strictObject({
    size: z.int().min(0),
    hashes: z.array(TreeHash).max(53),
  })
  .readonly()
  .refine(({ size, hashes }) => hashes.length === bitsSet(size), {
    path: ['hashes'],
    message: 'expected one hash for each bit that is set in the size',
  });
export interface Frontier {
  readonly size: number;
  readonly hashes: readonly TreeHash[];
}

export const parseFrontier: (value: unknown) => Frontier = parserOf('Frontier', Frontier);

export const emptyFrontier: Frontier = Object.freeze({ size: 0, hashes: Object.freeze([]) });

/**
 * Adds one leaf. `nodes` are the subtrees that it completed, itself included; they never change again, and
 * together they are all that proofs are made of.
 */
export function appendLeaf(
  { size, hashes }: Frontier,
  leafHash: TreeHash,
): { readonly frontier: Frontier; readonly nodes: readonly TreeNode[] } {
  if (size >= treeSizeMax) {
    throw new ProtocolError('options_malformed', '/size', 'expected a log that can still grow');
  }
  const grown = hashes.slice();
  const nodes: TreeNode[] = [{ level: 0, index: size, hash: leafHash }];
  let hash = leafHash;
  let level = 0;
  let index = size;
  // As adding one carries through the set bits of a number, the leaf merges with each equal neighbour.
  while (index % 2 === 1) {
    hash = hashChildren(grown.pop() as TreeHash, hash);
    level += 1;
    index = (index - 1) / 2;
    nodes.push({ level, index, hash });
  }
  grown.push(hash);
  return { frontier: { size: size + 1, hashes: grown }, nodes };
}

export function rootOf({ hashes }: Frontier): TreeHash {
  return joinSubtrees(hashes) ?? emptyRoot;
}

/** The hash over complete subtrees side by side, each smaller than the one before it. */
export function joinSubtrees(hashes: readonly TreeHash[]): TreeHash | undefined {
  let joined = hashes.at(-1);
  for (let i = hashes.length - 2; i >= 0; i--) {
    joined = hashChildren(hashes[i] as TreeHash, joined as TreeHash);
  }
  return joined;
}

/** The hash is known to be well formed, so that nothing needs to be checked or copied. */
function byteAt(hash: TreeHash, index: number): number {
  return (digitAt(hash, 2 * index) << 4) | digitAt(hash, 2 * index + 1);
}

function digitAt(hash: TreeHash, index: number): number {
  const code = hash.charCodeAt(index);
  return code < 0x61 ? code - 0x30 : code - 0x61 + 10;
}

/** Bitwise operators would cut the number off at 32 bits. */
function bitsSet(size: number): number {
  let count = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
