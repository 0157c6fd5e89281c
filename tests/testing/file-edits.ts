import type { LogRow } from '@countersign/protocol/log';
import { altered, resealed } from './tampered-file.ts';

// In the statements `:k` is a place in the log, and `:position` that of its event.

/** Makes room for a leaf, or closes the gap that one has left. */
const shift = (by: 1 | -1): string => `
  UPDATE log_leaves SET leaf_index = -leaf_index - 1 WHERE leaf_index ${by === 1 ? '>=' : '>'} :k;
  UPDATE log_leaves SET leaf_index = -leaf_index - 1 + ${by} WHERE leaf_index < 0;
  UPDATE logs SET size = size + ${by}`;

/** Everything from a place on, but for the checkpoints that speak of it. */
export const forget = 'UPDATE logs SET size = :k; DELETE FROM log_leaves WHERE leaf_index >= :k';

const bytesOf = (digest: string): string => `unhex('${digest.slice(7)}')`;

/** The event and its leaf, in a stream that is new. */
const insert = ({ stream, version, event_digest, text }: LogRow): string => `
  INSERT INTO streams (stream_no, stream) VALUES (9999, '${stream}');
  INSERT INTO events (position, stream_no, version, event_digest, text)
    VALUES (999999, 9999, ${version}, ${bytesOf(event_digest)}, '${text}');
  INSERT INTO log_leaves (epoch, leaf_index, position, event_digest, nodes)
    VALUES (1, :k, 999999, ${bytesOf(event_digest)}, x'')`;

const setText = (index: number, text: string): string =>
  `UPDATE events SET text = '${text}' WHERE position =
     (SELECT position FROM log_leaves WHERE leaf_index = ${index})`;

const setDigest = (table: string, digest: string): string =>
  `UPDATE ${table} SET event_digest = ${bytesOf(digest)} WHERE position = :position`;

/** What an attacker with the file and without the key can do to the log at one place, as SQL. */
export function fileEdits(
  rows: readonly LogRow[],
  forgedAt: (index: number) => LogRow,
): Readonly<Record<string, (index: number) => string>> {
  const rowAt = (index: number): LogRow => rows[index] as LogRow;
  return {
    'an altered text': i => setText(i, altered(rowAt(i))),
    'an altered digest': i => setDigest('log_leaves', rowAt((i + 1) % rows.length).event_digest),
    'an altered text with its digests': i => {
      const { text, event_digest } = resealed(rowAt(i), altered(rowAt(i)));
      const digests = [setDigest('events', event_digest), setDigest('log_leaves', event_digest)];
      return [setText(i, text), ...digests].join(';');
    },
    'another stream': () =>
      `UPDATE events SET stream_no = stream_no % 20 + 1, version = version + 99999
         WHERE position = :position`,
    'another version': () =>
      'UPDATE events SET version = version + 99999 WHERE position = :position',
    'a removed event': () => 'DELETE FROM events WHERE position = :position',
    'a removed leaf': () => 'DELETE FROM log_leaves WHERE leaf_index = :k',
    'a removed row, with all others moved up': () =>
      `DELETE FROM events WHERE position = :position;
       DELETE FROM log_leaves WHERE leaf_index = :k;${shift(-1)}`,
    'an inserted row, with all others moved down': i => `${shift(1)};${insert(forgedAt(i))}`,
    'two neighbours swapped as leaves': i => `
      UPDATE log_leaves SET leaf_index = -1 WHERE leaf_index = :k;
      UPDATE log_leaves SET leaf_index = :k WHERE leaf_index = ${i + 1};
      UPDATE log_leaves SET leaf_index = ${i + 1} WHERE leaf_index = -1`,
    'two neighbours swapped as events': i =>
      `${setText(i, rowAt(i + 1).text)};${setText(i + 1, rowAt(i).text)}`,
    'another node': () =>
      'UPDATE log_leaves SET nodes = randomblob(length(nodes)) WHERE leaf_index = :k + 1 - :k % 2',
    'the tail removed, and not its checkpoints': () => forget,
  };
}
