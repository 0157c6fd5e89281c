import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock, Store } from '@countersign/coordinator';
import { type StoreFactory, storeIds } from '@countersign/coordinator/testing';
import type { PostgresServer } from './postgres-server.ts';
import type { TestServer } from './test-database.ts';

/**
 * Stores for the simulator: a database for each history, emptied and used again by the next one. The server reads the
 * time of the history from a file, which is written whenever that time has moved. A process writes down how far the
 * clock had come about a second after a commit (mark-clock.ts); here that second is over with the commit.
 */
export function postgresStores(server: TestServer): StoreFactory {
  return {
    name: 'a Postgres server',
    create: async clock => {
      const database = await server.borrowDatabase();
      const showTime = timeOf(clock, clockFile(server.server, database.name));
      showTime();
      await database.query(`CREATE OR REPLACE FUNCTION countersign.store_clock() RETURNS timestamptz
        LANGUAGE sql VOLATILE RETURN pg_read_file('${clockFile(server.server, database.name)}')::timestamptz`);
      const session = await database.connect();
      const markTime = async (): Promise<void> => {
        await session.query(`UPDATE countersign.store_state SET clock_mark = countersign.store_clock()
          WHERE clock_mark < countersign.store_clock()`);
      };
      return {
        commitsMeet: true,
        open: async () => {
          const store = await database.open({ clock, ids: storeIds, connectionsMax: 2 });
          return onSimulatedTime(store, { showTime, markTime });
        },
        close: () => database.close(),
      };
    },
  };
}

function clockFile(server: PostgresServer, name: string): string {
  if (server.folder === null) throw new Error('expected a server that can read our files');
  return join(server.folder, `clock-${name}`);
}

/** Writes the time to the file where it is another one than before. */
function timeOf(clock: Clock, file: string): () => void {
  let shown = '';
  return () => {
    const now = clock.now();
    if (now === shown) return;
    writeFileSync(`${file}.new`, now);
    renameSync(`${file}.new`, file);
    shown = now;
  };
}

/** The same store. The server is shown the time before each call, and keeps it after each commit. */
function onSimulatedTime(
  store: Store,
  { showTime, markTime }: { showTime: () => void; markTime: () => Promise<void> },
): Store {
  const commit: Store['commit'] = async it => {
    showTime();
    const result = await store.commit(it);
    if (result.outcome === 'committed') await markTime();
    return result;
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (name === 'commit') return commit;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...args: unknown[]): unknown => {
        showTime();
        return Reflect.apply(member, target, args);
      };
    },
  });
}
