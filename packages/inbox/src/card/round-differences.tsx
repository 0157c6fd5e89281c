import type { JsonValue } from '@countersign/protocol/json';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { compareActions, type Difference } from '../facts/compare-actions.ts';
import type { Piece } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { readAction } from '../facts/read-action.ts';
import { numberLocale } from '../language/chosen.ts';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';

const shownAtOnce = 12;
const words = {
  added: cardText.added,
  removed: cardText.removed,
  changed: cardText.changed,
} as const;

/** What is different from the round before, value by value. */
export function RoundDifferences({
  previousId,
  previousText,
  action,
  change,
}: {
  readonly previousId: string;
  readonly previousText: string | null;
  readonly action: JsonValue;
  /** What the agent says has changed. */
  readonly change: string | null;
}): ReactNode {
  const [all, setAll] = useState(false);
  const differences = useMemo(() => {
    const before = readAction(previousText);
    return before === null ? null : compareActions(before, action);
  }, [previousText, action]);
  const round = (
    <Link to={`/history/${encodeURIComponent(previousId)}`}>{cardText.roundBefore}</Link>
  );
  return (
    <section className="sec">
      <h2>{cardText.sinceLastRound}</h2>
      <div className="min-w-0">
        {change !== null && change !== '' && (
          <div className="quote mb-3">
            <div className="quote-head">
              <span>{cardText.agentSaysChanged}</span>
              <Tag>{cardText.notVerified}</Tag>
            </div>
            <div className="quote-words">
              “<Words text={change} />”
            </div>
          </div>
        )}
        {differences === null ? (
          <p>{fill(cardText.cannotCompare, { round: round })}</p>
        ) : differences.length === 0 ? (
          <p>{fill(cardText.sameAction, { round: round })}</p>
        ) : (
          <>
            <p>{fill(cardText.valuesDiffer(differences.length), { round })}</p>
            <table className="differences">
              <thead>
                <tr>
                  <th scope="col">{cardText.value}</th>
                  <th scope="col">{cardText.before}</th>
                  <th scope="col">{cardText.now}</th>
                </tr>
              </thead>
              <tbody>
                {(all ? differences : differences.slice(0, shownAtOnce)).map(
                  (difference, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a list that does not change
                    <DifferenceRow key={index} difference={difference} />
                  ),
                )}
              </tbody>
            </table>
            {!all && differences.length > shownAtOnce && (
              <Button small onClick={() => setAll(true)}>
                {cardText.showAll(differences.length.toLocaleString(numberLocale))}
              </Button>
            )}
          </>
        )}
      </div>
    </section>
  );
}

function DifferenceRow({ difference }: { readonly difference: Difference }): ReactNode {
  const { kind, label, before, after } = difference;
  return (
    <tr>
      <th scope="row">
        <Pieces pieces={label} />
        <span className="visually-hidden">, {words[kind]}</span>
      </th>
      <td>
        {before === null ? (
          <span className="text-text-3">{cardText.notThere}</span>
        ) : (
          <del>
            <Side pieces={before} />
          </del>
        )}
      </td>
      <td>
        {after === null ? (
          <span className="text-text-3">{cardText.notThere}</span>
        ) : (
          <ins>
            <Side pieces={after} />
          </ins>
        )}
      </td>
    </tr>
  );
}

const sideLengthMax = 600;

/** A long value is folded here with its length; the facts above show all of it. */
function Side({ pieces }: { readonly pieces: readonly Piece[] }): ReactNode {
  const [open, setOpen] = useState(false);
  const length = pieces.reduce((sum, { source }) => sum + source.length, 0);
  if (length === 0) return <span className="text-text-3">{cardText.emptyText}</span>;
  if (length <= sideLengthMax || open) return <Pieces pieces={pieces} />;
  return (
    <Button small onClick={() => setOpen(true)}>
      {cardText.openCharacters(length.toLocaleString(numberLocale))}
    </Button>
  );
}
