import type { ReactNode } from 'react';
import { buttonClass } from '../design/button.tsx';
import { Icon } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { Link } from '../navigation/link.tsx';
import type { OutcomeWords } from './outcome-words.ts';

/** In place of the buttons: the outcome, or why this person cannot decide. */
export function OutcomeBar({
  words,
  evidence,
}: {
  readonly words: OutcomeWords;
  /** Where the whole record is; null where it is still being decided. */
  readonly evidence: string | null;
}): ReactNode {
  return (
    <section className="bar" aria-label="Outcome">
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
        {evidence !== null && (
          <div className="acts">
            <Link to={evidence} className={buttonClass({})}>
              <Icon name="document" />
              Evidence
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}
