import { readdirSync, readFileSync } from 'node:fs';
import { StoreUnusable } from '@countersign/coordinator';
import { Client, type ClientConfig } from 'pg';
import type { Database } from './database.ts';
import { storeErrorOf } from './database-error.ts';
import { prepareConnection } from './prepare-connection.ts';

/** One step of the schema. Its number is the schema version that it leads to. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** The numbered files beside the code, in order. */
export function readMigrations(folder: URL = new URL('../sql/', import.meta.url)): Migration[] {
  const files = readdirSync(folder).filter(file => file.endsWith('.sql'));
  return files.sort().map((file, index) => {
    const [number, name] = [Number(file.slice(0, 4)), file.slice(5, -4)];
    if (number !== index + 1) throw new Error(`expected migration ${index + 1} and found ${file}`);
    return { version: number, name, sql: readFileSync(new URL(file, folder), 'utf8') };
  });
}

/**
 * Brings the schema to its newest version. Each step is one transaction together with the row of its number,
 * and is begun only under a lock: of several processes one takes it and the others find it done. A process that
 * dies in the middle leaves the schema before the step, and the lock free.
 */
export async function migrate(options: {
  readonly connection: ClientConfig;
  /** Quoted, ready to stand in SQL. */
  readonly schema: string;
  readonly migrations?: readonly Migration[];
}): Promise<void> {
  const { connection, schema, migrations = readMigrations() } = options;
  const client = new Client({ ...connection, query_timeout: 0 });
  // A connection that breaks makes the statement fail that waits for it; there is nothing else to do.
  client.on('error', () => {});
  try {
    await client.connect();
    await prepareConnection(client);
    await client.query("SET lock_timeout = '60s'; SET statement_timeout = 0");
    await client.query('SELECT pg_advisory_lock(hashtextextended($1, 0))', [`migrate ${schema}`]);
    const ask: Ask = async (text, values) => (await client.query(text, values)).rows;
    const version = await versionOf(ask, schema, migrations);
    for (const migration of migrations.slice(version)) await apply(client, schema, migration);
  } catch (error) {
    throw storeErrorOf(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether there is nothing to migrate. It takes no lock, so that a store usually opens without one. */
export async function isMigrated(
  database: Database,
  migrations: readonly Migration[] = readMigrations(),
): Promise<boolean> {
  const ask: Ask = (text, values) => database.query({ text }, values);
  return (await versionOf(ask, database.schema, migrations)) === migrations.length;
}

type Ask = (text: string, values?: unknown[]) => Promise<object[]>;

async function versionOf(
  ask: Ask,
  schema: string,
  migrations: readonly Migration[],
): Promise<number> {
  const table = `${schema}.schema_versions`;
  const [found] = await ask('SELECT to_regclass($1) AS name', [table]);
  if ((found as { name: string | null }).name === null) return 0;
  const rows = (await ask(`SELECT version, name FROM ${table} ORDER BY version`)) as Pick<
    Migration,
    'version' | 'name'
  >[];
  if (rows.length > migrations.length) {
    throw new StoreUnusable(
      `expected schema version ${migrations.length} or older and found ${rows.length}; it belongs to a newer Countersign, which has to be installed to use it`,
    );
  }
  for (const [index, { version, name }] of rows.entries()) {
    const expected = migrations[index];
    if (version !== expected?.version || name !== expected.name) {
      throw new StoreUnusable(
        `expected migration ${expected?.version} ${expected?.name} in the schema and found ${version} ${name}; it belongs to another program or version, so name another schema`,
      );
    }
  }
  return rows.length;
}

async function apply(client: Client, schema: string, migration: Migration): Promise<void> {
  const { version, name, sql } = migration;
  await client.query('BEGIN');
  if (version === 1) {
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(`CREATE TABLE ${schema}.schema_versions (
      version integer PRIMARY KEY, name text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
  }
  await client.query(sql.replaceAll(':schema', schema));
  await client.query(`INSERT INTO ${schema}.schema_versions (version, name) VALUES ($1, $2)`, [
    version,
    name,
  ]);
  await client.query('COMMIT');
}
