import { isHidden } from './piece.ts';
import { joinRows, type Row } from './rows.ts';

/** A long value, folded in its middle. Its end is always there: what is dangerous likes to stand at the end. */
export interface Fold {
  readonly head: readonly Row[];
  readonly middle: readonly Row[];
  readonly tail: readonly Row[];
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bytes: number;
  readonly hidden: number;
}

const rowsMax = 24;
const lengthMax = 2400;
const headShare = { rows: 6, length: 1000 };
const tailShare = { rows: 4, length: 500 };

/** How to fold a value, or null where all of it fits. */
export function foldRows(rows: readonly Row[]): Fold | null {
  if (rows.length <= rowsMax && rows.reduce((sum, row) => sum + lengthOf(row), 0) <= lengthMax) {
    return null;
  }
  const head = countWithin(rows, headShare);
  const tail = countWithin([...rows].reverse(), tailShare);
  const middle = rows.slice(head, rows.length - tail);
  const first = middle[0];
  const last = middle.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    head: rows.slice(0, head),
    middle,
    tail: rows.slice(rows.length - tail),
    firstLine: first.line,
    lastLine: last.line + Math.max(last.empty - 1, 0),
    bytes: utf8Length(joinRows(middle)),
    hidden: middle.reduce((sum, row) => sum + hiddenIn(row), 0),
  };
}

export function hiddenIn(row: Row): number {
  return row.pieces.reduce((sum, piece) => sum + (isHidden(piece) ? piece.count : 0), 0);
}

export function utf8Length(text: string): number {
  return new TextEncoder().encode(text).length;
}

function lengthOf({ pieces }: Row): number {
  return pieces.reduce((sum, { source, kind }) => sum + (kind === 'text' ? source.length : 8), 0);
}

function countWithin(
  rows: readonly Row[],
  share: { readonly rows: number; readonly length: number },
): number {
  let length = 0;
  let count = 0;
  for (const row of rows) {
    length += lengthOf(row);
    if (count >= 1 && (length > share.length || count >= share.rows)) break;
    count += 1;
  }
  return count;
}
