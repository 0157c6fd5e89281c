import { StoreUnusable } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { Database } from './database.ts';
import { timestampOf } from './timestamp-text.ts';

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

export async function readClockMark(database: Database): Promise<Timestamp> {
  const [row] = await database.query<{ clock_mark: Date }>({
    name: 'read_clock_mark',
    text: 'SELECT clock_mark FROM :schema.store_state WHERE singleton',
  });
  if (row === undefined) throw new StoreUnusable('expected the row of store_state, found none');
  return timestampOf(row.clock_mark);
}
