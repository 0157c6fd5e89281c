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
      /** The groups around it that have no row of their own. */
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
      readonly pointer: string;
      readonly depth: number;
      readonly values: number;
      readonly hidden: number;
      /** What is folded, as canonical JSON. */
      readonly text: string;
    };

/** A group with more members than this is folded in its middle until the user opens it. */
const membersMax = 60;
/** Groups are indented so often. */
const deepestIndent = 4;
const headMembers = 20;
const tailMembers = 10;

/** Whether a group with many members is shown whole, by its pointer. */
interface Opened {
  has(pointer: string): boolean;
}

/** The tree as a list. A group whose pointer is in `opened` is shown whole. */
export function factItems(nodes: readonly FactNode[], opened: Opened): FactItem[] {
  const items: FactItem[] = [];
  addMembers(items, nodes, '', 0, opened);
  return items;
}

function addMembers(
  items: FactItem[],
  nodes: readonly FactNode[],
  pointer: string,
  depth: number,
  opened: Opened,
): void {
  const folds = nodes.length > membersMax && !opened.has(pointer);
  const head = folds ? nodes.slice(0, headMembers) : nodes;
  const tail = folds ? nodes.slice(-tailMembers) : [];
  for (const node of head) addNode(items, node, depth, node === nodes.at(-1), opened);
  if (!folds) return;
  items.push({ kind: 'fold', pointer, depth, ...about(nodes.slice(headMembers, -tailMembers)) });
  for (const node of tail) addNode(items, node, depth, node === nodes.at(-1), opened);
}

function addNode(
  items: FactItem[],
  node: FactNode,
  depth: number,
  last: boolean,
  opened: Opened,
): void {
  const crumbs: FactNode[] = [];
  let deepest = node;
  // A group with one member says nothing by itself: it is the way to its member.
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
    addLeaves(items, deepest, depth, last, crumbs, opened);
    return;
  }
  items.push({ kind: 'row', node: deepest, depth, last, crumbs });
  addMembers(items, deepest.members, deepest.pointer, depth + 1, opened);
}

/**
 * So deep groups have no rows of their own any more, and nothing moves further to the right: each value below has the way to
 * it as crumbs. A group with very many members keeps its fold.
 */
function addLeaves(
  items: FactItem[],
  node: FactNode,
  depth: number,
  last: boolean,
  crumbs: readonly FactNode[],
  opened: Opened,
): void {
  const way = [...crumbs, node];
  const folds = node.members.length > membersMax && !opened.has(node.pointer);
  const shown = folds
    ? [...node.members.slice(0, headMembers), ...node.members.slice(-tailMembers)]
    : node.members;
  for (const [index, member] of shown.entries()) {
    if (folds && index === headMembers) {
      const hidden = node.members.slice(headMembers, -tailMembers);
      items.push({ kind: 'fold', pointer: node.pointer, depth, ...about(hidden) });
    }
    const isLast = last && member === node.members.at(-1);
    if (member.members.length > 0) addLeaves(items, member, depth, isLast, way, opened);
    else if (member.block === null)
      items.push({ kind: 'row', node: member, depth, last: isLast, crumbs: way });
    else items.push({ kind: 'block', node: member, depth, crumbs: way });
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
