// What the MCP gateway adds, against a plain pipe between the same client and the same server: the time of an allowed call
// and of a message that only passes, the throughput of large results, and the memory of one session. The gateway is the
// command, in a process of its own, and asks a whole server on SQLite for each call. At an edge it asks only for snapshots.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEdgeKey } from '../packages/edge/src/index.ts';
import type { ServerAccess } from './measure/http-access.ts';
import { MeasuredProcess } from './measure/measured-process.ts';
import { printTable } from './measure/print-table.ts';
import { median } from './measure/rounds.ts';
import { scaled } from './measure/scale.ts';

const rounds = 5;
const calls = scaled(300, 10);
const bigCalls = scaled(30, 2);
const callBytes = 1000;

const file = (name: string) => join(import.meta.dirname, 'measure', name);
const upstream = [process.execPath, file('mcp-upstream.mjs')];
const policy = `version: "1"
default: require_approval
default_chain: lead
chain_by_risk: { low: lead, medium: lead, high: lead, critical: lead }
chains:
  - { id: lead, stages: [{ name: lead, approvers: { roles: [lead] } }] }
rules:
  - { id: reading, match: { tool: "mcp__bench__*" }, outcome: allow }
`;

/** A client that has one request under way at a time. */
class Client {
  readonly #child: ChildProcess;
  #held: Buffer[] = [];
  #answered: ((bytes: number) => void) | null = null;
  #id = 0;

  constructor(words: readonly string[], env: NodeJS.ProcessEnv) {
    const [command = '', ...args] = words;
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], env });
    this.#child.stdout?.on('data', (chunk: Buffer) => {
      this.#held.push(chunk);
      if (chunk.at(-1) !== 0x0a) return;
      const length = this.#held.reduce((sum, part) => sum + part.length, 0);
      this.#held = [];
      this.#answered?.(length);
    });
  }

  ask(method: string, params: object): Promise<number> {
    this.#id += 1;
    const message = { jsonrpc: '2.0', id: this.#id, method, params };
    return new Promise(resolve => {
      this.#answered = resolve;
      this.#child.stdin?.write(`${JSON.stringify(message)}\n`);
    });
  }

  /** Megabytes that the process keeps in memory. */
  get memory(): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  }

  async close(): Promise<void> {
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exited;
  }
}

interface Reading {
  readonly ping: number;
  readonly call: number;
  readonly big: number;
  readonly memory: number;
}

async function read(words: readonly string[], env: NodeJS.ProcessEnv): Promise<Reading> {
  const client = new Client(words, env);
  const clientInfo = { name: 'bench', version: '1' };
  await client.ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo,
  });
  const call = () => client.ask('tools/call', { name: 'read', arguments: { a: padding } });
  const big = () => client.ask('tools/call', { name: 'big', arguments: {} });
  for (let warm = 0; warm < calls; warm++) await call();
  const each = async (count: number, once: () => Promise<number>) => {
    const begun = performance.now();
    let bytes = 0;
    for (let i = 0; i < count; i++) bytes += await once();
    return { milliseconds: (performance.now() - begun) / count, bytes };
  };
  const ping = await each(calls, () => client.ask('ping', { a: padding }));
  const allowed = await each(calls, call);
  const { memory } = client;
  const large = await each(bigCalls, big);
  await client.close();
  return {
    ping: ping.milliseconds,
    call: allowed.milliseconds,
    big: large.bytes / 1000 / (large.milliseconds * bigCalls),
    memory,
  };
}

const padding = 'y'.repeat(callBytes);
const folder = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const server = await MeasuredProcess.start([file('server-process.ts'), JSON.stringify({ policy })]);
try {
  const { port } = (await server.ask({ do: 'access' })) as ServerAccess;
  const edge = join(folder, 'edge');
  const edge_key = openEdgeKey(edge).publicKey;
  const environment = async (facts: object) => {
    const made = (await server.ask({ do: 'gatewayKey', ...facts })) as { authorization?: string };
    return {
      ...process.env,
      HOME: folder,
      COUNTERSIGN_URL: `http://localhost:${port}`,
      COUNTERSIGN_KEY: made.authorization?.slice('Bearer '.length),
      COUNTERSIGN_AGENT: 'bench',
    };
  };
  const [env, edgeEnv] = [await environment({}), await environment({ edge_key })];
  const main = join(import.meta.dirname, '../packages/cli/src/main.ts');
  const node = [process.execPath, '--conditions=source', '--disable-warning=ExperimentalWarning'];
  const pipe = [process.execPath, file('mcp-pipe.mjs'), ...upstream];
  const gateway = [...node, main, 'mcp', '--name', 'bench'];
  const readings = { pipe: [] as Reading[], gateway: [] as Reading[], edge: [] as Reading[] };
  for (let round = 0; round < rounds; round++) {
    readings.pipe.push(await read(pipe, env));
    readings.gateway.push(await read([...gateway, '--', ...upstream], env));
    readings.edge.push(await read([...gateway, '--edge', edge, '--', ...upstream], edgeEnv));
  }
  const of = (which: keyof typeof readings, what: keyof Reading) =>
    median(readings[which].map(reading => reading[what]));
  console.log(`MCP gateway against a plain pipe, ${calls} calls, ${rounds} rounds, medians:`);
  const row = (title: string, what: keyof Reading, digits: number) => {
    const limit = of('pipe', what);
    const more = (ours: number) =>
      `${ours.toFixed(digits)} (${ours >= limit ? '+' : ''}${(ours - limit).toFixed(digits)})`;
    return [title, limit.toFixed(digits), more(of('gateway', what)), more(of('edge', what))];
  };
  printTable(
    ['what', 'pipe', 'gateway', 'gateway at an edge'],
    [
      row('a message that passes, ms', 'ping', 3),
      row('an allowed call, ms', 'call', 3),
      row('results of 1 MB, MB/s', 'big', 0),
      row('memory of a session, MB', 'memory', 0),
    ],
  );
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
