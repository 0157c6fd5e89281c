// Goal: hostile agents cost the people beside them little, and cost the machine no more than their quotas.
// Method: seven honest agents and two people work all the time. Three hostile agents join them in every second window, so
// calm and storm are measured by turns, under the same load of the machine. Each hostile agent goes for one limit: bytes,
// evaluation time, or both with words and views. The slowest reads of the people are compared. Memory and disk are
// measured at the end.
//
// Only `npm run prove` runs this file. It takes as long as it says, so its waits are real.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pace } from 'node:timers/promises';
import { sha256 } from '@countersign/protocol/crypto';
import { EvidenceId, idFromUuid, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  type ServerProcess,
  sampleAction,
  samplePolicy,
  startServerProcess,
} from '@countersign/server/testing';
import { effort } from '@countersign/testing';

const seconds = effort({ fast: 60, full: 1_800, of: 'seconds' });
const rounds = Math.max(3, Math.round(seconds / 60));
/** A third of a round is calm, and the rest a storm. */
const roundMilliseconds = (seconds * 1000) / rounds;
/** What hostile agents left behind is over by then. */
const settleMilliseconds = 2_500;
const honestAgents = 7;
/** Some hundred signals spend it in half a minute. Honest agents keep less than half of it. */
const bytesPerDay = Math.max(2 ** 20, 4_096 * seconds);
/** One evaluation that takes too long spends it. */
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

/** Commands that take the grammar of the shell longer than any deadline. */
const endless = [`{'}'`.repeat(15_000), '$["]"'.repeat(12_000)];

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
  #said = 0;
  #reads: number[] = [];
  readonly calm: number[] = [];
  readonly storm: number[] = [];
  /** How often each agent was refused, by the reason. */
  readonly refusals = new Map<string, Map<string, number>>();
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

  propose(headers: Headers, action: { readonly agent_id: string }, context: object = {}) {
    const body = { action, context, audience: 'any-executor' };
    return this.#send(headers, action.agent_id, '/v1/requests', body);
  }

  say(headers: Headers, agent_id: string, text: string) {
    const session_id = `session ${this.#said++}`;
    return this.#send(headers, agent_id, '/v1/messages', { agent_id, session_id, text });
  }

  /** A signal is kept without an evaluation: nothing but its bytes limits it. */
  record(headers: Headers, agent: string) {
    const now = Date.now();
    return this.#send(headers, agent, '/v1/evidence', {
      evidence_id: idFromUuid(EvidenceId, 'ev', randomUUID()),
      fingerprint: {
        action_kind: 'destructive',
        tool_name: 'purge',
        path: 'x'.repeat(4_096),
        scope: 'y'.repeat(4_096),
        payload_hash: sha256('payload'),
      },
      origin: 'runtime_ui_confirm',
      created_at: timestampFromMilliseconds(now - 5_000),
      expires_at: timestampFromMilliseconds(now + 600_000),
      dispatch_allowed: false,
      can_override_monitor_block: false,
      authorization: 'none',
    });
  }

  async #send(headers: Headers, agent: string, path: string, body: object): Promise<void> {
    const answer = await this.#server.call('POST', path, { headers, body });
    if (answer.status < 400) return;
    const { code = String(answer.status) } = answer.body as { readonly code?: string };
    if (answer.status >= 500) this.failures.push(`${agent} was answered with ${code}`);
    const counts = this.refusals.get(agent) ?? new Map<string, number>();
    counts.set(code, (counts.get(code) ?? 0) + 1);
    this.refusals.set(agent, counts);
  }
}

function slowestOf(reads: readonly number[]): number {
  return [...reads].sort((a, b) => a - b)[Math.floor(reads.length * 0.99)] ?? 0;
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
  const note = { note: 'x'.repeat(15_000) };
  const small = { path: 'b.txt' };
  const wide = { rows: Array.from({ length: 4_000 }, (_, row) => row) };
  const hostile: Step[] = [
    { act: () => crowd.propose(greedyKey, actionOf(greedy, 'read.file', small), note), pause: 20 },
    { act: () => crowd.record(greedyKey, greedy), pause: 5 },
    { act: () => crowd.record(greedyKey, greedy), pause: 5 },
    ...endless.map(command => ({
      act: () => crowd.propose(slowKey, actionOf(slow, 'shell.run', { command })),
      pause: 20,
    })),
    { act: () => crowd.propose(bothKey, actionOf(both, 'rows.update', wide), note), pause: 20 },
    { act: () => crowd.say(bothKey, both, 'May I delete all users? '.repeat(2_000)), pause: 20 },
  ];
  for (let round = 0; round < rounds; round++) {
    await crowd.work(settleMilliseconds, [...reading, ...honest]);
    const calm = roundMilliseconds / 3 - settleMilliseconds;
    crowd.calm.push(...(await crowd.work(calm, [...reading, ...honest])));
    const storm = (2 * roundMilliseconds) / 3;
    crowd.storm.push(...(await crowd.work(storm, [...reading, ...honest, ...hostile])));
  }
  const [calm, storm] = [crowd.calm, crowd.storm].map(reads => ({
    slowest: slowestOf(reads),
    reads: reads.length,
  })) as [Measured, Measured];
  const [memory, disk] = [memoryOf(server.pid), diskOf(folder)];
  context.diagnostic(
    `p99 of people ${calm.slowest.toFixed()} ms calm, ${storm.slowest.toFixed()} ms beside hostile agents; ${calm.reads} and ${storm.reads} reads; memory ${memory.toFixed()} MB, disk ${disk.toFixed()} MB`,
  );
  for (const [agent, counts] of crowd.refusals)
    context.diagnostic(`${agent}: ${JSON.stringify(Object.fromEntries(counts))}`);
  assert.deepEqual(crowd.failures, []);
  for (const agent of crowd.refusals.keys())
    assert.ok(agent.startsWith('hostile-'), `${agent} is honest and was refused`);
  assert.ok(memory <= memoryMegabytesMax, `${memory} MB of memory`);
  assert.ok(disk <= diskMegabytesMax, `${disk} MB on disk`);
  assert.ok(storm.reads > 0);
  const reached = (agent: string, ...codes: readonly string[]) =>
    codes.some(code => crowd.refusals.get(agent)?.has(code));
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
