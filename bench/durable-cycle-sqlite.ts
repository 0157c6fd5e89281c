// The full durable cycle (open, decide, consume, report) on a SQLite file, at 1 and at 32 callers, next to bare
// synced commits on the same disk and to LangGraph with its SQLite saver; and what a cycle costs.

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { openSqliteStore } from '@countersign/store-sqlite';
import { countRunsOfFourResumes, createApprovalCycles } from './measure/approval-cycle.ts';
import { runClosedLoop } from './measure/closed-loop.ts';
import { countSyncs } from './measure/count-syncs.ts';
import {
  compareDurable,
  type DurablePeer,
  type Guarantees,
  tellResource,
} from './measure/durable-rounds.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { startPeer } from './measure/peers.ts';
import { createSqliteLimit } from './measure/sqlite-limit.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const commitsPerCycle = 4;
const promisedOfLimit = {
  1: { atLeast: 0.5, stretch: 0.7 },
  32: { atLeast: 2.5, stretch: 4 },
};
const promisedOfLangGraph = {
  1: { atLeast: 3, stretch: 4 },
  32: { atLeast: 10, stretch: 15 },
};

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const at = (name: string) => join(folder, name);
const open = (path: string) => openSqliteStore({ path, clock: systemClock, ids: randomIds });

try {
  const limit = createSqliteLimit(at('limit.db'));
  const store = await open(at('store.db'));
  const cycles = await createApprovalCycles(store);
  const langGraph = await startPeer('langgraph', ['sqlite', at('langgraph.db')]);
  await runClosedLoop({ seconds: 1, callers: 32, work: cycles.run });

  for (const callers of [1, 32] as const) {
    const peer = (shape: string): DurablePeer[] =>
      langGraph === null
        ? []
        : [
            {
              name: `LangGraph, SQLite saver, ${shape} graph`,
              read: async () => (await langGraph.cycles({ seconds: 1, callers, shape })).perSecond,
              promised: promisedOfLangGraph[callers],
              guarantees: async () => ({
                durable: 'no (synchronous=NORMAL)',
                syncsPerCycle: await syncsOfLangGraph(callers, shape),
                ran: ((await langGraph.ask({ do: 'runOnce', shape })) as { ran: number }).ran,
                verified: null,
              }),
            },
          ];
    await compareDurable({
      title: `Full durable cycle on SQLite, ${callers === 1 ? '1 caller' : `${callers} callers`}`,
      limit: {
        name: 'bare 1 KB inserts, synchronous=FULL, commits / 4',
        read: async () => limit.commitsPerSecond(0.7) / commitsPerCycle,
      },
      ours: {
        name: 'open, decide, consume, report',
        read: async () => {
          const { perSecond } = await runClosedLoop({ seconds: 1.5, callers, work: cycles.run });
          return perSecond;
        },
        guarantees: async (): Promise<Guarantees> => ({
          durable: 'yes, each step',
          syncsPerCycle: await syncsOfOurs(callers),
          ran: await countRunsOfFourResumes(cycles),
          verified: await cycles.verifySample(),
        }),
      },
      promised: promisedOfLimit[callers],
      peers: [...peer('bare'), ...peer('agent')],
    });
  }
  await langGraph?.close();
  await store.close();
  limit.close();
  await measureResources();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function syncsOfOurs(callers: number): Promise<number | null> {
  const file = join(import.meta.dirname, 'measure', 'cycle-process.ts');
  return countSyncs(at('syncs'), { callers }, wrapper =>
    MeasuredProcess.start([file, 'sqlite', at('traced.db')], wrapper),
  );
}

function syncsOfLangGraph(callers: number, shape: string): Promise<number | null> {
  return countSyncs(at('syncs'), { callers, shape }, wrapper =>
    startPeer('langgraph', ['sqlite', at('langgraph-traced.db')], wrapper),
  );
}

/** On a file of its own. Closing it brings everything into the one file, whose growth is what a cycle keeps. */
async function measureResources(): Promise<void> {
  const path = at('resources.db');
  const run = async (seconds: number) => {
    const store = await open(path);
    const cycles = await createApprovalCycles(store);
    const reading = await runClosedLoop({ seconds, callers: 32, work: cycles.run });
    await store.close();
    return reading;
  };
  await run(0.5);
  const sizeBefore = statSync(path).size;
  const { done, cpuMilliseconds } = await run(3);
  const kilobytes = (statSync(path).size - sizeBefore) / done / 1024;
  const statements = countStatements();
  const counted = await run(0.5);
  const syncs = await syncsOfOurs(32);

  console.log('\nResources of a cycle on SQLite at 32 callers');
  tellResource('CPU of the process', cpuMilliseconds, ' ms', { atMost: 0.5, stretch: 0.25 });
  tellResource('growth of the file', kilobytes, ' KB', { atMost: 8, stretch: 6 });
  tellResource('syncs', syncs, '', { atMost: 0.5 });
  tellResource('SQL statements', statements() / counted.done, '');
}

/** Counts what this process asks of SQLite from now on. */
function countStatements(): () => number {
  let statements = 0;
  const wrap = (prototype: object, methods: readonly string[]) => {
    for (const method of methods) {
      const original = Reflect.get(prototype, method) as (...args: unknown[]) => unknown;
      Reflect.set(prototype, method, function (this: unknown, ...args: unknown[]) {
        statements++;
        return original.apply(this, args);
      });
    }
  };
  wrap(StatementSync.prototype, ['run', 'get', 'all', 'iterate']);
  wrap(DatabaseSync.prototype, ['exec']);
  return () => statements;
}
