import { readdirSync, readFileSync } from 'node:fs';
import { StoreUnusable } from '@countersign/coordinator';
import type { Connection } from './connection.ts';

/** One step of the schema. Its number is the schema version it leads to. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Marks the file as ours ("CSGN"), so that a database of another program is never written to. */
const applicationId = 0x4353474e;

/** The numbered files beside the code, in order. */
export function readMigrations(folder: URL = new URL('../sql/', import.meta.url)): Migration[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.sql'));
  return names.sort().map((name, index) => {
    const version = Number(name.slice(0, 4));
    if (version !== index + 1) throw new Error(`expected migration ${index + 1}, found ${name}`);
    return { version, sql: readFileSync(new URL(name, folder), 'utf8') };
  });
}

/** Refuses a file that this code must not touch. Changes nothing. */
export function assertOwnSchema(connection: Connection, migrations: readonly Migration[]): void {
  const version = connection.schemaVersion();
  if (version > migrations.length) {
    throw new StoreUnusable(
      `${connection.path}: expected a store of schema version ${migrations.length} or older, found ` +
        `${version}; it belongs to a newer Countersign, which has to be installed to use it`,
    );
  }
  const isEmpty = connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined;
  if (connection.pragma('application_id') !== applicationId && !isEmpty) {
    throw new StoreUnusable(
      `${connection.path}: expected a Countersign store or no file, found a database of another ` +
        'program; give another path',
    );
  }
}

/**
 * Brings the file to the newest schema. Each step is one transaction together with its number, and is begun
 * only under the write lock: of several processes one takes it, and a process that dies in the middle
 * leaves the schema before the step.
 */
export function migrate(connection: Connection, migrations: readonly Migration[]): void {
  for (const { version, sql } of migrations.slice(connection.schemaVersion())) {
    connection.runScript('BEGIN EXCLUSIVE');
    try {
      if (connection.schemaVersion() < version) {
        connection.runScript(sql);
        connection.runScript(
          `PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`,
        );
      }
      connection.runScript('COMMIT');
    } finally {
      connection.rollBack();
    }
  }
}
