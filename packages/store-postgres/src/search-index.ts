import type {
  IndexCondition,
  IndexedPlace,
  IndexPage,
  IndexQuery,
  IndexStep,
} from '@countersign/coordinator';
import { Timestamp } from '@countersign/protocol/value';
import { escapeLiteral } from 'pg';
import type { Database } from './database.ts';
import { hexOfDigest } from './digest-hex.ts';
import { timestampOf } from './timestamp-text.ts';

const limitMax = 200;

export async function readIndexed(database: Database): Promise<IndexedPlace> {
  const [place] = await database.query<IndexedPlace>({
    name: 'read_indexed',
    text: 'SELECT epoch, leaf_index::float8 AS index FROM :schema.search_place WHERE singleton',
  });
  return place ?? { epoch: 1, index: 0 };
}

export async function addToIndex(
  database: Database,
  { from, to, entries }: IndexStep,
): Promise<boolean> {
  const given = entries.map(entry => ({
    id: entry.approval_request_id,
    at: entry.requested_at,
    digest: hexOfDigest(entry.action_digest),
    facets: entry.facets,
    words: entry.words,
  }));
  const [row] = await database.query<{ added: boolean }>(
    {
      name: 'add_to_index',
      text: 'SELECT :schema.add_to_index($1, $2, $3, $4, $5) AS added',
    },
    [from.epoch, from.index, to.epoch, to.index, JSON.stringify(given)],
  );
  return row?.added ?? false;
}

interface FoundRow {
  readonly approval_request_id: string;
  readonly requested_at: Date;
}

/**
 * The question is part of the text, not a value: so the server plans by how common its words are. Rare words are looked
 * up in the index of words; common ones are met soon on the way back through time.
 */
export async function searchIndex(database: Database, query: IndexQuery): Promise<IndexPage> {
  const { limit, after } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit of 1 to ${limitMax}`);
  }
  const where = conditionOf(query);
  if (after !== undefined) where.push(placeAfter(after));
  const rows = await database.query<FoundRow>({
    text: `SELECT approval_request_id, requested_at FROM :schema.search_entries
      ${whereOf(where)} ORDER BY requested_at DESC, approval_request_id DESC LIMIT ${limit + 1}`,
  });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const cursor = last && `${timestampOf(last.requested_at)} ${last.approval_request_id}`;
  return {
    ids: page.map(({ approval_request_id }) => approval_request_id),
    next: rows.length > limit && cursor !== undefined ? cursor : null,
  };
}

export async function countIndexed(
  database: Database,
  condition: IndexCondition,
  limit: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: `SELECT count(*)::float8 AS count FROM (SELECT 1 FROM :schema.search_entries
      ${whereOf(conditionOf(condition))} LIMIT ${Math.floor(limit)}) AS found`,
  });
  return row?.count ?? 0;
}

function whereOf(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

function conditionOf({ all, from, before }: IndexCondition): string[] {
  const clauses = all.map(any => `(${any.map(termOf).join(' | ')})`);
  return [
    ...(clauses.length === 0 ? [] : [`body @@ ${escapeLiteral(clauses.join(' & '))}::tsquery`]),
    ...(from === undefined ? [] : [`requested_at >= ${escapeLiteral(from)}::timestamptz`]),
    ...(before === undefined ? [] : [`requested_at < ${escapeLiteral(before)}::timestamptz`]),
  ];
}

/** A facet is found whole; no word has its sign. */
function termOf(term: string): string {
  return term.startsWith('=') ? quoted(term) : `${quoted(term)}:*`;
}

/** Inside quotes, the language of queries has no other signs than these two. */
function quoted(word: string): string {
  return `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
}

function placeAfter(cursor: string): string {
  const at = Timestamp.safeParse(cursor.slice(0, 24));
  if (!at.success || cursor[24] !== ' ') {
    throw new RangeError('expected the cursor of an earlier page');
  }
  const id = escapeLiteral(cursor.slice(25));
  return `(requested_at, approval_request_id) < (${escapeLiteral(at.data)}::timestamptz, ${id})`;
}
