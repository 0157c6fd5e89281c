import { type Clock, type StoreReader, StoreUnusable } from '@countersign/coordinator';
import type { PoolConfig } from 'pg';
import { countRequests } from './count-requests.ts';
import { Database } from './database.ts';
import { listDeadLetters } from './dead-letters.ts';
import { listUnsequenced } from './list-unsequenced.ts';
import { readClockMark } from './mark-clock.ts';
import { isMigrated } from './migrate.ts';
import { connectionTo, quotedSchema } from './open-store.ts';
import { readLeaves } from './read-leaves.ts';
import { readLog } from './read-log.ts';
import { readState } from './read-state.ts';
import { readStreams } from './read-streams.ts';

/** Opens a store to look at it. Its schema is neither made nor migrated, and nothing is written. */
export async function openPostgresReader(options: {
  readonly connection: string | PoolConfig;
  readonly clock: Clock;
  readonly schema?: string;
}): Promise<StoreReader> {
  const { clock } = options;
  const schema = quotedSchema(options.schema ?? 'countersign');
  const connection = connectionTo(options.connection, 2);
  const database = new Database({ connection, schema, clock });
  try {
    if (!(await isMigrated(database))) {
      throw new StoreUnusable(
        'expected the newest schema and found an older one or none; it is made when a server starts on it',
      );
    }
    await readState(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return {
    readStream: async (stream, after = 0) =>
      (await readStreams(database, [{ stream, after }]))[0] ?? [],
    readState: () => readState(database),
    readClockMark: () => readClockMark(database),
    countRequests: async () => (await countRequests(database)).counts,
    listDeadLetters: limit => listDeadLetters(database, limit),
    listUnsequenced: limit => listUnsequenced(database, limit),
    readLog: epoch => readLog(database, epoch),
    readLeaves: (epoch, indexes) => readLeaves(database, epoch, indexes),
    timeline: () => database.timeline,
    close: () => database.close(),
  };
}
