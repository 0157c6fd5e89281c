import type { LogAppend } from '@countersign/coordinator';
import type { Database } from './database.ts';
import { hexOfDigest } from './digest-hex.ts';

export async function appendToLog(
  database: Database,
  { epoch, expectedSize, leaves, frontier }: LogAppend,
): Promise<'appended' | 'conflict'> {
  const rows = leaves.map(({ stream, version, event_digest, nodes }, place) => ({
    place,
    stream,
    version,
    event_digest: hexOfDigest(event_digest),
    nodes: nodes.join(''),
  }));
  const [row] = await database.query<{ appended: boolean }>(
    { name: 'append_to_log', text: 'SELECT :schema.append_to_log($1, $2, $3, $4) AS appended' },
    [epoch, expectedSize, frontier.hashes.join(''), JSON.stringify(rows)],
  );
  return row?.appended === true ? 'appended' : 'conflict';
}
