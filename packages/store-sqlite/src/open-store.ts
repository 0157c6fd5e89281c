import type { Clock, Ids } from '@countersign/coordinator';
import { readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { retryBusy } from './retry-busy.ts';
import { storeError } from './sqlite-error.ts';
import { SqliteStore } from './sqlite-store.ts';
import { createState } from './store-state.ts';

export interface SqliteStoreOptions {
  /** A file on a local disk; created where there is none. SQLite keeps two more files beside it. */
  readonly path: string;
  /** Decides at commit. Every process that uses the file should have the same time. */
  readonly clock: Clock;
  readonly ids: Ids;
  /**
   * Resolves after everything else that is ready to run in this process had its turn, such as
   * `() => new Promise(resolve => setImmediate(resolve))`. Commits that were requested by then share one sync. By
   * default only promise jobs get their turn, so callers in different network events do not share a sync. Never rejects.
   */
  readonly turn?: () => Promise<void>;
  /** How often to look for commits of other processes while there is a listener; 20 by default. */
  readonly pollMilliseconds?: number;
}

/** Opens a store in a SQLite file, or makes it. Throws StoreUnusable where the file cannot be trusted. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<SqliteStore> {
  const { path, clock, ids } = options;
  const connection = await openDatabase(path, clock, readMigrations());
  try {
    await retryBusy(clock, () => createState(connection, ids, clock));
  } catch (error) {
    connection.close();
    throw storeError(error, connection.path);
  }
  return new SqliteStore(connection, options);
}
