import type { Piece } from './piece.ts';
import type { Row } from './rows.ts';
import { type Token, type TokenKind, tokensWithin } from './tokens.ts';

export type Coloured = { readonly colour: TokenKind; readonly piece: Piece };

/** The pieces of a row, cut where the colour changes. A written-out character stays whole. */
export function colourRow({ pieces, start }: Row, tokens: readonly Token[]): Coloured[] {
  const coloured: Coloured[] = [];
  let at = start;
  for (const piece of pieces) {
    const end = at + piece.source.length;
    if (piece.kind === 'mark') {
      coloured.push({ colour: tokensWithin(tokens, at, end)[0]?.kind ?? 'plain', piece });
    } else {
      for (const token of tokensWithin(tokens, at, end)) {
        const source = piece.source.slice(token.start - at, token.end - at);
        coloured.push({ colour: token.kind, piece: { kind: 'text', source } });
      }
    }
    at = end;
  }
  return coloured;
}
