import type { RequestRow } from '@countersign/client/people';
import { memo, type ReactNode } from 'react';
import { api } from '../data/api.ts';
import { onChangeOf, useResource } from '../data/use-resource.ts';
import { Icon } from '../design/icon.tsx';
import { Ring } from '../design/ring.tsx';
import { RiskGlyph, shortRiskWord } from '../design/risk-glyph.tsx';
import { fractionLeft, timeLeftWords } from '../frame/time-words.ts';
import { useNow } from '../frame/use-now.ts';
import { queueText } from '../language/english/queue.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import type { ShownRow } from './queue-order.ts';
import { levelOfRow } from './row-level.ts';

interface QueueRowProps {
  readonly shown: ShownRow;
  readonly current: boolean;
  /** Reached with Tab: one row of the list is. */
  readonly reachable: boolean;
}

export const QueueRow = memo(function QueueRow(props: QueueRowProps): ReactNode {
  const { shown, current, reachable } = props;
  const { row, gone } = shown;
  const id = row.approval_request_id;
  return (
    <Link
      to={`/requests/${id}`}
      className="row"
      data-request={id}
      data-gone={gone}
      tabIndex={reachable ? 0 : -1}
      {...(current ? { 'aria-current': 'true' as const } : {})}
    >
      {gone ? <Gone row={row} /> : <Waiting row={row} />}
    </Link>
  );
});

function Waiting({ row }: { readonly row: RequestRow }): ReactNode {
  const level = levelOfRow(row);
  return (
    <>
      <RiskGlyph level={level} />
      <span className="row-title row-title--wide">
        <bdi>{row.title}</bdi>
      </span>
      <span className="row-more">
        <b>{shortRiskWord(level)}</b> · <bdi>{row.agent_id}</bdi>
      </span>
      <span className="row-end">
        <span className="row-stage">{stageWords(row)}</span>
        <TimeLeft from={row.requested_at} due={row.due_at} />
      </span>
    </>
  );
}

/** It was decided elsewhere, or its time ran out. */
function Gone({ row }: { readonly row: RequestRow }): ReactNode {
  const id = row.approval_request_id;
  const { data } = useResource(
    `request:${id}`,
    signal => api.getRequest(id, { signal }),
    onChangeOf(id),
  );
  const { icon, words } = endWords(data?.status);
  return (
    <>
      <Icon name={icon} />
      <span className="row-title row-title--wide">
        <bdi>{row.title}</bdi>
      </span>
      <span className="row-more row-more--wide">
        {fill(queueText.leavesList, { words: words })}
      </span>
    </>
  );
}

function endWords(status: string | undefined): {
  readonly icon: 'check' | 'cross' | 'clock' | 'people' | 'more';
  readonly words: string;
} {
  switch (status) {
    case 'allowed':
    case 'consumed':
      return { icon: 'check', words: queueText.approved };
    case 'denied':
      return { icon: 'cross', words: queueText.rejected };
    case 'expired':
      return { icon: 'clock', words: queueText.expiredNothingRan };
    case 'cancelled':
      return { icon: 'cross', words: queueText.cancelledNothingRuns };
    case 'amended':
      return { icon: 'more', words: queueText.changedByReviewer };
    case 'revoked':
      return { icon: 'cross', words: queueText.revoked };
    case 'pending':
      return { icon: 'people', words: queueText.nowWaitsForAnother };
    default:
      return { icon: 'more', words: queueText.decidedElsewhere };
  }
}

export function TimeLeft({
  from,
  due,
}: {
  readonly from: string;
  readonly due: string | null;
}): ReactNode {
  const now = useNow();
  if (due === null) return <span className="time-left" />;
  return (
    <span className="time-left">
      <Ring fraction={fractionLeft(from, due, now)} />
      {timeLeftWords(due, now)}
    </span>
  );
}

function stageWords({ stage, plan_id, step_id }: RequestRow): string {
  if (stage === null) return '';
  if (plan_id !== null && step_id !== null && stage.count === 1)
    return queueText.stepNamed(step_id);
  return stage.count === 1 ? queueText.oneStage : queueText.stageOf(stage.index, stage.count);
}
