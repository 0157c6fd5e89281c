// Full cycles in a process of their own: `cycle-process.ts sqlite <file>` or `postgres <connection as JSON>`.

import type { Store } from '@countersign/coordinator';
import { answerCommands } from './answer-commands.ts';
import { createApprovalCycles } from './approval-cycle.ts';
import { runClosedLoop } from './closed-loop.ts';
import { randomIds, systemClock } from './system-ports.ts';

const [kind, place = ''] = process.argv.slice(2);
const ports = { clock: systemClock, ids: randomIds };

async function openStore(): Promise<Store> {
  if (kind === 'sqlite') {
    const { openSqliteStore } = await import('@countersign/store-sqlite');
    return openSqliteStore({ path: place, ...ports });
  }
  const { openPostgresStore } = await import('@countersign/store-postgres');
  return openPostgresStore({ connection: JSON.parse(place), ...ports });
}

const store = await openStore();
const cycles = await createApprovalCycles(store);
await answerCommands<{ seconds: number; callers: number }>({
  cycles: loop => runClosedLoop({ ...loop, work: cycles.run }),
  verify: async () => ({ verified: await cycles.verifySample() }),
});
await store.close();
