import assert from 'node:assert/strict';
import { sealEvents } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import { countEvents } from '../insights/count-events.ts';
import type { Tally, TallyStep } from '../insights/tally.ts';
import type { Store } from '../store.ts';
import { sampleCommit } from './sample-commit.ts';
import { sampleSequencer, sequenceAll } from './sample-log.ts';
import { type DefineCase, mustCommit, plain } from './store-cases-harness.ts';

const up_to = '2026-11-03T10:00:00.000Z' as Timestamp;

function tally(day: string, name: string, count: number, more: Partial<Tally> = {}): Tally {
  return { scope: 'all', kind: 'rule', day, name, measure: 'asked', count, ...more };
}

function step(from: number, to: number, tallies: readonly Tally[]): TallyStep {
  return { from: { epoch: 1, index: from }, to: { epoch: 1, index: to, up_to }, tallies };
}

const november = {
  scope: 'all',
  kind: 'rule',
  from: '2026-11-01',
  to: '2026-11-30',
  limit: 100,
} as const;

/** Counts by day: added with the place that they were counted to, or not at all. */
export function tallyCases(test: DefineCase): void {
  test('tallies add up, and their place moves with them, also after the store was opened again', async ({
    store,
    reopen,
  }) => {
    assert.deepEqual(plain(await store.readTallied()), { epoch: 1, index: 0, up_to: null });
    assert.deepEqual(await store.readTallies(november), []);
    const first = [tally('2026-11-02', 'refund', 2), tally('2026-11-03', 'wire ü', 1)];
    assert.equal(await store.addTallies(step(0, 7, first)), true);
    assert.equal(await store.addTallies(step(7, 9, [tally('2026-11-02', 'refund', 3)])), true);
    const again = await reopen();
    assert.deepEqual(plain(await again.readTallied()), { epoch: 1, index: 9, up_to });
    assert.deepEqual(plain(await again.readTallies(november)), [
      tally('2026-11-03', 'wire ü', 1),
      tally('2026-11-02', 'refund', 5),
    ]);
  });

  test('tallies are added once, by the one process that read the place', async ({ store }) => {
    const one = step(0, 5, [tally('2026-11-02', 'refund', 1)]);
    const other = step(0, 6, [tally('2026-11-02', 'wire', 1)]);
    const both = await Promise.all([store.addTallies(one), store.addTallies(other)]);
    assert.deepEqual(both.toSorted(), [false, true]);
    assert.equal(await store.addTallies(one), false);
    assert.equal(await store.addTallies(other), false);
    const counts = await store.readTallies(november);
    assert.equal(counts.length, 1);
    const place = await store.readTallied();
    assert.equal(place.index, both[0] ? 5 : 6);
    const next = { from: place, to: { epoch: 2, index: 0, up_to }, tallies: [] };
    assert.equal(await store.addTallies(next), true);
    assert.equal((await store.readTallied()).epoch, 2);
  });

  test('tallies are read by scope, kind and day, the newest first and no more than asked', async ({
    store,
  }) => {
    const apart = [
      tally('2026-11-05', 'x', 1, { scope: 'agent/a' }),
      tally('2026-11-05', 'x', 1, { kind: 'stage' }),
      tally('2026-10-31', 'x', 1),
      tally('2026-12-01', 'x', 1),
    ];
    const wanted = [
      tally('2026-11-30', 'a', 4),
      tally('2026-11-05', 'b', 3),
      tally('2026-11-05', 'a', 2, { measure: 'rejected' }),
      tally('2026-11-05', 'a', 1),
      tally('2026-11-01', 'a', 9_000_000_000),
    ];
    assert.equal(await store.addTallies(step(0, 1, [...apart, ...wanted])), true);
    assert.deepEqual(plain(await store.readTallies(november)), wanted);
    assert.deepEqual(plain(await store.readTallies({ ...november, limit: 2 })), wanted.slice(0, 2));
  });

  test('tallies are summed by day or by name, the largest first and no more rows than asked', async ({
    store,
  }) => {
    const tallies = [
      tally('2026-11-02', 'b', 5),
      tally('2026-11-02', 'a', 2),
      tally('2026-11-03', 'a', 2),
      tally('2026-11-03', 'a', 9_000_000_000, { measure: 'rejected' }),
      tally('2026-11-03', 'c', 5),
      tally('2026-11-03', 'b', 7, { scope: 'agent/a' }),
      tally('2026-11-03', 'b', 7, { kind: 'stage' }),
      tally('2026-10-31', 'b', 7),
    ];
    assert.equal(await store.addTallies(step(0, 1, tallies)), true);
    const sum = (key: string, count: number, measure = 'asked') => ({ key, measure, count });
    const rejected = 9_000_000_000;
    assert.deepEqual(plain(await store.sumTallies({ ...november, by: 'name' })), [
      sum('a', 4),
      sum('a', rejected, 'rejected'),
      sum('b', 5),
      sum('c', 5),
    ]);
    assert.deepEqual(plain(await store.sumTallies({ ...november, by: 'day' })), [
      sum('2026-11-03', 7),
      sum('2026-11-03', rejected, 'rejected'),
      sum('2026-11-02', 7),
    ]);
    const first = await store.sumTallies({ ...november, by: 'name', limit: 1 });
    assert.deepEqual(plain(first), [sum('a', 4)]);
    assert.deepEqual(await store.sumTallies({ ...november, scope: 'tool/x', by: 'day' }), []);
  });

  test(
    'two processes that count the log at once count each event once, across epochs',
    ['second'],
    async ({ store, second, reopen }) => {
      const other = await second();
      await answer(store, 'segment/a', 1, 300);
      await sequenceAll(sampleSequencer(store));
      await Promise.all([countAll(store), countAll(other)]);
      await mustCommit(store, sampleCommit('store', { brings: { epoch: 2 } }));
      await answer(store, 'segment/b', 2, 7);
      await sequenceAll(sampleSequencer(store));
      await Promise.all([countAll(other), countAll(store)]);
      const [allowed, ...more] = await store.readTallies(november);
      assert.deepEqual(more, []);
      assert.deepEqual(allowed?.count, 307);
      const again = await reopen();
      const place = await again.readTallied();
      assert.equal(place.epoch, 2);
      assert.equal(await countEvents({ store: again }), false);
      assert.deepEqual(plain(await again.readTallied()), plain(place));
      assert.equal((await again.readTallies(november))[0]?.count, 307);
    },
  );
}

/** So many actions that policy allowed by itself, in one segment. */
async function answer(store: Store, stream: string, epoch: number, count: number): Promise<void> {
  const decision = { verdict: 'allow', policy_rule_id: 'reading' };
  const data = { agent_id: 'bot', tool_name: 'read', decision };
  const answers = Array.from({ length: count }, () => ({
    type: 'policy.answered' as const,
    at: up_to,
    data,
  }));
  const events = sealEvents(stream, null, answers);
  const append = { stream, expectedVersion: 0, events, row: null };
  await mustCommit(store, sampleCommit(append, { guards: { epoch } }));
}

async function countAll(store: Store): Promise<void> {
  for (let steps = 0; await countEvents({ store }); steps++) {
    assert.ok(steps < 1000, 'the counting comes to an end');
  }
}
