import type { HoldFacts } from '@countersign/client/people';
import type { Piece } from '../facts/piece.ts';

export type Marks = NonNullable<HoldFacts['reading']>['marks'];

interface CutPart {
  /** Where it begins in the whole text. */
  readonly from: number;
  readonly kind: Marks[number]['kind'] | null;
  readonly pieces: readonly Piece[];
}

/** The pieces of a line that begins at `start`, cut where a mark begins or ends. No character is lost or added. */
export function cutAt(pieces: readonly Piece[], start: number, marks: Marks): readonly CutPart[] {
  const parts: { from: number; kind: CutPart['kind']; pieces: Piece[] }[] = [];
  const add = (piece: Piece, from: number): void => {
    const kind = marks.find(mark => mark.start <= from && mark.end > from)?.kind ?? null;
    const last = parts.at(-1);
    if (last !== undefined && last.kind === kind) last.pieces.push(piece);
    else parts.push({ from, kind, pieces: [piece] });
  };
  let at = start;
  for (const piece of pieces) {
    const end = at + piece.source.length;
    if (piece.kind === 'text') {
      const inner = marks.flatMap(mark => [mark.start, mark.end]).filter(p => p > at && p < end);
      const places = [at, ...new Set(inner.toSorted((a, b) => a - b)), end];
      for (const [index, from] of places.slice(0, -1).entries()) {
        const to = places[index + 1] ?? end;
        add({ kind: 'text', source: piece.source.slice(from - at, to - at) }, from);
      }
    } else {
      add(piece, at);
    }
    at = end;
  }
  return parts;
}
