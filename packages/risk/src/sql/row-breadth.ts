import { isKeyColumn } from './column-names.ts';
import {
  endsBeyond,
  isAppointed,
  isNow,
  isTextColumn,
  keyOrSome,
  ofNullTest,
  ofPattern,
  patternOf,
  startsAtNothing,
} from './condition-values.ts';
import { hasColumn, hasNumber, hasQuery, sameTree, sharesColumn } from './expression-columns.ts';
import { holds, isCorrelated, longSeries, meetsBothWays, rowsLimit } from './query-shape.ts';
import {
  asNode,
  columnOf,
  constantOf,
  listAt,
  namesAt,
  nodeAt,
  type TreeNode,
  textAt,
  unwrap,
} from './sql-tree.ts';
import { isScratch } from './table-names.ts';

/** How many rows of a table a condition lets through, as far as that is known without the table. */
const breadths = ['none', 'key', 'some', 'most', 'all'] as const;
export type Breadth = (typeof breadths)[number];

/** The queries that WITH clauses name, and what has been worked out about any query, so that it is done once. */
export interface NamedQueries {
  readonly named: ReadonlyMap<string, TreeNode>;
  readonly worked: Map<TreeNode, Breadth>;
}

const deepestLook = 24;
const rank = (breadth: Breadth): number => breadths.indexOf(breadth);
const narrower = (a: Breadth, b: Breadth): Breadth => (rank(a) <= rank(b) ? a : b);
const wider = (a: Breadth, b: Breadth): Breadth => (rank(a) >= rank(b) ? a : b);

/** Adds the queries named by the WITH clause of a statement. */
export function namedQueries(statement: TreeNode, outer?: NamedQueries): NamedQueries {
  const clause = listAt(nodeAt(statement, 'withClause'), 'ctes');
  if (outer !== undefined && clause.length === 0) return outer;
  const named = new Map(outer?.named);
  for (const wrapped of clause) {
    const query = nodeAt(wrapped, 'CommonTableExpr');
    named.set(textAt(query, 'ctename').toLowerCase(), nodeAt(query, 'ctequery'));
  }
  return { named, worked: outer?.worked ?? new Map() };
}

/** The breadth of a WHERE clause; of an absent one, everything. */
export function breadthOf(condition: unknown, queries: NamedQueries, look = 0): Breadth {
  if (condition === undefined || look > deepestLook) return 'all';
  const [type, node] = unwrap(asNode(condition));
  switch (type) {
    case 'BoolExpr':
      return ofLogic(node, queries, look);
    case 'A_Expr':
      return ofComparison(node, queries, look);
    case 'NullTest':
      return ofNullTest(node);
    case 'BooleanTest':
      return ofTruthTest(node, queries, look);
    case 'SubLink':
      return ofSubquery(node, queries, look);
    case 'TypeCast':
    case 'A_Const': {
      const constant = constantOf(asNode(condition));
      if (constant === undefined) return type === 'A_Const' ? 'none' : 'most';
      return isFalse(constant) ? 'none' : 'all';
    }
    case 'ColumnRef':
      return 'some';
    case 'CurrentOfExpr':
      return 'key';
    default:
      return hasColumn(asNode(condition)) ? 'most' : 'all';
  }
}

const isFalse = (constant: string): boolean =>
  ['false', 'f', '0', 'no', 'off', 'n', ''].includes(constant.toLowerCase());

function ofLogic(node: TreeNode, queries: NamedQueries, look: number): Breadth {
  const args = listAt(node, 'args');
  const parts = args.map(part => breadthOf(part, queries, look + 1));
  const operator = textAt(node, 'boolop');
  if (operator === 'NOT_EXPR') {
    const [only = {}] = args;
    const [type, query] = unwrap(only);
    const exists = type === 'SubLink' && textAt(query, 'subLinkType') === 'EXISTS_SUBLINK';
    if (exists && !isCorrelated(nodeAt(nodeAt(query, 'subselect'), 'SelectStmt'))) return 'all';
    // Only of constants is it certain that they match everything; of a table it is a guess.
    const certain = !hasColumn(only) && !hasQuery(only);
    return certain
      ? inverse(parts[0] ?? 'all')
      : parts[0] === 'all' || type === 'SubLink'
        ? 'most'
        : inverse(parts[0] ?? 'all');
  }
  if (operator === 'AND_EXPR') return parts.reduce(narrower, 'all');
  const alternatives = parts.filter(part => part !== 'none');
  // `a = 1 OR a <> 1`: two halves that may well be the whole.
  if (alternatives.length > 1 && alternatives.includes('most')) return 'all';
  if (meetsBothWays(args)) return 'most';
  return alternatives.reduce(wider, 'none');
}

function inverse(breadth: Breadth): Breadth {
  if (breadth === 'all') return 'none';
  if (breadth === 'none') return 'all';
  return breadth === 'most' ? 'some' : 'most';
}

const mirrored = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

function ofComparison(node: TreeNode, queries: NamedQueries, look: number): Breadth {
  const kind = textAt(node, 'kind');
  const operator = namesAt(node, 'name').at(-1) ?? '';
  const left = nodeAt(node, 'lexpr');
  const right = nodeAt(node, 'rexpr');
  const negative = operator.startsWith('!') || operator === '<>' || operator.startsWith('NOT');
  const turned = (breadth: Breadth): Breadth => (negative ? inverse(breadth) : breadth);
  if (
    kind === 'AEXPR_LIKE' ||
    kind === 'AEXPR_ILIKE' ||
    kind === 'AEXPR_SIMILAR' ||
    operator.includes('~')
  ) {
    return turned(ofPattern(left, patternOf(right), operator));
  }
  if (kind.startsWith('AEXPR_BETWEEN') || kind.startsWith('AEXPR_NOT_BETWEEN')) {
    const [low, high] = listAt(nodeAt(right, 'List'), 'items').map(constantOf);
    if (!hasColumn(left)) return 'all';
    const whole =
      low !== undefined && high !== undefined && startsAtNothing(low) && endsBeyond(high);
    return turned(whole || sharesColumn(left, right) ? 'all' : 'some');
  }
  if (kind === 'AEXPR_IN') {
    if (!hasColumn(left)) return 'all';
    const values = new Set(listAt(nodeAt(right, 'List'), 'items').map(constantOf));
    const eitherWay =
      (values.has('true') && values.has('false')) ||
      (values.has('1') && values.has('0') && values.size === 2);
    if (negative) return 'most';
    return eitherWay || sharesColumn(left, right) ? 'all' : keyOrSome(left);
  }
  if (kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL') {
    const inner =
      unwrap(right)[0] === 'SubLink' ? ofSubquery(nodeAt(right, 'SubLink'), queries, look) : 'some';
    return negative ? 'most' : inner;
  }
  if (kind === 'AEXPR_DISTINCT') return 'most';
  return ofOperator(kind === 'AEXPR_NOT_DISTINCT' ? '=' : operator, left, right, queries, look);
}

function ofOperator(
  operator: string,
  left: TreeNode,
  right: TreeNode,
  queries: NamedQueries,
  look: number,
): Breadth {
  const ordering =
    operator === '=' || operator === '<>' || operator === '!=' || mirrored.has(operator);
  if (!hasColumn(left) && !hasColumn(right)) {
    const [a, b] = [constantOf(left), constantOf(right)];
    if (a === undefined || b === undefined || !ordering)
      return hasQuery(left) || hasQuery(right) ? 'most' : 'all';
    const numbers =
      Number.isFinite(Number(a)) && Number.isFinite(Number(b)) && a !== '' && b !== '';
    const order = numbers ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;
    return holds(operator, order) ? 'all' : 'none';
  }
  if (!hasColumn(left))
    return ofOperator(mirrored.get(operator) ?? operator, right, left, queries, look);
  if (hasColumn(right)) {
    if (!sharesColumn(left, right)) return 'most';
    return sameTree(left, right) &&
      (operator === '<>' || operator === '!=' || operator === '<' || operator === '>')
      ? 'none'
      : 'all';
  }
  if (operator === '<>' || operator === '!=') {
    const column = columnOf(left);
    return column !== undefined && isKeyColumn(column) ? 'all' : 'most';
  }
  if (operator === '=') {
    const [leftType, leftNode] = unwrap(left);
    const arithmetic =
      leftType === 'A_Expr' && '+-*/%^&|#'.includes(namesAt(leftNode, 'name').at(-1) ?? ' ');
    if (arithmetic || leftType === 'CoalesceExpr' || leftType === 'CaseExpr') return 'most';
    const [rightType, rightNode] = unwrap(right);
    if (rightType === 'CaseExpr') return 'most';
    // MySQL reads `||` as OR, and takes every text that is no number for zero.
    if (rightType === 'A_Expr' && namesAt(rightNode, 'name').at(-1) === '||' && hasNumber(right))
      return 'all';
    if (
      rightType === 'A_Const' &&
      'ival' in rightNode &&
      constantOf(right) === '0' &&
      isTextColumn(left)
    )
      return 'most';
    // A scalar subquery gives one value, unless it gives every row its own.
    const inner = nodeAt(nodeAt(rightNode, 'subselect'), 'SelectStmt');
    if (rightType === 'SubLink' && isCorrelated(inner)) return 'most';
    return keyOrSome(left);
  }
  const bound = constantOf(right);
  if (operator === '>' || operator === '>=') {
    if (hasQuery(right)) return operator === '>=' ? 'all' : 'most';
    if (bound === undefined) return 'some';
    return startsAtNothing(bound) && (operator === '>=' || bound !== '1') ? 'all' : 'some';
  }
  if (operator === '<' || operator === '<=') {
    if (hasQuery(right)) return operator === '<=' ? 'all' : 'most';
    if (bound === undefined) return isNow(right) && !isAppointed(left) ? 'all' : 'some';
    return endsBeyond(bound) ? 'all' : 'some';
  }
  return 'some';
}

function ofTruthTest(node: TreeNode, queries: NamedQueries, look: number): Breadth {
  const inner = breadthOf(node['arg'], queries, look + 1);
  const test = textAt(node, 'booltesttype');
  if (test === 'IS_TRUE') return inner;
  if (test === 'IS_FALSE') return inner === 'all' ? 'none' : inner === 'none' ? 'all' : 'some';
  return inner === 'none' && test === 'IS_NOT_FALSE' ? 'none' : 'most';
}

function ofSubquery(node: TreeNode, queries: NamedQueries, look: number): Breadth {
  const select = nodeAt(nodeAt(node, 'subselect'), 'SelectStmt');
  const kind = textAt(node, 'subLinkType');
  if (kind === 'ANY_SUBLINK' || kind === 'ARRAY_SUBLINK')
    return breadthOfQuery(select, queries, look + 1);
  if (kind === 'EXISTS_SUBLINK') {
    return isCorrelated(select) ? breadthOf(select['whereClause'], queries, look + 1) : 'all';
  }
  return kind === 'EXPR_SUBLINK' && !isCorrelated(select) ? 'all' : 'most';
}

/** How much of its tables a query gives; `limit` rows count as some. */
export function breadthOfQuery(
  select: TreeNode,
  queries: NamedQueries,
  look = 0,
  limit = 500,
): Breadth {
  if (look > deepestLook) return 'all';
  const before = queries.worked.get(select);
  if (before !== undefined) return before;
  // A query that leads back to itself finds this.
  queries.worked.set(select, 'all');
  const breadth = workOutQuery(select, namedQueries(select, queries), look, limit);
  queries.worked.set(select, breadth);
  return breadth;
}

function workOutQuery(
  select: TreeNode,
  queries: NamedQueries,
  look: number,
  limit: number,
): Breadth {
  if (rowsLimit(select) <= limit) return 'some';
  if (Array.isArray(select['valuesLists'])) return 'some';
  if (select['larg'] !== undefined) {
    return wider(
      breadthOfQuery(nodeAt(select, 'larg'), queries, look + 1, limit),
      breadthOfQuery(nodeAt(select, 'rarg'), queries, look + 1, limit),
    );
  }
  const where = breadthOf(select['whereClause'], queries, look + 1);
  if (longSeries({ targets: select['targetList'] }, limit)) return where;
  return narrower(where, breadthOfSources(listAt(select, 'fromClause'), queries, look + 1, limit));
}

/** The widest of the things a FROM clause names: a table is everything, a scratch table or a list is some. */
export function breadthOfSources(
  sources: readonly TreeNode[],
  queries: NamedQueries,
  look = 0,
  limit = 500,
): Breadth {
  if (look > deepestLook) return 'all';
  return sources
    .map(source => breadthOfSource(unwrap(source), queries, look, limit))
    .reduce(wider, 'none');
}

function breadthOfSource(
  [type, node]: readonly [type: string, node: TreeNode],
  queries: NamedQueries,
  look: number,
  limit: number,
): Breadth {
  switch (type) {
    case 'RangeVar': {
      const schema = textAt(node, 'schemaname').toLowerCase();
      const table = textAt(node, 'relname').toLowerCase();
      const query = schema === '' ? queries.named.get(table) : undefined;
      if (query === undefined) return isScratch({ schema, table }) ? 'some' : 'all';
      const [queryType, inner] = unwrap(query);
      return queryType === 'SelectStmt'
        ? breadthOfQuery(inner, queries, look + 1, limit)
        : breadthOf(inner['whereClause'], queries, look + 1);
    }
    case 'RangeSubselect': {
      const inner = nodeAt(nodeAt(node, 'subquery'), 'SelectStmt');
      return breadthOfQuery(inner, queries, look + 1, limit);
    }
    case 'RangeFunction':
      return longSeries(node, limit) ? 'all' : 'some';
    case 'JoinExpr': {
      const sides = [nodeAt(node, 'larg'), nodeAt(node, 'rarg')];
      return breadthOfSources(sides, queries, look + 1, limit);
    }
    default:
      return 'all';
  }
}
