import { type LogHead, StoreUnusable } from '@countersign/coordinator';
import type { Database } from './database.ts';
import { hashesOfHex } from './digest-hex.ts';

interface HeadRow {
  readonly store_id: string;
  readonly epoch: number;
  /** As text, like every bigint. */
  readonly size: string | null;
  readonly frontier: string | null;
  readonly signed_size: string | null;
  readonly note: string | null;
}

/** In one statement, so that the log and its checkpoint are of one moment. */
export async function readLog(database: Database, asked?: number): Promise<LogHead> {
  const [row] = await database.query<HeadRow>(
    {
      name: 'read_log',
      text: `SELECT s.store_id, s.epoch, l.size, encode(l.frontier, 'hex') AS frontier,
          c.size AS signed_size, c.note
        FROM (SELECT store_id, coalesce($1::integer, epoch) AS epoch
              FROM :schema.store_state WHERE singleton) AS s
        LEFT JOIN :schema.logs l ON l.epoch = s.epoch
        LEFT JOIN LATERAL (
          SELECT size, note FROM :schema.log_checkpoints
          WHERE epoch = s.epoch ORDER BY size DESC LIMIT 1
        ) AS c ON true`,
    },
    [asked ?? null],
  );
  if (row === undefined) {
    throw new StoreUnusable(
      'expected the row of store_state and found none; restore the database from a backup',
    );
  }
  const { store_id: storeId, epoch, size, frontier, signed_size, note } = row;
  return {
    storeId,
    epoch,
    frontier: { size: Number(size ?? 0), hashes: hashesOfHex(frontier ?? '') },
    checkpoint: note === null ? null : { epoch, size: Number(signed_size), note },
  };
}
