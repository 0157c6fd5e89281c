import { segmentText } from '@countersign/protocol/view';
import { dim, joined, type StyledText, text } from '../terminal/styled-text.ts';
import { dataText } from './data-text.ts';
import { textLines } from './fact-lines.ts';
import { foldValue, valueFold } from './fold-value.ts';
import { hangingLines } from './wrap-text.ts';

/**
 * A text as the lines it has. Several lines are numbered: a line without a number goes on with the line above, so that a break of
 * the text and a break for lack of room never look alike. The number takes the place of a written-out line feed. Any other end
 * of a line is written out.
 */
export function codeLines(value: string, full: boolean, room: number): StyledText[] {
  const lines = value.split('\n');
  if (lines.length === 1) {
    const quoted = textLines(segmentText(value), Buffer.byteLength(value), full);
    return quoted.flatMap(line => hangingLines('  ', [line], room));
  }
  const kept = full ? null : keptLines(value, lines);
  const digits = Math.max(3, String(lines.length).length);
  return lines.flatMap((line, index) => {
    if (kept !== null && index === kept.head) return [foldedNote(lines, kept)];
    if (kept !== null && index > kept.head && index < kept.tail) return [];
    const number = dim(String(index + 1).padStart(digits));
    return hangingLines(text`${number}  `, linesOfOne(line, full), room);
  });
}

/** Where a fold begins, and where the text goes on behind it. */
interface Kept {
  readonly head: number;
  readonly tail: number;
}

/** Whole lines from both ends. The first and the last line are always there. */
function keptLines(value: string, lines: readonly string[]): Kept | null {
  if (foldValue(segmentText(value), Buffer.byteLength(value)) === null) return null;
  const head = Math.max(1, fitting(lines, valueFold.head));
  const tail = lines.length - Math.max(1, fitting(lines.toReversed(), valueFold.tail));
  return tail - head < 2 ? null : { head, tail };
}

function fitting(lines: readonly string[], cells: number): number {
  let used = 0;
  const end = lines.findIndex(line => {
    used += line.length + 1;
    return used > cells;
  });
  return end < 0 ? lines.length : end;
}

function foldedNote(lines: readonly string[], { head, tail }: Kept): StyledText {
  const hidden = lines.slice(head, tail);
  const bytes = Buffer.byteLength(hidden.join('\n')) + 1;
  const [count, size] = [hidden.length, bytes].map(each => each.toLocaleString('en'));
  return dim(`     [${count} lines of ${size} bytes folded; --full]`);
}

function linesOfOne(line: string, full: boolean): StyledText[] {
  if (line === '') return [];
  const segments = segmentText(line);
  if (!full && foldValue(segments, Buffer.byteLength(line)) !== null)
    return textLines(segments, Buffer.byteLength(line), false).map(each => joined([each]));
  return [indentedLine(line)];
}

/** Indentation is drawn; whatever else cannot be seen is named. */
export function indentedLine(line: string): StyledText {
  const [indent = ''] = /^ {0,40}/.exec(line) ?? [];
  return indent.length === line.length
    ? dataText(line)
    : joined([indent, dataText(line.slice(indent.length))]);
}
