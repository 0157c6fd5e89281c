// Goal: hostile agents cost the people beside them little, and cost the machine no more than their quotas. Method:
// seven honest agents and two people work all the time. Three hostile agents join them in every second window, so calm
// and storm are measured by turns, under the same load of the machine. The hostile agents work in their own process
// with a low priority. This process times the reads, and writing a hostile call here would count as a slow answer. The
// slowest reads of the people are compared. Memory and disk are measured at the end.
//
// Only `npm run prove` runs this file. It takes as long as it says, so its waits are real.

import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pace } from 'node:timers/promises';
import {
  type ServerProcess,
  sampleAction,
  samplePolicy,
  startServerProcess,
} from '@countersign/server/testing';
import { effort } from '@countersign/testing';
import type { HostileOrders, HostileReport } from './testing/hostile-agents.ts';

const seconds = effort({ fast: 60, full: 1_800, of: 'seconds' });
/** Short rounds: what else the machine does meets calm and storm alike. */
const rounds = Math.round(seconds / 20);
/** A third of a round is calm, and the rest a storm. */
const roundMilliseconds = (seconds * 1000) / rounds;
/** By then, the work that hostile agents left behind is done. */
const settleMilliseconds = 2_500;
const honestAgents = 7;
/** Some hundred signals exhaust this quota in half a minute. Honest agents use less than half of it. */
const bytesPerDay = Math.max(2 ** 20, 4_096 * seconds);
/** One evaluation that takes too long exhausts this quota. */
const evaluationMilliseconds = 2_000;
const memoryMegabytesMax = 1_536;
/** What the quotas of ten agents come to, twice: the log and the write-ahead file have their own share. */
const diskMegabytesMax = 16 + (2 * 10 * bytesPerDay) / 2 ** 20;
/** Below this many reads, the slowest of a hundred says nothing. */
const readsMin = 200;

interface Measured {
  readonly slowest: number;
  readonly reads: number;
}

type Headers = Readonly<Record<string, string>>;

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
  #reads: number[] = [];
  readonly calm: number[] = [];
  readonly storm: number[] = [];
  /** The honest agents that were refused, with the reasons. */
  readonly refusals: string[] = [];
  readonly failures: string[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  /** Works for a while, and answers how long each read of a person took. */
  async work(milliseconds: number, steps: readonly Step[]): Promise<readonly number[]> {
    this.#ends = performance.now() + milliseconds;
    this.#reads = [];
    await Promise.all(steps.map(step => this.#repeat(step)));
    return this.#reads;
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
    this.#reads.push(performance.now() - begun);
    if (status !== 200) this.failures.push(`a person was answered with ${status}`);
  }

  propose(headers: Headers, action: { readonly agent_id: string }) {
    const body = { action, context: {}, audience: 'any-executor' };
    return this.#send(headers, action.agent_id, '/v1/requests', body);
  }

  async #send(headers: Headers, agent: string, path: string, body: object): Promise<void> {
    const answer = await this.#server.call('POST', path, { headers, body });
    if (answer.status < 400) return;
    const { code = String(answer.status) } = answer.body as { readonly code?: string };
    if (answer.status >= 500) this.failures.push(`${agent} was answered with ${code}`);
    this.refusals.push(`${agent}: ${code}`);
  }
}

/** Starts the hostile agents in a process of their own, and gives what lets them work for a while. */
async function hostileAgents(
  orders: HostileOrders,
  context: TestContext,
): Promise<(milliseconds: number) => Promise<HostileReport>> {
  const program = new URL('./testing/hostile-agents.ts', import.meta.url);
  const child = fork(program, [JSON.stringify(orders)], { execArgv: ['--conditions=source'] });
  context.after(() => child.kill());
  await once(child, 'message');
  return async milliseconds => {
    const answered = once(child, 'message');
    child.send({ milliseconds });
    const [report] = (await answered) as [HostileReport];
    return report;
  };
}

function slowestOf(reads: readonly number[]): number {
  return [...reads].sort((a, b) => a - b)[Math.floor(reads.length * 0.99)] ?? 0;
}

/** What the thread that answers calls used of the processor, and how long it was ready to run and had to wait for one. */
interface ThreadTime {
  readonly ran: number;
  readonly waited: number;
}

function threadTimeOf(pid: number): ThreadTime {
  const [ran = 0, waited = 0] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')
    .split(' ')
    .map(nanoseconds => Number(nanoseconds) / 1e6);
  return { ran, waited };
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
  const settings = {
    agent_bytes_per_day: bytesPerDay,
    evaluation_ms_per_minute: evaluationMilliseconds,
  };
  const server = await startServerProcess({ folder, policy: samplePolicy, settings });
  context.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const crowd = new Crowd(server);
  const keyOf = (agent: string) =>
    server.apiKey({ verbs: ['propose', 'observe'], agent_ids: [agent] });
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
  const [greedy, slow, both] = ['hostile-greedy', 'hostile-slow', 'hostile-both'];
  const keys = await Promise.all([greedy, slow, both].map(keyOf));
  const [greedyKey = {}, slowKey = {}, bothKey = {}] = keys;
  const orders = { origin: server.origin, greedy: greedyKey, slow: slowKey, both: bothKey };
  const raise = await hostileAgents(orders, context);
  const spent = { calm: { ran: 0, waited: 0 }, storm: { ran: 0, waited: 0 } };
  const measure = async (phase: 'calm' | 'storm', milliseconds: number, steps: readonly Step[]) => {
    const before = threadTimeOf(server.pid);
    crowd[phase].push(...(await crowd.work(milliseconds, steps)));
    const after = threadTimeOf(server.pid);
    spent[phase].ran += after.ran - before.ran;
    spent[phase].waited += after.waited - before.waited;
  };
  let hostile: HostileReport = { refusals: {}, failures: [] };
  for (let round = 0; round < rounds; round++) {
    await crowd.work(settleMilliseconds, [...reading, ...honest]);
    await measure('calm', roundMilliseconds / 3 - settleMilliseconds, [...reading, ...honest]);
    const lasts = (2 * roundMilliseconds) / 3;
    const [report] = await Promise.all([
      raise(lasts),
      measure('storm', lasts, [...reading, ...honest]),
    ]);
    hostile = report;
  }
  for (const [phase, { ran, waited }] of Object.entries(spent))
    context.diagnostic(
      `${phase}: the thread that answers ran ${ran.toFixed()} ms and waited ${waited.toFixed()} ms for a processor`,
    );
  const [calm, storm] = [crowd.calm, crowd.storm].map(reads => ({
    slowest: slowestOf(reads),
    reads: reads.length,
  })) as [Measured, Measured];
  const [memory, disk] = [memoryOf(server.pid), diskOf(folder)];
  context.diagnostic(
    `p99 of people ${calm.slowest.toFixed()} ms calm, ${storm.slowest.toFixed()} ms beside hostile agents; ${calm.reads} and ${storm.reads} reads; memory ${memory.toFixed()} MB, disk ${disk.toFixed()} MB`,
  );
  for (const [agent, counts] of Object.entries(hostile.refusals))
    context.diagnostic(`${agent}: ${JSON.stringify(counts)}`);
  assert.deepEqual([...crowd.failures, ...hostile.failures], []);
  assert.deepEqual([...crowd.refusals], [], 'an honest agent was refused');
  assert.ok(memory <= memoryMegabytesMax, `${memory} MB of memory`);
  assert.ok(disk <= diskMegabytesMax, `${disk} MB on disk`);
  assert.ok(storm.reads > 0);
  const reached = (agent: string, ...codes: readonly string[]) =>
    codes.some(code => (hostile.refusals[agent]?.[code] ?? 0) > 0);
  assert.ok(reached(greedy, 'agent_quota_spent'), 'one spends its bytes');
  const busy = ['evaluation_budget_spent', 'evaluations_in_flight', 'too_many_calls'];
  assert.ok(reached(slow, ...busy), 'one spends its evaluation time');
  assert.ok(reached(both, ...busy, 'agent_quota_spent'), 'one spends either');
  if (calm.reads < readsMin) return;
  assert.ok(
    storm.slowest <= 5 * Math.max(calm.slowest, 10),
    `p99 grew from ${calm.slowest} to ${storm.slowest}`,
  );
});
