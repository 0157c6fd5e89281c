const bitsPerLevel = 4;
const slots = 2 ** bitsPerLevel;

type Entry<Value> = readonly [key: string, value: Value];

/** Entries whose keys have one hash: nearly always a single one. */
interface Leaf<Value> {
  readonly hash: number;
  readonly entries: readonly Entry<Value>[];
}

type Branch<Value> = readonly (Node<Value> | undefined)[];
type Node<Value> = Leaf<Value> | Branch<Value>;

/**
 * A map that never changes: `set` answers a new one, which shares all but a few small arrays with the old. So a
 * state made of such maps costs the same to change at any size, and one that was decided from stays what it was
 * when the commit is lost. It is a trie over a hash of the key. Nothing is ever taken out, since nothing in a
 * history is.
 */
export class PersistentMap<Value> implements Iterable<Entry<Value>> {
  readonly size: number;
  readonly #root: Node<Value> | undefined;

  private constructor(root: Node<Value> | undefined, size: number) {
    this.#root = root;
    this.size = size;
  }

  static empty<Value>(): PersistentMap<Value> {
    return new PersistentMap<Value>(undefined, 0);
  }

  get(key: string): Value | undefined {
    return this.#find(key)?.[1];
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined;
  }

  set(key: string, value: Value): PersistentMap<Value> {
    const leaf = { hash: hashOf(key), entries: [[key, value]] as const };
    const size = this.has(key) ? this.size : this.size + 1;
    return new PersistentMap(insert(this.#root, leaf, 0), size);
  }

  /** In an order of no meaning, which is the same wherever the same was set in the same order. */
  *[Symbol.iterator](): Generator<Entry<Value>, undefined> {
    const waiting: (Node<Value> | undefined)[] = [this.#root];
    while (waiting.length > 0) {
      const node = waiting.pop();
      if (node === undefined) continue;
      if (isBranch(node)) waiting.push(...node);
      else yield* node.entries;
    }
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of this) yield value;
  }

  #find(key: string): Entry<Value> | undefined {
    // What came from outside may be no text at all; then nothing is under it.
    if (typeof key !== 'string') return undefined;
    const hash = hashOf(key);
    let node = this.#root;
    for (let shift = 0; node !== undefined && isBranch(node); shift += bitsPerLevel) {
      node = node[slotOf(hash, shift)];
    }
    return node?.entries.find(([other]) => other === key);
  }
}

function isBranch<Value>(node: Node<Value>): node is Branch<Value> {
  return Array.isArray(node);
}

/** Different hashes part at the latest where their bits end, so this goes down eight levels at most. */
function insert<Value>(
  node: Node<Value> | undefined,
  leaf: Leaf<Value>,
  shift: number,
): Node<Value> {
  if (node === undefined) return leaf;
  if (!isBranch(node)) {
    if (node.hash === leaf.hash) return join(node, leaf);
    const parted = new Array<Node<Value> | undefined>(slots).fill(undefined);
    parted[slotOf(node.hash, shift)] = node;
    return insert(parted, leaf, shift);
  }
  const slot = slotOf(leaf.hash, shift);
  return node.with(slot, insert(node[slot], leaf, shift + bitsPerLevel));
}

function join<Value>({ entries }: Leaf<Value>, leaf: Leaf<Value>): Leaf<Value> {
  const others = entries.filter(([key]) => leaf.entries.every(([replaced]) => replaced !== key));
  return { hash: leaf.hash, entries: [...others, ...leaf.entries] };
}

function slotOf(hash: number, shift: number): number {
  return (hash >>> shift) & (slots - 1);
}

/** FNV-1a over the code units; its last step spreads what differs over all bits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
