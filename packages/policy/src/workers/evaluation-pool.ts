import { ProtocolError } from '@countersign/protocol/reason';
import type { EvaluationJob, EvaluationKind, EvaluationKinds } from './evaluation-job.ts';
import { EvaluationWorker, type JobEnd, type ThreadProgram } from './evaluation-worker.ts';
import { FairQueue } from './fair-queue.ts';
import { TimeBudget } from './time-budget.ts';
import type { PlainRiskInputs } from './worker-wire.ts';

export interface EvaluationLimits {
  /** Threads. One is always left for the proposals of agents, where there is more than one. */
  readonly threads: number;
  /** Jobs of one caller that run or wait at once, and jobs of all callers. */
  readonly inFlightMax: number;
  readonly waitingMax: number;
  /** Evaluation time that one caller may use in a minute. */
  readonly millisecondsPerMinute: number;
  /** What one caller may use of it in the thread that answers calls, with evaluations that take as long as `slow` says. */
  readonly slowInline: { readonly slow: number; readonly millisecondsPerMinute: number };
  readonly deadlines: Readonly<Record<EvaluationKind, number>>;
}

export const defaultEvaluationLimits: EvaluationLimits = {
  threads: 2,
  inFlightMax: 16,
  waitingMax: 1024,
  millisecondsPerMinute: 20_000,
  slowInline: { slow: 10, millisecondsPerMinute: 500 },
  deadlines: {
    evaluate: 2_000,
    words: 2_000,
    check: 4_000,
    explain: 4_000,
    spans: 2_000,
    view: 10_000,
    replay: 20_000,
  },
};

interface Waiting {
  readonly caller: string;
  readonly job: EvaluationJob;
  settle(end: Promise<JobEnd>): void;
}

/** Jobs that an agent waits for. */
function isOfAgent({ kind }: EvaluationJob): boolean {
  return kind === 'evaluate' || kind === 'words';
}

/** The job missed its deadline. */
export const late: unique symbol = Symbol('late');

/**
 * Threads for evaluations that are too large for the thread that answers calls. What a caller may use is judged before
 * a job is taken (HI-3), and waiting callers take turns.
 */
export class EvaluationPool {
  readonly #limits: EvaluationLimits;
  readonly #now: () => number;
  readonly #worked: () => number;
  readonly #budget: TimeBudget;
  readonly #slowInline: TimeBudget;
  readonly #queue = new FairQueue<Waiting>();
  readonly #running = new Map<EvaluationWorker, Waiting>();
  readonly #idle: EvaluationWorker[];
  #closed = false;

  constructor(
    inputs: PlainRiskInputs,
    now: () => number,
    limits: Partial<EvaluationLimits> = {},
    program: ThreadProgram = 'jobs',
    /**
     * How many milliseconds this thread has worked. Time in which the thread only waits for a processor does not count.
     */
    worked: () => number = now,
  ) {
    this.#limits = { ...defaultEvaluationLimits, ...limits };
    this.#now = now;
    this.#worked = worked;
    this.#budget = new TimeBudget(this.#limits.millisecondsPerMinute, now);
    this.#slowInline = new TimeBudget(this.#limits.slowInline.millisecondsPerMinute, now);
    this.#idle = Array.from(
      { length: this.#limits.threads },
      () => new EvaluationWorker(inputs, program),
    );
  }

  /** How many milliseconds the caller has to wait, because it has used up its evaluation time; 0 where it has not. */
  pauseOf(caller: string): number {
    return this.#budget.wait(caller);
  }

  /** Throws where the caller has used up its evaluation time, or has too much in flight. */
  admit(caller: string): void {
    const wait = this.#budget.wait(caller);
    if (wait > 0) {
      const seconds = Math.ceil(wait / 1000);
      throw new ProtocolError('evaluation_budget_spent', '', `expected a pause of ${seconds} s`);
    }
    const { inFlightMax, waitingMax } = this.#limits;
    const running = [...this.#running.values()].filter(waiting => waiting.caller === caller);
    if (running.length + this.#queue.of(caller) >= inFlightMax) {
      const found = `expected at most ${inFlightMax} evaluations of one caller at a time`;
      throw new ProtocolError('evaluations_in_flight', '', found);
    }
    if (this.#queue.length >= waitingMax) {
      const found = `expected at most ${waitingMax} waiting evaluations`;
      throw new ProtocolError('evaluations_in_flight', '', found);
    }
  }

  /**
   * Whether something small of this caller may run in the thread that answers calls. Where its small evaluations took
   * long there, the next ones run in a thread of their own, so that no one waits for them (HI-2).
   */
  mayInline(caller: string): boolean {
    return this.#slowInline.wait(caller) === 0;
  }

  /** Runs something small in this thread, and counts its time. */
  inline<Answer>(caller: string, evaluate: () => Answer): Answer {
    const [began, worked] = [this.#now(), this.#worked()];
    try {
      return evaluate();
    } finally {
      const took = this.#now() - began;
      this.#budget.spend(caller, took);
      const { slow } = this.#limits.slowInline;
      // On a busy machine every evaluation may take long. More threads would make that worse, because a call in a
      // thread costs twice the work.
      const work = took < slow ? 0 : this.#worked() - worked;
      if (work >= slow) this.#slowInline.spend(caller, work);
    }
  }

  async run<Kind extends EvaluationKind>(
    caller: string,
    kind: Kind,
    job: EvaluationKinds[Kind]['job'],
  ): Promise<EvaluationKinds[Kind]['answer'] | typeof late> {
    this.admit(caller);
    if (this.#closed) throw new Error('the process is stopping');
    const end = await new Promise<JobEnd>(resolve => {
      const whole = { kind, ...job } as unknown as EvaluationJob;
      this.#queue.add(caller, { caller, job: whole, settle: resolve });
      this.#next();
    });
    return end.late ? late : (end.value as EvaluationKinds[Kind]['answer']);
  }

  /** Ends the threads. What still waits is late. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { settle } of this.#queue.drain()) settle(Promise.resolve({ late: true }));
    await Promise.all([...this.#idle, ...this.#running.keys()].map(worker => worker.close()));
  }

  #next(): void {
    const worker = this.#idle.at(-1);
    if (worker === undefined) return;
    const last = this.#idle.length === 1 && this.#limits.threads > 1;
    const callers = new Set([...this.#running.values()].map(({ caller }) => caller));
    // The last thread is kept for a proposal of an agent whose caller uses no thread yet. So no caller keeps all
    // threads busy.
    const waiting = this.#queue.take(
      ({ job, caller }) => !last || (isOfAgent(job) && !callers.has(caller)),
    );
    if (waiting === null) return;
    this.#idle.pop();
    this.#running.set(worker, waiting);
    waiting.settle(this.#perform(worker, waiting));
    this.#next();
  }

  async #perform(worker: EvaluationWorker, { caller, job }: Waiting): Promise<JobEnd> {
    let isLate = false;
    let began = this.#now();
    try {
      await worker.start();
      began = this.#now();
      const end = await worker.perform(job, this.#limits.deadlines[job.kind]);
      isLate = end.late;
      return end;
    } finally {
      this.#budget.spend(caller, this.#now() - began);
      if (isLate && !this.#closed) void this.#restart(worker, caller);
      else this.#free(worker);
    }
  }

  /** The caller whose job ended the thread pays for starting the next thread. */
  async #restart(worker: EvaluationWorker, caller: string): Promise<void> {
    const began = this.#now();
    try {
      await worker.start();
    } finally {
      this.#budget.spend(caller, this.#now() - began);
      this.#free(worker);
    }
  }

  #free(worker: EvaluationWorker): void {
    this.#running.delete(worker);
    this.#idle.push(worker);
    if (!this.#closed) this.#next();
  }
}
