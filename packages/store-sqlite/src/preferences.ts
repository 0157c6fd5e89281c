import type { PreferencesWrite, StoredPreferences } from '@countersign/coordinator';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

export function readPreferences(
  connection: Connection,
  personIds: readonly string[],
): StoredPreferences[] {
  return [...new Set(personIds)].flatMap(personId => {
    const kept = connection.get<StoredPreferences>(
      'SELECT person_id, version, text FROM preferences WHERE person_id = ?',
      personId,
    );
    return kept === undefined ? [] : [kept];
  });
}

export function writePreferences(write: PreferencesWrite): Operation<boolean> {
  const { person_id, version, text } = write;
  return {
    apply: transaction => {
      const { connection } = transaction;
      const [kept] = readPreferences(connection, [person_id]);
      if (version !== (kept?.version ?? 0) + 1) return false;
      transaction.changed = true;
      if (text === null) {
        connection.run('DELETE FROM preferences WHERE person_id = ?', person_id);
      } else {
        connection.run(
          `INSERT INTO preferences (person_id, version, text) VALUES (?, ?, ?)
           ON CONFLICT (person_id) DO UPDATE SET version = excluded.version, text = excluded.text`,
          person_id,
          version,
          text,
        );
      }
      return true;
    },
  };
}
