import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { type Store, StoreUnavailable } from '../store.ts';
import { describeStore } from './describe-store.ts';
import { copyModelData } from './model-data.ts';
import { createModelStore, type Fault, type ModelStore, openModelStore } from './model-store.ts';
import { sampleCommit } from './sample-commit.ts';

const ids = { uuid: randomUUID };

function standingClock(): { now: () => Timestamp; move: (seconds: number) => void } {
  let now = timestampFromMilliseconds(Date.UTC(2026, 10, 15, 12));
  return {
    now: () => now,
    move: seconds => {
      now = addSeconds(now, seconds);
    },
  };
}

describeStore({
  name: 'the model store',
  open: async () => {
    const clock = standingClock();
    let store = createModelStore({ clock, ids });
    const { data } = store;
    return {
      store,
      second: async () => openModelStore(data, { clock }),
      reopen: async () => {
        await store.close();
        store = openModelStore(data, { clock });
        return store;
      },
      moveClock: clock.move,
      close: () => store.close(),
    };
  },
});

describe('the model store under a simulator', () => {
  function interrupted(faults: Fault[]): { store: ModelStore; calls: (keyof Store)[] } {
    const calls: (keyof Store)[] = [];
    const intercept = async (call: keyof Store): Promise<Fault> => {
      calls.push(call);
      return faults.shift() ?? 'proceed';
    };
    return { store: createModelStore({ clock: standingClock(), ids, intercept }), calls };
  }

  test('a failed call of the model store changes nothing', async () => {
    const { store } = interrupted(['fail']);
    await assert.rejects(store.commit(sampleCommit('plan/a')), StoreUnavailable);
    assert.deepEqual(await store.readStream('plan/a'), []);
  });

  test('a call whose answer is lost took effect, and submitting it again shows that', async () => {
    const { store, calls } = interrupted(['fail_but_persist']);
    const commit = sampleCommit('plan/a');
    await assert.rejects(store.commit(commit), StoreUnavailable);
    assert.equal((await store.readStream('plan/a')).length, 1);
    assert.deepEqual(await store.commit(commit), { outcome: 'committed' });
    assert.equal((await store.readStream('plan/a')).length, 1);
    assert.deepEqual(calls, ['commit', 'readStream', 'commit', 'readStream']);
  });

  test('a refused call whose answer is lost changed nothing', async () => {
    const { store } = interrupted(['fail_but_persist']);
    const commit = sampleCommit('plan/a', { guards: { epoch: 9 } });
    await assert.rejects(store.commit(commit), StoreUnavailable);
    assert.deepEqual(await store.readStream('plan/a'), []);
  });

  test('a hint to a listener can be lost', async () => {
    const { store } = interrupted(['proceed', 'fail', 'proceed', 'proceed']);
    const heard: string[] = [];
    store.onChange(stream => heard.push(stream));
    await store.commit(sampleCommit('plan/a'));
    await store.commit(sampleCommit('plan/b'));
    await store.readState();
    assert.deepEqual(heard, ['plan/b']);
  });

  test('a copy of the data is a backup that later commits do not change', async () => {
    const clock = standingClock();
    const store = createModelStore({ clock, ids });
    await store.commit(sampleCommit('plan/a'));
    const backup = copyModelData(store.data);
    await store.commit(sampleCommit('plan/b'));
    const restored = openModelStore(backup, { clock });
    assert.equal((await restored.readStream('plan/a')).length, 1);
    assert.deepEqual(await restored.readStream('plan/b'), []);
    assert.equal((await restored.readState()).storeId, (await store.readState()).storeId);
  });

  test('the same calls give the same data at any time of day', async () => {
    const play = async () => {
      const store = createModelStore({ clock: standingClock(), ids: { uuid: () => '0-1' } });
      const commits = ['plan/a', 'plan/b', 'plan/a'].map((stream, n) =>
        sampleCommit(stream, { attempt: `${n}` }),
      );
      await Promise.all(commits.map(commit => store.commit(commit)));
      return store.data;
    };
    assert.deepEqual(await play(), await play());
  });
});
