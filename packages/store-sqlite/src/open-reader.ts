import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Clock, type StoreReader, StoreUnusable } from '@countersign/coordinator';
import { Connection } from './connection.ts';
import { countRequests } from './list-requests.ts';
import { listUnsequenced, readLeaves, readLog } from './log-leaves.ts';
import { assertOwnSchema, readMigrations } from './migrate.ts';
import { listDeadLetters } from './outbox.ts';
import { retryBusy } from './retry-busy.ts';
import { storeError } from './sqlite-error.ts';
import { loadState, readState } from './store-state.ts';
import { readStream } from './streams.ts';

/**
 * Opens a store to look at it. Nothing in its folder is created or changed, also where no other process has it open.
 */
export async function openSqliteReader({
  path,
  clock,
}: {
  readonly path: string;
  readonly clock: Clock;
}): Promise<StoreReader> {
  const absolute = resolve(path);
  if (!existsSync(absolute)) {
    throw new StoreUnusable(`${absolute}: expected the file of a store, found none`);
  }
  let connection: Connection | undefined;
  try {
    const opened = new Connection(nameOf(absolute), { readOnly: true });
    connection = opened;
    await retryBusy(clock, () => assertCurrent(opened, absolute));
    return readerOn(opened, clock);
  } catch (error) {
    connection?.close();
    throw storeError(error, absolute);
  }
}

/**
 * SQLite creates the two files beside the store even to read it. Where they are absent no process writes, and SQLite
 * can be told that the file does not change.
 */
function nameOf(path: string): string {
  if (existsSync(`${path}-wal`)) return path;
  const name = new URL('file:///?immutable=1');
  name.pathname = path.replaceAll('%', '%25');
  return name.href;
}

function assertCurrent(connection: Connection, path: string): void {
  const migrations = readMigrations();
  assertOwnSchema(connection, migrations);
  const version = connection.schemaVersion();
  if (version === migrations.length) return;
  throw new StoreUnusable(
    `${path}: expected schema version ${migrations.length}, found ${version}; it is migrated when a server starts on it`,
  );
}

function readerOn(connection: Connection, clock: Clock): StoreReader {
  const read = async <Result>(ask: () => Result): Promise<Result> => {
    try {
      return await retryBusy(clock, ask);
    } catch (error) {
      throw storeError(error, connection.path);
    }
  };
  return {
    readStream: (stream, after = 0) => read(() => readStream(connection, stream, after)),
    readState: () => read(() => readState(connection, clock.now())),
    readClockMark: () => read(() => loadState(connection).clock_mark),
    countRequests: () => read(() => countRequests(connection)),
    listDeadLetters: limit => read(() => listDeadLetters(connection, limit)),
    listUnsequenced: limit => read(() => listUnsequenced(connection, limit)),
    readLog: epoch => read(() => readLog(connection, epoch)),
    readLeaves: (epoch, indexes) => read(() => readLeaves(connection, epoch, indexes)),
    timeline: () => 'file',
    close: async () => connection.close(),
  };
}
