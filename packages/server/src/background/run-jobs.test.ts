import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timestampFromMilliseconds } from '@countersign/protocol/value';
import { createLogger } from '../observability/logger.ts';
import { type Job, runJobs } from './run-jobs.ts';

test('a sweep through all requests leaves calls as much time as each of its rounds took', async () => {
  const pausesOf = async (more: Pick<Job, 'isSweep'>): Promise<readonly number[]> => {
    let now = Date.UTC(2026, 10, 15);
    const pauses: number[] = [];
    const stopping = new AbortController();
    const rounds = [80, 60_000, 5];
    const job: Job = {
      name: 'walk',
      everyMilliseconds: 3000,
      ...more,
      run: async () => {
        now += rounds.shift() ?? 0;
        return rounds.length > 0;
      },
    };
    const clock = {
      now: () => timestampFromMilliseconds(now),
      pause: async (milliseconds: number) => {
        pauses.push(milliseconds);
        if (rounds.length === 0) stopping.abort('over');
      },
    };
    const log = createLogger({ level: 'silent', destination: { write: () => undefined } });
    await runJobs([job], { clock, log, signal: stopping.signal });
    return pauses;
  };
  assert.deepEqual(await pausesOf({ isSweep: true }), [80, 10_000, 3000]);
  assert.deepEqual(await pausesOf({}), [0, 0, 3000]);
});
