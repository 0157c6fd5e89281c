import type { KeptCheckpoint, SavedCheckpoint } from '@countersign/coordinator';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

export function saveCheckpoint({ epoch, size, note }: KeptCheckpoint): Operation<SavedCheckpoint> {
  return {
    apply: transaction => {
      const { connection } = transaction;
      const kept = connection.get<{ note: string }>(
        'SELECT note FROM log_checkpoints WHERE epoch = ? AND size = ?',
        epoch,
        size,
      );
      if (kept !== undefined) {
        return kept.note === note ? { outcome: 'saved' } : { outcome: 'taken', note: kept.note };
      }
      connection.run(
        'INSERT INTO log_checkpoints (epoch, size, note) VALUES (?, ?, ?)',
        epoch,
        size,
        note,
      );
      transaction.changed = true;
      return { outcome: 'saved' };
    },
  };
}

export function listUnpublished(connection: Connection, limit: number): KeptCheckpoint[] {
  return connection.all<KeptCheckpoint>(
    `SELECT epoch, size, note FROM log_checkpoints WHERE published = 0 ORDER BY epoch, size LIMIT ?`,
    limit,
  );
}

export function markPublished({
  epoch,
  size,
}: Pick<KeptCheckpoint, 'epoch' | 'size'>): Operation<void> {
  return {
    apply: transaction => {
      const { changes } = transaction.connection.run(
        'UPDATE log_checkpoints SET published = 1 WHERE epoch = ? AND size = ? AND published = 0',
        epoch,
        size,
      );
      transaction.changed ||= changes > 0;
    },
  };
}
