import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startPostgresServer } from '../../packages/store-postgres/src/testing/postgres-server.ts';

/** A real Postgres with a fresh database for each who is measured. */
interface PostgresDatabases {
  readonly version: string;
  /** Creates the database where there is none, and says how to reach it. */
  create(name: string): Promise<PostgresDatabase>;
  close(): Promise<void>;
}

export interface PostgresDatabase {
  readonly connection: pg.ClientConfig;
  /** The same for those who want one string. */
  readonly url: string;
  /** What the server has done for this database so far. Asked after all clients have disconnected. */
  usage(): Promise<Usage>;
}

/** Sums since the server was started. */
interface Usage {
  readonly transactions: number;
  /** Of the whole server; null where it is too old to count them (before 18). */
  readonly syncs: number | null;
  /** Bytes written ahead, of the whole server. */
  readonly logBytes: number;
  readonly databaseBytes: number;
}

export async function startPostgresDatabases(): Promise<PostgresDatabases> {
  const server = await startPostgresServer();
  const admin = new pg.Client(server.connection('postgres'));
  await admin.connect();
  const made: string[] = [];
  const suffix = `${process.pid}`;
  const { rows } = await admin.query<{ server_version: string }>('SHOW server_version');
  return {
    version: rows[0]?.server_version ?? '',
    create: async name => {
      const database = `bench_${name}_${suffix}`;
      await admin.query(`CREATE DATABASE ${database}`);
      made.push(database);
      const connection = server.connection(database);
      return { connection, url: urlOf(connection), usage: () => usageOf(admin, database) };
    },
    close: async () => {
      for (const database of made) await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await admin.end();
      await server.close();
    },
  };
}

function urlOf({ connectionString, host, user, database }: pg.ClientConfig): string {
  if (connectionString !== undefined) return connectionString;
  return `postgresql://${user}@localhost/${database}?host=${host}`;
}

async function usageOf(admin: pg.Client, database: string): Promise<Usage> {
  await waitUntilAlone(admin, database);
  const { rows } = await admin.query<{ transactions: string; log_bytes: string; bytes: string }>(
    `SELECT (SELECT xact_commit FROM pg_stat_database WHERE datname = $1) AS transactions,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') AS log_bytes, pg_database_size($1) AS bytes`,
    [database],
  );
  const [row] = rows;
  return {
    transactions: Number(row?.transactions),
    logBytes: Number(row?.log_bytes),
    databaseBytes: Number(row?.bytes),
    syncs: await syncsOf(admin),
  };
}

/** A backend hands in what it counted as it ends. */
async function waitUntilAlone(admin: pg.Client, database: string): Promise<void> {
  for (let waited = 0; waited < 5000; waited += 50) {
    const { rowCount } = await admin.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`,
      [database],
    );
    if (rowCount === 0) return;
    await pause(50);
  }
}

async function syncsOf(admin: pg.Client): Promise<number | null> {
  try {
    const { rows } = await admin.query<{ syncs: string }>(
      `SELECT sum(fsyncs) AS syncs FROM pg_stat_io WHERE object = 'wal'`,
    );
    return Number(rows[0]?.syncs);
  } catch {
    return null;
  }
}
