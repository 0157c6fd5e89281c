/** A node of the raw tree, known only as far as its members have been looked at. */
export type TreeNode = { readonly [member: string]: unknown };

const noNode: TreeNode = {};

/** The member as a node, or an empty one. */
export function nodeAt(node: TreeNode, member: string): TreeNode {
  return asNode(node[member]);
}

export function asNode(value: unknown): TreeNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as TreeNode)
    : noNode;
}

export function listAt(node: TreeNode, member: string): readonly TreeNode[] {
  const value = node[member];
  return Array.isArray(value) ? value.map(asNode) : [];
}

export function textAt(node: TreeNode, member: string): string {
  const value = node[member];
  return typeof value === 'string' ? value : '';
}

/** A node wrapped in its type, as `{ SelectStmt: { ... } }`, taken apart. */
export function unwrap(wrapped: TreeNode): readonly [type: string, node: TreeNode] {
  for (const type of Object.keys(wrapped)) return [type, nodeAt(wrapped, type)];
  return ['', noNode];
}

/** The strings of a list of `String` nodes: a qualified name, an operator. */
export function namesAt(node: TreeNode, member: string): readonly string[] {
  return listAt(node, member).map(part => textAt(nodeAt(part, 'String'), 'sval'));
}

/**
 * Every wrapped node in the tree below, the outermost first, without recursion; nothing below nodes of
 * the type to stop at.
 */
export function* everyNode(
  tree: TreeNode,
  stopAt = '',
): Generator<readonly [type: string, node: TreeNode]> {
  const left: unknown[] = [tree];
  while (left.length > 0) {
    const value = left.pop();
    if (Array.isArray(value)) {
      for (let at = value.length - 1; at >= 0; at -= 1) left.push(value[at]);
    } else if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value);
      for (let at = members.length - 1; at >= 0; at -= 1) {
        if (members[at]?.[0] !== stopAt) left.push(members[at]?.[1]);
      }
      for (const [member, inner] of members) {
        // Types of nodes are spelled with a capital, members of nodes are not.
        const first = member.charCodeAt(0);
        if (first >= 65 && first <= 90) yield [member, asNode(inner)];
      }
    }
  }
}

/** A constant as text: `'x'`, `1`, `1.5`, `true`, with casts taken off; undefined if it is none. */
export function constantOf(wrapped: TreeNode): string | undefined {
  let [type, node] = unwrap(wrapped);
  for (let casts = 0; type === 'TypeCast' && casts < 50; casts += 1) {
    [type, node] = unwrap(nodeAt(node, 'arg'));
  }
  if (type === 'A_Expr' && namesAt(node, 'name')[0] === '-' && node['lexpr'] === undefined) {
    const [operand, constant] = unwrap(nodeAt(node, 'rexpr'));
    return operand === 'A_Const' ? `-${plainConstant(constant) ?? ''}` : undefined;
  }
  return type === 'A_Const' ? plainConstant(node) : undefined;
}

function plainConstant(node: TreeNode): string | undefined {
  if ('sval' in node) return textAt(nodeAt(node, 'sval'), 'sval');
  // A number or truth value that is zero or false is left out of the tree.
  if ('ival' in node) return String(nodeAt(node, 'ival')['ival'] ?? 0);
  if ('fval' in node) return textAt(nodeAt(node, 'fval'), 'fval');
  if ('boolval' in node) return String(nodeAt(node, 'boolval')['boolval'] ?? false);
  return undefined;
}

/** The last part of a column reference in lower case, `*` for a star, or undefined if it is no column. */
export function columnOf(wrapped: TreeNode): string | undefined {
  const [type, node] = unwrap(wrapped);
  if (type === 'TypeCast') return columnOf(nodeAt(node, 'arg'));
  if (type !== 'ColumnRef') return undefined;
  const last = listAt(node, 'fields').at(-1) ?? noNode;
  return 'A_Star' in last ? '*' : textAt(nodeAt(last, 'String'), 'sval').toLowerCase();
}
