import type { ListQuery, PersonApi, RequestRow, ShownStatus } from '@countersign/client/people';

/** The rows of the list, and how many there are besides. */
export interface InboxRows {
  /** As many as the list may have. */
  readonly rows: readonly RequestRow[];
  /** Of all that were read, which may be more than the list has. */
  readonly count: number;
  readonly yours: number;
  /** Whether the server has further ones, which no one counted. */
  readonly more: boolean;
}

interface InboxQuery {
  /** Null for every status. */
  readonly status: ShownStatus | null;
  readonly forMe: boolean;
  readonly agent: string | undefined;
  readonly tool: string | undefined;
  readonly limit: number;
}

/** The rows that were asked for, over as many pages as it takes. A page is as long as that of the inbox in a browser. */
export async function readInbox(
  api: Pick<PersonApi, 'listRequests'>,
  { status, forMe, agent, tool, limit }: InboxQuery,
  signal: AbortSignal,
): Promise<InboxRows> {
  const query: ListQuery = {
    limit: 100,
    ...(status === null ? {} : { status }),
    ...(status === 'pending' ? { order: 'due' as const } : {}),
    ...(agent === undefined ? {} : { agent_id: agent }),
    ...(tool === undefined ? {} : { tool_name: tool }),
  };
  const read: RequestRow[] = [];
  let after: string | null = null;
  do {
    const page = await api.listRequests({ ...query, after }, { signal });
    read.push(...page.rows.filter(row => !forMe || row.eligible));
    after = page.next;
  } while (after !== null && read.length < limit);
  const yours = read.filter(({ eligible }) => eligible).length;
  return { rows: read.slice(0, limit), count: read.length, yours, more: after !== null };
}

/** The words for how many there are. The number in the title of the pages is that of the requests that this person can decide. */
export function countWords({ count, yours, more }: InboxRows, status: ShownStatus | null): string {
  const what = status === 'pending' ? 'waiting' : (status ?? 'in all');
  const some = (number: number): string => `${number}${more ? '+' : ''}`;
  const forYou = status === 'pending' && count > 0 ? `, ${some(yours)} for you` : '';
  return `${count === 0 && !more ? 'none' : some(count)} ${what}${forYou}`;
}

/** Null where the list has all. */
export function cutWords({ rows, count, more }: InboxRows): string | null {
  return rows.length === count && !more ? null : `${rows.length} listed; --limit lists more.`;
}
