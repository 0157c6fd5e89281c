import type { PreferencesWrite, StoredPreferences } from '@countersign/coordinator';
import type { Database, Statement } from './database.ts';

export function readPreferences(
  database: Database,
  personIds: readonly string[],
): Promise<StoredPreferences[]> {
  return database.query<StoredPreferences>(
    {
      name: 'read_preferences',
      text: `SELECT person_id, version, body AS text FROM :schema.preferences
        WHERE person_id = ANY ($1::text[])`,
    },
    [personIds],
  );
}

const first: Statement = {
  name: 'write_first_preferences',
  text: `INSERT INTO :schema.preferences (person_id, version, body) VALUES ($1, 1, $2)
    ON CONFLICT DO NOTHING RETURNING person_id`,
};
const next: Statement = {
  name: 'write_next_preferences',
  text: `UPDATE :schema.preferences SET version = $3, body = $2
    WHERE person_id = $1 AND version = $3::integer - 1 RETURNING person_id`,
};
const none: Statement = {
  name: 'forget_preferences',
  text: `DELETE FROM :schema.preferences
    WHERE person_id = $1 AND version = $2::integer - 1 RETURNING person_id`,
};

export async function writePreferences(
  database: Database,
  { person_id, version, text }: PreferencesWrite,
): Promise<boolean> {
  const rows =
    text === null
      ? await database.query(none, [person_id, version])
      : version === 1
        ? await database.query(first, [person_id, text])
        : await database.query(next, [person_id, text, version]);
  return rows.length > 0;
}
