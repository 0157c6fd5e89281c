import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, listVectors, readVectorJson, seed, skipWithout } from '@countersign/testing';
import fc from 'fast-check';
import {
  consistencyNodes,
  consistencyProof,
  inclusionNodes,
  inclusionProof,
  type ReadNode,
  verifyConsistency,
  verifyInclusion,
} from './merkle-proof.ts';
import {
  appendLeaf,
  emptyFrontier,
  hashChildren,
  hashLeaf,
  joinSubtrees,
  rootOf,
  type TreeHash,
  treeSizeMax,
} from './merkle-tree.ts';

const sizeMax = 130;
const leafHashes = Array.from({ length: sizeMax }, (_, i) => hashLeaf(`leaf ${i}`));
const roots: TreeHash[] = [rootOf(emptyFrontier)];
const kept = new Map<string, TreeHash>();
let frontier = emptyFrontier;
for (const leafHash of leafHashes) {
  const grown = appendLeaf(frontier, leafHash);
  frontier = grown.frontier;
  roots.push(rootOf(frontier));
  for (const { level, index, hash } of grown.nodes) kept.set(`${level}/${index}`, hash);
}
const readNode: ReadNode = (level, index) => kept.get(`${level}/${index}`);

const rootAt = (size: number): TreeHash => roots[size] as TreeHash;
const leafAt = (index: number): TreeHash => leafHashes[index] as TreeHash;

function split(hashes: readonly TreeHash[]): number {
  let middle = 1;
  while (middle * 2 < hashes.length) middle *= 2;
  return middle;
}

const known = new Map<string, TreeHash>();

/** The definitions of RFC 6962, section 2.1, word for word; the roots are remembered to save time. */
function naiveRoot(hashes: readonly TreeHash[]): TreeHash {
  if (hashes.length === 1) return hashes[0] as TreeHash;
  const name = `${hashes[0]}${hashes.length}`;
  const middle = split(hashes);
  const root =
    known.get(name) ??
    hashChildren(naiveRoot(hashes.slice(0, middle)), naiveRoot(hashes.slice(middle)));
  known.set(name, root);
  return root;
}

function naivePath(m: number, hashes: readonly TreeHash[]): TreeHash[] {
  if (hashes.length === 1) return [];
  const middle = split(hashes);
  const [left, right] = [hashes.slice(0, middle), hashes.slice(middle)];
  return m < middle
    ? [...naivePath(m, left), naiveRoot(right)]
    : [...naivePath(m - middle, right), naiveRoot(left)];
}

function naiveProof(m: number, hashes: readonly TreeHash[], whole: boolean): TreeHash[] {
  if (m === hashes.length) return whole ? [] : [naiveRoot(hashes)];
  const middle = split(hashes);
  const [left, right] = [hashes.slice(0, middle), hashes.slice(middle)];
  return m <= middle
    ? [...naiveProof(m, left, whole), naiveRoot(right)]
    : [...naiveProof(m - middle, right, false), naiveRoot(left)];
}

function inclusionClaim(leafIndex: number, treeSize: number) {
  const proof = inclusionProof(leafIndex, treeSize, readNode);
  assert.ok(proof.ok);
  const root = rootAt(treeSize);
  return { leafIndex, treeSize, leafHash: leafAt(leafIndex), root, proof: proof.value };
}

function consistencyClaim(size1: number, size2: number) {
  const proof = consistencyProof(size1, size2, readNode);
  assert.ok(proof.ok);
  return { size1, size2, root1: rootAt(size1), root2: rootAt(size2), proof: proof.value };
}

const codeOf = (verdict: ReturnType<typeof verifyInclusion>): string =>
  verdict.ok ? 'ok' : verdict.refusal.code;

describe('proofs against the definition', () => {
  test('[EV-6] every leaf of every tree has the defined proof of inclusion, and it verifies', () => {
    for (let size = 1; size <= sizeMax; size++) {
      for (let index = 0; index < size; index++) {
        const claim = inclusionClaim(index, size);
        assert.deepEqual(claim.proof, naivePath(index, leafHashes.slice(0, size)));
        assert.equal(codeOf(verifyInclusion(claim)), 'ok');
      }
    }
  });

  test('[EV-6] every two trees have the defined proof of consistency, and it verifies', () => {
    for (let size2 = 1; size2 <= sizeMax; size2++) {
      for (let size1 = 1; size1 <= size2; size1++) {
        const claim = consistencyClaim(size1, size2);
        assert.deepEqual(claim.proof, naiveProof(size1, leafHashes.slice(0, size2), true));
        assert.equal(codeOf(verifyConsistency(claim)), 'ok');
      }
    }
  });

  test('exactly the subtrees that a proof reads are loaded', () => {
    for (let size = 1; size <= sizeMax; size++) {
      for (let other = 0; other < size; other++) {
        for (const [nodes, make] of [
          [inclusionNodes, inclusionProof],
          [consistencyNodes, consistencyProof],
        ] as const) {
          const read: string[] = [];
          make(other, size, (level, index) => {
            read.push(`${level}/${index}`);
            return readNode(level, index);
          });
          const places = nodes(other, size);
          assert.ok(places.ok);
          assert.deepEqual(
            places.value.map(({ level, index }) => `${level}/${index}`),
            read,
          );
        }
      }
    }
  });

  test('consistency with an empty tree needs no proof, and a proof of it is refused', () => {
    assert.deepEqual(consistencyProof(0, 9, readNode), { ok: true, value: [] });
    const claim = { size1: 0, size2: 9, root1: rootAt(0), root2: rootAt(9), proof: [] };
    assert.equal(codeOf(verifyConsistency(claim)), 'log_consistency_unproven');
  });
});

describe('outside vectors', () => {
  const skip = skipWithout('merkle');
  const filesIn = (...parts: string[]): string[][] =>
    listVectors('merkle', ...parts).flatMap(name =>
      name.endsWith('.json') ? [[...parts, name]] : filesIn(...parts, name),
    );
  const hex = (base64: string): TreeHash =>
    Buffer.from(base64, 'base64').toString('hex') as TreeHash;

  test('[EV-6] all inclusion vectors get the expected verdict', { skip }, () => {
    const files = filesIn('inclusion');
    for (const file of files) {
      const vector = readVectorJson<{
        leafIdx: number;
        treeSize: number;
        root: string;
        leafHash: string;
        proof: string[] | null;
        wantErr: boolean;
      }>('merkle', ...file);
      const verdict = verifyInclusion({
        leafIndex: vector.leafIdx,
        treeSize: vector.treeSize,
        leafHash: hex(vector.leafHash),
        root: hex(vector.root),
        proof: (vector.proof ?? []).map(hex),
      });
      assert.equal(verdict.ok, !vector.wantErr, file.join('/'));
    }
    assert.equal(files.length, 98);
  });

  test('[EV-6] all consistency vectors get the expected verdict, except for roots that are not hashes', {
    skip,
  }, () => {
    const files = filesIn('consistency');
    const otherwise: string[] = [];
    for (const file of files) {
      const vector = readVectorJson<{
        size1: number;
        size2: number;
        root1: string;
        root2: string;
        proof: string[] | null;
        wantErr: boolean;
      }>('merkle', ...file);
      const verdict = verifyConsistency({
        size1: vector.size1,
        size2: vector.size2,
        root1: hex(vector.root1),
        root2: hex(vector.root2),
        proof: (vector.proof ?? []).map(hex),
      });
      if (verdict.ok === vector.wantErr) otherwise.push(file.join('/'));
    }
    assert.equal(files.length, 98);
    // Its roots are words of twelve letters, equal to each other. Here only a hash is a root.
    assert.deepEqual(otherwise, [
      'consistency/additional/sizes-are-equal-one-and-proof-is-empty.json',
    ]);
  });
});

describe('bounds', () => {
  // A tree whose leaves are all the same has one hash for each level, and so can be as large as any.
  const levels: TreeHash[] = [hashLeaf('')];
  for (let level = 1; level < 54; level++) {
    const child = levels[level - 1] as TreeHash;
    levels.push(hashChildren(child, child));
  }
  const readSame: ReadNode = level => levels[level];
  const sameRoot = (size: number): TreeHash => {
    const hashes: TreeHash[] = [];
    for (let level = 53; level >= 0; level--) {
      if (Math.floor(size / 2 ** level) % 2 === 1) hashes.push(levels[level] as TreeHash);
    }
    return joinSubtrees(hashes) as TreeHash;
  };
  const large = [2 ** 31 - 1, 2 ** 32, 2 ** 32 + 5, 2 ** 52 + 1, treeSizeMax - 1, treeSizeMax];

  test('proofs are valid in trees up to the largest exact size', () => {
    for (const size of large) {
      for (const leafIndex of [0, 1, 2 ** 30, Math.floor(size / 2), size - 2, size - 1]) {
        const proof = inclusionProof(leafIndex, size, readSame);
        assert.ok(proof.ok);
        const claim = { leafIndex, treeSize: size, leafHash: hashLeaf(''), proof: proof.value };
        assert.equal(codeOf(verifyInclusion({ ...claim, root: sameRoot(size) })), 'ok');
      }
      for (const size1 of [1, 2 ** 30, 2 ** 31 - 1, Math.floor(size / 2), size - 1, size]) {
        const proof = consistencyProof(size1, size, readSame);
        assert.ok(proof.ok);
        const [root1, root2] = [sameRoot(size1), sameRoot(size)];
        const claim = { size1, size2: size, root1, root2, proof: proof.value };
        assert.equal(codeOf(verifyConsistency(claim)), 'ok');
      }
    }
  });

  test('a place outside the tree has no proof', () => {
    const refused = { ok: false, code: 'log_position_unknown' };
    const outcome = (verdict: ReturnType<typeof inclusionProof>) =>
      verdict.ok ? verdict : { ok: false, code: verdict.refusal.code as string };
    for (const [index, size] of [
      [0, 0],
      [5, 5],
      [-1, 5],
      [0.5, 5],
      [Number.NaN, 5],
      [0, 2 ** 53],
      [0, Number.POSITIVE_INFINITY],
      ['0', 5],
      [0n, 5],
      [undefined, 5],
    ] as [number, number][]) {
      assert.deepEqual(outcome(inclusionProof(index, size, readNode)), refused);
      assert.ok(!inclusionNodes(index, size).ok);
    }
    for (const [size1, size2] of [
      [6, 5],
      [-1, 5],
      [1, 2 ** 53],
      [1, Number.NaN],
      [null, 5],
    ] as [number, number][]) {
      assert.deepEqual(outcome(consistencyProof(size1, size2, readNode)), refused);
      assert.ok(!consistencyNodes(size1, size2).ok);
    }
  });

  test('a store that lost or changed a subtree gives no proof', () => {
    for (const lost of [undefined, '', 'x'.repeat(64), null, 7] as (TreeHash | undefined)[]) {
      const proof = inclusionProof(3, 9, (level, index) =>
        level === 1 ? lost : readNode(level, index),
      );
      assert.ok(!proof.ok);
      assert.equal(proof.refusal.code, 'store_unusable');
    }
  });
});

describe('forged proofs', () => {
  const runs = { seed, numRuns: effort({ fast: 500, full: 100_000 }) };
  const sizes = fc
    .tuple(fc.integer({ min: 2, max: sizeMax }), fc.nat())
    .map(([size, other]): [number, number] => [other % size, size]);

  /** One bit flipped, or a hash left out, repeated, added or moved. */
  function forge(hashes: TreeHash[], fixed: number, how: number, where: number): TreeHash[] {
    const forged = [...hashes];
    const at = where % hashes.length;
    const hash = hashes[at] as TreeHash;
    const inProof = fixed + (where % Math.max(1, hashes.length - fixed));
    const [first, second] = [hashes[inProof], hashes[inProof + 1]];
    if (how === 1 && hashes.length > fixed) forged.splice(inProof, 1);
    else if (how === 2) forged.splice(inProof, 0, hash);
    else if (how === 3) forged.push(hashLeaf('more'));
    else if (how === 4 && first !== undefined && second !== undefined) {
      forged.splice(inProof, 2, second, first);
    } else {
      const digit = Math.floor(where / 7) % 64;
      const flipped = Number.parseInt(hash.charAt(digit), 16) ^ (1 << (where % 4));
      forged[at] = (hash.slice(0, digit) +
        flipped.toString(16) +
        hash.slice(digit + 1)) as TreeHash;
    }
    return forged;
  }

  test('[EV-6] no altered proof, leaf or root passes as inclusion', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 5 }), fc.nat(), ([index, size], how, where) => {
        const claim = inclusionClaim(index, size);
        const [leafHash, root, ...proof] = forge(
          [claim.leafHash, claim.root, ...claim.proof],
          2,
          how,
          where,
        ) as [TreeHash, TreeHash, ...TreeHash[]];
        assert.equal(
          codeOf(verifyInclusion({ ...claim, leafHash, root, proof })),
          'log_inclusion_unproven',
        );
      }),
      runs,
    );
  });

  test('[EV-6] no altered proof or root passes as consistency', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 5 }), fc.nat(), ([below, size2], how, where) => {
        const claim = consistencyClaim(Math.max(1, below), size2);
        const [root1, root2, ...proof] = forge(
          [claim.root1, claim.root2, ...claim.proof],
          2,
          how,
          where,
        ) as [TreeHash, TreeHash, ...TreeHash[]];
        assert.equal(
          codeOf(verifyConsistency({ ...claim, root1, root2, proof })),
          'log_consistency_unproven',
        );
      }),
      runs,
    );
  });

  test('[EV-6] no proof for one leaf passes for another', () => {
    fc.assert(
      fc.property(sizes, fc.nat(), ([index, size], other) => {
        const claim = inclusionClaim(index, size);
        const leafIndex = other % size;
        assert.equal(verifyInclusion({ ...claim, leafIndex }).ok, leafIndex === index);
      }),
      runs,
    );
  });

  test('any value in place of a proof is refused without an exception', () => {
    const good = inclusionClaim(3, 9);
    const also = consistencyClaim(3, 9);
    fc.assert(
      fc.property(fc.anything(), fc.nat({ max: 4 }), (value, which) => {
        const field = (['leafIndex', 'leafHash', 'root', 'proof'] as const)[which];
        const claim = field === undefined ? value : { ...good, [field]: value };
        const verdict = verifyInclusion(claim as typeof good);
        assert.ok(!verdict.ok || (field !== undefined && value === good[field]));
        const other = (['root1', 'root2', 'proof'] as const)[which];
        const claim2 = other === undefined ? value : { ...also, [other]: value };
        assert.ok(!verifyConsistency(claim2 as typeof also).ok);
        for (const size of ['leafIndex', 'treeSize', 'size1', 'size2']) {
          verifyInclusion({ ...good, [size]: value });
          verifyConsistency({ ...also, [size]: value });
        }
      }),
      runs,
    );
    for (const proof of [
      null,
      'text',
      {},
      [1],
      [''],
      [null],
      new Array(3),
      Array.from({ length: 1_000_000 }, () => hashLeaf('')),
      new Proxy([], {
        get() {
          throw new Error('foreign');
        },
      }),
    ] as unknown as TreeHash[][]) {
      assert.equal(codeOf(verifyInclusion({ ...good, proof })), 'log_proof_malformed');
      assert.equal(codeOf(verifyConsistency({ ...also, proof })), 'log_proof_malformed');
    }
  });
});
