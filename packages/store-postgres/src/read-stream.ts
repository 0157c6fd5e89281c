import type { StreamRow } from '@countersign/coordinator';
import type { Database } from './database.ts';

export function readStream(
  database: Database,
  stream: string,
  after: number,
): Promise<StreamRow[]> {
  return database.query<StreamRow>(
    {
      name: 'read_stream',
      text: `SELECT version, event_digest, body AS text FROM :schema.events
        WHERE stream = $1 AND version > $2 ORDER BY version`,
    },
    [stream, after],
  );
}
