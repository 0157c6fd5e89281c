import type { Clock } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import { readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { loadState } from './store-state.ts';

/**
 * Sets the latest time that the store has seen, and answers the one before. For the repair at the console alone: no
 * process may have the store open, and a new epoch must follow.
 */
export async function resetSqliteClockMark(options: {
  readonly path: string;
  readonly clock: Clock;
  readonly to: Timestamp;
}): Promise<Timestamp> {
  const connection = await openDatabase(options.path, options.clock, readMigrations());
  try {
    const { clock_mark } = loadState(connection);
    connection.run('UPDATE store_state SET clock_mark = ?', options.to);
    return clock_mark;
  } finally {
    connection.close();
  }
}
