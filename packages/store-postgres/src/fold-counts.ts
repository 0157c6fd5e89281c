import type { Database } from './database.ts';

const foldedMax = 10_000;

/** Adds deltas of commits to the counts they belong to. Several may do it at once: each takes others. */
export async function foldCounts(database: Database): Promise<void> {
  for (let folded = foldedMax; folded === foldedMax; ) {
    const [row] = await database.query<{ folded: number }>(
      {
        name: 'fold_counts',
        text: `WITH folded AS (
            DELETE FROM :schema.request_count_deltas WHERE ctid = ANY (ARRAY(
              SELECT ctid FROM :schema.request_count_deltas LIMIT $1 FOR UPDATE SKIP LOCKED))
            RETURNING status, delta
          ), summed AS (
            INSERT INTO :schema.request_counts AS c (status, count)
            SELECT status, sum(delta) FROM folded GROUP BY status ORDER BY status
            ON CONFLICT (status) DO UPDATE SET count = c.count + excluded.count
          )
          SELECT count(*)::integer AS folded FROM folded`,
      },
      [foldedMax],
    );
    folded = row?.folded ?? 0;
  }
}
