import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock, Ids } from '@countersign/coordinator';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import type { Connection } from '../connection.ts';
import { readMigrations } from '../migrate.ts';
import { openDatabase } from '../open-database.ts';
import { openSqliteStore } from '../open-store.ts';
import { SqliteStore } from '../sqlite-store.ts';
import { createState } from '../store-state.ts';

export const ids: Ids = { uuid: randomUUID };

/** The time of the machine, as a composition root would pass it. */
export const systemClock: Clock = {
  now: () => timestampFromMilliseconds(Date.now()),
  pause: (milliseconds, signal) =>
    pause(milliseconds, undefined, { signal }).then(
      () => undefined,
      () => undefined,
    ),
};

/** Lets everything else that is ready have its turn, as a composition root would pass it. */
export const turn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** A clock that stands still until it is moved. Waiting still takes real time. */
interface StandingClock extends Clock {
  move(seconds: number): void;
}

export function standingClock(): StandingClock {
  let now: Timestamp = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));
  return {
    now: () => now,
    pause: systemClock.pause,
    move: seconds => {
      now = addSeconds(now, seconds);
    },
  };
}

/** A path for a store in a folder of its own, which `remove` takes away again. */
export function temporaryPath(): { readonly path: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-'));
  return {
    path: join(folder, 'store.db'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A path that is removed when the test ends. */
export function pathFor(context: TestContext): string {
  const { path, remove } = temporaryPath();
  context.after(remove);
  return path;
}

export function openStore(path: string, clock: Clock = systemClock): Promise<SqliteStore> {
  return openSqliteStore({ path, clock, ids });
}

/** A store whose connection the test can reach, to make it fail. Closed when the test ends. */
export async function openExposed(
  context: TestContext,
  { path = pathFor(context), clock = systemClock }: { path?: string; clock?: Clock } = {},
): Promise<{ store: SqliteStore; connection: Connection; path: string }> {
  const connection = await openDatabase(path, clock, readMigrations());
  createState(connection, ids, clock);
  const store = new SqliteStore(connection, { clock });
  context.after(() => store.close());
  return { store, connection, path };
}
