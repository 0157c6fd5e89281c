import { columnOf, everyNode, namesAt, type TreeNode } from './sql-tree.ts';

/** True if a column of the query itself decides, and not only one of a query inside. */
export function hasColumn(tree: TreeNode): boolean {
  for (const [type] of everyNode(tree, 'SubLink')) if (type === 'ColumnRef') return true;
  return false;
}

export function hasQuery(tree: TreeNode): boolean {
  for (const [type] of everyNode(tree)) if (type === 'SubLink') return true;
  return false;
}

function columnsIn(tree: TreeNode): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [type, node] of everyNode(tree, 'SubLink')) {
    if (type === 'ColumnRef') found.add(columnOf({ ColumnRef: node }) ?? '');
  }
  return found;
}

function qualifiedColumnsIn(tree: TreeNode): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [type, node] of everyNode(tree, 'SubLink')) {
    if (type === 'ColumnRef') found.add(namesAt(node, 'fields').join('.').toLowerCase());
  }
  return found;
}

/** The same column on both sides; `a.id` and `b.id` are two, `id` and `a.id` are one. */
export function sharesColumn(left: TreeNode, right: TreeNode): boolean {
  const a = qualifiedColumnsIn(left);
  for (const name of qualifiedColumnsIn(right)) {
    if (a.has(name)) return true;
    const bare = name.split('.').at(-1) ?? '';
    if (a.has(bare) || (!name.includes('.') && columnsIn(left).has(name))) return true;
  }
  return false;
}

export function sameTree(left: TreeNode, right: TreeNode): boolean {
  const plain = (tree: TreeNode): string =>
    JSON.stringify(tree, (member, value: unknown) => (member === 'location' ? undefined : value));
  return plain(left) === plain(right);
}

export function hasNumber(tree: TreeNode): boolean {
  for (const [type, node] of everyNode(tree)) {
    if (type === 'A_Const' && ('ival' in node || 'fval' in node || 'boolval' in node)) return true;
  }
  return false;
}
