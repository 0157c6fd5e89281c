import assert from 'node:assert/strict';
import { sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit } from './store-cases-harness.ts';

/** The name of the history that a store talks to. */
export function timelineCases(test: DefineCase): void {
  test('[EV-10] a history keeps its name after reads, commits and reopening', async ({
    store,
    reopen,
  }) => {
    await store.readState();
    const timeline = store.timeline();
    assert.notEqual(timeline, '');
    await mustCommit(store, sampleCommit('plan/a'));
    await Promise.all(Array.from({ length: 20 }, () => store.readStream('plan/a')));
    assert.equal(store.timeline(), timeline);
    await store.close();
    const again = await reopen();
    await again.readState();
    assert.equal(again.timeline(), timeline);
  });

  test(
    '[EV-10] every handle gives the history the same name',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      assert.equal((await other.readState()).storeId, (await store.readState()).storeId);
      assert.equal(other.timeline(), store.timeline());
    },
  );
}
