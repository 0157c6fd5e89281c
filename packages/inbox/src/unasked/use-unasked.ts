import type { UnaskedPage, UnaskedRow } from '@countersign/client/people';
import { useCallback, useMemo, useState } from 'react';
import { resources, useResource } from '../data/use-resource.ts';
import type { QueueSearch } from '../queue/queue-search.ts';
import { pastApi } from './past-api.ts';

interface Unasked {
  /** Undefined until the first page is there. */
  readonly rows: readonly UnaskedRow[] | undefined;
  /** How many events were read to find these. */
  readonly looked: number;
  readonly problem: unknown;
  readonly more: boolean;
  readonly loading: boolean;
  lookFurther(): void;
  reload(): void;
}

const rowsPerPage = 100;

/**
 * The actions that were decided without a question, as far as they are loaded. The server filters by tool and agent.
 */
export function useUnasked({ filter, words }: QueueSearch): Unasked {
  const { tool_name, agent_id } = filter;
  const key = `unasked:${JSON.stringify([tool_name, agent_id])}`;
  const readPage = useCallback(
    (after: string | null, signal?: AbortSignal): Promise<UnaskedPage> =>
      pastApi.listUnasked(
        {
          limit: rowsPerPage,
          after,
          ...(tool_name === undefined ? {} : { tool_name }),
          ...(agent_id === undefined ? {} : { agent_id }),
        },
        { signal },
      ),
    [tool_name, agent_id],
  );
  const { data, problem, reload } = useResource<UnaskedPage>(key, signal => readPage(null, signal));
  const [loading, setLoading] = useState(false);
  const lookFurther = useCallback(() => {
    if (data === undefined || data.next === null || loading) return;
    setLoading(true);
    readPage(data.next)
      .then(page =>
        resources.put(key, {
          rows: [...data.rows, ...page.rows],
          next: page.next,
          looked: data.looked + page.looked,
        }),
      )
      .catch(() => reload())
      .finally(() => setLoading(false));
  }, [data, key, loading, readPage, reload]);
  const rows = useMemo(() => data?.rows.filter(row => fits(row, words)), [data, words]);
  const more = data !== undefined && data.next !== null;
  return { rows, looked: data?.looked ?? 0, problem, more, loading, lookFurther, reload };
}

function fits(row: UnaskedRow, words: readonly string[]): boolean {
  const { tool_name, agent_id, resource, verdict, policy_rule_id, risk_level } = row;
  const text = [tool_name, agent_id, resource, verdict, policy_rule_id, risk_level]
    .join('\n')
    .toLowerCase();
  return words.every(word => text.includes(word));
}
