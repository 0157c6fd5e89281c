import { type Marks, marksIn } from './marks.ts';
import { isHidden } from './piece.ts';
import { joinRows, type Row } from './rows.ts';

/** Rows that are folded, and what is known of them. */
export interface FoldedRows {
  readonly firstLine: number;
  readonly lastLine: number;
  readonly bytes: number;
  readonly hidden: number;
}

const rowsMax = 24;
const lengthMax = 2400;
const headShare = { rows: 6, length: 1000 };
const tailShare = { rows: 4, length: 500 };

/** A long value, folded in its middle. Its end is always shown, because danger often hides at the end. */
interface Fold extends FoldedRows {
  readonly head: readonly Row[];
  readonly middle: readonly Row[];
  readonly tail: readonly Row[];
}

/** Rows that are shown, or that are folded. */
interface Stretch {
  readonly fold: FoldedRows | null;
  readonly rows: readonly Row[];
}

/** A value in stretches. Marked rows and the rows around them are never folded, nor are the first and the last. */
export function foldAround(rows: readonly Row[], marks: Marks): readonly Stretch[] {
  const fold = foldRows(rows);
  if (fold === null) return [{ fold: null, rows }];
  const { head, middle, tail } = fold;
  const kept = middle.map((_, index) =>
    [index - 1, index, index + 1].some(at => {
      const row = middle[at];
      return row !== undefined && marksIn(marks, row).length > 0;
    }),
  );
  const stretches: { open: boolean; rows: Row[] }[] = [{ open: true, rows: [...head] }];
  for (const [index, row] of middle.entries()) {
    const open = kept[index] === true;
    if (stretches.at(-1)?.open === open) stretches.at(-1)?.rows.push(row);
    else stretches.push({ open, rows: [row] });
  }
  if (stretches.at(-1)?.open === true) stretches.at(-1)?.rows.push(...tail);
  else stretches.push({ open: true, rows: [...tail] });
  return stretches.map(({ open, rows: some }) => ({
    fold: open ? null : aboutRows(some),
    rows: some,
  }));
}

function aboutRows(rows: readonly Row[]): FoldedRows | null {
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    firstLine: first.line,
    lastLine: last.line + Math.max(last.empty - 1, 0),
    bytes: utf8Length(joinRows(rows)),
    hidden: rows.reduce((sum, row) => sum + hiddenIn(row), 0),
  };
}

/** How to fold a value, or null where all of it fits. */
export function foldRows(rows: readonly Row[]): Fold | null {
  if (rows.length <= rowsMax && rows.reduce((sum, row) => sum + lengthOf(row), 0) <= lengthMax) {
    return null;
  }
  const head = countWithin(rows, headShare);
  const tail = countWithin([...rows].reverse(), tailShare);
  const middle = rows.slice(head, rows.length - tail);
  const about = aboutRows(middle);
  if (about === null) return null;
  return {
    head: rows.slice(0, head),
    middle,
    tail: rows.slice(rows.length - tail),
    ...about,
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
