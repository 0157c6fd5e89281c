import assert from 'node:assert/strict';
import type { Store } from '../store.ts';
import { sampleAppend, sampleCommit } from './sample-commit.ts';
import { type DefineCase, eventually, headOf, mustCommit } from './store-cases-harness.ts';

/** Hints that a stream has changed. */
export function changeCases(test: DefineCase): void {
  test('a listener hears of every stream that a commit of its own handle appends to', async ({
    store,
  }) => {
    const heard = new Set<string>();
    store.onChange(stream => heard.add(stream));
    const appends = ['plan/a', 'plan/b'].map(stream => sampleAppend(stream));
    await mustCommit(store, sampleCommit('plan/a', { appends }));
    await mustCommit(store, sampleCommit('plan/c'));
    await eventually('every stream was heard of', () =>
      ['plan/a', 'plan/b', 'plan/c'].every(stream => heard.has(stream)),
    );
  });

  test(
    'a listener hears of the commits of other handles',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      const heard: string[] = [];
      other.onChange(stream => heard.push(stream));
      // A hint may be lost, above all while the other is still tuning in; one of many must arrive.
      await eventually('the other handle heard of a change', async () => {
        const after = await headOf(store, 'plan/a');
        await mustCommit(store, sampleCommit(sampleAppend('plan/a', { after })));
        return heard.length > 0;
      });
      assert.deepEqual(
        heard.filter(stream => stream !== '' && stream !== 'plan/a'),
        [],
      );
    },
  );

  test('a removed listener hears nothing more', async ({ store }) => {
    const heard: string[] = [];
    const remaining: string[] = [];
    const remove = store.onChange(stream => heard.push(stream));
    store.onChange(stream => remaining.push(stream));
    await mustCommit(store, sampleCommit('plan/a'));
    await eventually('both heard of it', () => heard.length > 0 && remaining.length > 0);
    remove();
    remove();
    const before = heard.length;
    await mustCommit(store, sampleCommit('plan/b'));
    await eventually('the other heard of it', () => remaining.includes('plan/b'));
    assert.equal(heard.length, before);
  });

  test('a listener that throws harms neither the commit nor the other listeners', async ({
    store,
  }) => {
    const heard: string[] = [];
    store.onChange(() => {
      throw new Error('a listener of the test throws');
    });
    store.onChange(stream => heard.push(stream));
    await mustCommit(store, sampleCommit('plan/a'));
    await mustCommit(store, sampleCommit('plan/b'));
    await eventually('the other heard of both', () =>
      ['plan/a', 'plan/b'].every(stream => heard.includes(stream)),
    );
  });

  test('a listener can read the change it was told of, and can commit', async ({ store }) => {
    const answers: Promise<unknown>[] = [];
    const follow = async (stream: string): Promise<void> => {
      assert.equal((await store.readStream(stream)).length, 1);
      await mustCommit(store, sampleCommit('plan/b'));
    };
    store.onChange(stream => {
      if (stream === 'plan/a' && answers.length === 0) answers.push(follow(stream));
    });
    await mustCommit(store, sampleCommit('plan/a'));
    await eventually('the listener has committed', () => hasEvent(store, 'plan/b'));
    await Promise.all(answers);
  });

  test('a listener is called after the call of commit, never during it', async ({ store }) => {
    let returned = false;
    const early: string[] = [];
    const heard: string[] = [];
    store.onChange(stream => (returned ? heard : early).push(stream));
    const answer = store.commit(sampleCommit('plan/a'));
    returned = true;
    assert.deepEqual(await answer, { outcome: 'committed' });
    await eventually('the listener heard of it', () => heard.length > 0);
    assert.deepEqual(early, []);
  });
}

async function hasEvent(store: Store, stream: string): Promise<boolean> {
  return (await store.readStream(stream)).length > 0;
}
