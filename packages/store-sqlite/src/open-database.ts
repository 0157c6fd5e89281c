import { statfsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { type Clock, StoreUnusable } from '@countersign/coordinator';
import { Connection } from './connection.ts';
import { assertOwnSchema, type Migration, migrate } from './migrate.ts';
import { createPrivately, tightenStore } from './private-files.ts';
import { retryBusy } from './retry-busy.ts';
import { storeError } from './sqlite-error.ts';

/**
 * Set on every open, never left to how SQLite was compiled or to what the file says. The number of pages
 * between checkpoints bounds the log to about 8 MB; `fullfsync` is what a sync means on macOS; `secure_delete`
 * overwrites what is removed, so that erased actions are gone from the file as well.
 */
const settings: readonly string[] = [
  'journal_mode = WAL',
  'synchronous = FULL',
  'fullfsync = ON',
  'checkpoint_fullfsync = ON',
  'wal_autocheckpoint = 2000',
  'journal_size_limit = 67108864',
  'busy_timeout = 0',
  'cache_size = -32000',
  'temp_store = MEMORY',
  'secure_delete = ON',
  'trusted_schema = OFF',
];

/** What a durable answer rests on. */
const durable = { journal_mode: 'wal', synchronous: 2 } as const;

/** Opens the file, refuses it where it cannot be trusted to keep what it is given, and migrates it. */
export async function openDatabase(
  path: string,
  clock: Clock,
  migrations: readonly Migration[],
): Promise<Connection> {
  assertLocalFile(path);
  const absolute = resolve(path);
  try {
    return await retryBusy(clock, () => openOnce(absolute, migrations));
  } catch (error) {
    throw storeError(error, absolute);
  }
}

function openOnce(path: string, migrations: readonly Migration[]): Connection {
  createPrivately(path);
  const connection = new Connection(path);
  try {
    assertOwnSchema(connection, migrations);
    assertWritable(connection);
    // Only now: a file that is no store of ours stays as it is.
    tightenStore(path);
    for (const setting of settings) connection.runScript(`PRAGMA ${setting}`);
    assertDurable(connection);
    migrate(connection, migrations);
    connection.remember();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** SQLite opens a file that it may not write to for reading, and even begins a transaction; writing tells. */
function assertWritable(connection: Connection): void {
  const version = connection.schemaVersion();
  try {
    connection.runScript(`BEGIN IMMEDIATE; PRAGMA user_version = ${version}`);
  } finally {
    connection.rollBack();
  }
}

export function assertDurable(connection: Connection): void {
  for (const [name, expected] of Object.entries(durable)) {
    const found = connection.pragma(name);
    if (found === expected) continue;
    throw new StoreUnusable(
      `${connection.path}: expected ${name} to be ${expected}, found ${found}; commits would not be ` +
        'durable here, so use a local file system',
    );
  }
}

/** Magic numbers of network file systems (statfs(2)): NFS, SMB, CIFS, SMB 2, AFS, Coda. */
const networkFileSystems: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x73757245,
]);

function assertLocalFile(path: string): void {
  if (path === '' || path === ':memory:' || path.startsWith('file:') || path.includes('\0')) {
    throw new StoreUnusable(
      'expected the path of a file, found what is not one; a store in memory would forget approvals',
    );
  }
  const absolute = resolve(path);
  if (absolute.startsWith('\\\\') || isOnNetwork(dirname(absolute))) {
    throw new StoreUnusable(
      `${absolute}: expected a local disk, found a network share; for several machines there is Postgres`,
    );
  }
}

function isOnNetwork(folder: string): boolean {
  try {
    return networkFileSystems.has(statfsSync(folder).type);
  } catch (error) {
    throw new StoreUnusable(
      `${folder}: expected a folder to keep the store in, found none; make it, or give another path`,
      { cause: error },
    );
  }
}
