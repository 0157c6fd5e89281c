// How long a process takes from nothing to its first commit on a store that is there: `cold-start.ts <file>`.

import { openSqliteStore } from '@countersign/store-sqlite';
import { answerCommands } from './answer-commands.ts';
import { createApprovalCycles } from './approval-cycle.ts';
import { randomIds, systemClock } from './system-ports.ts';

const [path = ''] = process.argv.slice(2);

await answerCommands({
  start: async () => {
    const start = performance.now();
    const store = await openSqliteStore({ path, clock: systemClock, ids: randomIds });
    await store.readState();
    const cycles = await createApprovalCycles(store);
    await cycles.allowed();
    const milliseconds = performance.now() - start;
    await store.close();
    return { milliseconds };
  },
});
