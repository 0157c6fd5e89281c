import type { FoundPage, SearchQuestion } from '@countersign/client/people';
import { useEffect, useState } from 'react';
import { onAnyChange, resources, useResource } from '../data/use-resource.ts';
import { searchApi } from './search-api.ts';
import { addressOf } from './search-question.ts';

export interface Search {
  /** Undefined until the first page is there. */
  readonly page: FoundPage | undefined;
  readonly problem: unknown;
  readonly loadingMore: boolean;
  loadMore(): void;
  reload(): void;
}

/** What fits a question, as far as it was loaded. A change has the first page read again. */
export function useSearch(question: SearchQuestion): Search {
  const key = `search:${addressOf(question)}`;
  const { data, problem, reload } = useResource<FoundPage>(
    key,
    signal => searchApi.search(question, { signal }),
    onAnyChange,
  );
  const isBehind = data?.is_complete === false;
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(reload, 1000);
    return () => clearInterval(timer);
  }, [isBehind, reload]);
  const [loadingMore, setLoadingMore] = useState(false);
  const loadMore = (): void => {
    if (data === undefined || data.next === null || loadingMore) return;
    setLoadingMore(true);
    searchApi
      .search({ ...question, after: data.next })
      .then(page => {
        // Another read may have come first; then this page is read again with the next one.
        if (resources.peek(key).data === data) {
          resources.put(key, { ...page, rows: [...data.rows, ...page.rows] });
        }
      })
      .catch(() => reload())
      .finally(() => setLoadingMore(false));
  };
  return { page: data, problem, loadingMore, loadMore, reload };
}
