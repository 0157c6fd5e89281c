import { randomBytes } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../migrate.ts';
import { openPostgresStore, type PostgresStore, type PostgresStoreOptions } from '../open-store.ts';
import {
  type PostgresServer,
  sharePostgresServer,
  startPostgresServer,
} from './postgres-server.ts';
import { clock, ids } from './system-ports.ts';

/** A database of its own for one test. Everything opened through it is closed with it. */
export interface TestDatabase {
  readonly name: string;
  readonly connection: pg.ClientConfig;
  open(options?: Partial<PostgresStoreOptions>): Promise<PostgresStore>;
  /** A session beside the store's own. */
  connect(): Promise<pg.Client>;
  /** One statement on a session of its own. */
  query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]>;
  close(): Promise<void>;
}

export interface TestServer {
  readonly server: PostgresServer;
  /** A new database; `empty` is without the schema. */
  createDatabase(options?: { empty?: boolean }): Promise<TestDatabase>;
  /** A database with an empty schema that an earlier test may have used, for tests that only use the store. */
  borrowDatabase(): Promise<TestDatabase>;
  /** Runs a statement on the server's own database. */
  administer(text: string): Promise<void>;
  close(): Promise<void>;
}

/** `own` is for tests that stop the server or change its settings; all others share one where they can. */
export async function startTestServer({ own = false } = {}): Promise<TestServer> {
  const server = await (own ? startPostgresServer() : sharePostgresServer());
  const prefix = `countersign_${randomBytes(4).toString('hex')}`;
  const template = `${prefix}_template`;
  const returned: string[] = [];
  const opened = new Set<TestDatabase>();
  let created = 0;

  const administer = async (text: string): Promise<void> => {
    await withClient(server.connection('postgres'), client => client.query(text));
  };
  const create = async (from: string): Promise<string> => {
    const name = `${prefix}_${++created}`;
    await administer(`CREATE DATABASE ${name} TEMPLATE ${from}`);
    return name;
  };
  const drop = (name: string): Promise<void> =>
    administer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);

  const use = (name: string, dispose: () => Promise<void>): TestDatabase => {
    const database = testDatabase(server, name, async () => {
      opened.delete(database);
      await dispose();
    });
    opened.add(database);
    return database;
  };

  await administer(`CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  await migrate({ connection: server.connection(template), schema: '"countersign"' });
  return {
    server,
    administer,
    async createDatabase({ empty = false } = {}) {
      const name = await create(empty ? 'template0' : template);
      return use(name, () => drop(name));
    },
    async borrowDatabase() {
      const name = returned.pop() ?? (await create(template));
      return use(name, async () => {
        await withClient(server.connection(name), client => client.query(emptying));
        returned.push(name);
      });
    },
    async close() {
      // A test that failed has left its database open.
      for (const database of opened) await database.close().catch(() => undefined);
      await drop(template);
      for (const name of returned) await drop(name);
      await server.close();
    },
  };
}

/** Creating a database takes a good part of a second on a busy disk; emptying one takes nothing. */
const emptying = `DO $$ DECLARE t regclass; BEGIN
  FOR t IN SELECT oid FROM pg_class
    WHERE relnamespace = 'countersign'::regnamespace AND relkind = 'r' AND relname <> 'schema_versions'
  LOOP EXECUTE format('DELETE FROM %s', t); END LOOP; END $$`;

function testDatabase(
  server: PostgresServer,
  name: string,
  dispose: () => Promise<void>,
): TestDatabase {
  const connection = server.connection(name);
  const stores: PostgresStore[] = [];
  const sessions: pg.Client[] = [];
  return {
    name,
    connection,
    async open(options = {}) {
      const store = await openPostgresStore({ connection, clock, ids, ...options });
      stores.push(store);
      return store;
    },
    async connect() {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      await client.connect();
      sessions.push(client);
      return client;
    },
    query: (text, values) => query(connection, text, values),
    async close() {
      await Promise.all(sessions.map(session => session.end().catch(() => undefined)));
      await Promise.all(stores.map(store => store.close().catch(() => undefined)));
      await dispose();
    },
  };
}

/**
 * Puts a clock that stands still in the place of the store's, and returns what moves it. The server reads it
 * from a file, because a test moves it between two calls, without waiting.
 */
export async function stopClock(
  database: TestDatabase,
  server: PostgresServer,
): Promise<(seconds: number) => void> {
  if (server.folder === null) throw new Error('expected a server that can read our files');
  const file = join(server.folder, `clock-${database.name}`);
  let now = Date.now();
  const move = (seconds: number): void => {
    now += Math.round(seconds * 1000);
    writeFileSync(`${file}.new`, new Date(now).toISOString());
    renameSync(`${file}.new`, file);
  };
  move(0);
  await database.query(`CREATE OR REPLACE FUNCTION countersign.store_clock() RETURNS timestamptz
    LANGUAGE sql VOLATILE RETURN pg_read_file('${file}')::timestamptz`);
  return move;
}

/** One statement on a session of its own. */
export async function query<Row extends pg.QueryResultRow>(
  connection: pg.ClientConfig,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const { rows } = await withClient(connection, client => client.query<Row>(text, values));
  return rows;
}

async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(connection);
  client.on('error', () => {});
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}
