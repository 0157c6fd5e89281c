import type { EventPlace, LoggedLeaf, LoggedRow } from '@countersign/coordinator';
import { betweenEvents } from './commit-rows.ts';
import type { Database } from './database.ts';
import { digestOfHex, hashesOfHex } from './digest-hex.ts';

interface LeafRow {
  readonly epoch: number;
  readonly leaf_index: string;
  readonly stream: string;
  readonly version: number;
  readonly event_digest: string;
  readonly nodes: string;
}

const leafColumns = `l.epoch, l.leaf_index, l.stream, l.version,
  encode(l.event_digest, 'hex') AS event_digest, encode(l.nodes, 'hex') AS nodes`;

export async function readLeaves(
  database: Database,
  epoch: number,
  indexes: readonly number[],
): Promise<LoggedLeaf[]> {
  const rows = await database.query<LeafRow>(
    {
      name: 'read_leaves',
      text: `SELECT ${leafColumns} FROM :schema.log_leaves l
        WHERE l.epoch = $1 AND l.leaf_index = ANY ($2::bigint[]) ORDER BY l.leaf_index`,
    },
    [epoch, indexes],
  );
  return rows.map(leafOf);
}

export async function findLeaves(
  database: Database,
  events: readonly EventPlace[],
): Promise<LoggedLeaf[]> {
  const rows = await database.query<LeafRow>(
    {
      name: 'find_leaves',
      text: `SELECT ${leafColumns} FROM unnest($1::text[], $2::integer[]) AS asked(stream, version)
        JOIN :schema.log_leaves l ON l.stream = asked.stream AND l.version = asked.version`,
    },
    [events.map(({ stream }) => stream), events.map(({ version }) => version)],
  );
  return rows.map(leafOf);
}

/** Two statements, because several leaves may be of one append, whose bodies are then read only once. */
export async function readLogRows(
  database: Database,
  { epoch, from, limit }: { readonly epoch: number; readonly from: number; readonly limit: number },
): Promise<LoggedRow[]> {
  const leaves = await database.query<LeafRow & { readonly first: number | null }>(
    {
      name: 'read_log_leaves',
      text: `SELECT ${leafColumns}, (
          SELECT e.version FROM :schema.events e WHERE e.stream = l.stream AND e.version <= l.version
          ORDER BY e.version DESC LIMIT 1) AS first
        FROM :schema.log_leaves l
        WHERE l.epoch = $1 AND l.leaf_index >= $2 AND l.leaf_index < $3 ORDER BY l.leaf_index`,
    },
    [epoch, from, from + limit],
  );
  const appends = new Map<string, { readonly stream: string; readonly first: number | null }>();
  for (const { stream, first } of leaves) appends.set(nameOf(stream, first), { stream, first });
  const texts = await readTexts(database, [...appends.values()]);
  return leaves.flatMap(({ first, ...row }) => {
    const text = texts.get(nameOf(row.stream, first))?.[row.version - (first ?? 0)];
    const { nodes: _, ...leaf } = leafOf(row);
    return text === undefined ? [] : [{ ...leaf, text }];
  });
}

async function readTexts(
  database: Database,
  appends: readonly { readonly stream: string; readonly first: number | null }[],
): Promise<Map<string, string[]>> {
  const rows = await database.query<{ stream: string; version: number; bodies: string }>(
    {
      name: 'read_log_texts',
      text: `SELECT e.stream, e.version, e.bodies
        FROM unnest($1::text[], $2::integer[]) AS asked(stream, version)
        JOIN :schema.events e ON e.stream = asked.stream AND e.version = asked.version`,
    },
    [appends.map(({ stream }) => stream), appends.map(({ first }) => first)],
  );
  return new Map(
    rows.map(({ stream, version, bodies }) => [
      nameOf(stream, version),
      bodies.split(betweenEvents),
    ]),
  );
}

const nameOf = (stream: string, version: number | null): string => `${version} ${stream}`;

function leafOf({ epoch, leaf_index, stream, version, event_digest, nodes }: LeafRow): LoggedLeaf {
  return {
    epoch,
    index: Number(leaf_index),
    stream,
    version,
    event_digest: digestOfHex(event_digest),
    nodes: hashesOfHex(nodes),
  };
}
