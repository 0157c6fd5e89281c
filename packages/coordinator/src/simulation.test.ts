import assert from 'node:assert/strict';
import { availableParallelism } from 'node:os';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import { modelStores } from './testing/simulation/model-store-factory.ts';
import { describeTally, explain, runHistories } from './testing/simulation/run-histories.ts';
import { runInThreads } from './testing/simulation/run-in-threads.ts';

// Every history is the real coordinator, in several processes that share one store, under a scheduler that
// decides from a seed which call to a port goes on next, and what fails: see testing/simulation. The same seeds
// are lived through in every `npm test`; `npm run prove` takes fresh ones.
const stores = modelStores();

describe('the simulation', () => {
  test('[SU-1, SU-2, SU-3] [SU-5, SU-6, SU-7] [TM-3, TM-5, TM-7] [GT-3, GT-5] no history breaks a rule', async t => {
    const histories = effort({ fast: 1_000, full: 1_000_000, of: 'histories' });
    // A thread has to load and warm up, which costs more than a few histories.
    const threads = Math.min(availableParallelism(), Math.ceil(histories / 1_000));
    const { tally, hash, brokenBy } = await runInThreads(seed, histories, threads);
    t.diagnostic(`seeds ${seed} to ${seed + tally.histories - 1}, trace ${hash.slice(0, 16)}`);
    for (const line of describeTally(tally).split('\n')) t.diagnostic(line);
    if (brokenBy !== null) assert.fail(await explain(brokenBy, stores));
    assert.equal(tally.histories, histories);
  });

  test('the same seed gives the same history, call by call', async () => {
    const once = await runHistories(seed, 40, stores);
    const again = await runHistories(seed, 40, stores);
    const other = await runHistories(seed + 40, 40, stores);
    assert.deepEqual(again, once);
    assert.notEqual(other.hash, once.hash);
  });

  test('a broken rule is reported with its history and the command that replays it', async () => {
    const told = await explain(seed, stores);
    assert.match(told, /^seed \d+: /);
    assert.match(told, new RegExp(`COUNTERSIGN_SEED=${seed} npm test -- simulation$`));
  });
});
