import type { StreamAppend, StreamRow } from '@countersign/coordinator';
import type { Connection } from './connection.ts';

export interface Head {
  readonly stream_no: number;
  readonly version: number;
}

/** Where a stream ends, read from its events: there is no second place that could disagree with them. */
export function findHead(connection: Connection, stream: string): Head | null {
  const head = connection.get<Head>(
    `SELECT stream_no, (SELECT max(version) FROM events WHERE events.stream_no = streams.stream_no) AS version
     FROM streams WHERE stream = ?`,
    stream,
  );
  return head ?? null;
}

export function readStream(connection: Connection, stream: string, after: number): StreamRow[] {
  return connection.all<StreamRow>(
    `SELECT version, 'sha256:' || lower(hex(event_digest)) AS event_digest, text
     FROM events JOIN streams USING (stream_no) WHERE stream = ? AND version > ? ORDER BY version`,
    stream,
    after,
  );
}

/** Appends to a stream, making it where it is new. Returns its number. */
export function appendToStream(
  connection: Connection,
  { stream, events }: StreamAppend,
  head: Head | null,
  attempt: string,
): number {
  const streamNo =
    head?.stream_no ??
    connection.run('INSERT INTO streams (stream) VALUES (?)', stream).lastInsertRowid;
  for (let from = 0; from < events.length; from += rowsMax) {
    const some = events.slice(from, from + rowsMax);
    const values = some.flatMap(({ event, event_digest, text }, index) => [
      streamNo,
      event.version,
      event_digest,
      text,
      from + index === 0 ? attempt : null,
    ]);
    connection.run(insertOf(some.length), ...values);
  }
  return streamNo;
}

/** Most appends have two or three events. Each number of rows is a statement that stays prepared, so there are few. */
const rowsMax = 4;

function insertOf(rows: number): string {
  const row = '(?, ?, unhex(substr(?, 8)), ?, ?)';
  return `INSERT INTO events (stream_no, version, event_digest, text, attempt)
     VALUES ${Array.from({ length: rows }, () => row).join(', ')}`;
}
