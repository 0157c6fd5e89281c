import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { StoreUnusable } from '@countersign/coordinator';

/**
 * One connection to the file, with its statements prepared once.
 *
 * Nothing in this process may open the file by other means: closing such a descriptor would release the
 * locks that SQLite holds on it (POSIX locks belong to the process). Asking for its status is safe.
 */
export class Connection {
  readonly path: string;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #files: readonly FileIdentity[] = [];
  #schemaVersion = 0;

  constructor(path: string, options: { readonly readOnly?: boolean } = {}) {
    this.path = path;
    this.#database = new DatabaseSync(path, { timeout: 0, readOnly: options.readOnly ?? false });
  }

  /** For what SQLite itself does with a connection, such as a backup. */
  get database(): DatabaseSync {
    return this.#database;
  }

  /** False once SQLite has ended a transaction by itself, as it does when the disk is full. */
  get isTransaction(): boolean {
    return this.#database.isTransaction;
  }

  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  get<Row extends object>(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#prepare(sql).get(...values) as Row | undefined;
  }

  all<Row extends object>(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#prepare(sql).all(...values) as Row[];
  }

  iterate<Row extends object>(sql: string, ...values: SQLInputValue[]): Iterable<Row> {
    return this.#prepare(sql).iterate(...values) as Iterable<Row>;
  }

  /** Runs statements that are used once, so that preparing them is not worth keeping. */
  runScript(sql: string): void {
    this.#database.exec(sql);
  }

  pragma(name: string): unknown {
    const row = this.#database.prepare(`PRAGMA ${name}`).get();
    return row === undefined ? undefined : Object.values(row)[0];
  }

  /** Whatever was under way is undone, and the connection is good for another transaction. */
  rollBack(): void {
    if (this.isTransaction) this.run('ROLLBACK');
  }

  schemaVersion(): number {
    return this.get<{ user_version: number }>('PRAGMA user_version')?.user_version ?? 0;
  }

  /** Remembers which files these are and what is in them, once SQLite has opened them. */
  remember(): void {
    this.#schemaVersion = this.schemaVersion();
    const log = `${this.#database.location() ?? this.path}-wal`;
    this.#files = [this.path, log].map(path => ({ path, identity: identify(path) }));
  }

  /**
   * SQLite goes on writing to files that were moved, replaced or deleted, and these writes are lost. This is checked
   * after each batch and before its answers: until then, the path led to the files that were written and read.
   */
  assertFilesInPlace(): void {
    for (const { path, identity } of this.#files) {
      if (identify(path) === identity) continue;
      throw new StoreUnusable(
        `${path}: expected the file that was opened, found it moved, replaced or deleted; ` +
          'stop every process that uses it, put the right file in place, and start again',
      );
    }
  }

  /** Checked in each transaction: a newer Countersign may have migrated the file in between. */
  assertSchemaInPlace(): void {
    const version = this.schemaVersion();
    if (version === this.#schemaVersion) return;
    throw new StoreUnusable(
      `${this.path}: expected schema version ${this.#schemaVersion}, found ${version}; another process ` +
        'has migrated the store, so this one has to be updated and started again',
    );
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#database.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

interface FileIdentity {
  readonly path: string;
  readonly identity: string | null;
}

function identify(path: string): string | null {
  const status = statSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.dev}/${status.ino}`;
}
