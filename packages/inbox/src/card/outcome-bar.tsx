import { type ReactNode, useEffect, useRef } from 'react';
import { buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { cardText } from '../language/english/card.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import type { OutcomeWords } from './outcome-words.ts';

/** In place of the buttons: the outcome, or why this person cannot decide. */
export function OutcomeBar({
  words,
  evidence,
  next = null,
}: {
  readonly words: OutcomeWords;
  /** Where the whole record is; null where it is still being decided. */
  readonly evidence: string | null;
  /** The request that waits next for this person. */
  readonly next?: { readonly id: string; readonly sentence: string } | null;
}): ReactNode {
  const offer = useRef<HTMLAnchorElement>(null);
  const offered = useRef(false);
  useEffect(() => {
    // The button that had the focus is gone. The offer takes it over, once.
    if (next === null || offered.current || document.activeElement !== document.body) return;
    offered.current = true;
    offer.current?.focus({ preventScroll: true });
  }, [next]);
  return (
    <section className="bar" aria-label={cardText.outcome}>
      <div className="bar-in" role="status">
        <span className={`outcome outcome--${words.look}`}>
          <Icon name={words.icon} size={20} />
        </span>
        <div className="bar-words">
          <b>{words.title}</b>
          <small>
            <Words text={words.detail} />
          </small>
        </div>
        {(evidence !== null || next !== null) && (
          <div className="acts">
            {evidence !== null && (
              <Link to={evidence} className={buttonClass({})}>
                <Icon name="document" />
                {cardText.evidence}
              </Link>
            )}
            {next !== null && (
              <Link
                ref={offer}
                to={`/requests/${encodeURIComponent(next.id)}`}
                className={buttonClass({ kind: 'primary' }, 'next-offer')}
              >
                <span>{fill(cardText.next, { sentence: <bdi>{next.sentence}</bdi> })}</span>
              </Link>
            )}
          </div>
        )}
      </div>
    </section>
  );
}
