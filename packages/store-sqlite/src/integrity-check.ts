import type { Clock } from '@countersign/coordinator';
import { type SealedEvent, verifyStream } from '@countersign/protocol/stream';
import type { Connection } from './connection.ts';
import { openSnapshot } from './open-snapshot.ts';

/** A damaged file can have more faults than a person wants to read. */
const problemsMax = 100;
const streamsPerTurn = 100;

/** Statements that find what should not be there, each row being one `problem`. */
const references: readonly string[] = [
  `SELECT 'the store does not say which it is' AS problem WHERE NOT EXISTS (SELECT 1 FROM store_state)`,
  `SELECT 'event ' || position || ' belongs to no stream' AS problem FROM events
     WHERE NOT EXISTS (SELECT 1 FROM streams WHERE streams.stream_no = events.stream_no)`,
  `SELECT 'stream ' || stream || ' has no events' AS problem FROM streams
     WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.stream_no = streams.stream_no)`,
  `SELECT 'position ' || position || ' is in the log, but there is no such event' AS problem
     FROM log_leaves WHERE NOT EXISTS (SELECT 1 FROM events WHERE events.position = log_leaves.position)`,
  `SELECT 'event ' || position || ' is not the one in the log' AS problem
     FROM log_leaves JOIN events USING (position) WHERE log_leaves.event_digest <> events.event_digest`,
  `SELECT 'event ' || position || ' was passed over by the log' AS problem
     FROM events WHERE position <= (SELECT sequenced_to FROM store_state)
       AND NOT EXISTS (SELECT 1 FROM log_leaves WHERE log_leaves.position = events.position)`,
  `SELECT 'the log of epoch ' || epoch || ' has another size than it has leaves' AS problem FROM logs
     WHERE size <> (SELECT count(*) FROM log_leaves WHERE log_leaves.epoch = logs.epoch)
       OR size <> (SELECT max(leaf_index) + 1 FROM log_leaves WHERE log_leaves.epoch = logs.epoch)`,
  `SELECT 'claim ' || scope || ' ' || key || ' belongs to no stream' AS problem FROM claims
     WHERE NOT EXISTS (SELECT 1 FROM streams WHERE streams.stream_no = claims.stream_no)`,
  `SELECT 'the counter of ' || status || ' says ' || sum(counted) || ', there are ' || sum(present) AS problem
     FROM (SELECT key AS status, value AS counted, 0 AS present FROM store_state, json_each(counters)
           UNION ALL SELECT status, 0, count(*) FROM requests GROUP BY status)
     GROUP BY status HAVING sum(counted) <> sum(present)`,
];

/** Everything that is wrong: with the file, with references and counters, with the digests and links of streams. */
export async function checkIntegrity(
  path: string,
  clock: Clock,
  turn: () => Promise<void>,
): Promise<string[]> {
  // One moment for all of it, so that a commit in between does not look like a mistake.
  const snapshot = await openSnapshot(path, clock);
  try {
    return await collect(snapshot, turn);
  } finally {
    snapshot.close();
  }
}

async function collect(connection: Connection, turn: () => Promise<void>): Promise<string[]> {
  const problems: string[] = [];
  try {
    for (const problem of findProblems(connection)) {
      if (problem === null) await turn();
      else problems.push(problem);
      if (problems.length >= problemsMax) break;
    }
  } catch (error) {
    problems.push(`reading on is not possible: ${error instanceof Error ? error.message : error}`);
  }
  return problems;
}

/** Null where it is time for other work. */
function* findProblems(connection: Connection): Generator<string | null> {
  const sql = `PRAGMA integrity_check(${problemsMax})`;
  for (const { integrity_check: line } of connection.all<{ integrity_check: string }>(sql)) {
    if (line !== 'ok') yield line;
  }
  for (const reference of references) {
    yield null;
    for (const { problem } of connection.iterate<{ problem: string }>(reference)) yield problem;
  }
  let streams = 0;
  for (const { stream, rows } of streamsOf(connection)) {
    const verdict = verifyStream(stream, rows);
    if (!verdict.ok) yield `stream ${stream}: ${verdict.refusal.detail}`;
    if (++streams % streamsPerTurn === 0) yield null;
  }
}

type EventRow = Pick<SealedEvent, 'text' | 'event_digest'> & { readonly stream: string };

/** The rows of one stream after the other, without ever holding more than one row. */
function* streamsOf(
  connection: Connection,
): Generator<{ readonly stream: string; readonly rows: Iterable<EventRow> }> {
  const all = connection
    .iterate<EventRow>(
      `SELECT stream, 'sha256:' || lower(hex(event_digest)) AS event_digest, text
       FROM events JOIN streams USING (stream_no) ORDER BY stream_no, version`,
    )
    [Symbol.iterator]();
  let next = all.next();
  while (!next.done) {
    const { stream } = next.value;
    const rows = (function* () {
      while (!next.done && next.value.stream === stream) {
        yield next.value;
        next = all.next();
      }
    })();
    yield { stream, rows };
    // A reader that stopped early does not need the rest of the stream.
    while (!next.done && next.value.stream === stream) next = all.next();
  }
}
