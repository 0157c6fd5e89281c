import { memo, type ReactNode } from 'react';
import { lineFeed, type MarkPiece, type Piece, piecesOf, writtenOut } from './piece.ts';

/** A value as text of its own: nothing in it reaches over its end, and nothing in it is markup. */
export const Pieces = memo(function Pieces({
  pieces,
}: {
  readonly pieces: readonly Piece[];
}): ReactNode {
  return <bdi>{pieces.map((piece, index) => pieceNode(piece, index))}</bdi>;
});

/** The same from a text. */
export function Words({ text }: { readonly text: string }): ReactNode {
  return <Pieces pieces={piecesOf(text)} />;
}

function pieceNode(piece: Piece, index: number): ReactNode {
  if (piece.kind === 'text') return piece.source;
  return <Written key={index} mark={piece} />;
}

export function Written({ mark }: { readonly mark: MarkPiece }): ReactNode {
  const isBlank = mark.mark === 'space' || mark.mark === 'tab' || mark.code_point === lineFeed;
  return (
    <span className={isBlank ? 'written written--blank' : 'written'} dir="ltr">
      {writtenOut(mark)}
    </span>
  );
}
