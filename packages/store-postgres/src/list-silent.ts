import type { Timestamp } from '@countersign/protocol/value';
import type { Database } from './database.ts';
import { timestampOf } from './timestamp-text.ts';

export async function listSilent(
  database: Database,
  limit: number,
): Promise<{ approval_request_id: string; silent_at: Timestamp }[]> {
  const rows = await database.query<{ approval_request_id: string; silent_at: Date }>(
    {
      name: 'list_silent',
      text: `SELECT approval_request_id, silent_at FROM :schema.requests
        WHERE silent_at <= (SELECT :schema.store_clock()) ORDER BY silent_at LIMIT $1`,
    },
    [limit],
  );
  return rows.map(({ approval_request_id, silent_at }) => ({
    approval_request_id,
    silent_at: timestampOf(silent_at),
  }));
}
