import { parentPort } from 'node:worker_threads';
import { ProtocolError } from '@countersign/protocol/reason';
import type { JobAnswer } from './worker-wire.ts';

/** Performs one job after the other, as they come, and says that the thread is ready for the first. */
export function answerJobs<Job>(perform: (job: Job) => unknown): void {
  const answerTo = (job: Job): JobAnswer => {
    try {
      return { ok: true, value: perform(job) };
    } catch (error) {
      const message = error instanceof Error ? error.message : 'the evaluation failed';
      const code = error instanceof ProtocolError ? error.code : null;
      const path = error instanceof ProtocolError ? error.path : '';
      return { ok: false, code, path, message };
    }
  };
  parentPort?.on('message', (job: Job) => parentPort?.postMessage(answerTo(job)));
  parentPort?.postMessage('ready');
}
