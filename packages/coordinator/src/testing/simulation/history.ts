import { defaultSettings, type Settings } from '../../ports.ts';
import { createMemoryAnchor } from '../memory-anchor.ts';
import { directory as everyone, policyVersions } from './cast.ts';
import { checkStore } from './check-store.ts';
import { Client } from './client.ts';
import { laterPlots } from './later-plots.ts';
import { type Plot, plots } from './plots.ts';
import { probe } from './probe.ts';
import { Random } from './random.ts';
import { type FaultRates, noFaults } from './scheduler.ts';
import type { SimulatedStore, StoreFactory } from './simulated-process.ts';
import { SimulatedTime } from './simulated-time.ts';
import { staff } from './staffing.ts';
import { emptyTally, type Tally } from './tally.ts';
import { Trace } from './trace.ts';
import { later, Violation } from './violation.ts';
import { World } from './world.ts';

interface HistoryResult {
  readonly seed: number;
  readonly plot: string;
  readonly hash: string;
  readonly violation: Violation | null;
  readonly tally: Tally;
  /** What happened, line by line; null unless it was requested. */
  readonly lines: readonly string[] | null;
}

/** What kind of a day it is: chosen once for a history, so that most are calm in most ways. */
interface Weather {
  readonly faults: FaultRates;
  readonly crash: number;
  readonly offsets: readonly number[];
  readonly jump: number;
  readonly edit: number;
  readonly chainEdit: number;
  readonly storeClockBack: number;
  readonly outage: number;
  readonly loss: number;
  readonly eagerness: number;
  readonly auditSync: boolean;
  readonly crowd: boolean;
  readonly anchored: boolean;
}

const minute = 60_000;

/** For a while no call reaches the store, or no answer returns from it. */
const outage: FaultRates = { unavailable: 0.8, answerLost: 0.8, delayed: 0.2, broken: 0 };

function weatherFor(random: Random, chosen: readonly Plot[]): Weather {
  const hasty = chosen.some(plot => plot.hasty);
  const flaky = { unavailable: 0.01, answerLost: 0.05, delayed: 0.02, broken: 0.005 };
  const stormy = { unavailable: 0.05, answerLost: 0.25, delayed: 0.1, broken: 0.01 };
  const edits = random.chance(0.3);
  // A chain that is edited while policies change too belongs to no particular policy.
  const chainEdits = random.chance(0.15) && !edits && !chosen.some(plot => plot.edits);
  return {
    faults: random.pick([noFaults, noFaults, flaky, stormy]),
    crash: random.chance(0.3) ? 0.01 : chosen.some(plot => plot.restarts) ? 0.02 : 0,
    offsets: random.pick([[0], [0], [0, 5000, -5000], [0, 20 * minute, -20 * minute]]),
    jump: random.chance(0.5) ? (hasty ? 0.06 : 0.02) : 0,
    edit: edits ? 0.02 : 0,
    chainEdit: chainEdits ? 0.01 : 0,
    storeClockBack: random.chance(0.1) ? 0.02 : 0,
    outage: random.chance(0.15) ? 0.02 : 0,
    loss: random.pick([0, 0, 0.1]),
    eagerness: random.pick([0.05, 0.3, 0.6]),
    auditSync: random.chance(0.5),
    crowd: random.chance(0.9),
    anchored: random.chance(0.5),
  };
}

/** Plots that came later have seeds of their own, so that the other seeds keep their histories. */
function plotOf(seed: number, name: string | undefined): Plot | undefined {
  const named = [...plots, ...laterPlots].find(plot => plot.name === name);
  if (named !== undefined) return named;
  return seed % 17 === 16
    ? laterPlots[Math.floor(seed / 17) % laterPlots.length]
    : plots[seed % plots.length];
}

const stepsMax = 20_000;

/** Lives through one history. The seed decides everything in it. */
export async function runHistory(
  seed: number,
  factory: StoreFactory,
  options: { readonly keepLines?: boolean; readonly plot?: string } = {},
): Promise<HistoryResult> {
  const random = new Random(seed);
  const trace = new Trace(options.keepLines ?? false);
  const tally = emptyTally();
  const plot = plotOf(seed, options.plot);
  if (plot === undefined) throw new RangeError('expected a seed from 0 on');
  const another = random.chance(0.25) ? random.pick(plots) : null;
  // The other plots know people who never leave.
  const second = plot.staffed ? null : another;
  const chosen = second === null ? [plot] : [plot, second];
  const weather = weatherFor(random, chosen);
  // The chains of a simulated policy carry its version, so no request outlives a change of policy here.
  const strict = { strictAdr0030: true };
  const settings: Settings = {
    ...defaultSettings,
    ...strict,
    ...second?.settings,
    ...plot.settings,
  };
  const time = new SimulatedTime();
  const store = await factory.create({ now: () => time.store(), pause: untilAborted });
  try {
    const world = new World({
      random,
      trace,
      tally,
      store,
      time,
      auditSync: weather.auditSync,
      eagerness: weather.eagerness,
      anchor: weather.anchored ? createMemoryAnchor() : null,
      circumstances: {
        settings,
        expiresInSeconds: random.pick([300, 900]),
        executeWithinSeconds: random.pick([20, 900]),
        directory: weather.crowd
          ? everyone
          : everyone.filter(({ roles }) => !roles.includes('controller')),
        clocksOffBy: Math.max(...weather.offsets) / 500,
        chainRevision: 0,
        staffed: chosen.some(each => each.staffed),
      },
    });
    trace.add(`seed ${seed}: ${chosen.map(({ name }) => name).join(' and ')}`);
    trace.note(() => `weather ${JSON.stringify(weather)}`);
    await live(world, store, weather, chosen);
    tally.histories++;
    const { violation } = world;
    return {
      seed,
      plot: plot.name,
      hash: trace.hash(),
      violation,
      tally,
      lines: trace.lines,
    };
  } finally {
    await store.close();
  }
}

/** The store's own waiting: nothing in a history needs it, except to be told that it is over. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise(resolve => signal.addEventListener('abort', () => resolve(), { once: true }));
}

async function live(
  world: World,
  store: SimulatedStore,
  weather: Weather,
  chosen: readonly Plot[],
): Promise<void> {
  const { random } = world;
  const some = random.pick([1, 2, 2, 3]);
  const processes = Math.max(some, ...chosen.map(plot => plot.processes ?? 0));
  for (let number = 0; number < processes; number++) await world.addProcess();
  const client = new Client(world);
  const [first] = world.processes;
  if (first === undefined) return;
  client.storeId = (await first.context.store.readState()).storeId;

  await settle(world, [world.send({ kind: 'activate' }, first)], async () => undefined);
  if (world.ledger.policyVersion === null) throw new Error('no policy could be brought into force');
  if (world.ledger.circumstances.staffed)
    await settle(world, [staff(client, first)], async () => undefined);
  world.loss = weather.loss;
  for (const process of world.processes) process.offset = random.pick(weather.offsets);
  world.scheduler.faults = weather.faults;
  await settle(
    world,
    chosen.map(plot => plot.run(client)),
    () => change(world, weather),
  );
  await heal(world);
  await settle(world, [probe(client)], async () => undefined);
  if (world.violation === null)
    await world.guard(async () => checkStore(world, await store.open()));
}

/** Goes on until all clients are content and nothing is left to do. */
async function settle(
  world: World,
  clients: readonly Promise<unknown>[],
  between: () => Promise<void>,
): Promise<void> {
  let content = false;
  const all = Promise.all(clients).then(() => {
    content = true;
  });
  for (let steps = 0; world.violation === null; steps++) {
    if (steps > stepsMax) world.violation = new Violation('liveness', 'the history does not end');
    if (world.idle) {
      // Clients need a few promise jobs to send what comes next.
      for (let job = 0; job < 50 && world.idle && !content; job++) await world.lookup;
      if (content && world.idle) break;
      if (world.idle) {
        world.violation = new Violation('liveness', 'a client waits for what never comes');
        break;
      }
    }
    await between();
    await world.step();
  }
  if (world.violation === null) await all;
}

/** What the surroundings do between two steps: mostly nothing. */
async function change(world: World, weather: Weather): Promise<void> {
  const { random, time, processes, trace } = world;
  if (random.chance(0.1)) time.advance(random.pick([1, 10, 500, 3000]));
  if (random.chance(weather.jump)) jump(world);
  const process = random.pick(processes);
  if (!process.up) {
    if (random.chance(0.2)) await world.restart(process);
  } else if (random.chance(weather.crash)) {
    await world.crash(process);
  }
  if (random.chance(weather.edit)) {
    const version = random.pick(policyVersions);
    process.policies.load(version);
    trace.add(`${process.name} loads ${version}`);
    if (random.chance(0.7)) void world.send({ kind: 'activate' }, process);
  }
  if (random.chance(weather.chainEdit)) {
    world.ledger.circumstances.chainRevision++;
    trace.add('the chains are edited');
  }
  if (random.chance(weather.outage)) {
    const over = world.scheduler.faults === outage;
    world.scheduler.faults = over ? weather.faults : outage;
    trace.add(over ? 'the store is back' : 'the store is gone');
  }
  if (random.chance(weather.storeClockBack)) {
    time.setStore(time.storeOffset < 0 ? 0 : -random.pick([1, 1000, 10 * minute]));
    trace.add(`the store's clock shows ${time.store()}`);
  }
}

/** Time leaps, preferably to where something ends: to the millisecond before, at, or after it. */
function jump(world: World): void {
  const { random, time, processes, trace } = world;
  const offset = random.chance(0.5) ? time.storeOffset : random.pick(processes).offset;
  const deadlines = deadlinesIn(world);
  if (deadlines.length > 0 && random.chance(0.9)) {
    const deadline = random.pick(deadlines);
    if (time.advanceTo(deadline, offset - random.pick([-1, 0, 0, 1]))) {
      trace.add(`time leaps to ${time.at(offset)}`);
    }
    return;
  }
  time.advance(random.below(60) * minute);
  trace.add(`time leaps to ${time.at(0)}`);
}

function deadlinesIn({ ledger }: World): string[] {
  const ends: string[] = [];
  for (const { status, request, resolution, receipts, chain } of ledger.requests.values()) {
    if (status === 'pending') ends.push(request.expires_at);
    for (const { after_seconds } of chain.stages.flatMap(({ escalation = [] }) => escalation)) {
      if (status === 'pending') ends.push(later(request.requested_at, after_seconds));
    }
    if (status === 'allowed') ends.push(resolution?.grant_expires_at ?? '');
    if (receipts[0] !== undefined) ends.push(receipts[0].start_by);
  }
  for (const { expires_at, status } of ledger.allowances.values()) {
    if (status === 'active') ends.push(expires_at);
  }
  for (const { terms, revoked } of ledger.standing.delegations.values()) {
    if (!revoked) ends.push(terms.ends_at);
  }
  for (const { hold, status } of ledger.holds.values()) {
    if (status === 'placed') ends.push(hold.expires_at);
  }
  for (const { envelope, used } of ledger.evidence.values()) {
    if (!used) ends.push(envelope.expires_at);
  }
  return ends;
}

/** The storm is over: everything is up, nothing fails, and all clocks agree. */
async function heal(world: World): Promise<void> {
  if (world.violation !== null) return;
  const { time, processes, scheduler } = world;
  world.trace.add('everything is well again');
  scheduler.faults = noFaults;
  world.loss = 0;
  time.setStore(0);
  time.advanceTo(time.storeHighest, 0);
  for (const process of processes) {
    process.offset = 0;
    if (!process.up) await world.restart(process);
  }
}
