// Goal: whichever of client, gateway, server and MCP server is killed at any moment, nothing runs twice and nothing approved
// is lost. Method: processes that are killed without a word, at moments drawn from a seed, while the same call is made until
// it is answered. A checker then reads only the log of the MCP server and the store.

import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type ServerProcess,
  type SignedIn,
  startServerProcess,
} from '@countersign/server/testing';
import { childEnvironment, effort, programFile, randomFrom, seed } from '@countersign/testing';
import { mcpFolder, mcpPolicy, type Rpc, toolServer } from './testing/mcp-session.ts';

const command = programFile(new URL('../packages/cli/src/main.ts', import.meta.url));
const random = randomFrom(seed);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
const histories = effort({ fast: 4, full: 200, of: 'histories' });
const triesMax = 12;

const victims = ['client', 'gateway', 'server', 'upstream'] as const;
const moments = ['asked', 'waiting', 'deciding', 'decided'] as const;

/** Some turns of this process, so that the others are anywhere in what they do. */
async function someTurns(): Promise<void> {
  const turns = Math.floor(random() * 400);
  for (let turn = 0; turn < turns; turn++) await new Promise(done => setImmediate(done));
}

/** A client whose gateway is a process of its own, with the MCP server as its child. */
class Client {
  readonly #child: ChildProcess;
  readonly gone: Promise<'gone'>;
  readonly waits: string[] = [];
  readonly #heard: (() => void)[] = [];
  readonly #answers = new Map<number, Rpc>();
  #id = 0;
  isGone = false;

  constructor(words: readonly string[], env: NodeJS.ProcessEnv) {
    const [program = '', ...rest] = words;
    this.#child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'], env });
    const wake = () => {
      for (const each of this.#heard.splice(0)) each();
    };
    this.#child.stdin?.on('error', () => undefined);
    createInterface({ input: this.#child.stdout as never }).on('line', line => {
      const message = JSON.parse(line) as Rpc;
      if (typeof message.id === 'number') this.#answers.set(message.id, message);
      wake();
    });
    createInterface({ input: this.#child.stderr as never }).on('line', line => {
      this.waits.push(...(line.match(/ar_[0-9a-f]{32}/g) ?? []));
      wake();
    });
    this.gone = once(this.#child, 'exit').then(() => {
      this.isGone = true;
      wake();
      return 'gone' as const;
    });
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** The client is killed: its gateway finds both ends of the connection closed. */
  hangUp(): void {
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
  }

  ask(method: string, params: object): number {
    const id = ++this.#id;
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return id;
  }

  /** What happens next: the answer, a request that the call waits for, or the end of the gateway. */
  async next(id: number, known: ReadonlySet<string>): Promise<Rpc | string> {
    for (;;) {
      const answer = this.#answers.get(id);
      if (answer !== undefined) return answer;
      const waiting = this.waits.find(each => !known.has(each));
      if (waiting !== undefined) return waiting;
      if (this.isGone) return 'gone';
      await new Promise<void>(resolve => this.#heard.push(resolve));
    }
  }
}

describe('a call while anything may be killed', { timeout: 3_600_000 }, () => {
  const made = mcpFolder();
  const log = join(made.folder, 'upstream.log');
  const pidFile = join(made.folder, 'upstream.pid');
  let server: ServerProcess;
  let isServerGone = false;
  let reviewer: SignedIn;
  let client: Client | null = null;
  let env: NodeJS.ProcessEnv = {};
  const startServer = (port?: number) =>
    startServerProcess({
      policy: mcpPolicy,
      folder: join(made.folder, 'server'),
      ...(port === undefined ? {} : { port }),
    });
  before(async () => {
    server = await startServer();
    reviewer = await server.person(['reviewer']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    env = {
      PATH: process.env['PATH'] ?? '',
      ...childEnvironment(),
      HOME: made.folder,
      COUNTERSIGN_URL: server.origin,
      COUNTERSIGN_KEY: authorization.slice('Bearer '.length),
      COUNTERSIGN_AGENT: 'bot',
    };
  });
  after(async () => {
    client?.kill();
    await client?.gone;
    await server.kill();
    made.remove();
  });

  const revive = async (): Promise<Client> => {
    if (isServerGone) {
      server = await startServer(server.port);
      isServerGone = false;
    }
    if (client === null || client.isGone) {
      const upstream = [process.execPath, toolServer, log, join(made.folder, 'none'), pidFile];
      const options = ['--name', 'box', '--hold', '60'];
      client = new Client(
        [process.execPath, '--conditions=source', command, 'mcp', ...options, '--', ...upstream],
        env,
      );
    }
    return client;
  };
  const strike = async (victim: (typeof victims)[number]): Promise<void> => {
    await someTurns();
    switch (victim) {
      case 'client':
        client?.hangUp();
        await client?.gone;
        return;
      case 'gateway':
        client?.kill();
        await client?.gone;
        return;
      case 'server':
        isServerGone = true;
        await server.kill();
        return;
      case 'upstream': {
        const pid = existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0;
        try {
          if (pid > 0) process.kill(pid, 'SIGKILL');
        } catch {
          // It has ended by itself.
        }
      }
    }
  };
  const statusOf = async (id: string): Promise<string> => {
    for (let tries = 0; tries < triesMax; tries++) {
      await revive();
      const { headers } = reviewer;
      const read = await server.call('GET', `/v1/requests/${id}`, { headers }).catch(() => null);
      if (read !== null) return (read.body as { status: string }).status;
    }
    return 'unreachable';
  };
  /** Approves a request, whether or not the server is there at first. */
  const approve = async (id: string): Promise<void> => {
    for (let tries = 0; tries < triesMax; tries++) {
      if ((await statusOf(id)) !== 'pending') return;
      await decide(server, reviewer.headers, id, 'allow').catch(() => undefined);
    }
  };
  const runsOf = (amount: number): number =>
    (existsSync(log) ? readFileSync(log, 'utf8') : '')
      .split('\n')
      .filter(line => line.includes('"tools/call"') && line.includes(`"amount":${amount}}`)).length;

  for (let amount = 1; amount <= histories; amount++) {
    const victim = pick(victims);
    const moment = pick(moments);
    test(`history ${amount}: one call, and the ${victim} is killed when it is ${moment}`, async () => {
      const asked = new Set<string>();
      let isStruck = false;
      let end: string | null = null;
      const at = async (now: (typeof moments)[number]) => {
        if (isStruck || now !== moment) return;
        isStruck = true;
        await strike(victim);
      };
      for (let tries = 0; tries < triesMax && end === null; tries++) {
        const caller = await revive();
        const known = new Set(caller.waits);
        const id = caller.ask('tools/call', { name: 'pay', arguments: { amount } });
        await at('asked');
        let next = await caller.next(id, known);
        while (typeof next === 'string' && next !== 'gone') {
          const waiting = next;
          known.add(waiting);
          asked.add(waiting);
          await at('waiting');
          const approved = approve(waiting);
          await at('deciding');
          await approved;
          await at('decided');
          next = await caller.next(id, known);
        }
        if (typeof next === 'string') continue;
        const text = next.result?.content?.[0]?.text ?? '';
        if (text.startsWith('did pay')) end = 'ran';
        else if (text.includes('may have happened')) end = 'unknown';
      }
      assert.notEqual(end, null, 'the call was answered in the end');
      const statuses = await Promise.all([...asked].map(statusOf));
      const consumed = statuses.filter(status => status === 'consumed').length;
      assert.equal(consumed, asked.size, `nothing approved is lost: ${statuses.join()}`);
      const runs = runsOf(amount);
      assert.ok(runs <= consumed, `${runs} runs of ${consumed} consumed approvals`);
      if (end === 'ran') assert.ok(runs >= 1);
    });
  }
});
