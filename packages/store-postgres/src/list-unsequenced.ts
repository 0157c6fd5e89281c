import type { Database } from './database.ts';

export function listUnsequenced(
  database: Database,
  limit: number,
): Promise<{ stream: string; version: number }[]> {
  return database.query<{ stream: string; version: number }>(
    {
      name: 'list_unsequenced',
      text: `SELECT u.stream, v.version
        FROM :schema.unsequenced q,
          unnest(q.streams, q.versions, q.counts) AS u(stream, version, count),
          generate_series(u.version, u.version + u.count - 1) AS v(version)
        LIMIT $1`,
    },
    [limit],
  );
}
