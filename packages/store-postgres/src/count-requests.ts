import type { Database } from './database.ts';

interface RequestCounts {
  readonly counts: Readonly<Record<string, number>>;
  /** How many deltas had to be added up: many of them are worth folding. */
  readonly deltas: number;
}

export async function countRequests(database: Database): Promise<RequestCounts> {
  const rows = await database.query<{ status: string; count: number; deltas: number }>({
    name: 'count_requests',
    text: `SELECT status, sum(count)::float8 AS count, sum(deltas)::integer AS deltas
      FROM (
        SELECT status, count, 0 AS deltas FROM :schema.request_counts
        UNION ALL
        SELECT status, delta, 1 FROM :schema.request_count_deltas
      ) AS parts GROUP BY status`,
  });
  return {
    counts: Object.fromEntries(
      rows.filter(({ count }) => count !== 0).map(({ status, count }) => [status, count]),
    ),
    deltas: rows.reduce((sum, { deltas }) => sum + deltas, 0),
  };
}
