import type { Result } from '@countersign/protocol/reason';
import type { Commit, CommitResult } from '../../commit.ts';
import type { MemoryAnchor } from '../memory-anchor.ts';
import { type AnsweredFlow, checkAnswer, startOf } from './check-answer.ts';
import { contextFor, policiesOf } from './flow-ports.ts';
import { type Circumstances, Ledger } from './ledger.ts';
import { describe, type Operation, perform, short } from './operation.ts';
import type { Random } from './random.ts';
import { type Flow, Scheduler, untilParked, untilQuiet } from './scheduler.ts';
import {
  restart,
  type SimulatedProcess,
  type SimulatedStore,
  startProcess,
} from './simulated-process.ts';
import type { SimulatedTime } from './simulated-time.ts';
import { count, type Tally } from './tally.ts';
import type { Trace } from './trace.ts';
import { must, Violation } from './violation.ts';

/** What a client hears: the outcome and the clock of the process that said it, or nothing at all. */
export type Answer = {
  readonly outcome: Result<unknown>;
  readonly now: () => string;
} | null;

interface Letter {
  readonly operation: Operation;
  readonly to: SimulatedProcess | null;
  readonly answer: (answer: Answer) => void;
}

interface WorldOptions {
  readonly random: Random;
  readonly trace: Trace;
  readonly tally: Tally;
  readonly store: SimulatedStore;
  readonly time: SimulatedTime;
  readonly circumstances: Circumstances;
  readonly auditSync: boolean;
  /** How likely a new letter is to be delivered while other calls wait. */
  readonly eagerness: number;
  /** What is kept outside the store, which all processes share; null where nothing is. */
  readonly anchor: MemoryAnchor | null;
}

/** Processes, the messages that clients send to them, and the record of the results. */
export class World {
  readonly random: Random;
  readonly trace: Trace;
  readonly time: SimulatedTime;
  readonly ledger: Ledger;
  readonly scheduler: Scheduler;
  readonly processes: SimulatedProcess[] = [];
  readonly #options: WorldOptions;
  readonly #letters: Letter[] = [];
  readonly #flows = new Map<
    Flow,
    { readonly process: SimulatedProcess; readonly letter: Letter }
  >();
  #flowNumber = 0;
  readonly #attempts = new Set<string>();
  /** Decisions that were answered and must be in a segment once their process has flushed. */
  readonly promised = new Map<string, string>();
  violation: Violation | null = null;
  readonly auditSync: boolean;
  readonly anchor: MemoryAnchor | null;
  /** How likely a letter is to get lost. */
  loss = 0;
  /** What a client reads from the store by itself at the moment; nothing else happens until it has its answer. */
  lookup: Promise<unknown> | undefined;

  constructor(options: WorldOptions) {
    this.#options = options;
    this.random = options.random;
    this.trace = options.trace;
    this.time = options.time;
    this.auditSync = options.auditSync;
    this.anchor = options.anchor;
    this.ledger = new Ledger(options.circumstances);
    this.scheduler = new Scheduler({
      random: this.random,
      trace: this.trace,
      committed: (flow, commit, result) => this.#committed(flow, commit, result),
      fault: name => count(options.tally.faults, name),
      commitsMeet: options.store.commitsMeet,
    });
  }

  async addProcess(): Promise<SimulatedProcess> {
    const { store, circumstances, auditSync } = this.#options;
    const process = startProcess({
      name: `p${this.processes.length}`,
      store: await store.open(),
      time: this.time,
      random: this.random,
      policies: policiesOf(circumstances, auditSync),
      settings: circumstances.settings,
      anchor: this.anchor,
    });
    this.processes.push(process);
    return process;
  }

  /** Sends a command to some process, or to this one, and resolves with what comes back. */
  send(operation: Operation, to: SimulatedProcess | null = null): Promise<Answer> {
    return new Promise(answer => {
      this.#letters.push({ operation, to, answer });
    });
  }

  async lookUp<Result>(answer: Promise<Result>): Promise<Result> {
    this.lookup = answer;
    try {
      return await answer;
    } finally {
      this.lookup = undefined;
    }
  }

  get idle(): boolean {
    return this.#letters.length === 0 && this.scheduler.waiting === 0;
  }

  /** The next thing that happens: a letter arrives, or a call goes on. */
  async step(): Promise<void> {
    const { random, scheduler } = this;
    const deliver =
      this.#letters.length > 0 &&
      (scheduler.waiting === 0 || random.chance(this.#options.eagerness));
    await this.guard(() => (deliver ? this.#deliver() : scheduler.step()));
  }

  /** Runs what may find a violation, and keeps the first one. */
  async guard(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
  }

  async #deliver(): Promise<void> {
    const { random } = this;
    const index = random.below(this.#letters.length);
    const [letter] = this.#letters.splice(index, 1);
    if (letter === undefined) return;
    if (random.chance(this.loss)) {
      this.trace.add(`lost: ${describe(letter.operation)}`);
      count(this.#options.tally.faults, 'letter lost');
      letter.answer(null);
      await untilQuiet();
      return;
    }
    const up = this.processes.filter(process => process.up);
    const process = letter.to ?? (up.length === 0 ? null : random.pick(up));
    if (!process?.up) {
      letter.answer(null);
      await untilQuiet();
      return;
    }
    await this.#start(letter, process);
  }

  async #start(letter: Letter, process: SimulatedProcess): Promise<void> {
    const { operation } = letter;
    const { circumstances } = this.#options;
    const flow: Flow = {
      number: ++this.#flowNumber,
      caller: {
        operation,
        process: process.name,
        policyLoaded: process.policies.version(),
        chainsAtStart: circumstances.chainRevision,
      },
      parked: false,
      dead: false,
      unavailable: 0,
      broken: 0,
      delayed: false,
      lost: 0,
      stale: 0,
      regressed: 0,
      commits: [],
    };
    this.#flows.set(flow, { process, letter });
    this.#options.tally.commands++;
    this.trace.add(
      `#${flow.number} ${process.name} ${this.time.at(process.offset)} ${describe(operation)}`,
    );
    const answered: AnsweredFlow = { flow, process, start: startOf(this, process, operation) };
    const context = contextFor(flow, this.scheduler, process, circumstances);
    perform(context, operation).then(
      outcome => this.#answered(answered, letter, outcome),
      error => {
        this.violation ??= new Violation('GT-1', `${describe(operation)} threw ${String(error)}`);
      },
    );
    await untilParked(flow);
  }

  #answered(answered: AnsweredFlow, letter: Letter, outcome: Result<unknown>): void {
    const { flow, process } = answered;
    flow.parked = true;
    if (flow.dead) return;
    this.#flows.delete(flow);
    const { tally } = this.#options;
    if (outcome.ok) count(tally.answers, letter.operation.kind);
    else count(tally.refusals, outcome.refusal.code);
    this.trace.add(`#${flow.number} ${outcome.ok ? 'done' : outcome.refusal.code}`);
    if (!outcome.ok) this.trace.note(() => `    because ${short(outcome.refusal.detail)}`);
    try {
      checkAnswer(this, answered, outcome);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
    letter.answer({ outcome, now: () => this.time.at(process.offset) });
  }

  #committed(flow: Flow, commit: Commit, result: CommitResult): void {
    if (result.outcome !== 'committed') {
      flow.lost++;
      if (result.outcome === 'stale_guard') {
        flow.stale++;
        if (result.which === 'clock') flow.regressed++;
      }
      return;
    }
    if (this.#attempts.has(commit.attempt)) return;
    this.#attempts.add(commit.attempt);
    this.#options.tally.commits++;
    for (const { events } of commit.appends) {
      for (const { event, event_digest } of events) {
        this.trace.add(`    + ${event.type} ${event_digest.slice(7, 15)}`);
      }
    }
    flow.commits.push(this.ledger.apply(commit, flow.caller, this.time.store(), this.time.now));
    for (const { hints } of this.processes) {
      if (this.random.chance(0.3)) continue;
      for (const hint of hints)
        hint(this.random.chance(0.1) ? '' : (commit.appends[0]?.stream ?? ''));
    }
  }

  /** The process dies, with everything it was doing. Its clients hear nothing. */
  async crash(process: SimulatedProcess): Promise<void> {
    this.trace.add(`${process.name} crashes`);
    this.#options.tally.crashes++;
    process.up = false;
    process.hints.clear();
    const killed = [...this.#flows].filter(([, of]) => of.process === process);
    for (const [flow, { letter }] of killed) {
      flow.dead = true;
      this.#flows.delete(flow);
      letter.answer(null);
    }
    this.scheduler.kill(flow => flow.caller.process === process.name);
    for (const [decision, by] of this.promised) {
      // What was not asked to be durable may be lost with the process that was to write it.
      if (by === process.name) this.promised.delete(decision);
    }
    await untilQuiet();
  }

  async restart(process: SimulatedProcess): Promise<void> {
    this.trace.add(`${process.name} is back`);
    restart(process, await this.#options.store.open());
  }

  /** An executor begins to run what it was told that it may run. */
  startExecution(
    approvalRequestId: string,
    attempt: string,
    now: string,
    { repeated = false }: { readonly repeated?: boolean } = {},
  ): void {
    const record = this.ledger.requests.get(approvalRequestId);
    const receipt = record?.receipts[0];
    this.trace.add(`${short(approvalRequestId)} is executed by attempt ${attempt}`);
    try {
      if (record === undefined || receipt === undefined)
        throw new Violation('AB-1', `${approvalRequestId} was executed without being consumed`);
      record.starts++;
      const rule = repeated ? 'SU-8' : 'SU-1';
      must(record.starts === 1, rule, () => `${record.id} was executed ${record.starts} times`);
      must(receipt.attempt === attempt, 'SU-1', () => `${record.id} was executed by a loser`);
      must(now < receipt.start_by, 'TM-3', () => `${record.id} was executed at ${now}, too late`);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      this.violation ??= error;
    }
  }
}
