import { firstLineOf } from '@countersign/card';
import type { ShownMark } from '@countersign/client/people';
import type { Coloured } from './colour.ts';
import type { Row } from './rows.ts';

export type Marks = readonly ShownMark[];

export function marksAt(marks: Marks, pointer: string): Marks {
  return marks.filter(mark => mark.pointer === pointer);
}

/** A mark on a whole text stands on its first line, where the text is drawn in lines. */
export function inLines(marks: Marks, text: string): Marks {
  return marks.map(mark => (mark.end === 0 ? { ...mark, ...firstLineOf(text) } : mark));
}

/** Whether a mark stands in a row, or ends in it. */
export function marksIn(marks: Marks, row: Row): Marks {
  const end = row.start + lengthOf(row) + (row.ends ? 1 : 0);
  return marks.filter(mark => mark.start < Math.max(end, row.start + 1) && mark.end > row.start);
}

/** The notes of a row: those of the marks that end in it, so that each is said once. */
export function notesOf(marks: Marks, row: Row): Marks {
  const end = row.start + lengthOf(row) + (row.ends ? 1 : 0);
  return marks.filter(mark => mark.end > row.start && mark.end <= end);
}

function lengthOf({ pieces }: Row): number {
  return pieces.reduce((sum, { source }) => sum + source.length, 0);
}

export interface MarkedPart extends Coloured {
  readonly level: ShownMark['level'] | null;
}

/** Coloured pieces, cut where a mark starts or ends. */
export function markParts(parts: readonly Coloured[], start: number, marks: Marks): MarkedPart[] {
  const marked: MarkedPart[] = [];
  let at = start;
  for (const { colour, piece } of parts) {
    const end = at + piece.source.length;
    const places = [at, ...marks.flatMap(mark => [mark.start, mark.end]), end]
      .filter(place => place >= at && place <= end)
      .sort((a, b) => a - b);
    if (piece.kind === 'mark') {
      marked.push({ colour, piece, level: levelAt(marks, at) });
    } else {
      for (const [index, from] of places.entries()) {
        const to = places[index + 1] ?? from;
        if (to === from) continue;
        const source = piece.source.slice(from - at, to - at);
        marked.push({ colour, piece: { kind: 'text', source }, level: levelAt(marks, from) });
      }
    }
    at = end;
  }
  return marked;
}

function levelAt(marks: Marks, place: number): ShownMark['level'] | null {
  const here = marks.filter(mark => mark.start <= place && mark.end > place);
  if (here.length === 0) return null;
  return here.some(({ level }) => level === 'critical') ? 'critical' : 'high';
}

export function gravest(marks: Marks): ShownMark['level'] | null {
  if (marks.length === 0) return null;
  return marks.some(({ level }) => level === 'critical') ? 'critical' : 'high';
}
