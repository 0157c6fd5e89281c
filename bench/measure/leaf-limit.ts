// What no sequencer can beat: rows as small as those of a log, in the same batches, each batch one synced transaction,
// with nothing read, checked or signed.

import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';

export interface LeafLimit {
  /** Rows per second. */
  insert(rows: number, batch: number): Promise<number>;
  close(): Promise<void>;
}

const digest = Buffer.alloc(32, 7);
/** A leaf completes one subtree on average. */
const nodes = Buffer.alloc(32, 9);

export function createSqliteLeafLimit(path: string): LeafLimit {
  const database = new DatabaseSync(path);
  // The same settings as the store's, so that the two differ only in what they do.
  database.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 4000;
    CREATE TABLE leaf (
      leaf_index INTEGER PRIMARY KEY, position INTEGER NOT NULL UNIQUE, digest BLOB NOT NULL, nodes BLOB NOT NULL
    ) STRICT;`);
  const insert = database.prepare('INSERT INTO leaf VALUES (?, ?, ?, ?)');
  let size = 0;
  return {
    insert: async (rows, batch) => {
      const start = performance.now();
      for (let done = 0; done < rows; done += batch) {
        database.exec('BEGIN IMMEDIATE');
        for (let row = done; row < Math.min(rows, done + batch); row++, size++) {
          insert.run(size, size, digest, nodes);
        }
        database.exec('COMMIT');
      }
      return (1000 * rows) / (performance.now() - start);
    },
    close: async () => database.close(),
  };
}

export async function createPostgresLeafLimit(connection: pg.ClientConfig): Promise<LeafLimit> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(
    `CREATE TABLE leaf (leaf_index bigint PRIMARY KEY, position bigint NOT NULL UNIQUE, digest bytea NOT NULL,
      nodes bytea NOT NULL)`,
  );
  const insert = {
    name: 'insert',
    text: 'INSERT INTO leaf SELECT * FROM unnest($1::bigint[], $1::bigint[], $2::bytea[], $3::bytea[])',
  };
  let size = 0;
  return {
    insert: async (rows, batch) => {
      const start = performance.now();
      for (let done = 0; done < rows; done += batch) {
        const length = Math.min(batch, rows - done);
        const indexes = Array.from({ length }, (_, row) => size + row);
        const values = [indexes, indexes.map(() => digest), indexes.map(() => nodes)];
        await client.query({ ...insert, values });
        size += length;
      }
      return (1000 * rows) / (performance.now() - start);
    },
    close: () => client.end(),
  };
}
