import { firstOf, type Rule } from '../rules.ts';
import { ofOperator } from './compared-breadth.ts';
import {
  endsBeyond,
  keyOrSome,
  ofNullTest,
  ofPattern,
  patternOf,
  startsAtNothing,
} from './condition-values.ts';
import { hasColumn, hasQuery, sharesColumn } from './expression-columns.ts';
import { isCorrelated, longSeries, meetsBothWays, rowsLimit } from './query-shape.ts';
import {
  asNode,
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

/** The queries that WITH clauses name, and the result for each query, so that each is judged once. */
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

/** What stands on the two sides of a comparison, and how it compares. */
interface Comparison {
  readonly kind: string;
  readonly operator: string;
  readonly left: TreeNode;
  readonly right: TreeNode;
  readonly negative: boolean;
  /** The breadth of a subquery on the right; null where there is none. */
  readonly inner: () => Breadth | null;
}

/** How much a comparison lets through, by its kind. In order; the first row that fits decides. */
const comparisons: readonly Rule<Comparison, Breadth>[] = [
  {
    when: isPattern,
    gives: one => turned(one, ofPattern(one.left, patternOf(one.right), one.operator)),
  },
  { when: ({ kind }) => /^AEXPR_(?:NOT_)?BETWEEN/u.test(kind), gives: ofRange },
  { when: ({ kind }) => kind === 'AEXPR_IN', gives: ofMembers },
  {
    when: ({ kind }) => kind === 'AEXPR_OP_ANY' || kind === 'AEXPR_OP_ALL',
    gives: one => (one.negative ? 'most' : (one.inner() ?? 'some')),
  },
  { when: ({ kind }) => kind === 'AEXPR_DISTINCT', gives: 'most' },
];

function ofComparison(node: TreeNode, queries: NamedQueries, look: number): Breadth {
  const kind = textAt(node, 'kind');
  const operator = namesAt(node, 'name').at(-1) ?? '';
  const left = nodeAt(node, 'lexpr');
  const right = nodeAt(node, 'rexpr');
  const negative = operator.startsWith('!') || operator === '<>' || operator.startsWith('NOT');
  const inner = (): Breadth | null =>
    unwrap(right)[0] === 'SubLink' ? ofSubquery(nodeAt(right, 'SubLink'), queries, look) : null;
  return (
    firstOf(comparisons, { kind, operator, left, right, negative, inner }) ??
    ofOperator({ operator: kind === 'AEXPR_NOT_DISTINCT' ? '=' : operator, left, right })
  );
}

function turned({ negative }: Comparison, breadth: Breadth): Breadth {
  return negative ? inverse(breadth) : breadth;
}

function isPattern({ kind, operator }: Comparison): boolean {
  return /^AEXPR_(?:I?LIKE|SIMILAR)$/u.test(kind) || operator.includes('~');
}

function ofRange(one: Comparison): Breadth {
  const { left, right } = one;
  const [low, high] = listAt(nodeAt(right, 'List'), 'items').map(constantOf);
  if (!hasColumn(left)) return 'all';
  const whole = low !== undefined && high !== undefined && startsAtNothing(low) && endsBeyond(high);
  return turned(one, whole || sharesColumn(left, right) ? 'all' : 'some');
}

function ofMembers({ left, right, negative }: Comparison): Breadth {
  if (!hasColumn(left)) return 'all';
  if (negative) return 'most';
  const values = new Set(listAt(nodeAt(right, 'List'), 'items').map(constantOf));
  const eitherWay =
    (values.has('true') && values.has('false')) ||
    (values.has('1') && values.has('0') && values.size === 2);
  return eitherWay || sharesColumn(left, right) ? 'all' : keyOrSome(left);
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
