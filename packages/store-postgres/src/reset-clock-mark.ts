import type { Clock } from '@countersign/coordinator';
import type { Timestamp } from '@countersign/protocol/value';
import type { PoolConfig } from 'pg';
import { Database } from './database.ts';
import { readClockMark } from './mark-clock.ts';
import { connectionTo, quotedSchema } from './open-store.ts';

/**
 * Sets the latest time that the store has seen, and answers the one before. For the repair at the console alone: no
 * process may have the store open, and a new epoch must follow.
 */
export async function resetPostgresClockMark(options: {
  readonly connection: string | PoolConfig;
  readonly clock: Clock;
  readonly to: Timestamp;
  readonly schema?: string;
}): Promise<Timestamp> {
  const schema = quotedSchema(options.schema ?? 'countersign');
  const connection = connectionTo(options.connection, 1);
  const database = new Database({ connection, schema, clock: options.clock });
  try {
    const before = await readClockMark(database);
    await database.query(
      {
        name: 'reset_clock_mark',
        text: 'UPDATE :schema.store_state SET clock_mark = $1 WHERE singleton',
      },
      [options.to],
    );
    return before;
  } finally {
    await database.close();
  }
}
