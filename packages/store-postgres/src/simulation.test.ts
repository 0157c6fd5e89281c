import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  describeTally,
  explain,
  modelStores,
  runHistories,
  runLaterStories,
} from '@countersign/coordinator/testing';
import { effort, seed } from '@countersign/testing';
import { postgresStores } from './testing/simulated-stores.ts';
import { startTestServer } from './testing/test-database.ts';

// The histories of packages/coordinator/src/simulation.test.ts, fewer of them, on a real server: every process has
// connections of its own, and commits that meet share a transaction.
const server = await startTestServer();
after(() => server.close());

const skip = server.server.ours ? false : 'the server of DATABASE_URL has a clock of its own';

describe('the simulation on Postgres', () => {
  test('[SU-1, SU-2, SU-3] [SU-5, SU-7] [TM-5, TM-7] no history breaks a rule, and each goes exactly as on the model store', {
    skip,
  }, async t => {
    const stores = postgresStores(server);
    const histories = effort({ fast: 10, full: 10_000, of: 'histories' });
    const { tally, hash, brokenBy } = await runHistories(seed, histories, stores);
    t.diagnostic(`seeds ${seed} to ${seed + tally.histories - 1}, trace ${hash.slice(0, 16)}`);
    for (const line of describeTally(tally).split('\n')) t.diagnostic(line);
    if (brokenBy !== null) assert.fail(await explain(brokenBy, stores));
    assert.equal(tally.histories, histories);

    const onModel = await runHistories(seed, histories, modelStores({ commitsMeet: true }));
    assert.equal(hash, onModel.hash);
  });

  test('[AM-7] [AL-3, AL-4] [DG-1, DG-5] [BG-2] [BA-2] [ES-1] the later stories go as on the model store', {
    skip,
  }, async t => {
    const histories = effort({ fast: 1, full: 1_000, of: 'histories of each story' });
    const { tally, hash } = await runLaterStories(seed, histories, postgresStores(server));
    for (const line of describeTally(tally).split('\n')) t.diagnostic(line);
    const onModel = await runLaterStories(seed, histories, modelStores({ commitsMeet: true }));
    assert.equal(hash, onModel.hash);
  });
});
