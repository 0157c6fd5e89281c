import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Clock } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { openSqliteStore } from './open-store.ts';
import { ids, openStore, pathFor, systemClock } from './testing/temporary-store.ts';

/** A clock that records pauses and ends them when told. */
function steppedClock(): Clock & { readonly pauses: number[]; step: () => void } {
  const pauses: number[] = [];
  let wake: (() => void)[] = [];
  return {
    now: systemClock.now,
    pauses,
    pause: (milliseconds, signal) =>
      new Promise(resolve => {
        if (signal.aborted) return resolve();
        pauses.push(milliseconds);
        wake.push(resolve);
        signal.addEventListener('abort', () => resolve());
      }),
    step: () => {
      for (const resolve of wake.splice(0)) resolve();
      wake = [];
    },
  };
}

const settled = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

describe('hints of change', () => {
  test('commits of this handle are announced by name, after the commit and without waiting', async context => {
    const store = await openStore(pathFor(context));
    const heard: string[] = [];
    store.onChange(stream => heard.push(stream));
    const answer = store.commit(sampleCommit('plan/a'));
    assert.deepEqual(heard, []);
    await answer;
    await settled();
    assert.deepEqual(heard, ['plan/a']);
    await store.close();
  });

  test('commits of other handles are found by polling, and only while there is a listener', async context => {
    const path = pathFor(context);
    const clock = steppedClock();
    const store = await openSqliteStore({ path, clock, ids, pollMilliseconds: 7 });
    const other = await openStore(path);
    await other.commit(sampleCommit('plan/before'));
    assert.deepEqual(clock.pauses, [], 'without a listener the store is not read');

    const heard: string[] = [];
    const stop = store.onChange(stream => heard.push(stream));
    clock.step();
    await settled();
    assert.deepEqual(heard, [], 'nothing has changed since');
    await other.commit(sampleCommit('plan/a'));
    clock.step();
    await settled();
    assert.deepEqual(heard, ['']);
    await store.commit(sampleCommit('plan/own'));
    clock.step();
    await settled();
    assert.deepEqual(heard, ['', 'plan/own'], 'an own commit is not told twice');
    assert.ok(clock.pauses.every(milliseconds => milliseconds === 7));

    stop();
    await settled();
    const looked = clock.pauses.length;
    clock.step();
    await settled();
    assert.equal(clock.pauses.length, looked, 'the last listener has gone');
    await other.close();
    await store.close();
  });

  test('a listener that throws harms neither the commit nor the other listeners', async context => {
    const store = await openStore(pathFor(context));
    const heard: string[] = [];
    store.onChange(() => {
      throw new Error('not my day');
    });
    const stop = store.onChange(stream => heard.push(stream));
    assert.equal((await store.commit(sampleCommit('plan/a'))).outcome, 'committed');
    await settled();
    stop();
    await store.commit(sampleCommit('plan/b'));
    await settled();
    assert.deepEqual(heard, ['plan/a']);
    await store.close();
  });
});
