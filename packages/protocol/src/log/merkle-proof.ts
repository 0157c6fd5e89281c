import { accept, type Result, refuse } from '../reason/refusal.ts';
import {
  hashChildren,
  joinSubtrees,
  TreeHash,
  type TreePlace,
  treeSizeMax,
} from './merkle-tree.ts';

// Proofs are made top down from the definition in RFC 6962, section 2.1, and checked bottom up by the
// algorithms of RFC 9162, sections 2.1.3.2 and 2.1.4.2. The two share nothing but the hash.

/** Gives the hash of a complete subtree, as `appendLeaf` handed it out; undefined where it is not kept. */
export type ReadNode = (level: number, index: number) => TreeHash | undefined;

/** Leaves side by side, the end not included. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** The subtrees that `inclusionProof` will read, so that a store can load them in one go. */
export function inclusionNodes(leafIndex: number, treeSize: number): Result<TreePlace[]> {
  const ranges = inclusionRanges(leafIndex, treeSize);
  return ranges.ok ? accept(ranges.value.flatMap(completeSubtrees)) : ranges;
}

/** Proves that a leaf is in the tree of that size. The hashes go from the leaf up. */
export function inclusionProof(
  leafIndex: number,
  treeSize: number,
  readNode: ReadNode,
): Result<TreeHash[]> {
  const ranges = inclusionRanges(leafIndex, treeSize);
  return ranges.ok ? hashesOf(ranges.value, readNode) : ranges;
}

/** The subtrees that `consistencyProof` will read. */
export function consistencyNodes(size1: number, size2: number): Result<TreePlace[]> {
  const ranges = consistencyRanges(size1, size2);
  return ranges.ok ? accept(ranges.value.flatMap(completeSubtrees)) : ranges;
}

/** Proves that the tree of `size2` begins with the one of `size1`. From an empty tree there is nothing to prove. */
export function consistencyProof(
  size1: number,
  size2: number,
  readNode: ReadNode,
): Result<TreeHash[]> {
  const ranges = consistencyRanges(size1, size2);
  return ranges.ok ? hashesOf(ranges.value, readNode) : ranges;
}

/**
 * Checks that a leaf is in the tree with this root. The root says nothing about the size, so root and size
 * must come from one checkpoint. Never throws.
 */
export function verifyInclusion(claim: {
  readonly leafIndex: number;
  readonly treeSize: number;
  readonly leafHash: TreeHash;
  readonly root: TreeHash;
  readonly proof: readonly TreeHash[];
}): Result<undefined> {
  try {
    const { leafIndex, treeSize, leafHash, root, proof } = claim;
    const path = readHashes(proof);
    if (!isSize(treeSize) || !isSize(leafIndex) || !isHash(leafHash) || !isHash(root) || !path) {
      return refuse('log_proof_malformed', 'expected an index, a size and hashes');
    }
    if (leafIndex >= treeSize) {
      return refuse('log_inclusion_unproven', `index ${leafIndex} is not below size ${treeSize}`);
    }
    return includes(leafIndex, treeSize, leafHash, path) === root
      ? accept(undefined)
      : refuse('log_inclusion_unproven', 'the proof does not lead from the leaf to the root');
  } catch {
    return refuse('log_proof_malformed', 'the proof could not be read');
  }
}

/**
 * Checks that the second tree begins with the first. Everything begins with an empty tree, so that a proof
 * of it would show nothing, and is refused. Never throws.
 */
export function verifyConsistency(claim: {
  readonly size1: number;
  readonly size2: number;
  readonly root1: TreeHash;
  readonly root2: TreeHash;
  readonly proof: readonly TreeHash[];
}): Result<undefined> {
  try {
    const { size1, size2, root1, root2, proof } = claim;
    const path = readHashes(proof);
    if (!isSize(size1) || !isSize(size2) || !isHash(root1) || !isHash(root2) || !path) {
      return refuse('log_proof_malformed', 'expected two sizes and hashes');
    }
    if (size1 === 0 || size1 > size2) {
      return refuse('log_consistency_unproven', `nothing leads from size ${size1} to ${size2}`);
    }
    const continues =
      size1 === size2
        ? path.length === 0 && root1 === root2
        : isContinued(size1, size2, root1, root2, path);
    return continues
      ? accept(undefined)
      : refuse('log_consistency_unproven', 'the proof does not lead to both roots');
  } catch {
    return refuse('log_proof_malformed', 'the proof could not be read');
  }
}

/** The root that the proof leads to, or null where it is too short or too long. */
function includes(
  leafIndex: number,
  treeSize: number,
  leafHash: TreeHash,
  path: readonly TreeHash[],
): TreeHash | null {
  let node = leafIndex;
  let last = treeSize - 1;
  let hash = leafHash;
  for (const sibling of path) {
    if (last === 0) return null;
    if (node % 2 === 1 || node === last) {
      hash = hashChildren(sibling, hash);
      // At the right edge there are levels without a sibling.
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, half(last)];
    } else {
      hash = hashChildren(hash, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? hash : null;
}

function isContinued(
  size1: number,
  size2: number,
  root1: TreeHash,
  root2: TreeHash,
  path: readonly TreeHash[],
): boolean {
  let node = size1 - 1;
  let last = size2 - 1;
  while (node % 2 === 1) [node, last] = [half(node), half(last)];
  // The first tree as a whole is a subtree of the second when its size is a power of two.
  const [seed, ...siblings] = node === 0 ? [root1, ...path] : path;
  if (seed === undefined) return false;
  let hash1 = seed;
  let hash2 = seed;
  for (const sibling of siblings) {
    if (last === 0) return false;
    if (node % 2 === 1 || node === last) {
      hash1 = hashChildren(sibling, hash1);
      hash2 = hashChildren(sibling, hash2);
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, half(last)];
    } else {
      hash2 = hashChildren(hash2, sibling);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && hash1 === root1 && hash2 === root2;
}

/** The siblings on the path from the root to the leaf, from the leaf up. */
function inclusionRanges(leafIndex: number, treeSize: number): Result<Range[]> {
  if (!isSize(treeSize) || !isSize(leafIndex) || leafIndex >= treeSize) {
    return refuse('log_position_unknown', 'expected a leaf index below the size of the tree');
  }
  const beside: Range[] = [];
  let start = 0;
  let end = treeSize;
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (leafIndex < middle) {
      beside.push({ start: middle, end });
      end = middle;
    } else {
      beside.push({ start, end: middle });
      start = middle;
    }
  }
  return accept(beside.reverse());
}

/** The siblings on the path from the root to the last subtree of the smaller tree, and that subtree last. */
function consistencyRanges(size1: number, size2: number): Result<Range[]> {
  if (!isSize(size1) || !isSize(size2) || size1 > size2) {
    return refuse('log_position_unknown', 'expected two sizes, the smaller one first');
  }
  const beside: Range[] = [];
  if (size1 === 0) return accept(beside);
  let start = 0;
  let end = size2;
  while (size1 < end) {
    const middle = start + splitOf(end - start);
    if (size1 <= middle) {
      beside.push({ start: middle, end });
      end = middle;
    } else {
      beside.push({ start, end: middle });
      start = middle;
    }
  }
  // The smaller tree itself needs no proof, for its root is known.
  if (start > 0) beside.push({ start, end });
  return accept(beside.reverse());
}

/** Only a range at the right edge of the tree is not one complete subtree. */
function completeSubtrees({ start, end }: Range): TreePlace[] {
  const places: TreePlace[] = [];
  for (let from = start; from < end; ) {
    let level = 0;
    let width = 1;
    while (width * 2 <= end - from) [level, width] = [level + 1, width * 2];
    places.push({ level, index: from / width });
    from += width;
  }
  return places;
}

function hashesOf(ranges: readonly Range[], readNode: ReadNode): Result<TreeHash[]> {
  const proof: TreeHash[] = [];
  for (const range of ranges) {
    const hashes: TreeHash[] = [];
    for (const { level, index } of completeSubtrees(range)) {
      const hash = readNode(level, index);
      if (!isHash(hash)) {
        return refuse('store_unusable', `the hash at level ${level}, index ${index} is missing`);
      }
      hashes.push(hash);
    }
    proof.push(joinSubtrees(hashes) as TreeHash);
  }
  return accept(proof);
}

/** The largest power of two below the width. */
function splitOf(width: number): number {
  let split = 1;
  while (split * 2 < width) split *= 2;
  return split;
}

function half(number: number): number {
  return Math.floor(number / 2);
}

function isSize(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= treeSizeMax;
}

function isHash(value: unknown): value is TreeHash {
  return TreeHash.safeParse(value).success;
}

/** No proof in a tree of 2^53 leaves has more than a hash for each level, and one to begin with. */
const hashesMax = 54;

/** A copy, each member read once, or null. */
function readHashes(proof: unknown): TreeHash[] | null {
  if (!Array.isArray(proof) || proof.length > hashesMax) return null;
  const hashes: TreeHash[] = [];
  for (let i = 0; i < hashesMax && i < proof.length; i++) {
    const hash: unknown = proof[i];
    if (!isHash(hash)) return null;
    hashes.push(hash);
  }
  return hashes;
}
