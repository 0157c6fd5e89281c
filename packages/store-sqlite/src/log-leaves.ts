import type {
  EventPlace,
  KeptCheckpoint,
  LogAppend,
  LoggedLeaf,
  LoggedRow,
  LogHead,
} from '@countersign/coordinator';
import type { LogRow, TreeHash } from '@countersign/protocol/log';
import type { Connection } from './connection.ts';
import { loadState } from './store-state.ts';
import type { Operation } from './transaction.ts';

/** An event that has a leaf is in a log. The mark only saves looking at events that surely have one. */
const unsequenced = `position > (SELECT sequenced_to FROM store_state)
  AND NOT EXISTS (SELECT 1 FROM log_leaves WHERE log_leaves.position = events.position)`;

export function listUnsequenced(connection: Connection, limit: number): LogRow[] {
  return connection.all<LogRow>(
    `SELECT stream, version, 'sha256:' || lower(hex(event_digest)) AS event_digest, text
     FROM events JOIN streams USING (stream_no) WHERE ${unsequenced} ORDER BY position LIMIT ?`,
    limit,
  );
}

export function readLog(connection: Connection, asked?: number): LogHead {
  const { store_id: storeId, epoch: present } = loadState(connection);
  const epoch = asked ?? present;
  const log = findLog(connection, epoch);
  const checkpoint = connection.get<KeptCheckpoint>(
    'SELECT epoch, size, note FROM log_checkpoints WHERE epoch = ? ORDER BY size DESC LIMIT 1',
    epoch,
  );
  const frontier = { size: log?.size ?? 0, hashes: hashesOf(log?.frontier ?? '') };
  return { storeId, epoch, frontier, checkpoint: checkpoint ?? null };
}

function findLog(
  connection: Connection,
  epoch: number,
): { readonly size: number; readonly frontier: string } | undefined {
  const sql = 'SELECT size, lower(hex(frontier)) AS frontier FROM logs WHERE epoch = ?';
  return connection.get(sql, epoch);
}

export function appendToLog(append: LogAppend): Operation<'appended' | 'conflict'> {
  const { epoch, expectedSize, leaves, frontier } = append;
  return {
    apply: transaction => {
      const { connection, state } = transaction;
      const size = findLog(connection, epoch)?.size ?? 0;
      if (epoch !== state.epoch || size !== expectedSize) return 'conflict';
      const positions = leaves.map(leaf => unloggedPosition(connection, leaf));
      if (positions.includes(null)) return 'conflict';
      for (const [offset, { event_digest, nodes }] of leaves.entries()) {
        connection.run(
          `INSERT INTO log_leaves (epoch, leaf_index, position, event_digest, nodes)
           VALUES (?, ?, ?, unhex(substr(?, 8)), unhex(?))`,
          epoch,
          expectedSize + offset,
          positions[offset] ?? null,
          event_digest,
          nodes.join(''),
        );
      }
      connection.run(
        `INSERT INTO logs (epoch, size, frontier) VALUES (?, ?, unhex(?))
         ON CONFLICT (epoch) DO UPDATE SET size = excluded.size, frontier = excluded.frontier`,
        epoch,
        frontier.size,
        frontier.hashes.join(''),
      );
      connection.run(
        `UPDATE store_state SET sequenced_to = coalesce(
           (SELECT position - 1 FROM events WHERE ${unsequenced} ORDER BY position LIMIT 1),
           (SELECT max(position) FROM events), 0)`,
      );
      transaction.changed = true;
      return 'appended';
    },
  };
}

/** Null where the event is in a log already. */
function unloggedPosition(connection: Connection, { stream, version }: EventPlace): number | null {
  const found = connection.get<{ position: number; leaf: number | null }>(
    `SELECT events.position, log_leaves.leaf_index AS leaf
     FROM streams JOIN events USING (stream_no) LEFT JOIN log_leaves USING (position)
     WHERE stream = ? AND version = ?`,
    stream,
    version,
  );
  if (found === undefined) {
    throw new TypeError(`expected an event of the store, found version ${version} of ${stream}`);
  }
  return found.leaf === null ? found.position : null;
}

type LeafRow = Omit<LoggedLeaf, 'nodes'> & { readonly nodes: string };

const leafColumns = `epoch, leaf_index AS "index", stream, version,
  'sha256:' || lower(hex(log_leaves.event_digest)) AS event_digest`;

export function readLeaves(
  connection: Connection,
  epoch: number,
  indexes: readonly number[],
): LoggedLeaf[] {
  return indexes
    .toSorted((a, b) => a - b)
    .flatMap(index => {
      const row = connection.get<LeafRow>(
        `SELECT ${leafColumns}, lower(hex(nodes)) AS nodes
       FROM log_leaves JOIN events USING (position) JOIN streams USING (stream_no)
       WHERE epoch = ? AND leaf_index = ?`,
        epoch,
        index,
      );
      return row === undefined ? [] : [leafOf(row)];
    });
}

export function findLeaves(connection: Connection, events: readonly EventPlace[]): LoggedLeaf[] {
  return events.flatMap(({ stream, version }) => {
    const row = connection.get<LeafRow>(
      `SELECT ${leafColumns}, lower(hex(nodes)) AS nodes
       FROM streams JOIN events USING (stream_no) JOIN log_leaves USING (position)
       WHERE stream = ? AND version = ?`,
      stream,
      version,
    );
    return row === undefined ? [] : [leafOf(row)];
  });
}

export function readLogRows(
  connection: Connection,
  query: { readonly epoch: number; readonly from: number; readonly limit: number },
): LoggedRow[] {
  return connection.all<LoggedRow>(
    `SELECT ${leafColumns}, text
     FROM log_leaves JOIN events USING (position) JOIN streams USING (stream_no)
     WHERE epoch = ? AND leaf_index >= ? AND leaf_index < ? ORDER BY leaf_index`,
    query.epoch,
    query.from,
    query.from + query.limit,
  );
}

function leafOf(row: LeafRow): LoggedLeaf {
  return { ...row, nodes: hashesOf(row.nodes) };
}

function hashesOf(hex: string): TreeHash[] {
  return (hex.match(/.{64}/g) ?? []) as TreeHash[];
}
