import { intentWords } from '@countersign/card';
import type { HoldFacts } from '@countersign/client/people';
import type { ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { readRiskLevel, riskWord } from '../design/risk-glyph.tsx';
import { Words } from '../facts/pieces.tsx';
import { queueText } from '../language/english/queue.ts';
import { sentenceText } from '../language/english/sentence.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { usePlace } from '../navigation/place.ts';
import { TimeLeft } from './queue-row.tsx';

/** Sessions that are on hold until a person says Proceed or Cancel. They are few, and approve nothing. */
export function HoldList({ holds }: { readonly holds: readonly HoldFacts[] }): ReactNode {
  const { path } = usePlace();
  const placed = holds.flatMap(({ hold }) => (hold === null ? [] : [hold]));
  if (placed.length === 0) {
    return (
      <div className="queue-rows">
        <p className="queue-foot">{queueText.noHold}</p>
      </div>
    );
  }
  return (
    <ul className="queue-rows queue-holds" aria-label={queueText.holds}>
      {placed.map(({ hold_id, agent_id, session_id, intent, placed_at, expires_at }) => (
        <li key={hold_id}>
          <Link
            to={`/holds/${hold_id}`}
            className="row"
            {...(path === `/holds/${hold_id}` ? { 'aria-current': 'true' as const } : {})}
          >
            <Icon name="paused" size={18} />
            <span className="row-title">
              {fill(queueText.asks, {
                agent: <Words text={agent_id ?? session_id} />,
                intent: <Words text={intentWords(intent, sentenceText)} />,
              })}
            </span>
            <TimeLeft from={placed_at} due={expires_at} />
            <span className="row-more">
              <b>{riskWord(readRiskLevel(intent.risk_level))}</b> · <Words text={session_id} />
            </span>
            <span className="row-stage">{queueText.onHold}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
