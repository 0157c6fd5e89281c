import { lazy, type ReactNode, Suspense, useEffect, useRef } from 'react';
import { Icon } from '../design/icon.tsx';
import type { PageProps } from '../frame/page-table.tsx';
import { useCounts } from '../frame/use-counts.ts';
import { queueText } from '../language/english/queue.ts';
import { Link } from '../navigation/link.tsx';
import { Queue } from './queue.tsx';
import { TimeLeft } from './queue-row.tsx';
import { parseSearch } from './queue-search.ts';
import { useHolds } from './use-holds.ts';
import { useQueue } from './use-queue.ts';

const everything = parseSearch('');
const loadCard = () => import('../card/request-card.tsx');
const FirstRun = lazy(async () => ({
  default: (await import('../first-run/first-run.tsx')).FirstRun,
}));
const ToReview = lazy(async () => ({
  default: (await import('../release/to-review.tsx')).ToReview,
}));
const RequestCard = lazy(async () => ({ default: (await loadCard()).RequestCard }));

/** The queue on the left, the request that is open on the right; on a phone one after the other. */
export function InboxPage({ params }: PageProps): ReactNode {
  const openId = params['id'] ?? null;
  const { data: counts, problem } = useCounts();
  const holds = useHolds();
  useEffect(() => {
    // Fetched before it is opened; where that fails, opening it says so.
    loadCard().catch(() => undefined);
  }, []);
  const waits = counts === undefined ? null : (counts.pending ?? 0) > 0 || holds.length > 0;
  const looking = useStillLooking(openId, waits === true);
  if (openId === null && waits === null && problem === null) return null;
  if (openId === null && counts !== undefined && !waits && !looking) {
    const decided = Object.values(counts).reduce((sum, count) => sum + count, 0);
    return (
      <Suspense fallback={null}>
        <ToReview />
        <FirstRun decided={decided} />
      </Suspense>
    );
  }
  return (
    <div className="inbox" data-open={openId !== null}>
      <Queue openId={openId} />
      <div className="inbox-card">
        {openId === null ? (
          <div className="inbox-none">
            <Icon name="inbox" size={20} />
            <b>{queueText.chooseRequest}</b>
            <p>{queueText.readHere}</p>
          </div>
        ) : (
          <>
            <BackToQueue openId={openId} />
            <Suspense fallback={null}>
              <RequestCard id={openId} />
            </Suspense>
          </>
        )}
      </div>
    </div>
  );
}

/** A visible list is not taken away when its last request is decided elsewhere. */
function useStillLooking(openId: string | null, waits: boolean): boolean {
  const looked = useRef({ openId, list: false });
  if (looked.current.openId !== openId) looked.current = { openId, list: false };
  if (waits) looked.current.list = true;
  return looked.current.list;
}

/** Only on a phone, where the card takes the place of the queue. */
function BackToQueue({ openId }: { readonly openId: string }): ReactNode {
  const { rows = [] } = useQueue(everything);
  const row = rows.find(({ approval_request_id }) => approval_request_id === openId);
  const yours = rows.filter(({ eligible }) => eligible).length;
  return (
    <div className="inbox-back">
      <Link to="/">
        <Icon name="chevron-left" />
        {queueText.inbox} {yours > 0 && yours}
      </Link>
      {row !== undefined && <TimeLeft from={row.requested_at} due={row.due_at} />}
    </div>
  );
}
