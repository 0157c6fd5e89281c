import type { ReactNode } from 'react';
import { Button } from '../design/button.tsx';
import { RetryNotice } from '../frame/retry-notice.tsx';
import { queueText } from '../language/english/queue.ts';

/** Before the first page is there. */
export function QueueStart({
  problem,
  onRetry,
}: {
  readonly problem: unknown;
  onRetry(): void;
}): ReactNode {
  if (problem !== null) {
    return (
      <div className="queue-rows p-4">
        <RetryNotice problem={problem} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <div className="queue-rows" aria-busy="true">
      <span className="visually-hidden">{queueText.loadingQueue}</span>
      {[72, 54, 64, 48, 60].map(width => (
        <div key={width} className="row row--loading" aria-hidden="true">
          <span className="skeleton size-[18px]" />
          <span className="skeleton h-3" style={{ width: `${width}%` }} />
          <span className="skeleton h-3 w-12" />
          <span className="skeleton row-more h-2.5 w-2/5" />
        </div>
      ))}
    </div>
  );
}

interface FootProps {
  readonly empty: boolean;
  readonly searching: boolean;
  readonly tab: 'you' | 'others';
  readonly loading: boolean;
  /** Null where there is nothing more, or it comes by itself. */
  readonly onMore: (() => void) | null;
  readonly problem: unknown;
  onRetry(): void;
}

/** What stands behind the last row, or where rows would be. */
export function QueueFoot(props: FootProps): ReactNode {
  const { empty, searching, tab, loading, onMore, problem, onRetry } = props;
  if (problem !== null) return <RetryNotice problem={problem} onRetry={onRetry} />;
  if (loading) return <p className="queue-foot">{queueText.loadingMore}</p>;
  if (onMore !== null) {
    return (
      <div className="queue-foot">
        <Button small onClick={onMore}>
          {queueText.loadMore}
        </Button>
      </div>
    );
  }
  if (!empty) return null;
  const words = searching
    ? queueText.noMatch
    : tab === 'you'
      ? queueText.nothingForYou
      : queueText.nothingForOthers;
  return <p className="queue-foot">{words}</p>;
}
