import { countValues, type FactNode } from './fact-tree.ts';
import { foldRows, utf8Length } from './fold.ts';
import { findHidden } from './hidden-characters.ts';
import { rowsOf } from './rows.ts';

/** What the panel shows, from top to bottom. */
export type FactItem =
  | {
      readonly kind: 'row';
      readonly node: FactNode;
      readonly depth: number;
      readonly last: boolean;
    }
  | { readonly kind: 'block'; readonly node: FactNode; readonly depth: number }
  | {
      readonly kind: 'fold';
      readonly pointer: string;
      readonly depth: number;
      readonly values: number;
      readonly bytes: number;
      readonly hidden: number;
    };

/** A group with more members than this is folded in its middle until the user opens it. */
const membersMax = 60;
const headMembers = 20;
const tailMembers = 10;

/** The tree as a list. A group whose pointer is in `opened` is shown whole. */
export function factItems(nodes: readonly FactNode[], opened: ReadonlySet<string>): FactItem[] {
  const items: FactItem[] = [];
  addMembers(items, nodes, '', 0, opened);
  return items;
}

function addMembers(
  items: FactItem[],
  nodes: readonly FactNode[],
  pointer: string,
  depth: number,
  opened: ReadonlySet<string>,
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
  opened: ReadonlySet<string>,
): void {
  if (node.block !== null) {
    items.push({ kind: 'block', node, depth });
    return;
  }
  items.push({ kind: 'row', node, depth, last });
  addMembers(items, node.members, node.pointer, depth + 1, opened);
}

function about(nodes: readonly FactNode[]) {
  const bytesOf = (node: FactNode): number =>
    utf8Length(node.text) + node.members.reduce((sum, member) => sum + bytesOf(member), 0);
  return {
    values: countValues(nodes),
    bytes: nodes.reduce((sum, node) => sum + bytesOf(node), 0),
    hidden: findHidden(nodes).characters,
  };
}

/** The values that are long enough to be parts of their own, each to be opened and seen. */
export function longValues(nodes: readonly FactNode[]): readonly FactNode[] {
  return nodes.flatMap(node => [
    ...(node.block !== null && foldRows(rowsOf(node.text)) !== null ? [node] : []),
    ...longValues(node.members),
  ]);
}
