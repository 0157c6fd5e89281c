import assert from 'node:assert/strict';
import type { LeasedMessage, OutboxSettlement, Store } from '../store.ts';
import { sampleCommit } from './sample-commit.ts';
import { type DefineCase, eventually, mustCommit, plain } from './store-cases-harness.ts';

const hour = 3600;

/** Queues messages one commit after the other, so that the first is the oldest. */
async function queue(store: Store, ...payloads: string[]): Promise<void> {
  for (const payload of payloads) {
    const stream = `plan/${payload}`;
    const outbox = [{ topic: 'plan.completed', stream, payload }];
    await mustCommit(store, sampleCommit(stream, { outbox }));
  }
}

const lease = (store: Store, owner: string, change: { seconds?: number; limit?: number } = {}) =>
  store.leaseOutbox({ owner, seconds: hour, limit: 100, ...change });

async function leaseOne(store: Store, owner: string, seconds = hour): Promise<LeasedMessage> {
  const [message, ...more] = await lease(store, owner, { seconds });
  assert.ok(message);
  assert.deepEqual(more, []);
  return plain(message);
}

const payloadsOf = (messages: readonly LeasedMessage[]): string[] =>
  messages.map(({ payload }) => payload);

/** What is to be delivered because of a commit, and the leases of those who deliver it. */
export function outboxCases(test: DefineCase): void {
  test('messages are leased oldest first, up to the requested number, with their content', async ({
    store,
    reopen,
  }) => {
    await queue(store, 'a', 'b', 'c');
    const [first, ...rest] = plain(await lease(store, 'x', { limit: 2 }));
    assert.ok(first);
    assert.equal(typeof first.id, 'number');
    assert.deepEqual(
      { ...first, id: 0 },
      {
        id: 0,
        topic: 'plan.completed',
        stream: 'plan/a',
        payload: 'a',
        tries: 0,
        problem: '',
        abandoned: false,
      },
    );
    assert.deepEqual(payloadsOf(rest), ['b']);
    const again = await reopen();
    assert.deepEqual(payloadsOf(await lease(again, 'x')), ['c'], 'leases outlive a restart');
  });

  test('every message of a commit is queued', async ({ store }) => {
    const outbox = ['a', 'b', 'c'].map(payload => ({ topic: 't', stream: 'plan/a', payload }));
    await mustCommit(store, sampleCommit('plan/a', { outbox }));
    const messages = await lease(store, 'x');
    assert.deepEqual(payloadsOf(messages).sort(), ['a', 'b', 'c']);
    assert.equal(new Set(messages.map(({ id }) => id)).size, 3);
  });

  test(
    'a leased message is given to no other worker, and not to its owner again',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      await queue(store, 'a', 'b');
      assert.deepEqual(payloadsOf(await lease(store, 'x', { limit: 1 })), ['a']);
      assert.deepEqual(payloadsOf(await lease(other, 'y')), ['b']);
      assert.deepEqual(await lease(store, 'x'), []);
      assert.deepEqual(await lease(other, 'x'), []);
    },
  );

  test('concurrent workers never lease the same message', ['second'], async ({ store, second }) => {
    const handles = [store, await second()];
    const payloads = Array.from({ length: 100 }, (_, n) => `${n}`);
    const outbox = payloads.map(payload => ({ topic: 't', stream: 'plan/a', payload }));
    await mustCommit(store, sampleCommit('plan/a', { outbox }));
    const taken: string[] = [];
    const workers = handles.flatMap((handle, h) => [0, 1, 2].map(n => ({ handle, n: h * 3 + n })));
    const takeAll = async ({ handle, n }: { handle: Store; n: number }) => {
      await eventually('every message was leased', async () => {
        taken.push(...payloadsOf(await lease(handle, `worker-${n}`, { limit: 7 })));
        return taken.length >= payloads.length;
      });
    };
    await Promise.all(workers.map(takeAll));
    assert.deepEqual(taken.sort(), payloads.toSorted());
  });

  test('a delivered message is gone', async ({ store, reopen }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x');
    await store.settleOutbox({ id, owner: 'x', outcome: 'delivered' });
    // If it were still there, and still leased, this would bring it back.
    await store.settleOutbox({ id, owner: 'x', outcome: 'retry', retryInSeconds: 0, problem: 'p' });
    assert.deepEqual(await lease(store, 'x'), []);
    const again = await reopen();
    assert.deepEqual(await lease(again, 'x'), []);
    assert.deepEqual(await again.listDeadLetters(10), []);
  });

  test('a message whose lease is over is given to the next worker', async ({ store, letPass }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x', 1);
    await letPass(1);
    assert.equal((await leaseOne(store, 'y')).id, id);
  });

  test('[HI-7] a message says whether its last lease ran out, and what was last reported of it', async ({
    store,
    letPass,
  }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x', 1);
    await letPass(1);
    const abandoned = await leaseOne(store, 'y');
    assert.deepEqual([abandoned.abandoned, abandoned.problem], [true, '']);
    const retry = { outcome: 'retry', retryInSeconds: 0, problem: 'HTTP 503' } as const;
    await store.settleOutbox({ ...retry, id, owner: 'y' });
    const returned = await leaseOne(store, 'z');
    assert.deepEqual([returned.abandoned, returned.problem], [false, 'HTTP 503']);
  });

  test(
    'a lease is exclusive exactly until its end',
    ['moveClock'],
    async ({ store, moveClock }) => {
      await queue(store, 'a');
      await leaseOne(store, 'x', 60);
      moveClock(59.999);
      assert.deepEqual(await lease(store, 'y'), []);
      moveClock(0.001);
      await leaseOne(store, 'y');
    },
  );

  test('a message to be tried again returns after the wait', async ({ store, letPass }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x');
    await store.settleOutbox({ id, owner: 'x', outcome: 'retry', retryInSeconds: 1, problem: 'p' });
    await letPass(1);
    assert.equal((await leaseOne(store, 'y')).tries, 1);
  });

  test(
    'each attempt is counted, and the message waits exactly until the end of its wait',
    ['moveClock'],
    async ({ store, moveClock }) => {
      await queue(store, 'a');
      for (const tries of [0, 1, 2]) {
        const message = await leaseOne(store, 'x', hour);
        assert.equal(message.tries, tries);
        const retry = { id: message.id, owner: 'x', outcome: 'retry' } as const;
        await store.settleOutbox({ ...retry, retryInSeconds: 60, problem: 'HTTP 503' });
        assert.deepEqual(await lease(store, 'y'), []);
        moveClock(59.999);
        assert.deepEqual(await lease(store, 'y'), []);
        moveClock(0.001);
      }
    },
  );

  test('a message that waits to be tried again delays no other message', async ({
    store,
    reopen,
  }) => {
    await queue(store, 'a', 'b');
    const [a, b] = await lease(store, 'x');
    assert.ok(a && b);
    const retry = { owner: 'x', outcome: 'retry', problem: 'refused' } as const;
    await store.settleOutbox({ ...retry, id: a.id, retryInSeconds: hour });
    await store.settleOutbox({ ...retry, id: b.id, retryInSeconds: 0 });
    const again = await reopen();
    const message = await leaseOne(again, 'y');
    assert.deepEqual([message.payload, message.tries], ['b', 1]);
  });

  const outcomes: readonly Omit<OutboxSettlement, 'id' | 'owner'>[] = [
    { outcome: 'delivered' },
    { outcome: 'retry', retryInSeconds: 0, problem: 'p' },
    { outcome: 'dead', problem: 'p' },
  ];
  for (const settlement of outcomes) {
    test(
      `a worker without the lease cannot settle a message as ${settlement.outcome}`,
      ['second'],
      async ({ store, second }) => {
        const other = await second();
        await queue(store, 'a');
        const { id } = await leaseOne(store, 'x');
        await other.settleOutbox({ ...settlement, id, owner: 'y' });
        assert.deepEqual(await lease(other, 'y'), []);
        assert.deepEqual(await other.listDeadLetters(10), []);
        const retry = { outcome: 'retry', retryInSeconds: 0, problem: 'p' } as const;
        await store.settleOutbox({ ...retry, id, owner: 'x' });
        assert.equal((await leaseOne(store, 'x')).tries, 1);
      },
    );

    test(`an expired lease cannot settle a message as ${settlement.outcome}`, async ({
      store,
      letPass,
    }) => {
      await queue(store, 'a');
      const { id } = await leaseOne(store, 'x', 1);
      await letPass(1);
      await store.settleOutbox({ ...settlement, id, owner: 'x' });
      assert.deepEqual(await store.listDeadLetters(10), []);
      const message = await leaseOne(store, 'y');
      assert.deepEqual([message.id, message.tries], [id, 0]);
      await store.settleOutbox({ ...settlement, id, owner: 'x' });
      assert.deepEqual(await lease(store, 'x'), [], 'it is still with the one who has it now');
      assert.deepEqual(await store.listDeadLetters(10), []);
    });
  }

  test('settling a message that does not exist does nothing', async ({ store }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x');
    await store.settleOutbox({ id: id + 1000, owner: 'x', outcome: 'dead', problem: 'p' });
    assert.deepEqual(await store.listDeadLetters(10), []);
  });

  test('a message that was given up becomes a dead letter, and is not delivered again', async ({
    store,
    reopen,
  }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x');
    const { now: before } = await store.readState();
    await store.settleOutbox({ id, owner: 'x', outcome: 'dead', problem: 'HTTP 410: Gone' });
    assert.deepEqual(await lease(store, 'x'), []);
    const again = await reopen();
    const [letter, ...more] = plain(await again.listDeadLetters(10));
    assert.ok(letter);
    assert.deepEqual(more, []);
    const { topic, stream, problem, died_at } = letter;
    assert.deepEqual(
      { topic, stream, problem },
      { topic: 'plan.completed', stream: 'plan/a', problem: 'HTTP 410: Gone' },
    );
    assert.ok(died_at >= before && died_at <= (await again.readState()).now);
  });

  test('a dead letter keeps the last reported problem', async ({ store }) => {
    await queue(store, 'a');
    const first = await leaseOne(store, 'x');
    const retry = { outcome: 'retry', retryInSeconds: 0, problem: 'HTTP 503' } as const;
    await store.settleOutbox({ ...retry, id: first.id, owner: 'x' });
    const { id } = await leaseOne(store, 'x');
    await store.settleOutbox({ id, owner: 'x', outcome: 'dead' });
    assert.equal((await store.listDeadLetters(10))[0]?.problem, 'HTTP 503');
  });

  test('dead letters are listed newest first, up to the requested number', async ({
    store,
    letPass,
  }) => {
    await queue(store, 'a', 'b', 'c');
    const messages = await lease(store, 'x');
    for (const { id } of messages) {
      await store.settleOutbox({ id, owner: 'x', outcome: 'dead', problem: 'p' });
      await letPass(0.01);
    }
    const streams = (await store.listDeadLetters(10)).map(({ stream }) => stream);
    assert.deepEqual(streams, ['plan/c', 'plan/b', 'plan/a']);
    assert.equal((await store.listDeadLetters(2)).length, 2);
  });

  test('a dead letter returns to the queue once, like a new message', async ({ store }) => {
    await queue(store, 'a');
    const first = await leaseOne(store, 'x');
    const retry = { outcome: 'retry', retryInSeconds: 0, problem: 'p' } as const;
    await store.settleOutbox({ ...retry, id: first.id, owner: 'x' });
    const { id } = await leaseOne(store, 'x');
    await store.settleOutbox({ id, owner: 'x', outcome: 'dead', problem: 'p' });
    const [letter] = await store.listDeadLetters(10);
    assert.ok(letter);
    assert.equal(await store.retryDeadLetter(letter.id), true);
    assert.equal(await store.retryDeadLetter(letter.id), false);
    assert.deepEqual(await store.listDeadLetters(10), []);
    const message = await leaseOne(store, 'x');
    assert.deepEqual([message.payload, message.tries], ['a', 0]);
  });

  test('only a dead letter returns to the queue', async ({ store }) => {
    await queue(store, 'a');
    const { id } = await leaseOne(store, 'x');
    assert.equal(await store.retryDeadLetter(id), false);
    assert.equal(await store.retryDeadLetter(id + 1000), false);
    assert.deepEqual(await lease(store, 'y'), []);
  });
}
