import type { ReactNode } from 'react';
import { Icon, type IconName } from '../design/icon.tsx';
import { Words } from '../facts/pieces.tsx';
import { decisionText } from '../language/english/decision.ts';
import type { Stop, StopState } from './stage-stops.ts';

const stateWords: Readonly<Record<StopState, string>> = {
  approved: decisionText.done,
  open: decisionText.openNow,
  waiting: decisionText.stageWaiting,
  rejected: decisionText.stageRejected,
  ran: decisionText.done,
};

const iconOf = (stop: Stop): IconName | null => {
  if (stop.state === 'approved') return 'check';
  if (stop.state === 'rejected') return 'cross';
  return stop.key === 'run' ? 'play' : null;
};

/** The way from the question to the run, stop by stop. */
export function StagePath({ stops }: { readonly stops: readonly Stop[] }): ReactNode {
  return (
    <ol className="path">
      {stops.map(stop => {
        const icon = iconOf(stop);
        return (
          <li
            key={stop.key}
            className={`stop stop--${stop.state}`}
            {...(stop.state === 'open' ? { 'aria-current': 'step' as const } : {})}
          >
            <span className="stop-dot">{icon !== null && <Icon name={icon} size={12} />}</span>
            <b>
              <Words text={stop.name} />
              <span className="visually-hidden">, {stateWords[stop.state]}</span>
            </b>
            <small className="who">
              <Words text={stop.who} />
            </small>
            {stop.note !== null && (
              <small>
                <Words text={stop.note} />
              </small>
            )}
            {stop.passkey && (
              <small className="who">
                <Icon name="key" size={12} />
                {decisionText.passkeyNeeded}
              </small>
            )}
          </li>
        );
      })}
    </ol>
  );
}
