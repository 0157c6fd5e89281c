import type { ActionBytes } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type { Connection } from './connection.ts';
import { eraseWords, mergeErased } from './search-index.ts';
import type { Operation } from './transaction.ts';

export function keepAction(
  connection: Connection,
  { digest, text, retainUntil }: ActionBytes,
): void {
  connection.run(
    `INSERT INTO actions (action_digest, retain_until, text) VALUES (unhex(substr(?, 8)), ?, ?)
     ON CONFLICT (action_digest) DO UPDATE SET retain_until = max(retain_until, excluded.retain_until)`,
    digest,
    retainUntil,
    text,
  );
}

export function readAction(connection: Connection, digest: Digest): string | null {
  const row = connection.get<{ text: string }>(
    'SELECT text FROM actions WHERE action_digest = unhex(substr(?, 8))',
    digest,
  );
  return row?.text ?? null;
}

export function eraseActions(limit: number): Operation<number> {
  return {
    apply: transaction => {
      const { connection } = transaction;
      const over = connection.all<{ action_no: number; action_digest: Uint8Array }>(
        'SELECT action_no, action_digest FROM actions WHERE retain_until <= ? ORDER BY retain_until LIMIT ?',
        transaction.now,
        limit,
      );
      for (const { action_no, action_digest } of over) {
        connection.run('DELETE FROM actions WHERE action_no = ?', action_no);
        eraseWords(connection, action_digest);
      }
      const merged = mergeErased(connection, over.length > 0);
      transaction.changed ||= over.length > 0 || merged;
      return over.length;
    },
  };
}
