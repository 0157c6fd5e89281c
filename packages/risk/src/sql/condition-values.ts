import { splitWords } from '../action/words.ts';
import { isKeyColumn } from './column-names.ts';
import { hasColumn } from './expression-columns.ts';
import { literalText } from './literal-text.ts';
import type { Breadth } from './row-breadth.ts';
import {
  columnOf,
  constantOf,
  listAt,
  namesAt,
  nodeAt,
  type TreeNode,
  textAt,
  unwrap,
} from './sql-tree.ts';
import { wordSet } from './word-set.ts';

/** A lower bound below which nothing is: zero, one, the empty text, a date before the system existed. */
export function startsAtNothing(bound: string): boolean {
  if (bound === '') return true;
  const number = Number(bound);
  if (Number.isFinite(number)) return number <= 1;
  return yearOf(bound) <= 2010;
}

/** An upper bound beyond which nothing is: a huge number, a date far ahead. */
export function endsBeyond(bound: string): boolean {
  const number = Number(bound);
  if (bound !== '' && Number.isFinite(number)) return number >= 1_000_000;
  if (bound.toLowerCase() === 'infinity' || bound.toLowerCase() === 'now') return true;
  const year = yearOf(bound);
  return year >= 2030 && year < 100_000;
}

function yearOf(text: string): number {
  const year = Number(text.slice(0, 4));
  return text.length >= 8 && text[4] === '-' && Number.isInteger(year) ? year : Number.NaN;
}

const nowFunctions = wordSet(`
  now clock_timestamp statement_timestamp transaction_timestamp getdate sysdate curdate
  getutcdate utc_timestamp current_timestamp
`);

export function isNow(wrapped: TreeNode): boolean {
  const [type, node] = unwrap(wrapped);
  if (type === 'TypeCast') return isNow(nodeAt(node, 'arg'));
  return (
    type === 'SQLValueFunction' ||
    (type === 'FuncCall' &&
      nowFunctions.has((namesAt(node, 'funcname').at(-1) ?? '').toLowerCase()))
  );
}

const appointments = wordSet(`
  expires expiry expire expired expiration due until valid end ends ended retry scheduled
  deadline next deleted archived run lease locked
`);

/** A time that is set ahead, so that only some are in the past. */
export function isAppointed(left: TreeNode): boolean {
  return splitWords(columnOf(left) ?? '').some(word => appointments.has(word));
}

const textWords = wordSet(`
  email name username login title slug token password code uuid status state type role
`);

export function isTextColumn(left: TreeNode): boolean {
  return textWords.has(splitWords(columnOf(left) ?? '').at(-1) ?? '');
}

export function ofPattern(left: TreeNode, pattern: string | undefined, operator: string): Breadth {
  if (!hasColumn(left)) return 'all';
  if (pattern === undefined) return 'some';
  let letters = 0;
  for (const character of pattern.slice(0, 200)) if (!'%_.*+^$?'.includes(character)) letters += 1;
  if (letters === 0) return operator.includes('~~') && pattern === '' ? 'some' : 'all';
  return letters === 1 && (pattern.startsWith('%') || operator === '~') ? 'most' : 'some';
}

export function patternOf(right: TreeNode): string | undefined {
  const [type, call] = unwrap(right);
  const similar = type === 'FuncCall' && namesAt(call, 'funcname').at(-1) === 'similar_to_escape';
  const { text, whole } = literalText(similar ? (listAt(call, 'args')[0] ?? {}) : right);
  return whole ? text : undefined;
}

export function keyOrSome(left: TreeNode): Breadth {
  const column = columnOf(left);
  return column !== undefined && isKeyColumn(column) ? 'key' : 'some';
}

const pastMarks = wordSet(`
  deleted archived removed cancelled canceled disabled revoked closed expired
`);

export function ofNullTest(node: TreeNode): Breadth {
  const column = columnOf(nodeAt(node, 'arg'));
  const isNull = textAt(node, 'nulltesttype') === 'IS_NULL';
  if (column === undefined) {
    if (hasColumn(nodeAt(node, 'arg'))) return 'most';
    return constantOf(nodeAt(node, 'arg')) !== undefined && isNull ? 'none' : 'all';
  }
  const words = splitWords(column);
  if (isNull)
    return words.some(word => pastMarks.has(word))
      ? 'most'
      : isKeyColumn(column) && words.length === 1
        ? 'none'
        : 'some';
  const dated =
    ['at', 'on', 'date', 'by', 'until'].includes(words.at(-1) ?? '') &&
    words[0] !== 'created' &&
    words[0] !== 'updated';
  if (dated || words.some(word => pastMarks.has(word))) return 'some';
  return isKeyColumn(column) || words[0] === 'created' || words[0] === 'updated' ? 'all' : 'most';
}
