// Fills a store with pending requests, past the coordinator: only their rows in the lists, which is all that an
// inbox reads. It writes to the tables of the stores, so it changes when they do.

import { DatabaseSync } from 'node:sqlite';
import type { Client } from 'pg';

/** The rows end up to a second apart, newest last, each under a random id, with an hour left to be decided. */
const columns = `approval_request_id, case_id, status, agent_id, operation, tool_name, risk_level, route,
  requested_at, due_at`;

export function fillSqlite(path: string, pending: number): void {
  const database = new DatabaseSync(path);
  const now = Date.now();
  try {
    database.exec('PRAGMA synchronous = OFF; PRAGMA cache_size = -400000; BEGIN');
    database
      .prepare(
        `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ?)
        INSERT INTO requests (${columns})
        SELECT 'ar_' || lower(hex(randomblob(16))), 'case_' || lower(hex(randomblob(16))), 'pending',
          'agent-' || (n % 1000), 'tool.invoke', 'wire_transfer', 'high', 'admin_channel',
          strftime('%Y-%m-%dT%H:%M:%fZ', ? - (? - n) * 0.05, 'unixepoch'), ?
        FROM numbers`,
      )
      .run(pending, now / 1000, pending, new Date(now + 3_600_000).toISOString());
    const counters = JSON.stringify({ pending });
    database.prepare('UPDATE store_state SET counters = ?').run(counters);
    database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  } finally {
    database.close();
  }
}

export async function fillPostgres(client: Client, pending: number): Promise<void> {
  await client.query(
    `INSERT INTO countersign.requests (${columns})
    SELECT 'ar_' || replace(gen_random_uuid()::text, '-', ''), 'case_' || replace(gen_random_uuid()::text, '-', ''),
      'pending', 'agent-' || n % 1000, 'tool.invoke', 'wire_transfer', 'high', 'admin_channel',
      date_trunc('milliseconds', now() - ($1 - n) * interval '50 milliseconds'), now() + interval '1 hour'
    FROM generate_series(1, $1::integer) AS n`,
    [pending],
  );
  await client.query(
    `INSERT INTO countersign.request_counts (status, count) VALUES ('pending', $1)`,
    [pending],
  );
  await client.query('VACUUM ANALYZE countersign.requests');
}
