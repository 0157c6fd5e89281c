import type { DeadLetter } from '@countersign/coordinator';
import type { Database } from './database.ts';
import { timestampOf } from './timestamp-text.ts';

interface DeadLetterRow extends Omit<DeadLetter, 'id' | 'problem' | 'died_at'> {
  readonly id: string;
  readonly problem: string | null;
  readonly died_at: Date;
}

export async function listDeadLetters(database: Database, limit: number): Promise<DeadLetter[]> {
  const rows = await database.query<DeadLetterRow>(
    {
      name: 'list_dead_letters',
      text: `SELECT id, topic, stream, tries, problem, died_at FROM :schema.outbox
        WHERE died_at IS NOT NULL ORDER BY died_at DESC, id DESC LIMIT $1`,
    },
    [limit],
  );
  return rows.map(({ id, problem, died_at, ...row }) => ({
    ...row,
    id: Number(id),
    problem: problem ?? '',
    died_at: timestampOf(died_at),
  }));
}

export async function retryDeadLetter(database: Database, id: number): Promise<boolean> {
  const rows = await database.query<object>(
    {
      name: 'retry_dead_letter',
      text: `UPDATE :schema.outbox SET died_at = NULL, tries = 0, due_at = :schema.store_clock()
        WHERE id = $1 AND died_at IS NOT NULL RETURNING id`,
    },
    [id],
  );
  return rows.length > 0;
}
