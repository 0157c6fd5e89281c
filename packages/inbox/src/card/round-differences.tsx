import type { JsonValue } from '@countersign/protocol/json';
import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../design/button.tsx';
import { Tag } from '../design/chip.tsx';
import { compareActions, type Difference } from '../facts/compare-actions.ts';
import type { Piece } from '../facts/piece.ts';
import { Pieces, Words } from '../facts/pieces.tsx';
import { readAction } from '../facts/read-action.ts';
import { Link } from '../navigation/link.tsx';

const shownAtOnce = 12;
const words = { added: 'Added', removed: 'Removed', changed: 'Changed' } as const;

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
  const round = <Link to={`/history/${encodeURIComponent(previousId)}`}>round before</Link>;
  return (
    <section className="sec">
      <h2>Since the last round</h2>
      <div className="min-w-0">
        {change !== null && change !== '' && (
          <div className="quote mb-3">
            <div className="quote-head">
              <span>The agent says what changed</span>
              <Tag>Not verified</Tag>
            </div>
            <div className="quote-words">
              “<Words text={change} />”
            </div>
          </div>
        )}
        {differences === null ? (
          <p>The bytes of the {round} cannot be read, so nothing can be compared.</p>
        ) : differences.length === 0 ? (
          <p>The same action as in the {round}, value for value.</p>
        ) : (
          <>
            <p>
              {differences.length === 1
                ? '1 value differs'
                : `${differences.length.toLocaleString('en')} values differ`}{' '}
              from the {round}.
            </p>
            <table className="differences">
              <thead>
                <tr>
                  <th scope="col">Value</th>
                  <th scope="col">Before</th>
                  <th scope="col">Now</th>
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
                Show all {differences.length.toLocaleString('en')}
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
          <span className="text-text-3">not there</span>
        ) : (
          <del>
            <Side pieces={before} />
          </del>
        )}
      </td>
      <td>
        {after === null ? (
          <span className="text-text-3">not there</span>
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
  if (length === 0) return <span className="text-text-3">empty text</span>;
  if (length <= sideLengthMax || open) return <Pieces pieces={pieces} />;
  return (
    <Button small onClick={() => setOpen(true)}>
      Open {length.toLocaleString('en')} characters
    </Button>
  );
}
