import type { Commit, CommitResult } from '../../commit.ts';
import { AnchorUnavailable } from '../../ports.ts';
import { type Store, StoreUnavailable } from '../../store.ts';
import type { AppliedCommit, Caller } from './ledger.ts';
import type { Random } from './random.ts';
import type { Trace } from './trace.ts';

/** One use case on its way, in one life of one process. */
export interface Flow {
  readonly number: number;
  readonly caller: Caller;
  /** True where it waits for a port, or has ended: until then nothing else is let go. */
  parked: boolean;
  /** Its process has died: whatever it would still do never happens. */
  dead: boolean;
  /** Faults that it met, which explain answers that would otherwise be wrong. */
  unavailable: number;
  broken: number;
  /** A commit of it may still arrive although it was told that it failed. */
  delayed: boolean;
  /** Commits that were not written, those refused by a guard, and those refused for the store's clock. */
  lost: number;
  stale: number;
  regressed: number;
  readonly commits: AppliedCommit[];
}

/** What may go wrong with a call, by the name of the fault. */
export interface FaultRates {
  /** Any call to the store: it fails and has no effect. */
  readonly unavailable: number;
  /** A commit: it was written, and the answer is lost. */
  readonly answerLost: number;
  /** A commit: it fails, and is written later all the same. */
  readonly delayed: number;
  /** A port that is not the store throws. */
  readonly broken: number;
}

export const noFaults: FaultRates = { unavailable: 0, answerLost: 0, delayed: 0, broken: 0 };

interface Call {
  readonly flow: Flow;
  readonly label: string;
  readonly port: 'commit' | 'store' | 'anchor' | 'pause' | 'other';
  readonly store: Store | null;
  readonly commit: Commit | null;
  readonly work: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

interface SchedulerOptions {
  readonly random: Random;
  readonly trace: Trace;
  /** Told of every commit that the store has answered, before its author is. */
  readonly committed: (flow: Flow, commit: Commit, result: CommitResult) => void;
  readonly fault: (name: string) => void;
  /** Whether commits may be submitted in the same moment. */
  readonly commitsMeet: boolean;
}

/**
 * Every call that a use case makes to a port stops here, and chance decides which one goes on. Nothing runs at
 * the same time as anything else, so the order of these choices is the whole history.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #calls: Call[] = [];
  /** Commits that seem to have failed, and are still on their way to the store. */
  readonly #underway: { readonly flow: Flow; readonly store: Store; readonly commit: Commit }[] =
    [];
  faults: FaultRates = noFaults;
  /** How many calls have failed. */
  failures = 0;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  get waiting(): number {
    return this.#calls.length + this.#underway.length;
  }

  /** A call to a port, to go on when its turn comes. */
  call<Result>(
    flow: Flow,
    port: Call['port'],
    label: string,
    work: () => Result | Promise<Result>,
    commit: { readonly store: Store; readonly commit: Commit } | null = null,
  ): Promise<Result> {
    return new Promise<Result>((resolve, reject) => {
      if (flow.dead) return;
      flow.parked = true;
      const { store = null, commit: submitted = null } = commit ?? {};
      this.#calls.push({ flow, label, port, store, commit: submitted, work, resolve, reject });
    });
  }

  commit(flow: Flow, store: Store, commit: Commit): Promise<CommitResult> {
    const label = `commit ${commit.appends.map(({ stream }) => stream).join(' + ')}`;
    return this.call(flow, 'commit', label, () => store.commit(commit), { store, commit });
  }

  /** Ends what a process was doing. What it had sent to the store may or may not arrive. */
  kill(isKilled: (flow: Flow) => boolean): void {
    const { random, trace } = this.#options;
    for (const call of this.#calls.splice(0)) {
      if (!isKilled(call.flow)) {
        this.#calls.push(call);
        continue;
      }
      if (call.commit === null || call.store === null || !random.chance(0.5)) continue;
      trace.add(`  ${call.label} of #${call.flow.number} was sent before the end`);
      this.#underway.push({ flow: call.flow, store: call.store, commit: call.commit });
    }
  }

  /** Lets one call go on. */
  async step(): Promise<void> {
    const { random, trace } = this.#options;
    const index = random.below(this.waiting);
    if (index >= this.#calls.length) {
      const [late] = this.#underway.splice(index - this.#calls.length, 1);
      if (late === undefined) return;
      trace.add(`  a commit of #${late.flow.number} arrives late`);
      this.#observe(late.flow, late.commit, await late.store.commit(late.commit));
      await untilQuiet();
      return;
    }
    const last = this.#calls.pop();
    const call = index === this.#calls.length ? last : this.#calls[index];
    if (call === undefined || last === undefined) return;
    if (call !== last) this.#calls[index] = last;
    const calls = [call, ...this.#companions(call)];
    for (const { flow, label } of calls) {
      flow.parked = false;
      trace.add(`  #${flow.number} ${label}`);
    }
    // All are with the store before any is answered, and they are answered in the order in which they came.
    const performed = calls.map(each => this.#perform(each));
    for (const settle of await Promise.all(performed)) settle();
    for (const { flow } of calls) await untilParked(flow);
  }

  /** Commits that reach the same handle in the same moment, where a store writes such commits together. */
  #companions({ store, commit }: Call): Call[] {
    const { random, commitsMeet } = this.#options;
    if (commit === null || !commitsMeet || !random.chance(0.5)) return [];
    const together = this.#calls.filter(call => call.commit !== null && call.store === store);
    for (const call of together) this.#calls.splice(this.#calls.indexOf(call), 1);
    return together;
  }

  /** Does what a call asks for, or fails it, and says how to answer it. */
  async #perform({ flow, port, commit, store, work, resolve, reject }: Call): Promise<() => void> {
    const { random } = this.#options;
    const { unavailable, answerLost, delayed, broken } = this.faults;
    if (port === 'other' && random.chance(broken)) {
      return () => {
        flow.broken++;
        this.#fail('port broken', reject, new Error('this port is out of order'));
      };
    }
    const lost = (fault: string) => () => {
      flow.unavailable++;
      this.#fail(fault, reject, new StoreUnavailable('the connection was lost'));
    };
    if ((port === 'store' || port === 'commit') && random.chance(unavailable)) {
      return lost(`${port} unavailable`);
    }
    if (port === 'anchor' && random.chance(unavailable + answerLost)) {
      // Half of these did what they were asked to.
      if (random.chance(0.5)) await work();
      return () => {
        this.#fail('anchor unavailable', reject, new AnchorUnavailable('the disk is gone'));
      };
    }
    if (commit === null || store === null) {
      try {
        const value = await work();
        return () => resolve(value as never);
      } catch (error) {
        return () => reject(error);
      }
    }
    if (random.chance(delayed)) {
      flow.delayed = true;
      this.#underway.push({ flow, store, commit });
      return lost('commit delayed');
    }
    const isLost = random.chance(answerLost);
    const result = await store.commit(commit);
    return () => {
      this.#observe(flow, commit, result);
      if (isLost) lost('answer lost')();
      else resolve(result as never);
    };
  }

  #fail(fault: string, reject: (error: Error) => void, error: Error): void {
    this.failures++;
    this.#options.fault(fault);
    this.#options.trace.add(`    ${fault}`);
    reject(error);
  }

  #observe(flow: Flow, commit: Commit, result: CommitResult): void {
    this.#options.trace.add(`    ${result.outcome}${'which' in result ? ` ${result.which}` : ''}`);
    this.#options.committed(flow, commit, result);
  }
}

/** How many promise jobs a use case may take from one port to the next before others may go on too. */
const jobsMax = 120;

/** Waits, in promise jobs only, until a use case has come to its next call or to its end. */
export async function untilParked(flow: Flow): Promise<void> {
  for (let job = 0; job < jobsMax && !flow.parked; job++) await undefined;
  await untilQuiet();
}

/**
 * Lets clients that have just heard something say what comes next. Afterwards no job is left, so that it makes no
 * difference how many of them the next call to a store takes.
 */
export async function untilQuiet(): Promise<void> {
  for (let job = 0; job < 30; job++) await undefined;
}
