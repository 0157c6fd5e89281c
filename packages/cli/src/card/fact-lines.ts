import { type Fact, joinSegments, segmentText } from '@countersign/protocol/view';
import { cyan, dim, joined, type StyledText, type Text, text } from '../terminal/styled-text.ts';
import { linesOf, segmentsText } from './data-text.ts';
import { type FoldedValue, foldValue, keyFold } from './fold-value.ts';
import { hangingLines } from './wrap-text.ts';

interface RowLayout {
  /** Columns of the screen. */
  readonly columns: number;
  /** Columns before each line. */
  readonly indent: number;
}

/** One row of a card: what it is called, how deep it lies, and what it says on one line or several. */
export interface FactRow {
  readonly key: Text;
  readonly depth: number;
  readonly value: readonly Text[];
}

const keyColumnsMax = 26;

/** The members of a pointer. */
export function pathOf({ label }: Fact): string[] {
  return joinSegments(label)
    .split('/')
    .slice(1)
    .map(part => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Facts as rows below a member: `above` is how many members of their path are said already. */
export function factRows(facts: readonly Fact[], above: number, full: boolean): FactRow[] {
  return facts.map(fact => {
    const path = pathOf(fact);
    return {
      key: keyText(path.at(-1) ?? '', full),
      depth: Math.max(0, path.length - above - 1),
      value: valueLines(fact, full),
    };
  });
}

export function rowLines(rows: readonly FactRow[], layout: RowLayout): StyledText[] {
  const { columns, indent } = layout;
  const keyed = rows.map(({ key, depth, value }) => {
    const start = joined([' '.repeat(indent + Math.min(2 * depth, 24)), key]);
    return { start, value };
  });
  const widest = Math.max(0, ...keyed.map(({ start }) => start.width));
  const at = Math.min(widest, indent + keyColumnsMax) + 2;
  return keyed.flatMap(({ start, value }) => {
    const gap = at - start.width;
    if (gap >= 1) return hangingLines(joined([start, ' '.repeat(gap)]), value, columns);
    return [start, ...hangingLines(' '.repeat(at), value, columns)];
  });
}

/** A value as it is shown. Text is in quotes, so that the number 1 and the text 1 never look alike. */
export function valueLines(fact: Fact, full: boolean): Text[] {
  const { kind, size } = fact;
  if (kind === 'object') return [dim(size === 0 ? 'empty object' : counted(size, 'member'))];
  if (kind === 'array')
    return [dim(size === 0 ? 'empty list' : `list of ${size.toLocaleString('en')}`)];
  if (kind === 'null') return [dim('null')];
  if (kind === 'sealed') return [cyan(segmentsText(fact.value))];
  if (kind !== 'text') return [segmentsText(fact.value)];
  return textLines(fact.value, size, full);
}

/** A text in quotes, whole or folded with its size. */
export function textLines(segments: Fact['value'], bytes: number, full: boolean): Text[] {
  const folded = full ? null : foldValue(segments, bytes);
  if (folded === null) return quotedLines(segments);
  return [
    ...linesOf(folded.head).map((line, index) => (index === 0 ? text`${dim('"')}${line}` : line)),
    foldNote(folded, bytes),
    ...linesOf(folded.tail).map((line, index, all) =>
      index === all.length - 1 ? text`${line}${dim('"')}` : line,
    ),
  ];
}

function quotedLines(segments: Fact['value']): Text[] {
  const lines = linesOf(segments);
  if (segments.length === 0) return [dim('""')];
  return lines.map((line, index) =>
    joined([index === 0 ? dim('"') : '', line, index === lines.length - 1 ? dim('"') : '']),
  );
}

function foldNote({ hiddenBytes }: FoldedValue, bytes: number): StyledText {
  const [hidden, all] = [hiddenBytes, bytes].map(count => count.toLocaleString('en'));
  return dim(`[${hidden} of ${all} bytes folded; --full]`);
}

/** Whether the name of a fact is folded, and so something of it not shown. */
export function isKeyFolded(fact: Fact): boolean {
  return foldedKey(pathOf(fact).at(-1) ?? '') !== null;
}

function foldedKey(key: string): FoldedValue | null {
  return foldValue(segmentText(key), Buffer.byteLength(key), keyFold);
}

/** The name of a member, which others chose as well. */
function keyText(key: string, full: boolean): StyledText {
  const segments = segmentText(key);
  const folded = full ? null : foldedKey(key);
  if (folded === null) return key === '' ? dim('(no name)') : segmentsText(segments);
  const note = dim(`[${folded.hiddenBytes.toLocaleString('en')} bytes folded]`);
  return text`${segmentsText(folded.head)}${note}${segmentsText(folded.tail)}`;
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
