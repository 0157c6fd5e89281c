// The schema that the migrations lead to, as text. Run as a script it writes schema.sql, which is kept in git
// so that a migration shows in review.
//
//   node --conditions=source src/testing/dump-schema.ts

import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { readMigrations } from '../migrate.ts';
import { openStore, temporaryPath } from './temporary-store.ts';

export const schemaFile: URL = new URL('../../schema.sql', import.meta.url);

export async function dumpSchema(): Promise<string> {
  const { path, remove } = temporaryPath();
  await (await openStore(path)).close();
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database
    .prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type DESC, name')
    .all();
  database.close();
  remove();
  const version = readMigrations().length;
  return [
    `-- Schema version ${version}. Written by src/testing/dump-schema.ts; a test compares it with the migrations.`,
    ...rows.map(row => `${row['sql']};`),
  ]
    .join('\n\n')
    .concat('\n');
}

if (import.meta.main) writeFileSync(schemaFile, await dumpSchema());
