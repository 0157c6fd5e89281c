import type { LeasedMessage, Store } from '@countersign/coordinator';
import type { Database } from './database.ts';

interface MessageRow extends Omit<LeasedMessage, 'id'> {
  readonly id: string;
}

export async function leaseOutbox(
  database: Database,
  { owner, seconds, limit }: Parameters<Store['leaseOutbox']>[0],
): Promise<LeasedMessage[]> {
  const rows = await database.query<MessageRow>(
    {
      name: 'lease_outbox',
      text: `WITH picked AS MATERIALIZED (
          SELECT id, lease_owner FROM :schema.outbox
          WHERE died_at IS NULL AND due_at <= (SELECT :schema.store_clock())
          ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
        UPDATE :schema.outbox AS message
        SET lease_owner = $1, due_at = :schema.store_clock() + $2::float8 * interval '1 second'
        FROM picked WHERE message.id = picked.id
        RETURNING message.id, topic, stream, payload, tries, coalesce(problem, '') AS problem,
          picked.lease_owner IS NOT NULL AS abandoned`,
    },
    [owner, seconds, limit],
  );
  const messages = rows.map(row => ({ ...row, id: Number(row.id) }));
  return messages.sort((a, b) => a.id - b.id);
}
