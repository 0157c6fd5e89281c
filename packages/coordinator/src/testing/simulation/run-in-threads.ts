import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Stretch } from './run-histories.ts';
import { addTally, emptyTally } from './tally.ts';

const stretchLength = 250;

/**
 * The same as living through the histories one after the other, on several threads. Which thread takes which
 * stretch is left to chance; what happens in it is not, and the hash covers them in order.
 */
export async function runInThreads(
  firstSeed: number,
  histories: number,
  threads: number,
): Promise<Stretch> {
  const stretches: Stretch[] = [];
  let next = 0;
  let broken = false;
  const work = async (): Promise<void> => {
    const worker = new Worker(new URL('./history-worker.ts', import.meta.url));
    try {
      while (next * stretchLength < histories && !broken) {
        const index = next++;
        const first = firstSeed + index * stretchLength;
        const length = Math.min(stretchLength, histories - index * stretchLength);
        worker.postMessage({ first, histories: length });
        const [stretch] = (await once(worker, 'message')) as [Stretch];
        stretches[index] = stretch;
        broken ||= stretch.brokenBy !== null;
      }
    } finally {
      await worker.terminate();
    }
  };
  await Promise.all(Array.from({ length: threads }, work));
  const tally = emptyTally();
  const hash = createHash('sha256');
  for (const stretch of stretches) {
    addTally(tally, stretch.tally);
    hash.update(stretch.hash);
  }
  const brokenBy = stretches.map(stretch => stretch.brokenBy).find(seed => seed !== null) ?? null;
  return { tally, hash: hash.digest('hex'), brokenBy };
}
