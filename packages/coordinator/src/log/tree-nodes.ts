import { type Frontier, leafHash, type ReadNode, type TreePlace } from '@countersign/protocol/log';
import type { LoggedLeaf, LogStore } from './log-store.ts';

// A node is kept with the leaf that completed it: the last one of its subtree.

/** Reads the nodes at these places in one go. What the store has lost is undefined. */
export async function loadNodes(
  store: Pick<LogStore, 'readLeaves'>,
  epoch: number,
  places: readonly TreePlace[],
): Promise<ReadNode> {
  const indexes = new Set(places.map(completingLeaf));
  const leaves = new Map<number, LoggedLeaf>();
  for (const leaf of await store.readLeaves(epoch, [...indexes])) leaves.set(leaf.index, leaf);
  return (level, index) => {
    const leaf = leaves.get(completingLeaf({ level, index }));
    if (leaf === undefined) return undefined;
    return level === 0 ? leafHash(leaf) : leaf.nodes[level - 1];
  };
}

function completingLeaf({ level, index }: TreePlace): number {
  return (index + 1) * 2 ** level - 1;
}

/** The tree as it was at a smaller size, made of nodes that have not changed since; null where one is lost. */
export async function loadFrontier(
  store: Pick<LogStore, 'readLeaves'>,
  epoch: number,
  size: number,
): Promise<Frontier | null> {
  const places = frontierPlaces(size);
  const readNode = await loadNodes(store, epoch, places);
  const hashes: Frontier['hashes'][number][] = [];
  for (const { level, index } of places) {
    const hash = readNode(level, index);
    if (hash === undefined) return null;
    hashes.push(hash);
  }
  return { size, hashes };
}

/** The largest complete subtrees side by side: one for each bit that is set in the size. */
function frontierPlaces(size: number): TreePlace[] {
  const places: TreePlace[] = [];
  for (let from = 0; from < size; ) {
    let level = 0;
    while (2 ** (level + 1) <= size - from) level++;
    places.push({ level, index: from / 2 ** level });
    from += 2 ** level;
  }
  return places;
}
