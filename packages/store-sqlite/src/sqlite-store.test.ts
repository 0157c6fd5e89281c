import { describeStore } from '@countersign/coordinator/testing';
import { openSqliteStore } from './open-store.ts';
import type { SqliteStore } from './sqlite-store.ts';
import { ids, standingClock, temporaryPath } from './testing/temporary-store.ts';

describeStore({
  name: 'the SQLite store',
  open: async () => {
    const { path, remove } = temporaryPath();
    const clock = standingClock();
    const open = (): Promise<SqliteStore> =>
      openSqliteStore({ path, clock, ids, pollMilliseconds: 2 });
    let store = await open();
    return {
      store,
      second: open,
      reopen: async () => {
        await store.close();
        store = await open();
        return store;
      },
      moveClock: clock.move,
      close: async () => {
        await store.close();
        remove();
      },
    };
  },
});
