import type { Database } from './database.ts';

export function listUnsequenced(
  database: Database,
  limit: number,
): Promise<{ stream: string; version: number }[]> {
  return database.query<{ stream: string; version: number }>(
    {
      name: 'list_unsequenced',
      text: 'SELECT stream, version FROM :schema.unsequenced LIMIT $1',
    },
    [limit],
  );
}
