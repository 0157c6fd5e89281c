import { joinWords } from '../command.ts';
import type { Edit } from '../edit.ts';
import { firstLineOf } from '../first-line.ts';
import type { CardAction } from '../parameters.ts';
import { pointersShown, type Shape, shapeOf } from '../shape.ts';
import { gravestOf, type Mark } from './mark.ts';

/** Where a finding of the risk assessment stands, and its words for a person. */
export interface FoundSpan {
  /** The place of the finding among the recorded ones. */
  readonly finding: number;
  readonly pointer: string;
  readonly start: number;
  readonly end: number;
  readonly level: Mark['level'];
  readonly words: string;
}

/** A mark, and the recorded findings that it shows the place of. */
export interface JoinedMark extends Mark {
  readonly findings: readonly number[];
}

const marksMax = 100;

/**
 * Joins our marks with the places of the findings that decided. If both are about the same bytes, there is one mark. It
 * has our words, which tell more, and the graver level.
 */
export function joinMarks(
  action: CardAction,
  marks: readonly Mark[],
  spans: readonly FoundSpan[],
): readonly JoinedMark[] {
  const shape = shapeOf(action);
  const joined: JoinedMark[] = marks.map(mark => ({ ...placedIn(shape, mark), findings: [] }));
  const gravestFirst = spans.toSorted((one, other) => rank(other.level) - rank(one.level));
  for (const span of gravestFirst) {
    const { finding, ...place } = placedIn(shape, span);
    const index = joined.findIndex(mark => overlaps(mark, place));
    const known = joined[index];
    if (known === undefined) joined.push({ ...place, findings: [finding] });
    else
      joined[index] = {
        ...known,
        level: rank(place.level) > rank(known.level) ? place.level : known.level,
        words: index < marks.length ? known.words : bothWords(known, place),
        findings: known.findings.includes(finding) ? known.findings : [...known.findings, finding],
      };
  }
  return gravestOf(joined, marksMax);
}

const wordsMax = 160;

/** If two findings of one level are on the same bytes, the mark names both. */
function bothWords(known: Mark, other: Mark): string {
  const both = `${known.words} ${other.words}`;
  const isLess = rank(other.level) < rank(known.level) || known.words.includes(other.words);
  return isLess || both.length > wordsMax ? known.words : both;
}

function rank(level: Mark['level']): number {
  return level === 'critical' ? 1 : 0;
}

function overlaps(one: Mark, other: Mark): boolean {
  if (one.pointer !== other.pointer) return false;
  const isWhole = one.end === 0 || other.end === 0;
  return isWhole || (one.start < other.end && other.start < one.end);
}

/** The span where the view of the shape shows it: on the line of a command, and on bytes of a text. */
function placedIn<T extends Mark>(shape: Shape, span: T): T {
  if (shape.kind === 'command') {
    const { pointer, words, inner } = shape.command;
    const index = words === null ? -1 : wordIndex(pointer, span.pointer, words.length);
    if (words !== null && index >= 0 && inner === null) {
      const start = index === 0 ? 0 : joinWords(words.slice(0, index)).length + 1;
      return { ...span, pointer, start, end: joinWords(words.slice(0, index + 1)).length };
    }
  }
  return onLine(shape, span);
}

/** A mark on a whole text stands on its first line, where a view shows the text in lines. */
function onLine<T extends Mark>(shape: Shape, mark: T): T {
  const text = mark.end > 0 ? null : textOf(shape, mark.pointer);
  return text === null ? mark : { ...mark, ...firstLineOf(text) };
}

function wordIndex(list: string, pointer: string, length: number): number {
  if (!pointer.startsWith(`${list}/`)) return -1;
  const index = Number(pointer.slice(list.length + 1));
  return Number.isInteger(index) && index < length ? index : -1;
}

/** The text of a value that its view shows in lines. */
function textOf(shape: Shape, pointer: string): string | null {
  if (!pointersShown(shape).includes(pointer)) return null;
  switch (shape.kind) {
    case 'sql':
      return shape.sql.value;
    case 'code':
      return shape.code.value;
    case 'command':
      return shape.command.text;
    case 'edit':
      return editText(shape.edit, pointer);
    case 'message':
      return shape.message.body?.pointer === pointer ? shape.message.body.value : null;
    default:
      return null;
  }
}

function editText(edit: Edit, pointer: string): string | null {
  const texts =
    edit.kind === 'patch'
      ? [edit.patch]
      : edit.kind === 'write'
        ? [edit.content]
        : edit.pairs.flatMap(({ before, after }) => [after, before]);
  return texts.find(each => each.pointer === pointer)?.value ?? null;
}
