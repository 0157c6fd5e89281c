import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { EvaluationPool } from './evaluation-pool.ts';
import { isSmall, ThreadedPolicies } from './threaded-policies.ts';

const large: Readonly<Record<string, JsonValue>> = {
  'text of 2048 characters': ['x'.repeat(2048)],
  'names of 2048 characters': { ['k'.repeat(2048)]: 1 },
  'many names': Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`name-${at}`, 1])),
  'many members': Array.from({ length: 2048 }, () => 0),
  'many containers': Array.from({ length: 1024 }, () => [[]]),
};

for (const [shape, value] of Object.entries(large)) {
  test(`[HI-2] ${shape} are too large for the thread that answers calls`, () => {
    assert.equal(isSmall(value), false);
  });
}

test('[HI-2] a usual action is evaluated in the thread that answers calls', () => {
  assert.equal(isSmall({ command: 'x'.repeat(1900), amount: 3, to: null }), true);
});

test('[HI-2] of the small evaluations of one caller that take long, only the first ones run in the thread that answers calls', async () => {
  let now = 0;
  const pool = new EvaluationPool({}, () => now);
  // A pool that is closed refuses what would need a thread.
  await pool.close();
  const slow = {
    evaluate: () => {
      now += 140;
      return { verdict: 'deny' };
    },
  };
  const policies = new ThreadedPolicies(slow as never, () => [], pool);
  const ask = (caller: string) => policies.evaluate({ parameters: {} } as never, {}, caller);
  for (let i = 0; i < 4; i++) assert.deepEqual(await ask('hostile'), { verdict: 'deny' });
  await assert.rejects(ask('hostile'), /the process is stopping/);
  assert.deepEqual(await ask('another'), { verdict: 'deny' });
});
