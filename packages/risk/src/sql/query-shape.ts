import {
  columnOf,
  constantOf,
  everyNode,
  listAt,
  namesAt,
  nodeAt,
  type TreeNode,
  textAt,
} from './sql-tree.ts';

/** Whether a comparison holds for two constants of which the first is less, equal or more. */
export function holds(operator: string, order: number): boolean {
  if (operator === '=') return order === 0;
  if (operator === '<') return order < 0;
  if (operator === '>') return order > 0;
  if (operator === '<=') return order <= 0;
  if (operator === '>=') return order >= 0;
  return order !== 0;
}

/** True when the inner query names a table that is not its own. */
export function isCorrelated(select: TreeNode): boolean {
  const own = new Set<string>();
  for (const [type, source] of everyNode({ sources: select['fromClause'] })) {
    if (!type.startsWith('Range')) continue;
    own.add(textAt(source, 'relname').toLowerCase());
    own.add(textAt(nodeAt(source, 'alias'), 'aliasname').toLowerCase());
  }
  for (const [type, node] of everyNode({ where: select['whereClause'] })) {
    const fields = type === 'ColumnRef' ? namesAt(node, 'fields') : [];
    if (fields.length > 1 && !own.has((fields.at(-2) ?? '').toLowerCase())) return true;
  }
  return false;
}

/** True for a series of numbers that is longer than the limit, or of unknown length. */
export function longSeries(node: TreeNode, limit: number): boolean {
  for (const [type, call] of everyNode(node)) {
    if (type !== 'FuncCall' || namesAt(call, 'funcname').at(-1) !== 'generate_series') continue;
    const [from, to] = listAt(call, 'args').map(constantOf);
    return !(Number(to) - Number(from) < limit);
  }
  return false;
}

/** The constant number of rows after LIMIT, or infinity. */
export function rowsLimit(select: TreeNode): number {
  const constant = constantOf(nodeAt(select, 'limitCount'));
  const rows = constant === undefined ? Number.NaN : Number(constant);
  return Number.isFinite(rows) ? rows : Number.POSITIVE_INFINITY;
}

/** True for `a >= $1 OR a < $1`: one column, open upwards in one part and downwards in another. */
export function meetsBothWays(parts: readonly TreeNode[]): boolean {
  const ways = new Map<string, string>();
  for (const part of parts) {
    const comparison = nodeAt(part, 'A_Expr');
    const operator = namesAt(comparison, 'name').at(-1) ?? '';
    const column = columnOf(nodeAt(comparison, 'lexpr'));
    const way = operator.charAt(0);
    if (column === undefined || (way !== '<' && way !== '>') || operator === '<>') continue;
    const before = ways.get(column);
    if (before !== undefined && before !== way) return true;
    ways.set(column, way);
  }
  return false;
}
