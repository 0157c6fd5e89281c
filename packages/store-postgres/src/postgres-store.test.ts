import { after } from 'node:test';
import { describeStore } from '@countersign/coordinator/testing';
import { startTestServer, stopClock } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

describeStore({
  name: 'the Postgres store',
  open: async () => {
    const database = await server.borrowDatabase();
    const clock = server.server.ours
      ? { moveClock: await stopClock(database, server.server) }
      : undefined;
    let store = await database.open();
    return {
      store,
      second: () => database.open(),
      reopen: async () => {
        await store.close();
        store = await database.open();
        return store;
      },
      ...clock,
      close: () => database.close(),
    };
  },
});
