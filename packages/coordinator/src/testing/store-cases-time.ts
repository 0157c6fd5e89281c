import assert from 'node:assert/strict';
import { addSeconds } from '@countersign/protocol/value';
import type { CommitResult } from '../commit.ts';
import { headAfter, sampleAppend, sampleCommit } from './sample-commit.ts';
import { type DefineCase, headOf, mustAnswer, mustCommit } from './store-cases-harness.ts';

const millisecond = 0.001;
const behind: CommitResult = { outcome: 'stale_guard', which: 'clock' };

/** The store's clock decides, and never runs backwards. */
export function timeCases(test: DefineCase): void {
  test("[TM-5] a commit whose deadline has passed by the store's clock is too late", async ({
    store,
  }) => {
    const { now } = await store.readState();
    const late = sampleCommit('plan/a', { notAfter: addSeconds(now, -1) });
    await mustAnswer(store, late, { outcome: 'too_late' });
    await mustAnswer(store, late, { outcome: 'too_late' });
    assert.deepEqual(await store.readStream('plan/a'), []);
    await mustCommit(store, sampleCommit('plan/a', { notAfter: addSeconds(now, 3600) }));
  });

  test("[TM-5] a commit whose time has not come by the store's clock is too early", async ({
    store,
  }) => {
    const { now } = await store.readState();
    const early = sampleCommit('plan/a', { notBefore: addSeconds(now, 3600) });
    await mustAnswer(store, early, { outcome: 'too_early' });
    assert.deepEqual(await store.readStream('plan/a'), []);
    await mustCommit(store, sampleCommit('plan/a', { notBefore: addSeconds(now, -1) }));
  });

  test(
    '[TM-5] a commit is too late at its deadline, and in time a millisecond before it',
    ['moveClock'],
    async ({ store }) => {
      const { now } = await store.readState();
      await mustAnswer(store, sampleCommit('plan/a', { notAfter: now }), { outcome: 'too_late' });
      const soon = addSeconds(now, millisecond);
      await mustCommit(store, sampleCommit('plan/a', { notAfter: soon }));
    },
  );

  test(
    '[TM-5] a commit is too early a millisecond before its time, and valid at its time',
    ['moveClock'],
    async ({ store }) => {
      const { now } = await store.readState();
      const soon = addSeconds(now, millisecond);
      await mustAnswer(store, sampleCommit('plan/a', { notBefore: soon }), {
        outcome: 'too_early',
      });
      await mustCommit(store, sampleCommit('plan/a', { notBefore: now }));
    },
  );

  test(
    '[TM-5] of a commit and its expiry the clock accepts exactly one',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const deadline = addSeconds((await store.readState()).now, 2 * millisecond);
      for (const expected of ['before', 'before', 'after', 'after']) {
        const after = await headOf(store, 'plan/a');
        const consume = sampleCommit(sampleAppend('plan/a', { after }), { notAfter: deadline });
        const expire = sampleCommit(sampleAppend('plan/a', { after }), { notBefore: deadline });
        const [good, bad, outcome] =
          expected === 'before'
            ? ([consume, expire, 'too_early'] as const)
            : ([expire, consume, 'too_late'] as const);
        await mustAnswer(store, bad, { outcome });
        await mustCommit(store, good);
        moveClock(millisecond);
      }
    },
  );

  test(
    '[TM-7] a clock behind the latest time in the store refuses every commit',
    ['moveClock', 'second'],
    async ({ store, second, reopen, moveClock }) => {
      const other = await second();
      const first = sampleAppend('plan/a');
      await mustCommit(store, sampleCommit(first));
      moveClock(-millisecond);
      const next = sampleCommit(sampleAppend('plan/a', { after: headAfter(first) }));
      await mustAnswer(store, next, behind);
      await mustAnswer(other, next, behind);
      await mustAnswer(other, sampleCommit('plan/b'), behind);
      const again = await reopen();
      await mustAnswer(again, next, behind);
      moveClock(millisecond);
      await mustCommit(again, next);
    },
  );

  test(
    '[TM-7] a clock that was set back by hours refuses until it has caught up',
    ['moveClock'],
    async ({ store, moveClock }) => {
      moveClock(3600);
      await mustCommit(store, sampleCommit('plan/a'));
      moveClock(-7200);
      await mustAnswer(store, sampleCommit('plan/b'), behind);
      moveClock(7199);
      await mustAnswer(store, sampleCommit('plan/b'), behind);
      moveClock(1);
      await mustCommit(store, sampleCommit('plan/b'));
      assert.equal((await store.readStream('plan/b')).length, 1);
    },
  );

  test(
    '[TM-9] a commit that names the recorded time sets it back, and one that is refused does not',
    ['moveClock'],
    async ({ store, reopen, moveClock }) => {
      moveClock(3600);
      await mustCommit(store, sampleCommit('plan/a'));
      await store.close();
      moveClock(-3600);
      const again = await reopen();
      const clockBackFrom = await again.readClockMark();
      const naming = (from: typeof clockBackFrom) => ({ epoch: 2, clockBackFrom: from });
      const wrong = naming(addSeconds(clockBackFrom, -1));
      await mustAnswer(again, sampleCommit('store', { brings: wrong }), behind);
      const brings = naming(clockBackFrom);
      const contended = sampleCommit('plan/a', { brings });
      await mustAnswer(again, contended, { outcome: 'version_conflict', stream: 'plan/a' });
      assert.equal(await again.readClockMark(), clockBackFrom);
      const repair = sampleCommit('store', { brings });
      await mustCommit(again, repair);
      await mustCommit(again, repair);
      const { now, epoch } = await again.readState();
      assert.equal(epoch, 2);
      assert.equal((await again.readStream('store')).length, 1, 'it happened once');
      assert.ok((await again.readClockMark()) <= now);
      await mustCommit(again, sampleCommit('plan/b', { guards: { epoch: 2 } }));
      moveClock(-1);
      await mustAnswer(again, sampleCommit('plan/c', { guards: { epoch: 2 } }), behind);
    },
  );

  test(
    '[TM-7] an expired approval stays expired when the clock is set back',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const deadline = addSeconds((await store.readState()).now, 60);
      moveClock(61);
      await mustCommit(store, sampleCommit('plan/other'));
      const consume = sampleCommit('plan/a', { notAfter: deadline });
      await mustAnswer(store, consume, { outcome: 'too_late' });
      moveClock(-30);
      await mustAnswer(store, consume, behind);
      assert.deepEqual(await store.readStream('plan/a'), []);
    },
  );
}
