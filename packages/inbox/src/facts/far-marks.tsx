import { riskLevels } from '@countersign/protocol/value';
import type { ReactNode } from 'react';
import { cardText } from '../language/english/card.ts';
import { factsText } from '../language/english/facts.ts';
import type { FactItem } from './fact-items.ts';
import { type FactNode, labelWords } from './fact-tree.ts';
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
  nodes,
  items,
  marks,
}: {
  readonly nodes: readonly FactNode[];
  readonly items: readonly FactItem[];
  readonly marks: Marks;
}): ReactNode {
  const marked = items.flatMap((item, index) =>
    item.kind === 'row' && marksAt(marks, item.node.pointer).length > 0
      ? [{ node: item.node, index, own: marksAt(marks, item.node.pointer) }]
      : [],
  );
  const far = marked.filter(({ index }) => index >= firstScreen);
  if (far.length === 0) return null;
  const rank = (own: Marks): number =>
    Math.max(...own.map(({ level }) => riskLevels.indexOf(level)));
  const shown = far.toSorted((one, other) => rank(other.own) - rank(one.own)).slice(0, rowsMax);
  return (
    <section className="far-marks" aria-label={factsText.standsFurtherDown}>
      <p>{factsText.standsFurtherDown}</p>
      {shown.map(({ node, own }) => (
        <div key={node.pointer}>
          <dl className="facts-rows">
            <div className="fact">
              <dt>
                <Words text={wayTo(nodes, node.pointer)} />
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

/** The labels of the groups around a value, and its own, as the tree has them. */
function wayTo(nodes: readonly FactNode[], pointer: string): string {
  const node = nodes.find(
    each => pointer === each.pointer || pointer.startsWith(`${each.pointer}/`),
  );
  if (node === undefined) return '';
  const own = labelWords(node.label);
  return node.pointer === pointer ? own : `${own} › ${wayTo(node.members, pointer)}`;
}
