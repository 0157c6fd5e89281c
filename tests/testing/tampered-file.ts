import { DatabaseSync } from 'node:sqlite';
import type { NoteSigner } from '@countersign/coordinator';
import { sha256OfText } from '@countersign/protocol/crypto';
import {
  appendLeaf,
  emptyFrontier,
  type LogRow,
  leafHash,
  rootOf,
} from '@countersign/protocol/log';
import { signNote } from './logged-store.ts';

/** What is edited in the text of an event. */
export const altered = ({ text }: LogRow): string => text.replace('"same"', '"sane"');

/** Another text, with the digest made to fit. */
export const resealed = (row: LogRow, text: string): LogRow => ({
  ...row,
  text,
  event_digest: sha256OfText(text),
});

/** What an insider writes in place of one event and of everything that hangs on it. */
export function rewriteFrom(rows: readonly LogRow[], index: number): LogRow[] {
  const rewritten = [...rows];
  const changed = new Map<string, string>();
  for (let i = index; i < rows.length; i++) {
    const row = rows[i] as LogRow;
    const before = /"previous_event_digest":"([^"]*)"/.exec(row.text)?.[1] ?? '';
    const link = changed.get(before);
    if (i !== index && link === undefined) continue;
    const edited = i === index ? altered(row) : row.text;
    const text = link === undefined ? edited : edited.replace(before, link);
    const other = resealed(row, text);
    changed.set(row.event_digest, other.event_digest);
    rewritten[i] = other;
  }
  return rewritten;
}

const tables = ['streams', 'events', 'log_leaves', 'logs', 'log_checkpoints'] as const;
const keys = {
  streams: 'stream_no',
  events: 'position',
  log_leaves: 'position',
  logs: 'epoch',
  log_checkpoints: 'size',
};

/**
 * The file of a store in the hands of an attacker who can write to it. Each edit is committed, since another
 * connection would not see it otherwise, and `restore` reverts it.
 */
export class TamperedFile {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
    this.#database.exec('PRAGMA synchronous = OFF');
    for (const table of tables) {
      this.#database.exec(`CREATE TEMP TABLE kept_${table} AS SELECT * FROM ${table}`);
    }
  }

  /** Runs statements in one transaction; `:k` is the place in the log, and `:position` that of its event. */
  edit(sql: string, k: number): void {
    this.#database.exec(
      `BEGIN IMMEDIATE; ${sql.replaceAll(':k', String(k)).replaceAll(':position', this.#positionOf(k))}; COMMIT`,
    );
  }

  /** Writes other rows from an index on, with every hash made again, and has every checkpoint signed again. */
  async rewrite(
    rows: readonly LogRow[],
    { index, signer, origin }: { index: number; signer: NoteSigner; origin: string },
  ): Promise<void> {
    const sizes = this.#database.prepare('SELECT size FROM log_checkpoints').all();
    const notes = new Map<number, string>();
    let frontier = emptyFrontier;
    const nodesOf: string[] = [];
    for (const [i, row] of rows.entries()) {
      const grown = appendLeaf(frontier, leafHash(row));
      ({ frontier } = grown);
      nodesOf.push(
        grown.nodes
          .slice(1)
          .map(({ hash }) => hash)
          .join(''),
      );
      if (i + 1 > index && sizes.some(({ size }) => size === i + 1)) {
        const checkpoint = { origin, size: i + 1, root: rootOf(frontier) };
        notes.set(i + 1, await signNote(signer, checkpoint));
      }
    }
    this.#database.exec('BEGIN IMMEDIATE');
    const event = this.#database.prepare(
      `UPDATE events SET text = ?, event_digest = unhex(?) WHERE position =
         (SELECT position FROM log_leaves WHERE leaf_index = ?)`,
    );
    const leaf = this.#database.prepare(
      'UPDATE log_leaves SET event_digest = unhex(?), nodes = unhex(?) WHERE leaf_index = ?',
    );
    for (let i = index; i < rows.length; i++) {
      const { text, event_digest } = rows[i] as LogRow;
      event.run(text, event_digest.slice(7), i);
      leaf.run(event_digest.slice(7), nodesOf[i] ?? '', i);
    }
    this.#database.prepare('UPDATE logs SET frontier = unhex(?)').run(frontier.hashes.join(''));
    const kept = this.#database.prepare('UPDATE log_checkpoints SET note = ? WHERE size = ?');
    for (const [size, note] of notes) kept.run(note, size);
    this.#database.exec('COMMIT');
  }

  restore(): void {
    const statements = tables.map(
      table => `DELETE FROM ${table} WHERE ${keys[table]} IN
          (SELECT ${keys[table]} FROM (SELECT * FROM ${table} EXCEPT SELECT * FROM kept_${table}));
        INSERT INTO ${table} SELECT * FROM kept_${table} EXCEPT SELECT * FROM ${table}`,
    );
    this.#database.exec(`BEGIN IMMEDIATE; ${statements.join(';')}; COMMIT`);
  }

  close(): void {
    this.#database.close();
  }

  #positionOf(k: number): string {
    const row = this.#database
      .prepare('SELECT position FROM log_leaves WHERE leaf_index = ?')
      .get(k);
    return String(row?.['position'] ?? 0);
  }
}
