// The full durable cycle (open, decide, consume, report) on Postgres, at 1 and at 32 callers and with 4 processes,
// next to prepared single inserts on the same server and to LangGraph and DBOS; and what a cycle costs.

import { join } from 'node:path';
import { openPostgresStore } from '@countersign/store-postgres';
import pg from 'pg';
import { countRunsOfFourResumes, createApprovalCycles } from './measure/approval-cycle.ts';
import { type Reading, runClosedLoop } from './measure/closed-loop.ts';
import {
  compareDurable,
  type DurablePeer,
  isUnstable,
  type Promised,
  tellResource,
  verdict,
} from './measure/durable-rounds.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { startPeer } from './measure/peers.ts';
import { type PostgresDatabase, startPostgresDatabases } from './measure/postgres-databases.ts';
import { createPostgresLimit } from './measure/postgres-limit.ts';
import { median } from './measure/rounds.ts';
import { randomIds, systemClock } from './measure/system-ports.ts';

const commitsPerCycle = 4;
const promised = {
  1: {},
  32: {
    limit: { atLeast: 0.6, stretch: 0.85 },
    langgraph: { atLeast: 8, stretch: 20 },
    dbos: { atLeast: 5, stretch: 12 },
  },
} as const;

interface Peer {
  readonly name: string;
  readonly folder: 'langgraph' | 'dbos';
  readonly args: (database: PostgresDatabase) => readonly string[];
  readonly shape: string;
}

const peers: readonly Peer[] = [
  ...['bare', 'agent'].map(
    (shape): Peer => ({
      name: `LangGraph, Postgres saver, ${shape} graph`,
      folder: 'langgraph',
      args: ({ url }) => ['postgres', url],
      shape,
    }),
  ),
  {
    name: 'DBOS, workflow with recv and a step',
    folder: 'dbos',
    args: ({ url }) => [url],
    shape: 'bare',
  },
];

const databases = await startPostgresDatabases();
console.log(`Postgres ${databases.version}, fsync on, synchronous_commit on`);
try {
  const database = await databases.create('ours');
  await compareAll(database);
  await compareProcesses(database);
  await measureResources();
} finally {
  await databases.close();
}

function open({ connection }: PostgresDatabase) {
  return openPostgresStore({ connection, clock: systemClock, ids: randomIds });
}

async function compareAll(database: PostgresDatabase): Promise<void> {
  const limit = await createPostgresLimit(await databases.create('limit'));
  const costs = await costsOfOurs(database);
  const others: MeasuredPeer[] = [];
  for (const peer of peers) others.push(...(await startMeasuredPeer(peer)));
  const store = await open(database);
  const cycles = await createApprovalCycles(store);
  await runClosedLoop({ seconds: 1, callers: 32, work: cycles.run });
  for (const callers of [1, 32] as const) {
    const goals: { limit?: Promised; langgraph?: Promised; dbos?: Promised } = promised[callers];
    const bare = limit.pgbench ?? limit.driver;
    const through = limit.pgbench === null ? 'pg' : 'pgbench';
    await compareDurable({
      title: `Full durable cycle on Postgres, ${callers === 1 ? '1 caller' : `${callers} callers`}`,
      limit: {
        name: `prepared inserts of 1 KB through ${through}, / 4`,
        read: async () => (await bare(callers, 1)) / commitsPerCycle,
      },
      ours: {
        name: 'open, decide, consume, report',
        read: async () =>
          (await runClosedLoop({ seconds: 1.5, callers, work: cycles.run })).perSecond,
        guarantees: async () => ({
          durable: 'yes, each step',
          ran: await countRunsOfFourResumes(cycles),
          verified: await cycles.verifySample(),
          ...tellCosts(costs[callers]),
        }),
      },
      ...(goals.limit === undefined ? {} : { promised: goals.limit }),
      peers: others.map(({ peer, measured, costs: theirs }): DurablePeer => {
        const goal = goals[peer.folder];
        const { shape } = peer;
        return {
          name: peer.name,
          read: async () => (await measured.cycles({ seconds: 1, callers, shape })).perSecond,
          guarantees: async () => ({
            durable: 'yes',
            ran: ((await measured.ask({ do: 'runOnce', shape })) as { ran: number }).ran,
            verified: null,
            ...tellCosts(theirs[callers]),
          }),
          ...(goal === undefined ? {} : { promised: goal }),
        };
      }),
      also: [
        {
          name: 'the same inserts through pg, the driver of ours, / 4',
          read: async () => (await limit.driver(callers, 1)) / commitsPerCycle,
        },
      ],
    });
  }
  for (const { measured } of others) await measured.close();
  await store.close();
  await limit.close();
}

type Costs = Readonly<Record<1 | 32, Cost>>;

/** Opened and closed each time, because the server sums up what a connection did as it ends. */
async function costsOfOurs(database: PostgresDatabase): Promise<Costs> {
  const run = async (callers: number) => {
    const store = await open(database);
    const cycles = await createApprovalCycles(store);
    const reading = await runClosedLoop({ seconds: 1, callers, work: cycles.run });
    await store.close();
    return reading;
  };
  await run(1);
  return { 1: await costOf(database, () => run(1)), 32: await costOf(database, () => run(32)) };
}

interface MeasuredPeer {
  readonly peer: Peer;
  readonly measured: MeasuredProcess;
  readonly costs: Costs;
}

/** None where it is not installed. */
async function startMeasuredPeer(peer: Peer): Promise<MeasuredPeer[]> {
  const { shape } = peer;
  const database = await databases.create(`${peer.folder}_${shape}`);
  const args = peer.args(database);
  const run = async (callers: number) => {
    const measured = await startPeer(peer.folder, args);
    const reading = await measured?.cycles({ seconds: 1, callers, shape });
    await measured?.close();
    if (reading === undefined) throw new Error(`${peer.name} does not start any more`);
    return reading;
  };
  const first = await startPeer(peer.folder, args);
  if (first === null) return [];
  await first.close();
  const costs = {
    1: await costOf(database, () => run(1)),
    32: await costOf(database, () => run(32)),
  };
  const measured = await startPeer(peer.folder, args);
  return measured === null ? [] : [{ peer, measured, costs }];
}

/** What one cycle made the server do. */
interface Cost {
  readonly syncs: number | null;
  readonly transactions: number;
  readonly logKilobytes: number;
  readonly databaseKilobytes: number;
}

async function costOf(database: PostgresDatabase, run: () => Promise<Reading>): Promise<Cost> {
  const before = await database.usage();
  const { done } = await run();
  const after = await database.usage();
  const isCounted = after.syncs !== null && before.syncs !== null;
  return {
    syncs: isCounted ? ((after.syncs ?? 0) - (before.syncs ?? 0)) / done : null,
    transactions: (after.transactions - before.transactions) / done,
    logKilobytes: (after.logBytes - before.logBytes) / done / 1024,
    databaseKilobytes: (after.databaseBytes - before.databaseBytes) / done / 1024,
  };
}

function tellCosts({ syncs, transactions, logKilobytes }: Cost) {
  const besides = `${transactions.toFixed(1)} transactions, ${logKilobytes.toFixed(1)} KB of log`;
  return { syncsPerCycle: syncs, besides };
}

/** Each process has its own memory and its own connections; together they have as many callers as the one. */
async function compareProcesses(database: PostgresDatabase): Promise<void> {
  const file = join(import.meta.dirname, 'measure', 'cycle-process.ts');
  const args = [file, 'postgres', JSON.stringify(database.connection)];
  const processes: MeasuredProcess[] = [];
  for (let number = 0; number < 4; number++) processes.push(await MeasuredProcess.start(args));
  const read = async (count: number, seconds: number) => {
    const loop = { seconds, callers: 32 / count };
    const readings = await Promise.all(processes.slice(0, count).map(each => each.cycles(loop)));
    return readings.reduce((sum, { perSecond }) => sum + perSecond, 0);
  };
  await read(4, 1);
  const before: number[] = [];
  const four: number[] = [];
  const after: number[] = [];
  for (let round = 0; round < 3; round++) {
    before.push(await read(1, 1));
    four.push(await read(4, 1.5));
    after.push(await read(1, 1));
  }
  let verified = 0;
  for (const each of processes) {
    verified += ((await each.ask({ do: 'verify' })) as { verified: number }).verified;
    await each.close();
  }
  const one = [...before, ...after];
  const ratio = median(four) / median(one);
  const write = (value: number) => `${value.toFixed(2)}x of one process`;
  console.log('\nFull durable cycle on Postgres, 4 processes of 8 callers next to 1 of 32');
  console.log(`  1 process    ${median(one).toFixed(0).padStart(6)} /s   ${spread(one)}`);
  console.log(`  4 processes  ${median(four).toFixed(0).padStart(6)} /s   ${spread(four)}`);
  const judged = verdict(ratio, { atLeast: 1, stretch: 1.5 }, write);
  const answer = isUnstable(before, after) ? 'UNSTABLE, not judged' : judged;
  console.log(`         ${write(ratio)}: ${answer}`);
  console.log(`         ${verified} streams of the four verified`);
}

function spread(values: readonly number[]): string {
  return `${Math.min(...values).toFixed(0)}..${Math.max(...values).toFixed(0)}`;
}

async function measureResources(): Promise<void> {
  const database = await databases.create('resources');
  let reading: Reading | undefined;
  let statements = 0;
  const run = async () => {
    const store = await open(database);
    const cycles = await createApprovalCycles(store);
    const counted = countStatements();
    reading = await runClosedLoop({ seconds: 3, callers: 32, work: cycles.run });
    statements = counted.stop() / reading.done;
    await store.close();
    return reading;
  };
  await run();
  const cost = await costOf(database, run);
  console.log('\nResources of a cycle on Postgres at 32 callers');
  const cpu = reading?.cpuMilliseconds ?? null;
  tellResource('CPU of the process', cpu, ' ms', { atMost: 0.5, stretch: 0.25 });
  const size = { atMost: 8, stretch: 6 };
  tellResource('growth of the database', cost.databaseKilobytes, ' KB', size);
  tellResource('write-ahead log', cost.logKilobytes, ' KB');
  tellResource('syncs', cost.syncs, '', { atMost: 0.5 });
  tellResource('transactions', cost.transactions, '');
  tellResource('statements of the driver', statements, '');
}

/** Counts what this process asks of Postgres until it is told to stop. */
function countStatements(): { stop(): number } {
  const original = pg.Client.prototype.query;
  let statements = 0;
  Reflect.set(pg.Client.prototype, 'query', function (this: unknown, ...args: unknown[]) {
    statements++;
    return Reflect.apply(original, this, args);
  });
  return {
    stop: () => {
      pg.Client.prototype.query = original;
      return statements;
    },
  };
}
