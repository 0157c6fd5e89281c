import type { Database } from './database.ts';

/**
 * Records how far the clock had come at the last commit, so that a clock that was set back is noticed (TM-7), also
 * by a process that was not there. It is kept out of the commits, where one hot row would delay them all; for other
 * processes than the committing one, the mark may be behind by about a second.
 */
export async function markClock(database: Database, seen: string): Promise<void> {
  await database.query(
    {
      name: 'mark_clock',
      text: `UPDATE :schema.store_state SET clock_mark = $1
        WHERE singleton AND clock_mark < $1::timestamptz`,
    },
    [seen],
  );
}
