import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useShortcuts } from '../frame/shortcuts.ts';
import { historyText } from '../language/english/history.ts';
import { HistoryRow } from './history-row.tsx';
import { arrangeHistory, type HistoryEntry } from './history-rows.ts';
import type { History } from './use-history.ts';

const heights = { row: 58, firstDay: 28, day: 44 } as const;

interface HistoryListProps {
  readonly history: History;
  readonly openId: string | null;
  readonly foot: ReactNode;
}

/** Requests by day. Only what is near the screen exists, so a year scrolls like a day. */
export function HistoryList({ history, openId, foot }: HistoryListProps): ReactNode {
  const { rows, more, loadMore, paused } = history;
  const entries = useMemo(() => arrangeHistory(rows ?? [], Date.now()), [rows]);
  const scroller = useRef<HTMLDivElement>(null);
  const [focusId, setFocusId] = useState<string | null>(null);
  const virtual = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => heightOf(entries[index]),
    getItemKey: index => keyOf(entries[index]),
    overscan: 8,
    paddingStart: 4,
  });
  const items = virtual.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (more && !paused && lastSeen >= entries.length - 12) loadMore();
  }, [more, paused, lastSeen, entries.length, loadMore]);
  useEffect(() => {
    if (focusId === null) return;
    const link = scroller.current?.querySelector<HTMLElement>(
      `[data-request="${CSS.escape(focusId)}"]`,
    );
    if (link == null) return;
    link.focus({ preventScroll: true });
    setFocusId(null);
  });
  const focusEntry = (index: number): void => {
    const entry = entries[index];
    if (entry?.kind !== 'row') return;
    setFocusId(entry.row.approval_request_id);
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  const move = (step: 1 | -1): void => {
    const focused = document.activeElement;
    const id = focused instanceof HTMLElement ? focused.dataset['request'] : undefined;
    const from = entries.findIndex(entry => idOf(entry) === (id ?? openId));
    let to = from === -1 ? (step === 1 ? 0 : entries.length - 1) : from + step;
    while (entries[to]?.kind === 'day') to += step;
    focusEntry(to);
  };
  useShortcuts({ j: () => move(1), k: () => move(-1) });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    move(event.key === 'ArrowDown' ? 1 : -1);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the links in it
    <div ref={scroller} className="queue-rows" onKeyDown={onKeyDown}>
      <ul
        className="queue-list"
        aria-label={historyText.requests}
        style={{ height: virtual.getTotalSize() }}
      >
        {items.map(({ index, key, start }) => {
          const entry = entries[index];
          if (entry === undefined) return null;
          return (
            <li
              key={key}
              className="queue-entry"
              data-index={index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${start}px)` }}
            >
              {entry.kind === 'day' ? (
                <p className="history-day" data-first={entry.first}>
                  {entry.day}
                </p>
              ) : (
                <HistoryRow row={entry.row} current={idOf(entry) === openId} />
              )}
            </li>
          );
        })}
      </ul>
      {foot}
    </div>
  );
}

function idOf(entry: HistoryEntry): string | null {
  return entry.kind === 'day' ? null : entry.row.approval_request_id;
}

function keyOf(entry: HistoryEntry | undefined): string {
  if (entry === undefined) return '';
  return entry.kind === 'day' ? `day ${entry.day}` : entry.row.approval_request_id;
}

function heightOf(entry: HistoryEntry | undefined): number {
  if (entry?.kind !== 'day') return heights.row;
  return entry.first ? heights.firstDay : heights.day;
}
