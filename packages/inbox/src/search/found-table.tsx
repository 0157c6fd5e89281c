import type { FoundRow, SearchOutcome } from '@countersign/client/people';
import { memo, type ReactNode } from 'react';
import { Icon, type IconName } from '../design/icon.tsx';
import { dateAndTime } from '../frame/time-words.ts';
import { searchText } from '../language/english/search.ts';
import { Link } from '../navigation/link.tsx';

const looks: Readonly<
  Record<SearchOutcome, { readonly icon: IconName; readonly look: string; readonly words: string }>
> = {
  waiting: { icon: 'inbox', look: 'plain', words: searchText.outcomeWaiting },
  approved: { icon: 'shield-check', look: 'plain', words: searchText.outcomeApproved },
  rejected: { icon: 'cross', look: 'no', words: searchText.outcomeRejected },
  expired: { icon: 'clock', look: 'plain', words: searchText.outcomeExpired },
  cancelled: { icon: 'refused', look: 'plain', words: searchText.outcomeCancelled },
  changed: { icon: 'info', look: 'plain', words: searchText.outcomeChanged },
  revoked: { icon: 'refused', look: 'plain', words: searchText.outcomeRevoked },
  running: { icon: 'clock', look: 'plain', words: searchText.outcomeRunning },
  succeeded: { icon: 'check', look: 'ok', words: searchText.outcomeSucceeded },
  failed: { icon: 'cross', look: 'no', words: searchText.outcomeFailed },
  unknown: { icon: 'warning', look: 'warn', words: searchText.outcomeUnknown },
};

const outcomes: readonly SearchOutcome[] = [
  'waiting',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'changed',
  'revoked',
  'running',
  'succeeded',
  'failed',
  'unknown',
];

export const outcomeNames: readonly (readonly [SearchOutcome, string])[] = outcomes.map(
  outcome => [outcome, looks[outcome].words] as const,
);

export const riskNames = [
  ['low', searchText.riskLow],
  ['medium', searchText.riskMedium],
  ['high', searchText.riskHigh],
  ['critical', searchText.riskCritical],
] as const;

const riskWords = {
  low: searchText.lowRisk,
  medium: searchText.mediumRisk,
  high: searchText.highRisk,
  critical: searchText.criticalRisk,
} as const;

export function FoundTable({ rows }: { readonly rows: readonly FoundRow[] }): ReactNode {
  return (
    <table className="found" aria-label={searchText.results}>
      <thead>
        <tr>
          <th scope="col">{searchText.outcome}</th>
          <th scope="col">{searchText.request}</th>
          <th scope="col">{searchText.where}</th>
          <th scope="col">{searchText.decidedBy}</th>
          <th scope="col">{searchText.when}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <Row key={row.approval_request_id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

const Row = memo(function Row({ row }: { readonly row: FoundRow }): ReactNode {
  const { icon, look, words } = looks[row.ended];
  const page = row.ended === 'waiting' ? 'requests' : 'history';
  return (
    <tr>
      <td className={`found-outcome history-row--${look}`}>
        <Icon name={icon} />
        {words}
      </td>
      <td>
        <Link
          to={`/${page}/${encodeURIComponent(row.approval_request_id)}`}
          className="found-title"
        >
          <bdi>{row.title}</bdi>
        </Link>
        <p>
          <b>{riskWords[row.risk_level]}</b> · <bdi>{row.agent_id}</bdi>
        </p>
      </td>
      <td className="found-where">
        {row.found !== null && (
          <>
            <p>
              <bdi>{row.found.path}</bdi>
            </p>
            <code>
              <bdi>
                {row.found.before}
                <mark>{row.found.match}</mark>
                {row.found.after}
              </bdi>
            </code>
          </>
        )}
      </td>
      <td>
        {row.decided_by.length === 0 ? (
          <span className="found-none">{searchText.undecided}</span>
        ) : (
          row.decided_by.map(({ person_id, name, reason }) => (
            <p key={person_id} className="found-who">
              <bdi>{name}</bdi>
              {reason !== '' && <q>{reason}</q>}
            </p>
          ))
        )}
      </td>
      <td className="found-when">
        <time dateTime={row.requested_at}>{dateAndTime(row.requested_at)}</time>
      </td>
    </tr>
  );
});
