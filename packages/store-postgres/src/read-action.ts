import type { Digest } from '@countersign/protocol/crypto';
import type { Database } from './database.ts';
import { hexOfDigest } from './digest-hex.ts';

export async function readAction(database: Database, digest: Digest): Promise<string | null> {
  const [row] = await database.query<{ body: string }>(
    {
      name: 'read_action',
      text: "SELECT body FROM :schema.actions WHERE action_digest = decode($1, 'hex')",
    },
    [hexOfDigest(digest)],
  );
  return row?.body ?? null;
}
