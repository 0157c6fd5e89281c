import type { ActionBytes } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

export function keepAction(
  connection: Connection,
  { digest, text, retainUntil }: ActionBytes,
): void {
  const { changes } = connection.run(
    `UPDATE actions SET retain_until = max(retain_until, ?) WHERE action_digest = unhex(substr(?, 8))`,
    retainUntil,
    digest,
  );
  if (changes === 1) return;
  connection.run(
    `INSERT INTO actions (action_digest, retain_until, text) VALUES (unhex(substr(?, 8)), ?, ?)`,
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
      const { changes } = transaction.connection.run(
        `DELETE FROM actions WHERE action_no IN
           (SELECT action_no FROM actions WHERE retain_until <= ? ORDER BY retain_until LIMIT ?)`,
        transaction.now,
        limit,
      );
      transaction.changed ||= changes > 0;
      return changes;
    },
  };
}
