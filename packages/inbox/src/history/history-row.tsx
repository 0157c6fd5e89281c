import type { RequestRow } from '@countersign/client/people';
import { memo, type ReactNode } from 'react';
import { Icon } from '../design/icon.tsx';
import { clockTime } from '../frame/time-words.ts';
import { Link } from '../navigation/link.tsx';
import { rowWords } from './history-rows.ts';

/** The time is the one at which it was asked, by which the list is ordered. */
export const HistoryRow = memo(function HistoryRow({
  row,
  current,
}: {
  readonly row: RequestRow;
  readonly current: boolean;
}): ReactNode {
  const { icon, look, words } = rowWords(row);
  const id = row.approval_request_id;
  return (
    <Link
      to={`/history/${encodeURIComponent(id)}`}
      className={`row history-row history-row--${look}`}
      data-request={id}
      {...(current ? { 'aria-current': 'true' as const } : {})}
    >
      <Icon name={icon} />
      <span className="row-title">
        <bdi>{row.title}</bdi>
      </span>
      <span className="time-left">{clockTime(row.requested_at)}</span>
      <span className="row-more row-more--wide">
        <b>{words}</b> · <bdi>{row.agent_id}</bdi>
      </span>
    </Link>
  );
});
