import type { RequestRow } from '@countersign/client/people';
import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Tabs } from '../design/tabs.tsx';
import { PageHeading } from '../frame/page-heading.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';
import { queueText } from '../language/english/queue.ts';
import { fill } from '../language/fill.ts';
import { QueueList } from './queue-list.tsx';
import { fitsSearch, parseSearch } from './queue-search.ts';
import { QueueFoot, QueueStart } from './queue-states.tsx';
import { useHolds } from './use-holds.ts';
import { useQueue } from './use-queue.ts';
import { useShownQueue } from './use-shown-queue.ts';
import './queue.css';
import { SearchBox } from './search-box.tsx';

const BatchLinks = lazy(async () => ({
  default: (await import('../batch/batch-links.tsx')).BatchLinks,
}));
const ToReview = lazy(async () => ({
  default: (await import('../release/to-review.tsx')).ToReview,
}));
const HoldList = lazy(async () => ({ default: (await import('./hold-list.tsx')).HoldList }));

type TabName = 'you' | 'others' | 'holds';

/** What waits, for the signed-in person and for others, soonest first. */
export function Queue({
  openId,
  holdId = null,
  beside = false,
}: {
  readonly openId: string | null;
  /** The hold that is open in place of a request. */
  readonly holdId?: string | null;
  /** Whether another part of the page has its heading. */
  readonly beside?: boolean;
}): ReactNode {
  const [text, setText] = useState('');
  const search = useMemo(() => parseSearch(text), [text]);
  const wanted = useDeferredValue(search);
  const { rows, problem, more, loadingMore, loadMore, reload } = useQueue(wanted);
  const holds = useHolds();
  const fitting = useMemo(() => rows?.filter(row => fitsSearch(row, wanted)) ?? [], [rows, wanted]);
  const yours = useMemo(() => fitting.filter(({ eligible }) => eligible), [fitting]);
  const others = useMemo(() => fitting.filter(({ eligible }) => !eligible), [fitting]);
  const [tab, setTab] = useFirstTab(rows, holds.length, openId, holdId);
  const shown = useShownQueue(tab === 'others' ? others : yours, {
    of: `${tab} ${JSON.stringify(wanted)}`,
    openId,
  });
  const box = useRef<HTMLInputElement>(null);
  useShortcuts({ '/': () => box.current?.focus() });
  const onEnd = useCallback(() => {
    if (more === 'by_itself') loadMore();
  }, [more, loadMore]);
  // The same number as in the navigation and on the tab: what this person can decide.
  const waiting = rows?.filter(({ eligible }) => eligible).length ?? 0;
  const some = (count: number): string => (more === 'no' ? `${count}` : `${count}+`);
  return (
    <section className="queue" aria-label={queueText.queue}>
      <div className="queue-head">
        <div className="queue-title">
          <PageHeading
            level={openId === null && holdId === null && !beside ? 1 : 2}
            title={
              openId !== null || holdId !== null || beside
                ? null
                : waiting > 0
                  ? queueText.inboxCount(some(waiting))
                  : queueText.inbox
            }
          >
            {queueText.inbox}
          </PageHeading>
          <span>{queueText.soonestFirst}</span>
        </div>
        <SearchBox
          box={box}
          label={queueText.searchQueue}
          placeholder={queueText.searchHint}
          text={text}
          onText={setText}
        />
      </div>
      <Suspense fallback={null}>
        <ToReview />
      </Suspense>
      <Tabs<TabName>
        label={queueText.whichRequests}
        className="queue-tabs"
        value={tab}
        onChange={setTab}
        tabs={[
          {
            name: 'you',
            label: queueText.forYou,
            count: rows === undefined ? null : some(yours.length),
          },
          {
            name: 'others',
            label: queueText.forOthers,
            count: rows === undefined ? null : some(others.length),
          },
          { name: 'holds', label: queueText.holds, count: holds.length },
        ]}
      >
        {tab === 'holds' ? (
          <Suspense fallback={null}>
            <HoldList holds={holds} />
          </Suspense>
        ) : rows === undefined ? (
          <QueueStart problem={problem} onRetry={reload} />
        ) : (
          <>
            {tab === 'you' && text.trim() === '' && (
              <Suspense fallback={null}>
                <BatchLinks rows={yours} />
              </Suspense>
            )}
            <QueueList
              queue={shown.queue}
              openId={openId}
              label={tab === 'you' ? queueText.requestsForYou : queueText.requestsForOthers}
              onHeld={shown.setHeld}
              onSettle={shown.settle}
              onEnd={onEnd}
              foot={
                <QueueFoot
                  empty={shown.queue.rows.length === 0}
                  searching={text.trim() !== ''}
                  tab={tab}
                  loading={loadingMore || more === 'by_itself'}
                  onMore={more === 'when_asked' ? loadMore : null}
                  problem={problem}
                  onRetry={reload}
                />
              }
            />
          </>
        )}
      </Tabs>
      <div className="queue-keys" aria-hidden="true">
        <span>
          {fill(queueText.move, {
            first: <kbd className="kbd">J</kbd>,
            second: <kbd className="kbd">K</kbd>,
          })}
        </span>
        <span>{fill(queueText.open, { key: <kbd className="kbd">Enter</kbd> })}</span>
        <span>{queueText.noShortcutApproves}</span>
      </div>
    </section>
  );
}

/** At the start, the page chooses the tab that has rows. After that only the person changes the tab. */
function useFirstTab(
  rows: readonly RequestRow[] | undefined,
  holds: number,
  openId: string | null,
  holdId: string | null,
): [TabName, (tab: TabName) => void] {
  const [chosen, setChosen] = useState<TabName | null>(holdId === null ? null : 'holds');
  const first = rows === undefined ? null : firstTab(rows, holds, openId);
  useEffect(() => {
    if (first !== null) setChosen(before => before ?? first);
  }, [first]);
  return [chosen ?? first ?? 'you', setChosen];
}

function firstTab(rows: readonly RequestRow[], holds: number, openId: string | null): TabName {
  const open = rows.find(({ approval_request_id }) => approval_request_id === openId);
  if (open !== undefined) return open.eligible ? 'you' : 'others';
  if (rows.length > 0) return rows.some(({ eligible }) => eligible) ? 'you' : 'others';
  return holds > 0 ? 'holds' : 'you';
}
