import { DatabaseSync } from 'node:sqlite';

/** What no store in a SQLite file can beat with one commit at a time: a bare insert of 1 KB, synced. */
export function createSqliteLimit(path: string): {
  commitsPerSecond(seconds: number): number;
  close(): void;
} {
  const database = new DatabaseSync(path);
  // The same settings as the store's, so that the two differ only in what they do.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE entry (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;`);
  const insert = database.prepare('INSERT INTO entry (text) VALUES (?)');
  const text = 'x'.repeat(1024);
  return {
    commitsPerSecond(seconds) {
      const start = performance.now();
      let commits = 0;
      let elapsed = 0;
      for (; elapsed < 1000 * seconds; elapsed = performance.now() - start) {
        insert.run(text);
        commits++;
      }
      return (1000 * commits) / elapsed;
    },
    close: () => database.close(),
  };
}
