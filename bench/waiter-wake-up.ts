// How long after a decision is answered a waiting caller is told: by a long poll and by server-sent events, on one
// server with SQLite, and on another replica than the one that took the decision, on Postgres. A time below zero
// means that the waiter knew before the decider. The limit is a plain read of a request over the same connection.

import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { quantile } from './measure/closed-loop.ts';
import { isUnstable, verdict } from './measure/durable-rounds.ts';
import { openEventSource } from './measure/event-source.ts';
import type { ServerAccess } from './measure/http-access.ts';
import { HttpConnection } from './measure/http-connection.ts';
import { HttpCycles } from './measure/http-cycles.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { startPostgresDatabases } from './measure/postgres-databases.ts';
import { printTable } from './measure/print-table.ts';
import { scaled } from './measure/scale.ts';
import type { ServerOptions } from './measure/server-process.ts';

const decisions = scaled(500, 20);
const warmUp = scaled(50, 5);
/** So that both waiters sleep and the server is idle when the decision comes. */
const settleMilliseconds = 15;
const waitSeconds = 20;
const promised = { atMost: 10, stretch: 5 };

/** Milliseconds, one of each decision. */
interface Latencies {
  readonly limitBefore: number[];
  /** From the answer to the decider. */
  readonly poll: number[];
  readonly events: number[];
  /** From the call that decided. */
  readonly pollSinceCall: number[];
  readonly limitAfter: number[];
}

const file = join(import.meta.dirname, 'measure', 'server-process.ts');
const start = (options: ServerOptions) => MeasuredProcess.start([file, JSON.stringify(options)]);

await onOneServer();
await onTwoReplicas();

async function onOneServer(): Promise<void> {
  const server = await start({});
  try {
    const access = (await server.ask({ do: 'access' })) as ServerAccess;
    tell('one server, SQLite', await measure(access, access.port));
    await server.ask({ do: 'verify' });
  } finally {
    await server.close();
  }
}

async function onTwoReplicas(): Promise<void> {
  const databases = await startPostgresDatabases();
  const { url: database } = await databases.create('wake_up');
  const deciding = await start({ database });
  try {
    const access = (await deciding.ask({ do: 'access' })) as ServerAccess;
    const waiting = await start({ database, folder: access.folder });
    try {
      const { port } = (await waiting.ask({ do: 'access' })) as ServerAccess;
      tell('decided on one replica, waited for on another, Postgres', await measure(access, port));
      await deciding.ask({ do: 'verify' });
    } finally {
      await waiting.close();
    }
  } finally {
    await deciding.close();
    await databases.close();
  }
}

async function measure(access: ServerAccess, waitingPort: number): Promise<Latencies> {
  const cycles = new HttpCycles(access);
  const decider = await HttpConnection.open(access.port);
  const poller = await HttpConnection.open(waitingPort);
  const limitBefore: number[] = [];
  const limitAfter: number[] = [];
  const poll: number[] = [];
  const events: number[] = [];
  const pollSinceCall: number[] = [];

  const plainRead = async (id: string) => {
    const begun = performance.now();
    await readRequest(poller, `/v1/requests/${id}`, access);
    return performance.now() - begun;
  };

  for (let decision = -warmUp; decision < decisions; decision++) {
    const opened = await cycles.propose(decider);
    const path = `/v1/requests/${opened.id}`;
    const before = await plainRead(opened.id);
    const after = `after=${opened.version}`;
    const source = await openEventSource(waitingPort, `${path}/events?${after}`, access.agent);
    const polled = readRequest(poller, `${path}?wait=${waitSeconds}&${after}`, access).then(
      status => ({ status, at: performance.now() }),
    );
    const told = source.arrival('request.allowed');
    await pause(settleMilliseconds);
    const called = performance.now();
    await cycles.decide(decider, opened);
    const answered = performance.now();
    const { status, at } = await polled;
    if (status !== 'allowed') throw new Error(`expected to be told "allowed", was told ${status}`);
    const toldAt = await told;
    source.close();
    const again = await plainRead(opened.id);
    if (decision < 0) continue;
    limitBefore.push(before);
    poll.push(at - answered);
    pollSinceCall.push(at - called);
    events.push(toldAt - answered);
    limitAfter.push(again);
  }
  decider.close();
  poller.close();
  return { limitBefore, poll, events, pollSinceCall, limitAfter };
}

async function readRequest(
  connection: HttpConnection,
  path: string,
  { agent }: ServerAccess,
): Promise<string> {
  const { status, text } = await connection.ask('GET', path, agent);
  if (status !== 200) throw new Error(`${status} ${text}`);
  return (JSON.parse(text) as { status: string }).status;
}

function tell(name: string, latencies: Latencies): void {
  const { limitBefore, limitAfter, poll, events, pollSinceCall } = latencies;
  const [before, after] = [quantile(limitBefore, 0.5), quantile(limitAfter, 0.5)];
  const limits = [...limitBefore, ...limitAfter];
  // Where even a plain read takes that long at times, it is the machine that wakes late.
  const unstable = isUnstable([before], [after]) || quantile(limits, 0.99) > promised.atMost;
  const write = (milliseconds: number) => `${milliseconds.toFixed(1)} ms`;
  const row = (what: string, values: readonly number[]) => [
    what,
    write(quantile(values, 0.5)),
    write(quantile(values, 0.99)),
    write(Math.max(...values)),
  ];
  console.log(
    `\nWaking the callers that wait: ${name}, ${decisions} decisions   (load ${loadavg()[0]?.toFixed(1)})${unstable ? '   UNSTABLE' : ''}`,
  );
  printTable(
    ['', 'p50', 'p99', 'most'],
    [
      row('limit: a plain read', limits),
      row('long poll, after the answer to the decision', poll),
      row('server-sent event, after that answer', events),
      row('long poll, after the call that decided', pollSinceCall),
    ],
  );
  for (const [what, values] of [
    ['long poll', poll],
    ['server-sent event', events],
  ] as const) {
    const p99 = quantile(values, 0.99);
    console.log(
      `  ${what}: p99 ${write(p99)}: ${unstable ? 'not judged' : verdict(p99, promised, write)}`,
    );
  }
}
