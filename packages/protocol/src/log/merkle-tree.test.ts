import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { ProtocolError } from '../reason/protocol-error.ts';
import {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  type Frontier,
  hashChildren,
  hashLeaf,
  parseFrontier,
  rootOf,
  type TreeHash,
  type TreeNode,
  treeSizeMax,
} from './merkle-tree.ts';

const hex = (...parts: (string | Uint8Array)[]): TreeHash => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex') as TreeHash;
};

/** RFC 6962, section 2.1, word for word. */
function naiveRoot(leaves: readonly string[]): TreeHash {
  if (leaves.length === 0) return hex('');
  if (leaves.length === 1) return hex(Uint8Array.of(0), leaves[0] as string);
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  const [left, right] = [naiveRoot(leaves.slice(0, split)), naiveRoot(leaves.slice(split))];
  return hex(Uint8Array.of(1), Buffer.from(left, 'hex'), Buffer.from(right, 'hex'));
}

function grow(leaves: Iterable<string>): { frontier: Frontier; nodes: TreeNode[] } {
  let frontier = emptyFrontier;
  const nodes: TreeNode[] = [];
  for (const leaf of leaves) {
    const grown = appendLeaf(frontier, hashLeaf(leaf));
    frontier = grown.frontier;
    nodes.push(...grown.nodes);
  }
  return { frontier, nodes };
}

const leaves = Array.from({ length: 130 }, (_, i) => `leaf ${i} \u20ac`);

test('[EV-6] the roots of the example tree are the published ones', () => {
  const example = ['', '\0', '\x10', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno'];
  const published = [
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
    'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
    '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
    '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
    'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
    '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
  ];
  published.forEach((root, i) => {
    assert.equal(rootOf(grow(example.slice(0, i + 1)).frontier), root);
  });
  assert.equal(emptyRoot, hex(''));
  assert.equal(rootOf(emptyFrontier), emptyRoot);
});

test('the root of every size is the one of the recursive definition', () => {
  for (let size = 0; size <= leaves.length; size++) {
    const { frontier } = grow(leaves.slice(0, size));
    assert.equal(frontier.size, size);
    assert.equal(rootOf(frontier), naiveRoot(leaves.slice(0, size)));
  }
});

test('every complete subtree is emitted once, with the root over its leaves', () => {
  const { nodes } = grow(leaves);
  const places = new Set(nodes.map(({ level, index }) => `${level}/${index}`));
  assert.equal(places.size, nodes.length);
  let complete = 0;
  for (let width = 1; width <= leaves.length; width *= 2) complete += Math.floor(130 / width);
  assert.equal(nodes.length, complete);
  for (const { level, index, hash } of nodes) {
    const width = 2 ** level;
    assert.equal(hash, naiveRoot(leaves.slice(index * width, (index + 1) * width)));
  }
});

test('appending does not modify the old frontier', () => {
  const { frontier } = grow(leaves.slice(0, 7));
  const before = JSON.stringify(frontier);
  const once = appendLeaf(frontier, hashLeaf('x'));
  const again = appendLeaf(frontier, hashLeaf('x'));
  assert.equal(JSON.stringify(frontier), before);
  assert.deepEqual(again, once);
});

test('a leaf that looks like a node does not have its hash', () => {
  const [left, right] = [hashLeaf('left'), hashLeaf('right')];
  const bytes = Buffer.from(left + right, 'hex');
  assert.notEqual(hex(Uint8Array.of(0), bytes), hashChildren(left, right));
  assert.equal(hex(Uint8Array.of(1), bytes), hashChildren(left, right));
});

test('a frontier survives JSON, and the tree continues from it', () => {
  for (const size of [0, 1, 6, 64, 127]) {
    const { frontier } = grow(leaves.slice(0, size));
    const read = parseFrontier(JSON.parse(JSON.stringify(frontier)));
    assert.deepEqual(read, { ...frontier });
    const grown = appendLeaf(read, hashLeaf(leaves[size] as string)).frontier;
    assert.equal(rootOf(grown), naiveRoot(leaves.slice(0, size + 1)));
  }
});

test('a frontier whose hashes do not match its size is refused', () => {
  const hash = hashLeaf('');
  for (const frontier of [
    { size: 0, hashes: [hash] },
    { size: 3, hashes: [hash] },
    { size: 4, hashes: [hash, hash] },
    { size: 2 ** 40, hashes: [] },
    { size: -1, hashes: [hash] },
    { size: 1.5, hashes: [hash] },
    { size: 2 ** 53, hashes: [hash] },
    { size: 1, hashes: [hash.toUpperCase()] },
    { size: 1, hashes: [`${hash}0`] },
    { size: 1, hashes: [hash], root: hash },
    { size: 1 },
    null,
  ]) {
    assert.throws(() => parseFrontier(frontier), ProtocolError);
  }
  assert.equal(parseFrontier({ size: 2 ** 40 + 1, hashes: [hash, hash] }).size, 2 ** 40 + 1);
});

test('a log at the largest exact size does not grow any further', () => {
  const hashes = Array.from({ length: 53 }, () => hashLeaf(''));
  const full = parseFrontier({ size: treeSizeMax, hashes });
  assert.throws(() => appendLeaf(full, hashLeaf('')), ProtocolError);
  const nearly = parseFrontier({ size: treeSizeMax - 1, hashes: hashes.slice(1) });
  assert.equal(appendLeaf(nearly, hashLeaf('')).frontier.size, treeSizeMax);
});
