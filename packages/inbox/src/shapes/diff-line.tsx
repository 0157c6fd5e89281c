import type { DiffRow } from '@countersign/card/diff';
import { Fragment, type ReactNode } from 'react';
import { aboutMark, MarkNote } from '../facts/mark-note.tsx';
import type { Marks } from '../facts/marks.ts';
import { type Piece, piecesOf, sourceOf } from '../facts/piece.ts';
import { Written } from '../facts/pieces.tsx';
import type { Token } from '../facts/tokens.ts';
import { shapesText } from '../language/english/shapes.ts';

const signs = { same: ' ', added: '+', removed: '−', head: '' } as const;

/** One line: old number, new number, sign, text, and under it what is said about it. */
export function DiffLine({
  row,
  marks,
  tokens,
}: {
  readonly row: DiffRow;
  readonly marks: Marks;
  readonly tokens: readonly Token[];
}): ReactNode {
  return (
    <>
      <div className={`diff-line diff-line--${row.kind}`}>
        <span className="no">{row.before ?? ''}</span>
        <span className="no">{row.after ?? ''}</span>
        <span className="sign">
          {signs[row.kind]}
          {row.kind === 'added' && <span className="visually-hidden">{shapesText.added}</span>}
          {row.kind === 'removed' && <span className="visually-hidden">{shapesText.removed}</span>}
        </span>
        <bdi className="text" dir="ltr">
          <LineText row={row} marks={marks} tokens={tokens} />
        </bdi>
      </div>
      {marks
        .filter(({ end }) => end <= row.start + row.text.length)
        .map(mark => (
          <MarkNote
            key={`${mark.start} ${mark.words}`}
            mark={mark}
            about={aboutMark(
              mark,
              marks,
              row.text.slice(mark.start - row.start, mark.end - row.start),
            )}
          />
        ))}
    </>
  );
}

/** The text of a line, cut where a change or a mark begins or ends. Blanks stay; other hidden characters are spelled out. */
export function LineText({
  row,
  marks,
  tokens,
}: {
  readonly row: DiffRow;
  readonly marks: Marks;
  /** Colours, with places in the line. */
  readonly tokens: readonly Token[];
}): ReactNode {
  const { text, start, changed } = row;
  const places = [
    0,
    text.length,
    ...changed.flat(),
    ...tokens.flatMap(token => [token.start, token.end]),
    ...marks.flatMap(mark => [mark.start - start, mark.end - start]),
  ]
    .filter(place => place >= 0 && place <= text.length)
    .sort((a, b) => a - b);
  const cuts = [...new Set(places)];
  return cuts.slice(0, -1).map((from, index) => {
    const to = cuts[index + 1] ?? text.length;
    const isChanged = changed.some(([a, b]) => from >= a && to <= b);
    const mark = marks.find(each => from + start >= each.start && to + start <= each.end);
    const colour = tokens.find(token => from >= token.start && to <= token.end)?.kind ?? 'plain';
    const look = [
      // A changed word is read by its tint alone.
      isChanged ? 'changed' : colour === 'plain' ? '' : `colour-${colour}`,
      mark === undefined ? '' : `marked marked--${mark.level}`,
    ]
      .filter(Boolean)
      .join(' ');
    const pieces =
      piecesOf(text).length === 1
        ? [{ kind: 'text', source: text.slice(from, to) } as const]
        : cutPieces(text, from, to);
    return (
      <span key={from} className={look === '' ? undefined : look}>
        {placed(pieces).map(([at, piece]) => (
          <Fragment key={at}>{drawn(piece)}</Fragment>
        ))}
      </span>
    );
  });
}

/** Pieces with where they begin. */
function placed(pieces: readonly Piece[]): (readonly [at: number, piece: Piece])[] {
  let at = 0;
  return pieces.map(piece => {
    const start = at;
    at += piece.source.length;
    return [start, piece] as const;
  });
}

/** The pieces of a line within two places. A written-out run belongs to the stretch in which it starts. */
function cutPieces(text: string, from: number, to: number): readonly Piece[] {
  const cut: Piece[] = [];
  let at = 0;
  for (const piece of piecesOf(text)) {
    const end = at + piece.source.length;
    if (piece.kind === 'mark') {
      if (at >= from && at < to) cut.push(piece);
    } else {
      const source = piece.source.slice(Math.max(from - at, 0), Math.max(to - at, 0));
      if (source !== '') cut.push({ kind: 'text', source });
    }
    at = end;
  }
  return cut;
}

const blanksDrawn = 24;

function drawn(piece: Piece): ReactNode {
  if (piece.kind === 'text') return piece.source;
  if (piece.mark === 'space' && piece.count <= blanksDrawn) return sourceOf([piece]);
  return <Written mark={piece} />;
}
