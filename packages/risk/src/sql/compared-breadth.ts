import { firstOf, type Rule } from '../rules.ts';
import { isKeyColumn } from './column-names.ts';
import {
  endsBeyond,
  isAppointed,
  isNow,
  isTextColumn,
  keyOrSome,
  startsAtNothing,
} from './condition-values.ts';
import { hasColumn, hasNumber, hasQuery, sameTree, sharesColumn } from './expression-columns.ts';
import { holds, isCorrelated } from './query-shape.ts';
import type { Breadth } from './row-breadth.ts';
import { columnOf, constantOf, namesAt, nodeAt, type TreeNode, unwrap } from './sql-tree.ts';

/** Two sides with an operator such as `=` or `>=` between them. */
interface Compared {
  readonly operator: string;
  readonly left: TreeNode;
  readonly right: TreeNode;
}

const mirrored: ReadonlyMap<string, string> = new Map([
  ['<', '>'],
  ['>', '<'],
  ['<=', '>='],
  ['>=', '<='],
]);

const unequal = /^(?:<>|!=)$/u;

/** How much a comparison by an operator lets through. In order; the first row that fits decides. */
const rows: readonly Rule<Compared, Breadth>[] = [
  { when: ({ left, right }) => !hasColumn(left) && !hasColumn(right), gives: ofConstants },
  {
    when: ({ left }) => !hasColumn(left),
    gives: ({ operator, left, right }) =>
      ofOperator({ operator: mirrored.get(operator) ?? operator, left: right, right: left }),
  },
  { when: ({ right }) => hasColumn(right), gives: ofColumns },
  {
    when: ({ operator }) => unequal.test(operator),
    gives: ({ left }) => {
      const column = columnOf(left);
      return column !== undefined && isKeyColumn(column) ? 'all' : 'most';
    },
  },
  { when: ({ operator }) => operator === '=', gives: ofEquality },
  { when: ({ operator }) => operator === '>' || operator === '>=', gives: fromBelow },
  { when: ({ operator }) => operator === '<' || operator === '<=', gives: fromAbove },
];

export function ofOperator(compared: Compared): Breadth {
  return firstOf(rows, compared) ?? 'some';
}

/** `1 = 1`, `'a' < 'b'`: no row has a say in it. */
function ofConstants({ operator, left, right }: Compared): Breadth {
  const [a, b] = [constantOf(left), constantOf(right)];
  const orders = operator === '=' || unequal.test(operator) || mirrored.has(operator);
  if (a === undefined || b === undefined || !orders)
    return hasQuery(left) || hasQuery(right) ? 'most' : 'all';
  return holds(operator, orderOf(a, b)) ? 'all' : 'none';
}

function orderOf(a: string, b: string): number {
  const numbers = Number.isFinite(Number(a)) && Number.isFinite(Number(b)) && a !== '' && b !== '';
  if (numbers) return Number(a) - Number(b);
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A column with a column: `price <> price`, `id >= id`. */
function ofColumns({ operator, left, right }: Compared): Breadth {
  if (!sharesColumn(left, right)) return 'most';
  const excludes = unequal.test(operator) || operator === '<' || operator === '>';
  return sameTree(left, right) && excludes ? 'none' : 'all';
}

function ofEquality({ left, right }: Compared): Breadth {
  const [rightType, rightNode] = unwrap(right);
  if (isComputed(left) || rightType === 'CaseExpr') return 'most';
  // MySQL reads `||` as OR, and takes every text that is no number for zero.
  const joins = rightType === 'A_Expr' && namesAt(rightNode, 'name').at(-1) === '||';
  if (joins && hasNumber(right)) return 'all';
  const isZero = rightType === 'A_Const' && 'ival' in rightNode && constantOf(right) === '0';
  if (isZero && isTextColumn(left)) return 'most';
  // A scalar subquery gives one value, unless it gives every row its own.
  const inner = nodeAt(nodeAt(rightNode, 'subselect'), 'SelectStmt');
  return rightType === 'SubLink' && isCorrelated(inner) ? 'most' : keyOrSome(left);
}

/** A side that is no plain column: `id % 2`, `coalesce(id, 1)`. */
function isComputed(side: TreeNode): boolean {
  const [type, node] = unwrap(side);
  if (type === 'CoalesceExpr' || type === 'CaseExpr') return true;
  return type === 'A_Expr' && '+-*/%^&|#'.includes(namesAt(node, 'name').at(-1) ?? ' ');
}

function fromBelow({ operator, right }: Compared): Breadth {
  if (hasQuery(right)) return operator === '>=' ? 'all' : 'most';
  const bound = constantOf(right);
  if (bound === undefined) return 'some';
  return startsAtNothing(bound) && (operator === '>=' || bound !== '1') ? 'all' : 'some';
}

function fromAbove({ operator, left, right }: Compared): Breadth {
  if (hasQuery(right)) return operator === '<=' ? 'all' : 'most';
  const bound = constantOf(right);
  if (bound === undefined) return isNow(right) && !isAppointed(left) ? 'all' : 'some';
  return endsBeyond(bound) ? 'all' : 'some';
}
