import { readableSegments } from '@countersign/card';
import type { MarkKind, TextSegment } from '@countersign/protocol/view';

/**
 * A stretch of a value as it stands on the screen: words, or code points that are written out. `source` is what
 * the value itself has there, so the sources of all pieces, in order, are the value and nothing else.
 */
export type Piece =
  | { readonly kind: 'text'; readonly source: string }
  | {
      readonly kind: 'mark';
      readonly source: string;
      readonly mark: MarkKind;
      readonly code_point: string;
      readonly glyph: string | null;
      readonly count: number;
    };

export type MarkPiece = Extract<Piece, { kind: 'mark' }>;

export function piecesOf(value: string): Piece[] {
  return readableSegments(value).map(pieceOf);
}

export function pieceOf(segment: TextSegment): Piece {
  if ('text' in segment) return { kind: 'text', source: segment.text };
  const { mark, code_point, glyph, count } = segment;
  return { kind: 'mark', source: charOf(code_point).repeat(count), mark, code_point, glyph, count };
}

export function sourceOf(pieces: readonly Piece[]): string {
  return pieces.map(({ source }) => source).join('');
}

export const lineFeed = 'U+000A';

/** `<U+202E>`, `<U+0020 x12>`: the name of a code point in the place where it stands. */
export function writtenOut({ code_point, count }: MarkPiece): string {
  return `<${code_point}${count === 1 ? '' : ` x${count}`}>`;
}

/**
 * Whether a mark stands for something that a reader cannot see. Blanks, tabs and line feeds are visible by their width,
 * and are counted in their place.
 */
export function isHidden(piece: Piece): piece is MarkPiece {
  if (piece.kind === 'text') return false;
  return !(piece.mark === 'space' || piece.mark === 'tab' || piece.code_point === lineFeed);
}

function charOf(codePoint: string): string {
  return String.fromCodePoint(Number.parseInt(codePoint.slice(2), 16));
}
