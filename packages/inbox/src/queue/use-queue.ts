import type { RequestPage, RequestRow } from '@countersign/client/people';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { useReloadAt } from '../decision/use-reload-at.ts';
import type { QueueSearch } from './queue-search.ts';

const rowsPerPage = 100;
/** After so many pages it takes a person to load another one. */
const pagesByThemselves = 10;
/** A list of this length is read again less often, to spare a busy server. */
const longPages = 3;
const longPauseMilliseconds = 3000;

interface Queue {
  /** Undefined until the first page is there. */
  readonly rows: readonly RequestRow[] | undefined;
  readonly problem: unknown;
  /** Whether the server has more than was loaded, and whether that is loaded when the end comes near. */
  readonly more: 'no' | 'by_itself' | 'when_asked';
  readonly loadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/** Everything that waits, soonest first, as far as it was loaded. A change has the loaded pages read again. */
export function useQueue({ filter }: QueueSearch): Queue {
  const { tool_name = '', agent_id = '' } = filter;
  const key = `queue:${JSON.stringify([tool_name, agent_id])}`;
  const pages = useRef({ key, count: 1 });
  if (pages.current.key !== key) pages.current = { key, count: 1 };
  const [loadingMore, setLoadingMore] = useState(false);
  const readPage = useCallback(
    (after: string | null, signal?: AbortSignal) =>
      api.listRequests(
        {
          status: 'pending',
          order: 'due',
          limit: rowsPerPage,
          after,
          ...(tool_name === '' ? {} : { tool_name }),
          ...(agent_id === '' ? {} : { agent_id }),
        },
        { signal },
      ),
    [tool_name, agent_id],
  );
  const read = async (signal: AbortSignal): Promise<RequestPage> => {
    if (pages.current.count > longPages) await pause(longPauseMilliseconds, signal);
    let page = await readPage(null, signal);
    const rows = [...page.rows];
    for (let read = 1; read < pages.current.count && page.next !== null; read++) {
      page = await readPage(page.next, signal);
      rows.push(...page.rows);
    }
    return { rows, next: page.next };
  };
  const { data, problem, reload } = useResource(key, read, onAnyChange);
  useReloadAt(soonestJoining(data?.rows ?? []), reload);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  const loadMore = useCallback(() => {
    if (data === undefined || data.next === null || loadingMore) return;
    setLoadingMore(true);
    readPage(data.next)
      .then(page => {
        pages.current.count += 1;
        // Another read may have finished first. That read or the next one contains the rows of this one.
        if (resources.peek(key).data === data) {
          resources.put(key, { rows: [...data.rows, ...page.rows], next: page.next });
        } else reload();
      })
      .catch(() => reload())
      .finally(() => {
        if (alive.current) setLoadingMore(false);
      });
  }, [data, key, loadingMore, readPage, reload]);
  return {
    rows: data?.rows,
    problem,
    more:
      data === undefined || data.next === null
        ? 'no'
        : pages.current.count < pagesByThemselves
          ? 'by_itself'
          : 'when_asked',
    loadingMore,
    loadMore,
    reload,
  };
}

/** When a row may become one that this person can decide. */
function soonestJoining(rows: readonly RequestRow[]): string | null {
  return rows.flatMap(({ joins_at }) => joins_at ?? []).toSorted()[0] ?? null;
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      done();
    });
  });
}
