import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Icon } from '../design/icon.tsx';
import { useShortcuts } from '../frame/shortcuts.ts';
import { queueText } from '../language/english/queue.ts';
import { fill } from '../language/fill.ts';
import { Link } from '../navigation/link.tsx';
import { usePlace } from '../navigation/place.ts';
import { planPath } from './plan-steps.ts';
import { arrangeQueue, type QueueEntry, type ShownQueue } from './queue-order.ts';
import { QueueRow } from './queue-row.tsx';

interface QueueListProps {
  readonly queue: ShownQueue;
  readonly openId: string | null;
  readonly label: string;
  /** The user's pointer or focus came in, or left. */
  onHeld(held: boolean): void;
  /** Lets in what is new. */
  onSettle(): void;
  /** The end came near. */
  onEnd(): void;
  /** Stands behind the last row. */
  readonly foot: ReactNode;
}

const heights = { row: 58, plan: 41, step: 58, lastStep: 70 } as const;
/** A longer sentence takes two lines, and the row grows by one. */
const oneLineMax = 44;
const lineHeight = 20;

/** The waiting requests. Only what is near the screen exists, so thousands scroll like ten. */
export function QueueList(props: QueueListProps): ReactNode {
  const { queue, openId, label, onHeld, onSettle, onEnd, foot } = props;
  const entries = useMemo(() => arrangeQueue(queue.rows), [queue.rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [reachableId, setReachableId] = useState<string | null>(null);
  const [focusId, setFocusId] = useState<string | null>(null);
  const at = entries.findIndex(entry => idOf(entry) === (reachableId ?? openId));
  const reachable = at === -1 ? entries.findIndex(entry => entry.kind !== 'plan') : at;
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => heightOf(entries[index]),
    getItemKey: index => idOf(entries[index]) ?? `plan ${index}`,
    overscan: 8,
    paddingStart: 8,
    // The row that Tab or the next key leads to exists, however far the user scrolled.
    rangeExtractor: range => {
      const near = defaultRangeExtractor(range);
      return reachable === -1 || near.includes(reachable)
        ? near
        : [...near, reachable].sort((a, b) => a - b);
    },
  });
  const items = virtual.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (lastSeen >= entries.length - 12) onEnd();
  }, [lastSeen, entries.length, onEnd]);
  useEffect(() => {
    if (focusId === null) return;
    const row = scroller.current?.querySelector<HTMLElement>(
      `[data-request="${CSS.escape(focusId)}"]`,
    );
    if (row == null) return;
    row.focus({ preventScroll: true });
    setFocusId(null);
  });

  useKeepInView({ openId, entries, scroller, show: index => virtual.scrollToIndex(index) });
  const left = useRef(openId);
  useEffect(() => {
    // A user who returns from a request is where they left, and not at the start of the page.
    const nowhere = document.activeElement === null || document.activeElement === document.body;
    if (openId === null && left.current !== null && nowhere) setFocusId(left.current);
    left.current = openId;
  }, [openId]);

  const focusEntry = (index: number): void => {
    const id = idOf(entries[index]);
    if (id === null) return;
    setReachableId(id);
    setFocusId(id);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const move = (step: 1 | -1): void => {
    const inside = scroller.current?.contains(document.activeElement) === true;
    const from = inside || openId !== null ? reachable : step === 1 ? -1 : entries.length;
    let to = from + step;
    while (entries[to]?.kind === 'plan') to += step;
    if (entries[to] !== undefined) focusEntry(to);
    else if (!inside) focusEntry(reachable);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  const onKeyDown = (event: KeyboardEvent): void => {
    const moves: Readonly<Record<string, () => void>> = {
      ArrowDown: () => move(1),
      ArrowUp: () => move(-1),
      Home: () => focusEntry(entries.findIndex(entry => entry.kind !== 'plan')),
      End: () => focusEntry(entries.length - 1),
    };
    const run = Object.hasOwn(moves, event.key) ? moves[event.key] : undefined;
    if (run === undefined) return;
    event.preventDefault();
    run();
  };

  return (
    <>
      {queue.fresh > 0 && (
        <div className="queue-fresh">
          <button type="button" onClick={onSettle}>
            <Icon name="chevron-down" size={14} />
            {fill(queueText.fresh, { count: queue.fresh })}
          </button>
        </div>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keeps rows still while a hand is near, and arrow keys move between links */}
      <div
        ref={scroller}
        className="queue-rows"
        onKeyDown={onKeyDown}
        onPointerEnter={event => event.pointerType === 'mouse' && onHeld(true)}
        onPointerLeave={event => {
          if (!event.currentTarget.contains(document.activeElement)) onHeld(false);
        }}
        onFocus={event => {
          const id = event.target instanceof HTMLElement ? event.target.dataset['request'] : null;
          if (id != null) setReachableId(id);
          onHeld(true);
        }}
        onBlur={event => {
          if (event.currentTarget.contains(event.relatedTarget)) return;
          if (!event.currentTarget.matches(':hover')) onHeld(false);
        }}
      >
        <ul className="queue-list" aria-label={label} style={{ height: virtual.getTotalSize() }}>
          {items.map(({ index, key, start }) => {
            const entry = entries[index];
            if (entry === undefined) return null;
            return (
              <li
                key={key}
                className={`queue-entry queue-entry--${entry.kind}`}
                data-last={entry.kind === 'step' && entry.last}
                data-index={index}
                ref={virtual.measureElement}
                style={{ transform: `translateY(${start}px)` }}
              >
                {entry.kind === 'plan' ? (
                  <PlanHead entry={entry} />
                ) : (
                  <QueueRow
                    shown={entry.shown}
                    current={entry.shown.row.approval_request_id === openId}
                    reachable={index === reachable}
                  />
                )}
              </li>
            );
          })}
        </ul>
        {foot}
      </div>
    </>
  );
}

interface KeptInView {
  readonly openId: string | null;
  readonly entries: readonly QueueEntry[];
  readonly scroller: RefObject<HTMLElement | null>;
  show(index: number): void;
}

/** Brings the open request into view once, when it is opened or first loaded, and then leaves the list alone. */
function useKeepInView({ openId, entries, scroller, show }: KeptInView): void {
  const shownId = useRef<string | null>(null);
  useEffect(() => {
    if (openId === null || shownId.current === openId) return;
    const index = entries.findIndex(entry => idOf(entry) === openId);
    if (index === -1) return;
    shownId.current = openId;
    const row = scroller.current?.querySelector(`[data-request="${CSS.escape(openId)}"]`);
    const within = scroller.current?.getBoundingClientRect();
    const place = row?.getBoundingClientRect();
    const visible =
      place !== undefined &&
      within !== undefined &&
      place.top >= within.top &&
      place.bottom <= within.bottom;
    if (!visible) show(index);
  }, [openId, entries, scroller, show]);
}

function PlanHead({
  entry,
}: {
  readonly entry: QueueEntry & { readonly kind: 'plan' };
}): ReactNode {
  const { planId, count, step } = entry;
  const { path } = usePlace();
  const to = planPath(step);
  return (
    <Link
      to={to}
      className="plan-head"
      {...(path === to ? { 'aria-current': 'true' as const } : {})}
    >
      <Icon name="plan" />
      <b>{fill(queueText.planNamed, { plan: <bdi>{planId}</bdi> })}</b>
      <span>{queueText.stepsWait(count)}</span>
    </Link>
  );
}

function idOf(entry: QueueEntry | undefined): string | null {
  return entry === undefined || entry.kind === 'plan' ? null : entry.shown.row.approval_request_id;
}

function heightOf(entry: QueueEntry | undefined): number {
  if (entry === undefined || entry.kind === 'plan') return heights[entry?.kind ?? 'row'];
  const more = entry.shown.row.title.length > oneLineMax ? lineHeight : 0;
  return more + (entry.kind === 'step' && entry.last ? heights.lastStep : heights[entry.kind]);
}
