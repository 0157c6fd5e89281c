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
      text: `UPDATE :schema.outbox
        SET lease_owner = $1, due_at = :schema.store_clock() + $2::float8 * interval '1 second'
        WHERE id = ANY (ARRAY(
          SELECT id FROM :schema.outbox WHERE died_at IS NULL AND due_at <= (SELECT :schema.store_clock())
          ORDER BY due_at, id LIMIT $3 FOR UPDATE SKIP LOCKED))
        RETURNING id, topic, stream, payload, tries`,
    },
    [owner, seconds, limit],
  );
  const messages = rows.map(row => ({ ...row, id: Number(row.id) }));
  return messages.sort((a, b) => a.id - b.id);
}
