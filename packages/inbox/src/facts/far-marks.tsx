import { riskLevels } from '@countersign/protocol/value';
import type { ReactNode } from 'react';
import { cardText } from '../language/english/card.ts';
import { factsText } from '../language/english/facts.ts';
import type { FactItem } from './fact-items.ts';
import { FactValue } from './fact-value.tsx';
import { focusNote, MarkNote } from './mark-note.tsx';
import { type Marks, marksAt } from './marks.ts';
import { Words } from './pieces.tsx';

/** So many rows of a tree are on the screen when a card is opened. */
const firstScreen = 8;
const rowsMax = 6;

/**
 * The marked values of a long tree, before the tree itself: what stands out is on the first screen, however far down it is. The
 * tree has the same values in their places, and those count as seen there.
 */
export function FarMarks({
  items,
  marks,
}: {
  readonly items: readonly FactItem[];
  readonly marks: Marks;
}): ReactNode {
  const marked = items.flatMap((item, index) =>
    item.kind === 'row' && marksAt(marks, item.node.pointer).length > 0
      ? [{ node: item.node, index, own: marksAt(marks, item.node.pointer) }]
      : [],
  );
  if (!marked.some(({ index }) => index >= firstScreen)) return null;
  const rank = (own: Marks): number =>
    Math.max(...own.map(({ level }) => riskLevels.indexOf(level)));
  const shown = marked.toSorted((one, other) => rank(other.own) - rank(one.own)).slice(0, rowsMax);
  return (
    <section className="far-marks" aria-label={factsText.standsFurtherDown}>
      <p>{factsText.standsFurtherDown}</p>
      {shown.map(({ node, own }) => (
        <div key={node.pointer}>
          <dl className="facts-rows">
            <div className="fact">
              <dt>
                <code>
                  <Words text={node.pointer.slice(1)} />
                </code>
              </dt>
              <FactValue node={node} marks={own} />
            </div>
          </dl>
          {own.map(mark => (
            <MarkNote key={mark.words} mark={mark} />
          ))}
          <button
            type="button"
            className="why-show"
            aria-label={cardText.showWhere(own[0]?.words ?? '')}
            onClick={event => own[0] !== undefined && focusNote(event.currentTarget, own[0])}
          >
            {cardText.show}
          </button>
        </div>
      ))}
    </section>
  );
}
