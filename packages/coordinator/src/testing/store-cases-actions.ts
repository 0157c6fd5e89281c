import assert from 'node:assert/strict';
import { sha256OfText } from '@countersign/protocol/crypto';
import { verifyStream } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import { sampleActionBytes, sampleAppend, sampleCommit, sampleRow } from './sample-commit.ts';
import { countersOf, type DefineCase, listAll, mustCommit } from './store-cases-harness.ts';

const text = '{"amount":4200,"to":"Müller GmbH"}';
const digest = sha256OfText(text);

/** The bytes of actions: kept once, for as long as the longest retention, then forgotten. */
export function actionCases(test: DefineCase): void {
  test('an action that was never stored is not found', async ({ store }) => {
    assert.equal(await store.readAction(digest), null);
    assert.equal(await store.eraseActions(10), 0);
  });

  test('actions are erased after their retention ends, not before, and at most as many as requested', async ({
    store,
    reopen,
  }) => {
    const { now } = await store.readState();
    const past = ['1', '2', '3', '4', '5'].map(n => sampleActionBytes(n, addSeconds(now, -1)));
    const kept = sampleActionBytes(text, addSeconds(now, 3600));
    await mustCommit(store, sampleCommit('plan/a', { actions: [...past, kept] }));
    assert.equal(await store.eraseActions(2), 2);
    const left = await Promise.all(past.map(action => store.readAction(action.digest)));
    assert.equal(left.filter(each => each !== null).length, 3);
    assert.equal(await store.eraseActions(2), 2);
    assert.equal(await store.eraseActions(2), 1);
    assert.equal(await store.eraseActions(2), 0);
    const again = await reopen();
    for (const action of past) assert.equal(await again.readAction(action.digest), null);
    assert.equal(await again.readAction(digest), text);
  });

  test(
    'the retention of an action ends exactly at its time',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const until = addSeconds((await store.readState()).now, 60);
      const actions = [sampleActionBytes(text, until)];
      await mustCommit(store, sampleCommit('plan/a', { actions }));
      moveClock(59.999);
      assert.equal(await store.eraseActions(10), 0);
      moveClock(0.001);
      assert.equal(await store.eraseActions(10), 1);
      assert.equal(await store.readAction(digest), null);
    },
  );

  test('an action that is stored again keeps its bytes and the later retention', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const [past, future] = [addSeconds(now, -1), addSeconds(now, 3600)];
    const bring = (stream: string, ...actions: ReturnType<typeof sampleActionBytes>[]) =>
      mustCommit(store, sampleCommit(stream, { actions }));
    await bring('plan/a', sampleActionBytes('longer', past), sampleActionBytes('shorter', future));
    await bring('plan/b', sampleActionBytes('longer', future), sampleActionBytes('shorter', past));
    assert.equal(await store.eraseActions(10), 0);
    await bring('plan/c', { ...sampleActionBytes('longer', past), text: 'other bytes' });
    assert.equal(await store.readAction(sha256OfText('longer')), 'longer');
    assert.equal(await store.readAction(sha256OfText('shorter')), 'shorter');
  });

  test('an erased action can be stored again', async ({ store }) => {
    const { now } = await store.readState();
    const over = { actions: [sampleActionBytes(text, addSeconds(now, -1))] };
    await mustCommit(store, sampleCommit('plan/a', over));
    assert.equal(await store.eraseActions(10), 1);
    const kept = { actions: [sampleActionBytes(text, addSeconds(now, 3600))] };
    await mustCommit(store, sampleCommit('plan/b', kept));
    assert.equal(await store.readAction(digest), text);
  });

  test('erasing an action leaves its stream verifiable and changes nothing else', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const data = [{ action_digest: digest }, { note: 'decided' }];
    const append = sampleAppend('request/a', { data, row: sampleRow(1) });
    const actions = [sampleActionBytes(text, addSeconds(now, -1))];
    await mustCommit(store, sampleCommit(append, { actions }));
    const before = await store.readStream('request/a');
    assert.equal(await store.eraseActions(10), 1);
    const after = await store.readStream('request/a');
    assert.deepEqual(after, before);
    const verdict = verifyStream('request/a', after);
    assert.ok(verdict.ok);
    assert.equal(verdict.value.events[0]?.data['action_digest'], digest);
    assert.deepEqual(await listAll(store, { limit: 10 }), [sampleRow(1)]);
    assert.deepEqual(await countersOf(store), { pending: 1 });
  });
}
