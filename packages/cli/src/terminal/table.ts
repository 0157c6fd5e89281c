import { dim, joined, StyledText, styled, type Text } from './styled-text.ts';

export interface TableOptions {
  /** Words above the columns. */
  readonly head?: readonly string[];
  /** Columns before each line. */
  readonly indent?: number;
  /** The room there is; the last column is folded to fit, never cut. */
  readonly columns: number;
}

const gap = 2;
/** Less than this is no room to fold words in. */
const leastRoom = 20;

/**
 * Lines of a table whose last column folds at spaces, so that nothing is cut off. Where the terminal is too narrow for
 * the columns before it, each row becomes a few lines of its own.
 */
export function tableLines(
  rows: readonly (readonly Text[])[],
  { head, indent = 0, columns }: TableOptions,
): StyledText[] {
  const cells = [...(head === undefined ? [] : [head.map(word => dim(word))]), ...rows].map(row =>
    row.map(styled),
  );
  const count = Math.max(0, ...cells.map(row => row.length));
  const widths = Array.from({ length: count }, (_, column) =>
    Math.max(0, ...cells.map(row => row[column]?.width ?? 0)),
  );
  const needed = widths.slice(0, -1).reduce((sum, width) => sum + width + gap, indent);
  if (head !== undefined && needed + leastRoom > columns) {
    return stackedLines(rows, { head, indent, columns });
  }
  return cells.flatMap(row => {
    const last = row.length - 1;
    const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap, indent);
    const room = Math.max(leastRoom, columns - before);
    const folded = fold(row[last] ?? styled(''), room);
    const start = row
      .slice(0, last)
      .flatMap((cell, column) => [cell, ' '.repeat((widths[column] ?? 0) - cell.width + gap)]);
    return folded.map((piece, index) =>
      index === 0
        ? joined([' '.repeat(indent), ...start, piece])
        : joined([' '.repeat(before), piece]),
    );
  });
}

/** Each row under its first cell, the others below it with the words that stand above their column. */
function stackedLines(
  rows: readonly (readonly Text[])[],
  { head, indent, columns }: Required<TableOptions>,
): StyledText[] {
  return rows.flatMap(([first = '', ...others]) => [
    joined([' '.repeat(indent), first]),
    ...tableLines(
      others.map((cell, index) => [dim(head[index + 1] ?? ''), cell]),
      { indent: indent + gap, columns },
    ),
  ]);
}

/** Cuts a text into lines of at most `room` columns, at spaces where there are any. */
export function fold(content: StyledText, room: number): StyledText[] {
  if (content.width <= room) return [content];
  const words = content.pieces.flatMap(({ text, look }) =>
    text.split(/(?<= )/).map(word => new StyledText([{ text: word, look }])),
  );
  const lines: StyledText[][] = [[]];
  let used = 0;
  for (const word of words) {
    if (used > 0 && used + word.width > room) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(word);
    used += word.width;
  }
  return lines.map(joined);
}
