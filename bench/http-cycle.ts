// The full cycle over HTTP on 32 kept connections: a whole server on SQLite in its own process, with keys in files,
// an anchor and a sequencer. Beside it a bare Fastify server, in its own process too, which is sent the exact bodies
// of the four calls that change something and answers as the server did, keeping nothing: bare calls / 4. The cycle
// itself is five calls, for it also fetches the grant.

import { join } from 'node:path';
import { runClosedLoop } from './measure/closed-loop.ts';
import { compareDurable } from './measure/durable-rounds.ts';
import type { ServerAccess } from './measure/http-access.ts';
import { HttpConnection } from './measure/http-connection.ts';
import { HttpCycles } from './measure/http-cycles.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { count, median } from './measure/rounds.ts';
import { scaledSeconds } from './measure/scale.ts';

const callers = 32;
const promised = { atLeast: 0.35, stretch: 0.5 };

const file = (name: string) => join(import.meta.dirname, 'measure', name);
const server = await MeasuredProcess.start([file('server-process.ts')]);
const bare = await MeasuredProcess.start([file('bare-http-process.ts')]);
try {
  await measure();
} finally {
  await server.close();
  await bare.close();
}

async function measure(): Promise<void> {
  const access = (await server.ask({ do: 'access' })) as ServerAccess;
  const cycles = new HttpCycles(access);
  const toServer = await open(access.port);
  const [first] = toServer;
  if (first === undefined) throw new Error('expected a connection');
  const calls = await cycles.run(first);
  const bodies = calls.map(({ answer }) => answer);
  const { port } = (await bare.ask({ do: 'answers', bodies })) as { port: number };
  const toBare = await open(port);

  const cycle = withOneOf(toServer, connection => cycles.run(connection));
  const bareCalls = withOneOf(toBare, async connection => {
    for (const [place, { headers, body }] of calls.entries()) {
      const { status } = await connection.ask('POST', `/calls/${place}`, headers, body);
      if (status !== 200) throw new Error(`expected an answer, found ${status}`);
    }
  });
  const cpuOfOurs: number[] = [];
  const cpuOfBare: number[] = [];
  const readOurs = () => readWithCpu(server, scaledSeconds(3), cycle, cpuOfOurs);
  const readBare = () => readWithCpu(bare, scaledSeconds(1.5), bareCalls, cpuOfBare);
  await readOurs();
  await readBare();
  cpuOfOurs.length = 0;
  cpuOfBare.length = 0;

  await compareDurable({
    title: `Full cycle over HTTP, SQLite, ${callers} connections`,
    limit: { name: 'bare Fastify, the same bodies and answers, calls / 4', read: readBare },
    ours: {
      name: 'propose, decide, fetch the grant, consume, report',
      read: readOurs,
      guarantees: async () => {
        const { events } = (await server.ask({ do: 'verify' })) as { events: number };
        return {
          durable: 'yes, each step',
          syncsPerCycle: null,
          ran: await cycles.runsOfFourResumes(toServer),
          verified: await cycles.readBack(first),
          besides: `log of ${count(events)} events verified`,
        };
      },
    },
    promised,
    peers: [],
  });
  const bytes = calls.reduce((sum, { body }) => sum + body.length, 0);
  const answered = JSON.stringify(bodies).length;
  console.log(
    `         CPU of the server ${median(cpuOfOurs).toFixed(2)} ms a cycle, of the bare one ${median(cpuOfBare).toFixed(2)} ms; four calls send ${count(bytes)} bytes and are answered ${count(answered)}`,
  );
  for (const connection of [...toServer, ...toBare]) connection.close();
}

/** Cycles per second. The CPU is that of the other process, the sequencing of these cycles included. */
async function readWithCpu(
  other: MeasuredProcess,
  seconds: number,
  work: () => Promise<unknown>,
  cpu: number[],
): Promise<number> {
  const used = async () =>
    ((await other.ask({ do: 'cpu' })) as { milliseconds: number }).milliseconds;
  const before = await used();
  const { done, perSecond } = await runClosedLoop({ seconds, callers, work });
  cpu.push(((await used()) - before) / done);
  return perSecond;
}

function open(port: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: callers }, () => HttpConnection.open(port)));
}

/** As many at once as there are connections. */
function withOneOf(
  connections: readonly HttpConnection[],
  work: (connection: HttpConnection) => Promise<unknown>,
): () => Promise<void> {
  const free = [...connections];
  return async () => {
    const connection = free.pop();
    if (connection === undefined) throw new Error('more callers than connections');
    await work(connection);
    free.push(connection);
  };
}
