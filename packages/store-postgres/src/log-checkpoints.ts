import {
  type KeptCheckpoint,
  type SavedCheckpoint,
  StoreUnavailable,
} from '@countersign/coordinator';
import type { Database } from './database.ts';

/** The first of a size stays: the key lets no second one in, and what is there is never updated. */
export async function saveCheckpoint(
  database: Database,
  { epoch, size, note }: KeptCheckpoint,
): Promise<SavedCheckpoint> {
  const added = await database.query(
    {
      name: 'save_checkpoint',
      text: `INSERT INTO :schema.log_checkpoints (epoch, size, note) VALUES ($1, $2, $3)
        ON CONFLICT (epoch, size) DO NOTHING RETURNING 1`,
    },
    [epoch, size, note],
  );
  if (added.length > 0) return { outcome: 'saved' };
  // A statement of its own: the one before may not see what it was in conflict with.
  const [kept] = await database.query<{ note: string }>(
    {
      name: 'read_checkpoint',
      text: 'SELECT note FROM :schema.log_checkpoints WHERE epoch = $1 AND size = $2',
    },
    [epoch, size],
  );
  if (kept === undefined) throw new StoreUnavailable('a checkpoint was there and is gone');
  return kept.note === note ? { outcome: 'saved' } : { outcome: 'taken', note: kept.note };
}

export async function listUnpublished(
  database: Database,
  limit: number,
): Promise<KeptCheckpoint[]> {
  const rows = await database.query<Omit<KeptCheckpoint, 'size'> & { readonly size: string }>(
    {
      name: 'list_unpublished',
      text: `SELECT epoch, size, note FROM :schema.log_checkpoints WHERE NOT published
        ORDER BY epoch, size LIMIT $1`,
    },
    [limit],
  );
  return rows.map(row => ({ ...row, size: Number(row.size) }));
}

export async function markPublished(
  database: Database,
  { epoch, size }: Pick<KeptCheckpoint, 'epoch' | 'size'>,
): Promise<void> {
  await database.query(
    {
      name: 'mark_published',
      text: `UPDATE :schema.log_checkpoints SET published = true
        WHERE epoch = $1 AND size = $2 AND NOT published`,
    },
    [epoch, size],
  );
}
