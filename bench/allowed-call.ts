// One allowed call, in CPU time. Over HTTP: a whole server in its own process, beside a bare Fastify server that is sent
// the same bodies and answers the same. Embedded: the gate in its own process. Rounds alternate, and CPU time counts, not
// the time on the wall: the machine may do other work besides.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { allowedProposal, allowingPolicy } from './measure/allowed-call.ts';
import { type Reading, runClosedLoop } from './measure/closed-loop.ts';
import { agentIds, audience, type ServerAccess } from './measure/http-access.ts';
import { HttpConnection } from './measure/http-connection.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { median } from './measure/rounds.ts';
import { scaledSeconds } from './measure/scale.ts';

const rounds = 5;
const callers = 16;
let asked = 0;
const promised = { timesBare: 1.5, embeddedMicroseconds: 45 };

const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const file = (name: string) => join(import.meta.dirname, 'measure', name);
const started = (name: string, option: string) => MeasuredProcess.start([file(name), option]);
const server = await started('server-process.ts', JSON.stringify({ policy: allowingPolicy }));
const bare = await started('bare-http-process.ts', '');
const embedded = await started('allowed-process.ts', folder);
try {
  await measure();
} finally {
  for (const each of [server, bare, embedded]) await each.close();
  rmSync(folder, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const access = (await server.ask({ do: 'access' })) as ServerAccess;
  const toServer = await open(access.port);
  const [first] = toServer;
  if (first === undefined) throw new Error('expected a connection');
  const answer = await propose(first, '/v1/requests', access.agent);
  const { port } = (await bare.ask({ do: 'answers', bodies: [JSON.parse(answer)] })) as {
    port: number;
  };
  const toBare = await open(port);

  const cpu = { server: [] as number[], bare: [] as number[], embedded: [] as number[] };
  for (let round = 0; round <= rounds; round++) {
    const ofServer = await readCpu(server, toServer, each =>
      propose(each, '/v1/requests', access.agent),
    );
    const ofBare = await readCpu(bare, toBare, each => propose(each, '/calls/0', access.agent));
    const { cpuMilliseconds } = (await embedded.ask({
      do: 'calls',
      seconds: scaledSeconds(1.5),
      callers: 1,
    })) as Reading;
    // The first round warms up.
    if (round === 0) continue;
    cpu.server.push(ofServer);
    cpu.bare.push(ofBare);
    cpu.embedded.push(1000 * cpuMilliseconds);
  }
  for (const connection of [...toServer, ...toBare]) connection.close();

  const timesBare = median(cpu.server.map((value, round) => value / (cpu.bare[round] ?? value)));
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `\nOne allowed call, CPU in microseconds, ${rounds} rounds, medians   (load ${load})`,
  );
  const row = (name: string, values: readonly number[], judged: string) => [
    name,
    median(values).toFixed(1),
    Math.min(...values).toFixed(1),
    judged,
  ];
  printTable(
    ['what', 'median', 'least', 'judged'],
    [
      row('server over HTTP', cpu.server, judge(timesBare, promised.timesBare, 'x the bare one')),
      row('bare Fastify', cpu.bare, ''),
      row('embedded', cpu.embedded, judge(median(cpu.embedded), promised.embeddedMicroseconds, '')),
    ],
  );
}

function judge(value: number, atMost: number, unit: string): string {
  return `${value.toFixed(2)}${unit}: ${value <= atMost ? 'kept' : 'MISSED'}, at most ${atMost}`;
}

/** Microseconds of the other process for each call. */
async function readCpu(
  other: MeasuredProcess,
  connections: readonly HttpConnection[],
  call: (connection: HttpConnection) => Promise<unknown>,
): Promise<number> {
  const used = async () =>
    ((await other.ask({ do: 'cpu' })) as { milliseconds: number }).milliseconds;
  const free = [...connections];
  const before = await used();
  const { done } = await runClosedLoop({
    seconds: scaledSeconds(2),
    callers,
    work: async () => {
      const connection = free.pop();
      if (connection === undefined) throw new Error('more callers than connections');
      await call(connection);
      free.push(connection);
    },
  });
  return (1000 * ((await used()) - before)) / done;
}

/** As the client asks. */
async function propose(
  connection: HttpConnection,
  path: string,
  key: ServerAccess['agent'],
): Promise<string> {
  const headers = { accept: 'application/json', ...key, 'idempotency-key': randomUUID() };
  const agent = agentIds[asked++ % agentIds.length] ?? '';
  const body = allowedProposal(agent, audience);
  const { status, text } = await connection.ask('POST', path, headers, body);
  if (status !== 200) throw new Error(`expected an answer, found ${status} ${text}`);
  return text;
}

function open(port: number): Promise<HttpConnection[]> {
  return Promise.all(Array.from({ length: callers }, () => HttpConnection.open(port)));
}
