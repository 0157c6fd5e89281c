import type { LogRow } from '@countersign/protocol/log';
import { betweenEvents } from './commit-rows.ts';
import type { Database } from './database.ts';
import { digestOfHex } from './digest-hex.ts';

interface AppendRow {
  readonly stream: string;
  readonly version: number;
  /** How many of its events are in the log: the first ones, because a stream is logged in order. */
  readonly logged: number;
  readonly digests: string;
  readonly bodies: string;
}

/**
 * By id, which is given under the lock of the stream: of two appends to one stream the earlier has the smaller
 * one, and is visible where the later is. So a limit leaves no gap in a stream.
 */
export async function listUnsequenced(database: Database, limit: number): Promise<LogRow[]> {
  const appends = await database.query<AppendRow>(
    {
      name: 'list_unsequenced',
      text: `SELECT u.stream, u.version, u.logged, encode(e.digests, 'hex') AS digests, e.bodies
        FROM (
          SELECT q.id, a.stream, a.version, l.logged
          FROM :schema.unsequenced q,
            unnest(q.streams, q.versions, q.counts) AS a(stream, version, count),
            LATERAL (
              SELECT count(*)::integer AS logged FROM :schema.log_leaves l WHERE l.stream = a.stream
                AND l.version >= a.version AND l.version < a.version + a.count
            ) AS l
          WHERE l.logged < a.count
          ORDER BY q.id LIMIT $1
        ) AS u
        JOIN :schema.events e ON e.stream = u.stream AND e.version = u.version
        ORDER BY u.id`,
    },
    [limit],
  );
  const rows: LogRow[] = [];
  for (const { stream, version, logged, digests, bodies } of appends) {
    for (const [index, text] of bodies.split(betweenEvents).entries()) {
      if (rows.length >= limit) return rows;
      if (index < logged) continue;
      const event_digest = digestOfHex(digests.slice(index * 64, index * 64 + 64));
      rows.push({ stream, version: version + index, event_digest, text });
    }
  }
  return rows;
}
