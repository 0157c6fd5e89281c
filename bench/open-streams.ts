// What 1,000 open streams of hints cost the cycles of a server, in CPU time of its process: half of the streams are of
// people, half of agents. Two servers of the same kind, one with the streams and one without, are read in turn; with 32
// callers, and with one caller that makes few cycles, so that nearly each change is told alone.

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { provenHeaders } from '@countersign/server/testing';
import { runClosedLoop } from './measure/closed-loop.ts';
import { agentIds, type ServerAccess } from './measure/http-access.ts';
import { HttpConnection } from './measure/http-connection.ts';
import { HttpCycles } from './measure/http-cycles.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { median } from './measure/rounds.ts';
import { scaledSeconds } from './measure/scale.ts';

const streams = 1000;
const rounds = 5;
const promisedTimes = 1.5;
/** The server lets one address have about as many connections as there are streams, so the cycles have another. */
const addressOfStreams = '127.0.0.2';

interface Side {
  readonly server: MeasuredProcess;
  readonly access: ServerAccess;
  readonly cycles: HttpCycles;
  readonly connections: readonly HttpConnection[];
}

const file = join(import.meta.dirname, 'measure', 'server-process.ts');
const processes = [await MeasuredProcess.start([file]), await MeasuredProcess.start([file])];
try {
  const [alone, busy] = await Promise.all(processes.map(openSide));
  if (alone === undefined || busy === undefined) throw new Error('expected two servers');
  await measure(alone, busy);
} finally {
  for (const each of processes) await each.close();
}

async function measure(alone: Side, busy: Side): Promise<void> {
  const listeners = await openStreams(busy.access);
  const loads = [
    { name: '32 callers', callers: 32, pauseMilliseconds: 0 },
    { name: 'one caller, 20 cycles a second', callers: 1, pauseMilliseconds: 40 },
  ];
  const rows: string[][] = [];
  for (const load of loads) {
    const [without, beside]: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const ofAlone = await cpuPerCycle(alone, load);
      const ofBusy = await cpuPerCycle(busy, load);
      // The first round warms up.
      if (round === 0) continue;
      without.push(ofAlone);
      beside.push(ofBusy);
    }
    const times = median(beside.map((value, round) => value / (without[round] ?? value)));
    const kept = times <= promisedTimes ? 'kept' : 'MISSED';
    const judged = `${times.toFixed(2)}x: ${kept}, at most ${promisedTimes}`;
    rows.push([load.name, median(without).toFixed(2), median(beside).toFixed(2), judged]);
  }
  const open = listeners.filter(({ destroyed }) => !destroyed).length;
  const heard = listeners.filter(({ bytesRead }) => bytesRead > 1000).length;
  for (const listener of listeners) listener.destroy();
  for (const { connections } of [alone, busy]) for (const each of connections) each.close();
  console.log(
    `\nA cycle over HTTP beside ${streams} open streams, CPU of the server in milliseconds, ${rounds} rounds, medians   (load ${loadavg()[0]?.toFixed(1)})`,
  );
  printTable(['cycles of', 'without', 'beside', 'judged'], rows);
  console.log(`  ${open} streams were open at the end, ${heard} of them had heard of changes`);
  if (open < streams) process.exitCode = 1;
}

async function openSide(server: MeasuredProcess): Promise<Side> {
  const access = (await server.ask({ do: 'access' })) as ServerAccess;
  const connections = await Promise.all(
    Array.from({ length: 32 }, () => HttpConnection.open(access.port)),
  );
  return { server, access, cycles: new HttpCycles(access), connections };
}

async function cpuPerCycle(
  { server, cycles, connections }: Side,
  { callers, pauseMilliseconds }: { readonly callers: number; readonly pauseMilliseconds: number },
): Promise<number> {
  const used = async () =>
    ((await server.ask({ do: 'cpu' })) as { milliseconds: number }).milliseconds;
  const free = [...connections];
  const before = await used();
  const { done } = await runClosedLoop({
    seconds: scaledSeconds(3),
    callers,
    work: async () => {
      const connection = free.pop();
      if (connection === undefined) throw new Error('more callers than connections');
      await cycles.run(connection);
      free.push(connection);
      if (pauseMilliseconds > 0) {
        await new Promise(resolve => setTimeout(resolve, pauseMilliseconds));
      }
    },
  });
  return ((await used()) - before) / done;
}

/** Half of them as a browser asks, half as the host of an agent does. Each is open once the server has answered. */
function openStreams(access: ServerAccess): Promise<Socket[]> {
  return Promise.all(
    Array.from({ length: streams }, (_, number) => {
      const agent = agentIds[number % agentIds.length] ?? '';
      const isOfPerson = number % 2 === 0;
      const path = isOfPerson ? '/v1/events' : `/v1/events?agent_id=${agent}`;
      const headers = isOfPerson ? personHeaders(access, path) : access.agent;
      return openStream(access.port, path, headers);
    }),
  );
}

function personHeaders({ person }: ServerAccess, path: string): Readonly<Record<string, string>> {
  return provenHeaders({ origin: person['origin'] ?? '', method: 'GET', path }, person);
}

async function openStream(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: addressOfStreams });
  await once(socket, 'connect');
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\n${lines.join('')}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (!answer.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(answer.toString());
  // Nothing is parsed: this process is not measured, and shares the machine with the server.
  socket.on('data', () => undefined);
  socket.on('error', () => undefined);
  return socket;
}
