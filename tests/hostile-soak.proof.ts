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
const bytesPerDay = 16 * 2 ** 20;
const memoryMegabytesMax = 1_536;
/** What the quotas of ten agents come to, twice: the log and the write-ahead file have their own share. */
const diskMegabytesMax = (2 * 10 * bytesPerDay) / 2 ** 20;
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

class Crowd {
  readonly #server: ServerProcess;
  #ends = 0;
  reads: number[] = [];
  refused = 0;
  readonly failures: string[] = [];

  constructor(server: ServerProcess) {
    this.#server = server;
  }

  async work(milliseconds: number, steps: readonly (() => Promise<void>)[]): Promise<void> {
    this.#ends = performance.now() + milliseconds;
    this.reads = [];
    await Promise.all(steps.map(step => this.#repeat(step)));
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (performance.now() < this.#ends) {
      await step();
      await pace(50);
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
    const { status } = await this.#server.call('POST', '/v1/requests', { headers, body });
    if (status >= 500) this.failures.push(`a proposal was answered with ${status}`);
    if (status >= 400) this.refused += 1;
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
  const reading = people.map(
    ({ headers }) =>
      () =>
        crowd.read(headers),
  );
  const honest = await Promise.all(
    Array.from({ length: honestAgents }, async (_, number) => {
      const agent = `honest-${number}`;
      const headers = await keyOf(agent);
      return () => crowd.propose(headers, actionOf(agent, 'read.file', { path: 'a.txt' }));
    }),
  );
  const hostile = await Promise.all(
    hostileCommands.map(async (command, number) => {
      const agent = `hostile-${number}`;
      const headers = await keyOf(agent);
      const note = { note: 'x'.repeat(15_000) };
      return async () => {
        await crowd.propose(headers, actionOf(agent, 'shell.run', { command, sql: command }));
        await crowd.propose(headers, actionOf(agent, 'read.file', { path: 'b.txt' }), note);
      };
    }),
  );
  await crowd.work(calmMilliseconds, [...reading, ...honest]);
  const calm = { slowest: crowd.slowest, reads: crowd.reads.length };
  await crowd.work(stormMilliseconds, [...reading, ...honest, ...hostile]);
  const storm = { slowest: crowd.slowest, reads: crowd.reads.length };
  const [memory, disk] = [memoryOf(server.pid), diskOf(folder)];
  context.diagnostic(
    `p99 of people ${calm.slowest.toFixed()} ms calm, ${storm.slowest.toFixed()} ms beside hostile agents; ${storm.reads} reads, ${crowd.refused} refusals; memory ${memory.toFixed()} MB, disk ${disk.toFixed()} MB`,
  );
  assert.deepEqual(crowd.failures, []);
  assert.ok(memory <= memoryMegabytesMax, `${memory} MB of memory`);
  assert.ok(disk <= diskMegabytesMax, `${disk} MB on disk`);
  assert.ok(storm.reads > 0);
  if (calm.reads < readsMin) return;
  assert.ok(
    storm.slowest <= 5 * calm.slowest + 50,
    `p99 grew from ${calm.slowest} to ${storm.slowest}`,
  );
});
