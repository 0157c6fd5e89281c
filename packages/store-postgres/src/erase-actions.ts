import type { Database } from './database.ts';

/** An action whose retention was prolonged in the meantime is kept: the row is looked at again once locked. */
export async function eraseActions(database: Database, limit: number): Promise<number> {
  const rows = await database.query<object>(
    {
      name: 'erase_actions',
      text: `DELETE FROM :schema.actions WHERE action_digest = ANY (ARRAY(
          SELECT action_digest FROM :schema.actions WHERE retain_until <= (SELECT :schema.store_clock())
          ORDER BY retain_until LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING action_digest`,
    },
    [limit],
  );
  return rows.length;
}
