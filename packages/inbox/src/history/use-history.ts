import type { RequestPage, RequestRow } from '@countersign/client/people';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { api } from '../data/api.ts';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { belongsTo, type HistoryTab, tabStatus } from './history-rows.ts';
import { fitsSearch, type HistorySearch } from './history-search.ts';

const rowsPerPage = 100;
/** How many pages are read automatically where matches are rare, before the user asks for more. */
const pagesByItself = 5;

export interface History {
  /** Undefined until the first page is there. */
  readonly rows: readonly RequestRow[] | undefined;
  /** How many were looked at to find these. */
  readonly looked: number;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loadingMore: boolean;
  /** Whether the user has to ask before the search continues. */
  readonly paused: boolean;
  loadMore(): void;
  reload(): void;
}

/** What was asked, newest first, as far as it was loaded; a change has the first page read again. */
export function useHistory(tab: HistoryTab, search: HistorySearch): History {
  const { tool_name = '', agent_id = '' } = search.filter;
  const status = tabStatus[tab];
  const key = `history:${JSON.stringify([status, tool_name, agent_id])}`;
  const readPage = useCallback(
    (after: string | null, signal?: AbortSignal): Promise<RequestPage> =>
      api.listRequests(
        {
          limit: rowsPerPage,
          after,
          ...(status === null || status === undefined ? {} : { status }),
          ...(tool_name === '' ? {} : { tool_name }),
          ...(agent_id === '' ? {} : { agent_id }),
        },
        { signal },
      ),
    [status, tool_name, agent_id],
  );
  const { data, problem, reload } = useResource<RequestPage>(
    key,
    async signal => joinPages(await readPage(null, signal), resources.peek<RequestPage>(key).data),
    onAnyChange,
  );
  const [loadingMore, setLoadingMore] = useState(false);
  const alive = useAlive();
  const loadMore = useCallback(() => {
    if (data === undefined || data.next === null || loadingMore) return;
    setLoadingMore(true);
    readPage(data.next)
      .then(page => {
        // Another read may have come first; then this page is read again with the next one.
        if (resources.peek(key).data === data) {
          resources.put(key, { rows: [...data.rows, ...page.rows], next: page.next });
        }
      })
      .catch(() => reload())
      .finally(() => {
        if (alive.current) setLoadingMore(false);
      });
  }, [alive, data, key, loadingMore, readPage, reload]);
  const rows = useMemo(
    () => data?.rows.filter(row => belongsTo(tab, row) && fitsSearch(row, search)),
    [data, tab, search],
  );
  const looked = data?.rows.length ?? 0;
  const rare = rows !== undefined && rows.length < looked;
  return {
    rows,
    looked,
    problem,
    more: data !== undefined && data.next !== null,
    loadingMore,
    paused: rare && looked >= rowsPerPage * pagesByItself,
    loadMore,
    reload,
  };
}

/** The newest page in front of what was loaded before, as long as the two meet. */
function joinPages(first: RequestPage, before: RequestPage | undefined): RequestPage {
  const oldest = first.rows.at(-1);
  if (before === undefined || oldest === undefined || first.next === null) return first;
  const at = before.rows.findIndex(
    ({ approval_request_id }) => approval_request_id === oldest.approval_request_id,
  );
  if (at === -1 || at === before.rows.length - 1) return first;
  return { rows: [...first.rows, ...before.rows.slice(at + 1)], next: before.next };
}

function useAlive(): { readonly current: boolean } {
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);
  return alive;
}
