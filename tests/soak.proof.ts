// Goal: a server that works for hours is as healthy at the end as at the beginning. Method: honest agents ask, people
// decide, executors consume, hostile agents try what they may not, some questions expire unanswered, and the server is
// killed and started again while all of this goes on. The memory, the open files and the slowest answers of each life
// of the server are compared between its middle and its end. After each life every fact that was acknowledged, or a
// sample of them, is read again.
//
// Only `npm run prove` runs this file. It takes as long as it says, so its waits are real.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setTimeout as pace } from 'node:timers/promises';
import { type Called, sampleAction } from '@countersign/server/testing';
import { effort, seed } from '@countersign/testing';
import { RandomChoice } from './testing/random-choice.ts';
import { actionOn, Cast } from './testing/server-cast.ts';
import { type Site, sqliteSite } from './testing/server-site.ts';

const seconds = effort({ fast: 20, full: 7_200, of: 'seconds' });
const lives = effort({ fast: 2, full: 4 });
const lifeMilliseconds = (seconds * 1000) / lives;
/** A life that is shorter than this has not warmed up, and its memory says nothing. */
const warmMilliseconds = 120_000;
const agents = 5;
const betweenCyclesMilliseconds = 200;
const checkedMax = 2_000;

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
fatigue: { requests: 10000, window: 1m }
chains:
  - id: reviewer
    stages:
      - { name: reviewer, approvers: { roles: [reviewer] } }
rules:
  - { id: brief, match: { tool: "brief.*" }, outcome: require_approval, chain: reviewer, expires_in: 1s }
  - { id: never, match: { tool: "forbidden.*" }, outcome: deny }
`;

type Status = 'pending' | 'consumed' | 'allowed' | 'denied' | 'expired';

/** What the server has acknowledged: each request with the last status that a caller was told. */
type Acknowledged = Map<string, Status>;

interface Sample {
  readonly memory: number;
  readonly files: number;
  readonly slowest: number;
}

class Soak {
  readonly #site: Site;
  readonly #cast: Cast;
  readonly #random: RandomChoice;
  readonly acknowledged: Acknowledged = new Map();
  readonly wrong: string[] = [];
  #latencies: number[] = [];
  #ends = 0;
  cycles = 0;
  attacks = 0;
  lostAnswers = 0;

  constructor(site: Site, cast: Cast, random: RandomChoice) {
    this.#site = site;
    this.#cast = cast;
    this.#random = random;
  }

  /** Everyone works for one life of the server. Returns the measurements, second by second. */
  async live(milliseconds: number): Promise<Sample[]> {
    this.#ends = performance.now() + milliseconds;
    const samples: Sample[] = [];
    const work = [
      ...Array.from({ length: agents }, () => this.#repeat(() => this.#honest())),
      this.#repeat(() => this.#hostile()),
      this.#repeat(() => this.#unanswered()),
    ];
    while (this.#isOn()) {
      await pace(1000);
      samples.push(this.#measure());
    }
    // Killed while calls are under way.
    await this.#site.crash();
    await Promise.all(work);
    return samples;
  }

  #isOn(): boolean {
    return performance.now() < this.#ends;
  }

  async #repeat(step: () => Promise<void>): Promise<void> {
    while (this.#isOn()) {
      try {
        await step();
      } catch (error) {
        // The server was killed under this call. Every other failure is one of the server.
        if (error instanceof assert.AssertionError) this.wrong.push(error.message);
        else if (this.#isOn()) this.wrong.push(String(error));
        else this.lostAnswers += 1;
      }
      await pace(betweenCyclesMilliseconds);
    }
  }

  async #timed<T>(call: Promise<T>): Promise<T> {
    const begun = performance.now();
    const answer = await call;
    this.#latencies.push(performance.now() - begun);
    return answer;
  }

  async #honest(): Promise<void> {
    const action = sampleAction();
    const id = await this.#timed(this.#cast.ask(action));
    this.acknowledged.set(id, 'pending');
    if (this.#random.chance(0.2)) {
      const denied = await this.#cast.vote(this.#cast.players.reviewer, id, 'deny');
      assert.equal(denied.status, 200, JSON.stringify(denied.body));
      this.acknowledged.set(id, 'denied');
      return;
    }
    await this.#timed(this.#cast.allow(id));
    this.acknowledged.set(id, 'allowed');
    const grant = await this.#cast.grant(id);
    const consumers = Array.from({ length: 3 }, () => this.#cast.consume({ id, grant }, action));
    const answers = await this.#timed(Promise.all(consumers));
    const won = answers.filter(({ status }) => status === 200).length;
    assert.equal(won, 1, `${won} of three consumers of one grant won`);
    this.acknowledged.set(id, 'consumed');
    this.cycles += 1;
  }

  /** Calls that must never succeed and must never make the server fail. */
  async #hostile(): Promise<void> {
    const server = this.#site.agents();
    const { agent, executor } = this.#cast.players;
    const action = sampleAction();
    const pending = await this.#cast.ask(action);
    this.acknowledged.set(pending, 'pending');
    const attempts: Promise<Called>[] = [
      this.#cast.consume({ id: pending, grant: 'a.b.c' }, action),
      server.call('GET', `/v1/requests/${pending}/grant`, { headers: executor }),
      server.call('POST', `/v1/requests/${pending}/entries`, { headers: agent, body: {} }),
      server.call('POST', '/v1/requests', { headers: { authorization: 'Bearer x' }, body: {} }),
      server.call('POST', '/v1/requests', { headers: agent, body: { action: [[[[]]]] } }),
    ];
    for (const { status } of await Promise.all(attempts)) {
      this.attacks += 1;
      assert.ok(status >= 400 && status < 500, `an attack was answered with ${status}`);
    }
  }

  async #unanswered(): Promise<void> {
    const id = await this.#cast.ask(actionOn('brief.transfer'));
    this.acknowledged.set(id, 'expired');
  }

  #measure(): Sample {
    const { pid } = this.#site.agents();
    const sorted = this.#latencies.sort((a, b) => a - b);
    const slowest = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
    this.#latencies = [];
    return { slowest, ...usageOf(pid) };
  }

  /** Reads again what was acknowledged. A status may only have changed where no answer had called it final. */
  async verify(): Promise<number> {
    const facts = [...this.acknowledged];
    const step = Math.max(1, Math.ceil(facts.length / checkedMax));
    const chosen = facts.filter((_, index) => index % step === 0);
    for (const [id, told] of chosen) {
      const { status } = await this.#cast.read(id);
      const later: Record<Status, readonly string[]> = {
        pending: ['pending', 'allowed', 'denied', 'expired'],
        allowed: ['allowed', 'consumed', 'expired'],
        consumed: ['consumed'],
        denied: ['denied'],
        expired: ['pending', 'expired'],
      };
      if (!later[told].includes(status)) this.wrong.push(`${id} was ${told} and is ${status}`);
    }
    this.acknowledged.clear();
    return chosen.length;
  }
}

/** Of a process of this machine, where it can be looked at. */
function usageOf(pid: number): { readonly memory: number; readonly files: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const memory = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024;
  return { memory, files: readdirSync(`/proc/${pid}/fd`).length };
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/** The middle third of a life and its last third, by one measure. The first third is for warming up. */
function thirds(samples: readonly Sample[], of: keyof Sample): readonly [number, number] {
  const third = Math.floor(samples.length / 3);
  const values = samples.map(sample => sample[of]);
  return [median(values.slice(third, 2 * third)), median(values.slice(2 * third))];
}

test(`a server that works for ${seconds} seconds stays as it is and loses nothing (seed ${seed})`, {
  skip: process.platform === 'linux' ? false : 'only Linux shows what a process uses',
}, async context => {
  const site = await sqliteSite({ policy });
  context.after(() => site.close());
  const soak = new Soak(site, await Cast.at(site), new RandomChoice(seed));
  for (let life = 1; life <= lives; life++) {
    const samples = await soak.live(lifeMilliseconds);
    const checked = await soak.verify();
    const [memory, memoryAtEnd] = thirds(samples, 'memory');
    const [files, filesAtEnd] = thirds(samples, 'files');
    const [slowest, slowestAtEnd] = thirds(samples, 'slowest');
    context.diagnostic(
      `life ${life}: memory ${memory.toFixed()} to ${memoryAtEnd.toFixed()} MB, ${files} to ${filesAtEnd} open files, p99 ${slowest.toFixed()} to ${slowestAtEnd.toFixed()} ms, ${checked} facts read again`,
    );
    assert.deepEqual(soak.wrong, []);
    assert.ok(filesAtEnd <= files + 16, `open files grew from ${files} to ${filesAtEnd}`);
    if (lifeMilliseconds < warmMilliseconds) continue;
    assert.ok(memoryAtEnd <= memory * 1.15 + 32, `memory grew from ${memory} to ${memoryAtEnd} MB`);
    assert.ok(slowestAtEnd <= slowest * 3 + 50, `p99 grew from ${slowest} to ${slowestAtEnd} ms`);
  }
  context.diagnostic(
    `${soak.cycles} cycles, ${soak.attacks} attacks, ${soak.lostAnswers} answers lost with the process`,
  );
  assert.ok(soak.cycles > 0);
  assert.ok(soak.attacks > 0);
});
