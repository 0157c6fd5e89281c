import { Worker } from 'node:worker_threads';
import { ProtocolError } from '@countersign/protocol/reason';
import type { EvaluationJob } from './evaluation-job.ts';
import type { JobAnswer, PlainRiskInputs } from './worker-wire.ts';

/** How one job ended. `late` also stands for a worker that ran out of memory or ended in another way. */
export type JobEnd = { readonly late: false; readonly value: unknown } | { readonly late: true };

/** A grammar and a policy take some dozen megabytes; a hostile action may not take much more. */
const memoryMegabytes = 512;
const startMilliseconds = 60_000;
/** How often a job gets its time again, because its thread got little of the processor. */
const extensionsMax = 4;
/** A thread that does not report its processor time within this time is late. */
const meterMilliseconds = 1_000;

/** What a thread runs: every kind of job, or views alone. */
export type ThreadProgram = 'jobs' | 'views';

/** A thread runs the source where this file is source, and the build where it is built. */
const isSource = import.meta.url.endsWith('.ts');
const programs: Readonly<Record<ThreadProgram, URL>> = {
  jobs: new URL(isSource ? './low-thread.ts' : './low-thread.js', import.meta.url),
  views: new URL(isSource ? './view-thread.ts' : './view-thread.js', import.meta.url),
};

/**
 * One thread that performs one job at a time. A job that misses its deadline ends the thread, because nothing else
 * can interrupt it. The thread starts again with the next job. While it is idle it keeps no process alive.
 */
export class EvaluationWorker {
  readonly #inputs: PlainRiskInputs;
  readonly #program: ThreadProgram;
  #worker: Worker | null = null;
  #closed = false;

  constructor(inputs: PlainRiskInputs, program: ThreadProgram) {
    this.#inputs = inputs;
    this.#program = program;
  }

  /** Starts the thread, if it does not run. */
  async start(): Promise<void> {
    this.#worker ??= await this.#start();
    if (this.#closed) await this.#end();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#end();
  }

  async perform(job: EvaluationJob, deadlineMilliseconds: number): Promise<JobEnd> {
    const worker = this.#worker;
    worker?.ref();
    const answer = worker === null ? null : await ask(worker, job, deadlineMilliseconds);
    if (answer === null) {
      await this.#end();
      return { late: true };
    }
    worker?.unref();
    if (answer.ok) return { late: false, value: answer.value };
    if (answer.code !== null) {
      const message = answer.message.slice(answer.message.indexOf(': ') + 2);
      throw new ProtocolError(answer.code, answer.path, message);
    }
    throw new Error(answer.message);
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  /** Null where the thread does not start. */
  async #start(): Promise<Worker | null> {
    const worker = new Worker(programs[this.#program], {
      workerData: this.#inputs,
      resourceLimits: { maxOldGenerationSizeMb: memoryMegabytes },
      stdout: true,
      stderr: true,
    });
    // A thread that fails while no job waits for it must not end the process.
    worker.on('error', () => undefined);
    if ((await nextMessage(worker, startMilliseconds)) !== 'ready') {
      await worker.terminate();
      return null;
    }
    worker.unref();
    return worker;
  }
}

/**
 * The answer, or null once the thread has used the time of the job or has ended. A thread that got little of the
 * processor, because others are busy on this machine, is given the time again, a few times.
 */
async function ask(
  worker: Worker,
  job: EvaluationJob,
  deadlineMilliseconds: number,
): Promise<JobAnswer | null> {
  const used = cpuMeter(worker);
  const answered = nextMessage(worker, deadlineMilliseconds, async extensions => {
    if (extensions >= extensionsMax) return false;
    return (await used()) < deadlineMilliseconds / 2;
  });
  worker.postMessage(job);
  return (await answered) as JobAnswer | null;
}

/**
 * Returns a function that measures the processor time, in milliseconds, which the thread uses from now on. If the
 * thread does not answer, all of the time counts as used.
 */
function cpuMeter(worker: Worker): () => Promise<number> {
  const read = async (): Promise<number> => {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  };
  const nothing = (): number => Number.POSITIVE_INFINITY;
  // Node before 24.6 cannot tell.
  if (typeof worker.cpuUsage !== 'function') return async () => nothing();
  const before = read().catch(nothing);
  return async () => {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<number>(resolve => {
      timer = setTimeout(() => resolve(nothing()), meterMilliseconds);
    });
    try {
      return await Promise.race([
        Promise.all([read(), before]).then(([now, then]) => now - then, nothing),
        tooLong,
      ]);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** The next message, or null once the time is over or the thread has ended. */
function nextMessage(
  worker: Worker,
  milliseconds: number,
  extend: (extensions: number) => Promise<boolean> = async () => false,
): Promise<unknown> {
  return new Promise(resolve => {
    let extensions = 0;
    let isSettled = false;
    const settle = (message: unknown): void => {
      isSettled = true;
      clearTimeout(timer);
      worker.off('message', settle);
      worker.off('error', ended);
      worker.off('exit', ended);
      resolve(message);
    };
    const ended = (): void => settle(null);
    const onTime = async (): Promise<void> => {
      const isExtended = await extend(extensions++);
      if (isSettled) return;
      if (isExtended) timer = setTimeout(() => void onTime(), milliseconds);
      else ended();
    };
    let timer = setTimeout(() => void onTime(), milliseconds);
    worker.on('message', settle);
    worker.on('error', ended);
    worker.on('exit', ended);
  });
}
