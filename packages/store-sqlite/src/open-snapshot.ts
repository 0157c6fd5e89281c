import type { Clock } from '@countersign/coordinator';
import { Connection } from './connection.ts';
import { retryBusy } from './retry-busy.ts';

/**
 * A separate connection that only reads, and sees the store as it is now for as long as it is open. Commits
 * continue.
 */
export async function openSnapshot(path: string, clock: Clock): Promise<Connection> {
  const connection = new Connection(path, { readOnly: true });
  try {
    await retryBusy(clock, () => {
      try {
        connection.run('BEGIN');
        connection.get('SELECT 1 FROM sqlite_schema');
      } catch (error) {
        connection.rollBack();
        throw error;
      }
    });
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}
