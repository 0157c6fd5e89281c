import type { Clock } from '@countersign/coordinator';
import { millisecondsOf } from '@countersign/protocol/value';
import type { Logger } from 'pino';

/** A clock that was put forward must not stop a sweep. */
const sweepPauseMax = 10_000;

/** Work beside the calls. Any number of replicas may do it at once: the store decides which of them did it. */
export interface Job {
  readonly name: string;
  readonly everyMilliseconds: number;
  /**
   * Whether the job goes through all requests once. Between two rounds the job leaves calls as much time as the last
   * round took, however many requests there are. Nothing waits for its end.
   */
  readonly isSweep?: boolean;
  /** True where there may be more work immediately. Throws where the work failed; the job is then tried again. */
  run(signal: AbortSignal): Promise<boolean>;
}

/** Runs each job again and again until the signal aborts; resolves once all have ended their last round. */
export async function runJobs(
  jobs: readonly Job[],
  { clock, log, signal }: { clock: Clock; log: Logger; signal: AbortSignal },
  wakeups: ReadonlyMap<string, (wake: () => void) => () => void> = new Map(),
): Promise<void> {
  await Promise.all(jobs.map(job => repeat(job, clock, log, signal, wakeups.get(job.name))));
}

async function repeat(
  job: Job,
  clock: Clock,
  log: Logger,
  signal: AbortSignal,
  subscribe: ((wake: () => void) => () => void) | undefined,
): Promise<void> {
  let wake = new AbortController();
  const unsubscribe = subscribe?.(() => wake.abort('woken'));
  let failures = 0;
  while (!signal.aborted) {
    wake = new AbortController();
    let more = false;
    const begun = millisecondsOf(clock.now());
    try {
      more = await job.run(signal);
      failures = 0;
    } catch (error) {
      failures++;
      log.error({ err: error, job: job.name, failures }, 'a job failed and is tried again');
    }
    if (more) {
      // Other work has its turn between two rounds.
      const took = Math.max(0, millisecondsOf(clock.now()) - begun);
      await clock.pause(job.isSweep === true ? Math.min(took, sweepPauseMax) : 0, signal);
      continue;
    }
    const backoff = Math.min(60_000, job.everyMilliseconds * 2 ** Math.min(failures, 10));
    await clock.pause(backoff, AbortSignal.any([signal, wake.signal]));
  }
  unsubscribe?.();
}
