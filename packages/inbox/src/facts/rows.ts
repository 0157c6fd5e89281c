import { lineFeed, type Piece, piecesOf } from './piece.ts';

/**
 * One row of a block: a line, a part of a line that is too long for one row, or many empty lines counted as one
 * row. Rows hold all of the value: `joinRows` gives it back.
 */
export interface Row {
  /** Of the line, from 1. */
  readonly line: number;
  /** Whether the row begins its line; the other parts of a long line carry no number. */
  readonly begins: boolean;
  /** Whether the line ends here with a line feed. */
  readonly ends: boolean;
  /** How many empty lines this row stands for; 0 for a row with pieces. */
  readonly empty: number;
  /** Where the row starts in the value, in UTF-16 units. */
  readonly start: number;
  readonly pieces: readonly Piece[];
}

/** Longer lines are shown in several rows, so that a line can be folded in its middle. */
const rowLengthMax = 400;
/** So many empty lines in a row are counted instead of drawn: they would push what follows off the screen. */
const emptyRunMin = 4;

export function rowsOf(value: string): Row[] {
  return countEmptyLines(splitLines(value).flatMap(splitLongLine));
}

export function joinRows(rows: readonly Row[]): string {
  let value = '';
  for (const row of rows) {
    if (row.empty > 0) {
      value += '\n'.repeat(row.ends ? row.empty : row.empty - 1);
      continue;
    }
    for (const { source } of row.pieces) value += source;
    if (row.ends) value += '\n';
  }
  return value;
}

export function linesIn(rows: readonly Row[]): number {
  const last = rows.at(-1);
  return last === undefined ? 0 : last.line + Math.max(last.empty - 1, 0);
}

/** The same rows with further breaks at these places of the value, for reading. `joinRows` leaves them out again. */
export function breakRows(rows: readonly Row[], places: readonly number[]): Row[] {
  return rows.flatMap(row => {
    const end = row.start + row.pieces.reduce((sum, { source }) => sum + source.length, 0);
    const inside = places.filter(place => place > row.start && place < end);
    return inside.length === 0 ? [row] : breakRow(row, inside);
  });
}

function breakRow(row: Row, places: readonly number[]): Row[] {
  const rows: Row[] = [];
  let pieces: Piece[] = [];
  let [start, at] = [row.start, row.start];
  const close = (): void => {
    rows.push({ ...row, begins: rows.length === 0 && row.begins, ends: false, start, pieces });
    [pieces, start] = [[], at];
  };
  for (const piece of row.pieces) {
    if (piece.kind === 'mark') {
      if (places.includes(at)) close();
      pieces.push(piece);
      at += piece.source.length;
      continue;
    }
    let rest = piece.source;
    for (const place of places.filter(each => each >= at && each < at + rest.length)) {
      const head = rest.slice(0, place - at);
      if (head !== '') pieces.push({ kind: 'text', source: head });
      rest = rest.slice(head.length);
      at = place;
      if (pieces.length > 0) close();
    }
    if (rest !== '') pieces.push({ kind: 'text', source: rest });
    at += rest.length;
  }
  close();
  return rows.map((each, index) =>
    index === rows.length - 1 ? { ...each, ends: row.ends } : each,
  );
}

function splitLines(value: string): Row[] {
  const rows: Row[] = [];
  let pieces: Piece[] = [];
  let start = 0;
  let at = 0;
  const close = (ends: boolean) => {
    rows.push({ line: rows.length + 1, begins: true, ends, empty: 0, start, pieces });
    pieces = [];
    start = at;
  };
  for (const piece of piecesOf(value)) {
    if (piece.kind === 'mark' && piece.code_point === lineFeed) {
      for (let count = 0; count < piece.count; count++) {
        at += 1;
        close(true);
      }
    } else {
      pieces.push(piece);
      at += piece.source.length;
    }
  }
  close(false);
  return rows;
}

function splitLongLine(row: Row): Row[] {
  const length = row.pieces.reduce((sum, { source }) => sum + source.length, 0);
  if (length <= 2 * rowLengthMax) return [row];
  const parts: Row[] = [];
  let pieces: Piece[] = [];
  let room = rowLengthMax;
  let start = row.start;
  const close = (ends: boolean) => {
    parts.push({ ...row, begins: parts.length === 0, ends, start, pieces });
    start += pieces.reduce((sum, { source }) => sum + source.length, 0);
    pieces = [];
    room = rowLengthMax;
  };
  for (const piece of row.pieces) {
    // A counted run stays one piece however long it is: it takes the room of one name.
    if (piece.kind === 'mark') {
      pieces.push(piece);
      room -= 8;
    } else {
      let rest = piece.source;
      while (rest.length > room) {
        const head = cutAtWord(rest, Math.max(room, 1));
        pieces.push({ kind: 'text', source: head });
        rest = rest.slice(head.length);
        close(false);
      }
      pieces.push({ kind: 'text', source: rest });
      room -= rest.length;
    }
    if (room <= 0) close(false);
  }
  if (pieces.length > 0 || parts.length === 0) close(row.ends);
  else parts.push({ ...(parts.pop() ?? row), ends: row.ends });
  return parts;
}

/** The longest word that a cut goes around. A longer one is cut in its middle. */
const wordMax = 80;

/** The first part of a text that fits and ends after a blank or a sign, where there is one near. */
function cutAtWord(text: string, length: number): string {
  const fits = cutAt(text, length);
  const end = /[\s;,{}()|&][^\s;,{}()|&]*$/.exec(fits);
  const isNear = end !== null && end.index > 0 && fits.length - end.index <= wordMax;
  return isNear ? fits.slice(0, end.index + 1) : fits;
}

/** The first part of a text, of this length or one unit more where it would cut a pair in half. */
function cutAt(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last < 0xdc00 ? length + 1 : length);
}

function countEmptyLines(rows: readonly Row[]): Row[] {
  const counted: Row[] = [];
  for (let index = 0; index < rows.length; index++) {
    const first = rows[index];
    if (first === undefined) break;
    let end = index;
    while (isEmpty(rows[end])) end += 1;
    const empty = end - index;
    if (empty < emptyRunMin) {
      counted.push(first);
      continue;
    }
    counted.push({ ...first, empty, ends: rows[end - 1]?.ends ?? false });
    index = end - 1;
  }
  return counted;
}

function isEmpty(row: Row | undefined): boolean {
  return row?.begins === true && row.pieces.length === 0;
}
