import type { DiffRow, diffParts } from '@countersign/card/diff';
import type { ReactNode } from 'react';
import { focusNote } from '../facts/mark-note.tsx';
import type { Marks } from '../facts/marks.ts';
import type { Token } from '../facts/tokens.ts';
import { cardText } from '../language/english/card.ts';
import { shapesText } from '../language/english/shapes.ts';
import { fill } from '../language/fill.ts';
import { DiffLine } from './diff-line.tsx';

/** So many lines of a diff are on the screen when a card is opened. */
const firstScreen = 14;
const linesMax = 6;

/**
 * The marked lines of a long diff, before the diff itself: what stands out is on the first screen, however far down it is.
 * The diff below has the same lines in their places, and those count as seen there.
 */
export function MarkedLines({
  parts,
  marksOf,
  tokensOf,
}: {
  readonly parts: ReturnType<typeof diffParts>;
  readonly marksOf: (row: DiffRow) => Marks;
  readonly tokensOf: (row: DiffRow) => readonly Token[];
}): ReactNode {
  // Folded equal lines take the room of one.
  const drawn = parts.flatMap(({ kind, rows }) => (kind === 'equal' ? rows.slice(0, 1) : rows));
  const marked = drawn.filter(row => marksOf(row).length > 0);
  if (!marked.some(row => drawn.indexOf(row) >= firstScreen)) return null;
  const gravest = marked.toSorted((one, other) => rankOf(marksOf(other)) - rankOf(marksOf(one)));
  const shown = marked.filter(row => gravest.slice(0, linesMax).includes(row));
  const others = marked.length - shown.length;
  return (
    <section className="diff-marked" aria-label={shapesText.markedLines(marked.length)}>
      <p>
        {fill(others > 0 ? shapesText.gravestFirst(shown.length) : shapesText.allFollows, {
          lines: <b>{shapesText.markedLines(marked.length)}</b>,
        })}
      </p>
      {shown.map(row => (
        <div key={`${row.pointer} ${row.start}`} className="diff-marked-line">
          <DiffLine row={row} marks={marksOf(row)} tokens={tokensOf(row)} />
          <button
            type="button"
            className="why-show"
            aria-label={shapesText.showLine(String(row.after ?? row.before ?? ''))}
            onClick={event => {
              const [mark] = marksOf(row);
              if (mark !== undefined) focusNote(event.currentTarget, mark);
            }}
          >
            {cardText.show}
          </button>
        </div>
      ))}
    </section>
  );
}

function rankOf(marks: Marks): number {
  return marks.some(({ level }) => level === 'critical') ? 1 : 0;
}
