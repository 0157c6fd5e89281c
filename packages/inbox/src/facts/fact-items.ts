import { canonicalize } from '@countersign/protocol/json';
import { countValues, type FactNode } from './fact-tree.ts';
import { foldRows } from './fold.ts';
import { findHidden } from './hidden-characters.ts';
import { rowsOf } from './rows.ts';

/** What the panel shows, from top to bottom. */
export type FactItem =
  | {
      readonly kind: 'row';
      readonly node: FactNode;
      readonly depth: number;
      readonly last: boolean;
      /** The groups around the value that have no row of their own. */
      readonly crumbs: readonly FactNode[];
    }
  | {
      readonly kind: 'block';
      readonly node: FactNode;
      readonly depth: number;
      readonly crumbs: readonly FactNode[];
    }
  | {
      readonly kind: 'fold';
      /** Of the group that it opens. */
      readonly pointer: string;
      /** Of the first value that it holds. */
      readonly from: string;
      readonly depth: number;
      readonly values: number;
      readonly hidden: number;
      /** What is folded, as canonical JSON. */
      readonly text: string;
    };

/** A group with more members than this is folded in its middle until the user opens it. */
const membersMax = 60;
/** The most levels by which groups are indented. */
const deepestIndent = 4;
const headMembers = 20;
const tailMembers = 10;

/** Whether a group with many members is shown whole, by its pointer. */
interface Opened {
  has(pointer: string): boolean;
}

/** What stands out in the tree: the places of the marks, and of every group around one. */
export function markedPlaces(pointers: readonly string[]): ReadonlySet<string> {
  const places = new Set<string>();
  for (const pointer of pointers)
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1))
      places.add(pointer.slice(0, end));
  return places;
}

/** The tree as a list. A group whose pointer is in `opened` is shown whole. What is marked is never folded. */
export function factItems(
  nodes: readonly FactNode[],
  opened: Opened,
  marked: ReadonlySet<string> = new Set(),
): FactItem[] {
  const items: FactItem[] = [];
  addMembers({ items, opened, marked }, nodes, '', 0);
  return items;
}

interface Listing {
  readonly items: FactItem[];
  readonly opened: Opened;
  readonly marked: ReadonlySet<string>;
}

/** The members of a group in stretches: those that are shown, and those that one fold stands for. */
function stretchesOf(
  { opened, marked }: Listing,
  nodes: readonly FactNode[],
  pointer: string,
): readonly { readonly folded: boolean; readonly nodes: readonly FactNode[] }[] {
  if (nodes.length <= membersMax || opened.has(pointer)) return [{ folded: false, nodes }];
  const stretches: { folded: boolean; nodes: FactNode[] }[] = [];
  for (const [index, node] of nodes.entries()) {
    const isMiddle = index >= headMembers && index < nodes.length - tailMembers;
    const folded = isMiddle && !marked.has(node.pointer);
    const last = stretches.at(-1);
    if (last?.folded === folded) last.nodes.push(node);
    else stretches.push({ folded, nodes: [node] });
  }
  return stretches;
}

function addMembers(
  listing: Listing,
  nodes: readonly FactNode[],
  pointer: string,
  depth: number,
): void {
  for (const stretch of stretchesOf(listing, nodes, pointer)) {
    if (stretch.folded) addFold(listing, stretch.nodes, pointer, depth);
    else for (const node of stretch.nodes) addNode(listing, node, depth, node === nodes.at(-1));
  }
}

function addFold(
  { items }: Listing,
  nodes: readonly FactNode[],
  pointer: string,
  depth: number,
): void {
  const from = nodes[0]?.pointer ?? pointer;
  items.push({ kind: 'fold', pointer, from, depth, ...about(nodes) });
}

function addNode(listing: Listing, node: FactNode, depth: number, last: boolean): void {
  const { items } = listing;
  const crumbs: FactNode[] = [];
  let deepest = node;
  // A group with one member has no row. It only leads to its member.
  for (let [only] = deepest.members; deepest.members.length === 1 && only !== undefined; ) {
    crumbs.push(deepest);
    deepest = only;
    [only] = deepest.members;
  }
  if (deepest.block !== null) {
    items.push({ kind: 'block', node: deepest, depth, crumbs });
    return;
  }
  if (depth === deepestIndent && deepest.members.length > 0) {
    addLeaves(listing, deepest, depth, last, crumbs);
    return;
  }
  items.push({ kind: 'row', node: deepest, depth, last, crumbs });
  addMembers(listing, deepest.members, deepest.pointer, depth + 1);
}

/**
 * Groups at this depth have no rows of their own, and the indentation stops growing. Each value below shows the path to
 * it. A group with very many members keeps its fold.
 */
function addLeaves(
  listing: Listing,
  node: FactNode,
  depth: number,
  last: boolean,
  crumbs: readonly FactNode[],
): void {
  const { items } = listing;
  const way = [...crumbs, node];
  for (const stretch of stretchesOf(listing, node.members, node.pointer)) {
    if (stretch.folded) {
      addFold(listing, stretch.nodes, node.pointer, depth);
      continue;
    }
    for (const member of stretch.nodes) {
      const isLast = last && member === node.members.at(-1);
      if (member.members.length > 0) addLeaves(listing, member, depth, isLast, way);
      else if (member.block === null)
        items.push({ kind: 'row', node: member, depth, last: isLast, crumbs: way });
      else items.push({ kind: 'block', node: member, depth, crumbs: way });
    }
  }
}

function about(nodes: readonly FactNode[]) {
  const isList = nodes.every(({ label, key }) => label.kind === 'words' && key === '');
  const members = nodes.map(({ key, value }) => [key ?? '', value] as const);
  return {
    values: countValues(nodes),
    hidden: findHidden(nodes).characters,
    text: canonicalize(isList ? members.map(([, value]) => value) : Object.fromEntries(members)),
  };
}

/** The values that are long enough to be parts of their own, each to be opened and seen. */
export function longValues(nodes: readonly FactNode[]): readonly FactNode[] {
  return nodes.flatMap(node => [
    ...(node.block !== null && foldRows(rowsOf(node.text)) !== null ? [node] : []),
    ...longValues(node.members),
  ]);
}
