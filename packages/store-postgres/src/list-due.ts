import type { Timestamp } from '@countersign/protocol/value';
import type { Database } from './database.ts';
import { timestampOf } from './timestamp-text.ts';

export async function listDue(
  database: Database,
  limit: number,
): Promise<{ approval_request_id: string; due_at: Timestamp }[]> {
  const rows = await database.query<{ approval_request_id: string; due_at: Date }>(
    {
      name: 'list_due',
      text: `SELECT approval_request_id, due_at FROM :schema.requests
        WHERE due_at <= (SELECT :schema.store_clock()) ORDER BY due_at LIMIT $1`,
    },
    [limit],
  );
  return rows.map(({ approval_request_id, due_at }) => ({
    approval_request_id,
    due_at: timestampOf(due_at),
  }));
}
