// Goal: a resource is read once for all its readers and again after a change. The old value stays during another
// reading.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ResourceStore } from './resource-store.ts';

/** Answers that come when the test says so. */
function answers<T>() {
  const waiting: { resolve(value: T): void; reject(problem: unknown): void }[] = [];
  return {
    read: () => new Promise<T>((resolve, reject) => waiting.push({ resolve, reject })),
    asked: () => waiting.length,
    async give(index: number, value: T) {
      waiting[index]?.resolve(value);
      await settle();
    },
    async refuse(index: number, problem: unknown) {
      waiting[index]?.reject(problem);
      await settle();
    },
  };
}

const settle = () => new Promise<void>(done => setImmediate(done));
const ignore = () => undefined;
const always = () => true;

describe('the store of resources', () => {
  test('the store reads a resource once for all its readers', async () => {
    const store = new ResourceStore(ignore);
    const server = answers<number>();
    let told = 0;
    store.watch('a', server.read, always, () => (told += 1));
    store.watch('a', server.read, always, () => (told += 1));
    assert.deepEqual(store.peek('a'), { data: undefined, problem: null, loading: true });
    await server.give(0, 7);
    assert.equal(server.asked(), 1);
    assert.equal(told, 2);
    assert.deepEqual(store.peek('a'), { data: 7, problem: null, loading: false });
  });

  test('the store keeps the old value during a new read, and after a failed one', async () => {
    const problems: unknown[] = [];
    const store = new ResourceStore(problem => problems.push(problem));
    const server = answers<number>();
    store.watch('a', server.read, always, ignore);
    await server.give(0, 1);
    store.changed(null);
    assert.deepEqual(store.peek('a'), { data: 1, problem: null, loading: true });
    const problem = new Error('gone');
    await server.refuse(1, problem);
    assert.deepEqual(store.peek('a'), { data: 1, problem, loading: false });
    assert.deepEqual(problems, [problem]);
    store.reload('a');
    await server.give(2, 2);
    assert.deepEqual(store.peek('a'), { data: 2, problem: null, loading: false });
  });

  test('the store reads again when a change arrived during a read', async () => {
    const store = new ResourceStore(ignore);
    const server = answers<number>();
    store.watch('a', server.read, always, ignore);
    for (let hints = 0; hints < 5; hints++) store.changed(null);
    assert.equal(server.asked(), 1);
    await server.give(0, 1);
    assert.equal(server.asked(), 2);
    await server.give(1, 2);
    assert.equal(server.asked(), 2);
    assert.equal(store.peek('a').data, 2);
  });

  test('the store reads only the changed resources that have a reader', async () => {
    const store = new ResourceStore(ignore);
    const one = answers<number>();
    const two = answers<number>();
    store.watch('one', one.read, id => id === 'ar_1', ignore);
    const leave = store.watch('two', two.read, always, ignore);
    await one.give(0, 1);
    await two.give(0, 2);
    leave();
    store.changed('ar_2');
    assert.deepEqual([one.asked(), two.asked()], [1, 1]);
    store.changed('ar_1');
    assert.deepEqual([one.asked(), two.asked()], [2, 1]);
    assert.equal(store.peek('two').data, 2, 'going back shows it at once');
    store.watch('two', two.read, always, ignore);
    assert.equal(two.asked(), 2, 'and reads it again');
  });

  test('an answer that arrives after a newer value is dropped', async () => {
    const store = new ResourceStore(ignore);
    const server = answers<number>();
    store.watch('a', server.read, always, ignore);
    store.put('a', 9);
    await server.give(0, 1);
    assert.equal(store.peek('a').data, 9);
    store.clear();
    assert.equal(
      store.peek('a').data,
      undefined,
      'nothing is left for the next person who signs in',
    );
  });
});
