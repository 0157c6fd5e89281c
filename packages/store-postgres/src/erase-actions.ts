import type { Database } from './database.ts';
import { storeErrorOf } from './database-error.ts';

/**
 * An action whose retention was prolonged in the meantime is kept: the row is looked at again once locked. Its words are
 * taken out of the index by another statement, which sees what was put there until the bytes were locked.
 */
export async function eraseActions(database: Database, limit: number): Promise<number> {
  try {
    return await database.runTogether(async run => {
      const rows = await run<{ action_digest: Buffer }>(
        {
          name: 'erase_actions',
          text: `DELETE FROM :schema.actions WHERE action_digest = ANY (ARRAY(
              SELECT action_digest FROM :schema.actions WHERE retain_until <= (SELECT :schema.store_clock())
              ORDER BY retain_until LIMIT $1 FOR UPDATE SKIP LOCKED))
            RETURNING action_digest`,
        },
        [limit],
      );
      if (rows.length > 0) {
        await run({ name: 'erase_words', text: 'SELECT :schema.erase_words($1)' }, [
          rows.map(({ action_digest }) => action_digest),
        ]);
      }
      return { keep: true, answer: rows.length };
    });
  } catch (error) {
    throw storeErrorOf(error);
  }
}
