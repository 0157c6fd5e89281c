import type {
  IndexCondition,
  IndexEntry,
  IndexedPlace,
  IndexPage,
  IndexQuery,
  IndexStep,
} from '@countersign/coordinator';
import { millisecondsOf, type Timestamp } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import type { Operation } from './transaction.ts';

/** So many requests of one millisecond have their own number; others take a number of the next one. */
const numbersPerMillisecond = 1024;
const limitMax = 200;

interface KeptEntry {
  readonly entry_no: number;
  readonly facets: string;
  readonly words: string;
}

export function readIndexed(connection: Connection): IndexedPlace {
  const place = connection.get<IndexedPlace>(
    'SELECT epoch, leaf_index AS "index" FROM search_place WHERE only_row = 1',
  );
  return place ?? { epoch: 1, index: 0 };
}

export function addToIndex({ from, to, entries }: IndexStep): Operation<boolean> {
  return {
    apply: transaction => {
      const { connection } = transaction;
      const place = readIndexed(connection);
      if (place.epoch !== from.epoch || place.index !== from.index) return false;
      transaction.changed = true;
      for (const entry of entries) putEntry(connection, entry);
      connection.run(
        `INSERT INTO search_place (only_row, epoch, leaf_index) VALUES (1, ?, ?)
         ON CONFLICT (only_row) DO UPDATE SET epoch = excluded.epoch, leaf_index = excluded.leaf_index`,
        to.epoch,
        to.index,
      );
      return true;
    },
  };
}

function putEntry(connection: Connection, entry: IndexEntry): void {
  const { approval_request_id, requested_at, action_digest } = entry;
  // The bytes may have been erased since the entry was made from them.
  const isKept =
    connection.get(
      'SELECT 1 FROM actions WHERE action_digest = unhex(substr(?, 8))',
      action_digest,
    ) !== undefined;
  const facets = entry.facets.join(' ');
  const words = isKept ? entry.words.join(' ') : '';
  const before = connection.get<KeptEntry>(
    'SELECT entry_no, facets, words FROM search_entries WHERE approval_request_id = ?',
    approval_request_id,
  );
  if (before?.facets === facets && before.words === words) return;
  if (before !== undefined) takeOut(connection, before);
  const entryNo = before?.entry_no ?? freeNumber(connection, requested_at);
  connection.run(
    `INSERT INTO search_entries (entry_no, approval_request_id, action_digest, facets, words)
     VALUES (?, ?, unhex(substr(?, 8)), ?, ?)
     ON CONFLICT (entry_no) DO UPDATE SET facets = excluded.facets, words = excluded.words`,
    entryNo,
    approval_request_id,
    action_digest,
    facets,
    words,
  );
  putIn(connection, { entry_no: entryNo, facets, words });
}

function putIn(connection: Connection, { entry_no, facets, words }: KeptEntry): void {
  connection.run(
    'INSERT INTO search_index (rowid, words) VALUES (?, ?)',
    entry_no,
    indexedText(facets, words),
  );
}

function takeOut(connection: Connection, { entry_no, facets, words }: KeptEntry): void {
  connection.run(
    "INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', ?, ?)",
    entry_no,
    indexedText(facets, words),
  );
}

/** Every beginning of a word is indexed as a word, so that looking one up costs the same however many words have it. */
function indexedText(facets: string, words: string): string {
  const beginnings = new Set<string>();
  for (const word of words.split(' ')) {
    let beginning = '';
    for (const character of word) {
      beginning += character;
      beginnings.add(beginning);
    }
  }
  return `${facets} ${[...beginnings].join(' ')}`;
}

function freeNumber(connection: Connection, requestedAt: Timestamp): number {
  let number = millisecondsOf(requestedAt) * numbersPerMillisecond;
  while (connection.get('SELECT 1 FROM search_entries WHERE entry_no = ?', number) !== undefined) {
    number++;
  }
  return number;
}

export function searchIndex(connection: Connection, query: IndexQuery): IndexPage {
  const { limit, after } = query;
  if (!Number.isInteger(limit) || limit < 1 || limit > limitMax) {
    throw new RangeError(`expected a limit of 1 to ${limitMax}`);
  }
  const { from, before, match } = boundsOf(query);
  const end = after === undefined ? before : Math.min(before, parseCursor(after));
  const rows =
    match === null
      ? connection.all<{ entry_no: number }>(
          `SELECT entry_no FROM search_entries WHERE entry_no >= ? AND entry_no < ?
           ORDER BY entry_no DESC LIMIT ?`,
          from,
          end,
          limit + 1,
        )
      : connection.all<{ entry_no: number }>(
          `SELECT rowid AS entry_no FROM search_index
           WHERE search_index MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rowid DESC LIMIT ?`,
          match,
          from,
          end,
          limit + 1,
        );
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    ids: page.flatMap(({ entry_no }) => {
      const row = connection.get<{ approval_request_id: string }>(
        'SELECT approval_request_id FROM search_entries WHERE entry_no = ?',
        entry_no,
      );
      return row === undefined ? [] : [row.approval_request_id];
    }),
    next: rows.length > limit && last !== undefined ? String(last.entry_no) : null,
  };
}

export function countIndexed(
  connection: Connection,
  condition: IndexCondition,
  limit: number,
): number {
  const { from, before, match } = boundsOf(condition);
  const row =
    match === null
      ? connection.get<{ count: number }>(
          `SELECT count(*) AS count FROM
             (SELECT 1 FROM search_entries WHERE entry_no >= ? AND entry_no < ? LIMIT ?)`,
          from,
          before,
          limit,
        )
      : connection.get<{ count: number }>(
          `SELECT count(*) AS count FROM (SELECT 1 FROM search_index
             WHERE search_index MATCH ? AND rowid >= ? AND rowid < ? LIMIT ?)`,
          match,
          from,
          before,
          limit,
        );
  return row?.count ?? 0;
}

function boundsOf({ all, from, before }: IndexCondition) {
  const numberAt = (at: Timestamp) => millisecondsOf(at) * numbersPerMillisecond;
  const clauses = all.map(any => `(${any.map(quoted).join(' OR ')})`);
  return {
    from: from === undefined ? 0 : numberAt(from),
    before: before === undefined ? Number.MAX_SAFE_INTEGER : numberAt(before),
    match: clauses.length === 0 ? null : clauses.join(' AND '),
  };
}

/** Inside quotes, the language of queries has no other sign than the quote. */
function quoted(word: string): string {
  return `"${word.replaceAll('"', '""')}"`;
}

function parseCursor(cursor: string): number {
  const number = /^\d{1,16}$/.test(cursor) ? Number(cursor) : Number.NaN;
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError('expected the cursor of a page that was given before');
}

/** Takes the words of an action out of the index. Its facets stay, which say nothing of its values. */
export function eraseWords(connection: Connection, actionDigest: Uint8Array): void {
  const entries = connection.all<KeptEntry>(
    "SELECT entry_no, facets, words FROM search_entries WHERE action_digest = ? AND words <> ''",
    actionDigest,
  );
  for (const entry of entries) {
    takeOut(connection, entry);
    putIn(connection, { ...entry, words: '' });
    connection.run("UPDATE search_entries SET words = '' WHERE entry_no = ?", entry.entry_no);
  }
  if (entries.length > 0) connection.run('UPDATE search_place SET erasing = 1');
}

/** How many pages of the index one step writes anew: about 2 MB. */
const pagesAtOnce = 500;

/**
 * FTS5 notes what is taken out and removes it only as it merges its parts. After an erasure all parts are merged, a
 * step at a time, so that erased words leave the file. True where something was written.
 */
export function mergeErased(connection: Connection, isFirst: boolean): boolean {
  const place = connection.get<{ erasing: number }>('SELECT erasing FROM search_place');
  if (place?.erasing !== 1) return false;
  const total = () =>
    connection.get<{ total: number }>('SELECT total_changes() AS total')?.total ?? 0;
  const before = total();
  connection.run(
    "INSERT INTO search_index (search_index, rank) VALUES ('merge', ?)",
    isFirst ? -pagesAtOnce : pagesAtOnce,
  );
  // The documented sign that nothing is left to merge. The statement itself counts for one.
  if (total() - before < 2) connection.run('UPDATE search_place SET erasing = 0');
  return true;
}
