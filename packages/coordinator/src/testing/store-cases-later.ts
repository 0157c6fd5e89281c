import assert from 'node:assert/strict';
import type { LaterMessage, Store } from '../store.ts';
import { sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit, plain } from './store-cases-harness.ts';

const later = (payload: string, inSeconds = 0, key = payload): LaterMessage => ({
  topic: 'email.tell',
  stream: 'request/a',
  payload,
  key,
  inSeconds,
});

const take = async (store: Store): Promise<string[]> =>
  (await store.leaseOutbox({ owner: 'x', seconds: 3600, limit: 100 })).map(each => each.payload);

/** Messages that no commit brings. */
export function laterCases(test: DefineCase): void {
  test('a message without a commit is leased like the others', async ({ store, reopen }) => {
    await store.enqueue([]);
    await store.enqueue([later('a')]);
    const [message] = plain(
      await (await reopen()).leaseOutbox({ owner: 'x', seconds: 3600, limit: 1 }),
    );
    assert.ok(message);
    const { id: _, ...facts } = message;
    assert.deepEqual(facts, {
      topic: 'email.tell',
      stream: 'request/a',
      payload: 'a',
      tries: 0,
      problem: '',
      abandoned: false,
    });
  });

  test('a message without a commit has an id of its own', async ({ store }) => {
    const outbox = ['b', 'c'].map(payload => ({ topic: 't', stream: 'plan/a', payload }));
    await store.enqueue([later('a'), later('d')]);
    await mustCommit(store, sampleCommit('plan/a', { outbox }));
    await store.enqueue([later('e')]);
    const leased = await store.leaseOutbox({ owner: 'x', seconds: 3600, limit: 100 });
    assert.deepEqual(leased.map(each => each.payload).toSorted(), ['a', 'b', 'c', 'd', 'e']);
    assert.equal(new Set(leased.map(({ id }) => id)).size, 5);
  });

  test(
    'a message without a commit is taken after its wait, and not before',
    ['moveClock'],
    async ({ store, moveClock }) => {
      await store.enqueue([later('now'), later('soon', 60)]);
      assert.deepEqual(await take(store), ['now']);
      moveClock(59.999);
      assert.deepEqual(await take(store), []);
      moveClock(0.001);
      assert.deepEqual(await take(store), ['soon']);
    },
  );

  test('of messages with one key only the first is in the outbox', async ({ store }) => {
    await store.enqueue([later('first', 0, 'k'), later('second', 0, 'k'), later('other')]);
    await store.enqueue([later('third', 0, 'k')]);
    const leased = await store.leaseOutbox({ owner: 'x', seconds: 3600, limit: 100 });
    assert.deepEqual(leased.map(each => each.payload).toSorted(), ['first', 'other']);
    await store.enqueue([later('while leased', 0, 'k')]);
    assert.deepEqual(await take(store), []);
    const id = leased.find(each => each.payload === 'first')?.id ?? 0;
    await store.settleOutbox({ id, owner: 'x', outcome: 'delivered' });
    await store.enqueue([later('after it', 0, 'k')]);
    const [again] = await store.leaseOutbox({ owner: 'x', seconds: 3600, limit: 100 });
    assert.equal(again?.payload, 'after it');
    await store.settleOutbox({ id: again.id, owner: 'x', outcome: 'dead', problem: 'p' });
    await store.enqueue([later('after a dead letter', 0, 'k')]);
    assert.equal(await store.retryDeadLetter(again.id), true);
    assert.deepEqual((await take(store)).toSorted(), ['after a dead letter', 'after it']);
  });
}
