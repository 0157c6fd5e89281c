// Goal: hostile agents cost the people beside them little, and cost the machine no more than their quotas.
// Method: seven honest agents and two people work alone, then three hostile agents join them. The slowest reads of the
// people are compared between both times. Memory and disk are measured all along.
//
// Only `npm run prove` runs this file. It takes as long as it says, so its waits are real.

import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pace } from 'node:timers/promises';
import {
  type ServerProcess,
  sampleAction,
  samplePolicy,
  startServerProcess,
} from '@countersign/server/testing';
import { effort } from '@countersign/testing';

const seconds = effort({ fast: 20, full: 1_800, of: 'seconds' });
const calmMilliseconds = (seconds * 1000) / 4;
const stormMilliseconds = seconds * 1000 - calmMilliseconds;
const honestAgents = 7;
/** A hostile agent spends it within a minute or two, an honest one not in half an hour. */
const bytesPerDay = (seconds < 600 ? 1 : 4) * 2 ** 20;
const memoryMegabytesMax = 1_536;
/** What the quotas of ten agents come to, twice: the log and the write-ahead file have their own share. */
const diskMegabytesMax = 16 + (2 * 10 * bytesPerDay) / 2 ** 20;
/** Below this many reads, the slowest of a hundred says nothing. */
const readsMin = 400;

type Headers = Readonly<Record<string, string>>;

const hostileCommands = [
  `{'}'`.repeat(15_000),
  '$["]"'.repeat(12_000),
  `${'SELECT ('.repeat(20_000)}`,
];

function actionOf(agent_id: string, tool_name: string, parameters: object) {
  const target = { tool_name, tool_schema_version: '1', resource: null };
  return { ...sampleAction(), agent_id, target, parameters };
}

/** What one of the crowd does again and again, with a pause in milliseconds. */
interface Step {
  readonly act: () => Promise<void>;
  readonly pause: number;
}

class Crowd {
  readonly #server: ServerProcess;
  #ends = 0;
  reads: number[] = [];
  /** How often each agent was refused, by the reason. */
  readonly refusals = new Map<string, Map<string, number>>();
  readonly failures: string[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async work(milliseconds: number, steps: readonly Step[]): Promise<void> {
    this.#ends = performance.now() + milliseconds;
    this.reads = [];
    await Promise.all(steps.map(step => this.#repeat(step)));
  }

  async #repeat({ act, pause }: Step): Promise<void> {
    while (performance.now() < this.#ends) {
      await act();
      await pace(pause);
    }
  }

  async read(headers: Headers): Promise<void> {
    const begun = performance.now();
    const { status } = await this.#server.call('GET', '/v1/requests?limit=20', { headers });
    this.reads.push(performance.now() - begun);
    if (status !== 200) this.failures.push(`a person was answered with ${status}`);
  }

  async propose(headers: Headers, action: object, context: object = {}): Promise<void> {
    const body = { action, context, audience: 'any-executor' };
    const answer = await this.#server.call('POST', '/v1/requests', { headers, body });
    if (answer.status < 400) return;
    const { code = String(answer.status) } = answer.body as { readonly code?: string };
    if (answer.status >= 500) this.failures.push(`a proposal was answered with ${code}`);
    const { agent_id = '' } = action as { readonly agent_id?: string };
    const counts = this.refusals.get(agent_id) ?? new Map<string, number>();
    counts.set(code, (counts.get(code) ?? 0) + 1);
    this.refusals.set(agent_id, counts);
  }

  get slowest(): number {
    return this.reads.sort((a, b) => a - b)[Math.floor(this.reads.length * 0.99)] ?? 0;
  }
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
}

function diskOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = files
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => statSync(join(parentPath, name), { throwIfNoEntry: false }));
  return sizes.reduce((sum, file) => sum + (file?.size ?? 0), 0) / 2 ** 20;
}

test(`[HI-2, HI-3, HI-5] hostile agents for ${seconds} seconds slow people down little and stay within their quotas`, {
  skip: process.platform === 'linux' ? false : 'only Linux shows what a process uses',
}, async context => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-hostile-'));
  const settings = { agent_bytes_per_day: bytesPerDay };
  const server = await startServerProcess({ folder, policy: samplePolicy, settings });
  context.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const crowd = new Crowd(server);
  const keyOf = (agent: string) => server.apiKey({ verbs: ['propose'], agent_ids: [agent] });
  const people = [await server.person(['reviewer']), await server.person(['reviewer'])];
  const reading: Step[] = people.map(({ headers }) => ({
    act: () => crowd.read(headers),
    pause: 50,
  }));
  const honest = await Promise.all(
    Array.from({ length: honestAgents }, async (_, number) => {
      const agent = `honest-${number}`;
      const headers = await keyOf(agent);
      const action = actionOf(agent, 'read.file', { path: 'a.txt' });
      return { act: () => crowd.propose(headers, action), pause: 2000 };
    }),
  );
  const hostile = await Promise.all(
    hostileCommands.map(async (command, number) => {
      const agent = `hostile-${number}`;
      const headers = await keyOf(agent);
      const note = { note: 'x'.repeat(15_000) };
      const slow = actionOf(agent, 'shell.run', { command, sql: command });
      const long = actionOf(agent, 'read.file', { path: 'b.txt' });
      return [
        { act: () => crowd.propose(headers, slow), pause: 50 },
        { act: () => crowd.propose(headers, long, note), pause: 50 },
      ];
    }),
  );
  await crowd.work(calmMilliseconds, [...reading, ...honest]);
  const calm = { slowest: crowd.slowest, reads: crowd.reads.length };
  await crowd.work(stormMilliseconds, [...reading, ...honest, ...hostile.flat()]);
  const storm = { slowest: crowd.slowest, reads: crowd.reads.length };
  const [memory, disk] = [memoryOf(server.pid), diskOf(folder)];
  context.diagnostic(
    `p99 of people ${calm.slowest.toFixed()} ms calm, ${storm.slowest.toFixed()} ms beside hostile agents; ${storm.reads} reads; memory ${memory.toFixed()} MB, disk ${disk.toFixed()} MB`,
  );
  for (const [agent, counts] of crowd.refusals)
    context.diagnostic(`${agent}: ${JSON.stringify(Object.fromEntries(counts))}`);
  assert.deepEqual(crowd.failures, []);
  for (const agent of crowd.refusals.keys())
    assert.ok(agent.startsWith('hostile-'), `${agent} is honest and was refused`);
  assert.ok(memory <= memoryMegabytesMax, `${memory} MB of memory`);
  assert.ok(disk <= diskMegabytesMax, `${disk} MB on disk`);
  assert.ok(storm.reads > 0);
  if (calm.reads < readsMin) return;
  for (const number of hostileCommands.keys()) {
    const counts = crowd.refusals.get(`hostile-${number}`);
    assert.ok(counts?.has('agent_quota_spent'), `hostile-${number} spent its bytes`);
  }
  assert.ok(
    storm.slowest <= 5 * calm.slowest + 50,
    `p99 grew from ${calm.slowest} to ${storm.slowest}`,
  );
});
