import assert from 'node:assert/strict';
import { StoreId, Timestamp } from '@countersign/protocol/value';
import { StoreUnavailable } from '../store.ts';
import {
  headAfter,
  imaginaryHead,
  sampleAppend,
  sampleCommit,
  sampleFullCommit,
  sampleRow,
} from './sample-commit.ts';
import {
  conflictOn,
  countersOf,
  type DefineCase,
  listAll,
  mustAnswer,
  mustCommit,
  observe,
  plain,
  rowsOf,
  takeMessages,
} from './store-cases-harness.ts';

/** What a commit writes, and that a commit is refused for the version it was made for. */
export function commitCases(test: DefineCase): void {
  test('a new store has an id, is in epoch 1 without a policy, and is empty', async ({ store }) => {
    const { storeId, epoch, policyVersion, now } = await store.readState();
    assert.equal(StoreId.parse(storeId), storeId);
    assert.equal(Timestamp.parse(now), now);
    assert.deepEqual({ epoch, policyVersion }, { epoch: 1, policyVersion: null });
    const seen = await observe(store, []);
    assert.deepEqual([seen.claims, seen.rows, seen.counters, seen.unsequenced], [[], [], {}, []]);
    assert.deepEqual(await takeMessages(store), []);
  });

  test('the id of a store stays the same when it is opened again', async ({ store, reopen }) => {
    const { storeId } = await store.readState();
    const again = await reopen();
    assert.equal((await again.readState()).storeId, storeId);
  });

  test('a commit writes all of its parts, and all of them survive reopening', async ({
    store,
    reopen,
  }) => {
    const { now, storeId } = await store.readState();
    const commit = sampleFullCommit(now);
    await mustCommit(store, commit);
    const [request] = commit.appends;
    const [idem, slot] = request?.claims ?? [];
    const expected = {
      streams: { 'request/full': rowsOf(commit), 'plan/full': rowsOf(commit, 1) },
      claims: [idem, slot].map(claim => ({ ...claim, owner: 'request/full' })),
      rows: [request?.row],
      counters: { pending: 1 },
      actions: Object.fromEntries(commit.actions.map(({ digest, text }) => [digest, text])),
      unsequenced: ['plan/full 1', 'request/full 1', 'request/full 2'],
      state: { storeId, epoch: 2, policyVersion: 'v1' },
    };
    assert.deepEqual(await observe(store, [commit]), expected);
    const again = await reopen();
    assert.deepEqual(await observe(again, [commit]), expected);
    assert.deepEqual((await takeMessages(again)).sort(), [
      'plan.blocked plan/full {"from":1}',
      'request.opened request/full {"from":1}',
    ]);
  });

  test(
    'a read sees every commit that was answered before it, on any handle',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      let after = null;
      for (let version = 1; version <= 20; version++) {
        const append = sampleAppend('plan/a', { after });
        const [writer, reader] = version % 2 === 0 ? [store, other] : [other, store];
        await mustCommit(writer, sampleCommit(append));
        assert.equal((await reader.readStream('plan/a')).length, version);
        after = headAfter(append);
      }
    },
  );

  test('a stream grows only at its head, and each version belongs to one commit', async ({
    store,
  }) => {
    const first = sampleAppend('plan/a', { data: [{ n: 1 }, { n: 2 }] });
    await mustCommit(store, sampleCommit(first));
    await mustAnswer(store, sampleCommit('plan/a'), conflictOn('plan/a'));
    const second = sampleCommit(sampleAppend('plan/a', { after: headAfter(first) }));
    await mustCommit(store, second);
    const rows = await store.readStream('plan/a');
    assert.deepEqual(
      rows.map(row => row.version),
      [1, 2, 3],
    );
    assert.deepEqual(plain(rows.at(-1)), rowsOf(second)[0]);
  });

  test('a gap is never written, whether the stream exists or not', async ({ store }) => {
    await mustCommit(store, sampleCommit('plan/a'));
    for (const stream of ['plan/a', 'plan/b']) {
      const commit = sampleCommit(sampleAppend(stream, { after: imaginaryHead(2) }));
      await mustAnswer(store, commit, conflictOn(stream));
    }
    assert.equal((await store.readStream('plan/a')).length, 1);
    assert.deepEqual(await store.readStream('plan/b'), []);
  });

  test('a version conflict names the first stream that has another version', async ({ store }) => {
    await mustCommit(store, sampleCommit('plan/b'));
    await mustCommit(store, sampleCommit('plan/c'));
    const commit = sampleCommit(sampleAppend('plan/a'), {
      appends: ['plan/a', 'plan/c', 'plan/b'].map(stream => sampleAppend(stream)),
    });
    await mustAnswer(store, commit, conflictOn('plan/c'));
    assert.deepEqual(await store.readStream('plan/a'), []);
  });

  test('the next commit replaces the row of a request, and its status is counted once', async ({
    store,
  }) => {
    const opened = sampleAppend('request/a', { row: sampleRow(1) });
    await mustCommit(store, sampleCommit(opened));
    await mustCommit(store, sampleCommit(sampleAppend('request/b', { row: sampleRow(2) })));
    assert.deepEqual(await countersOf(store), { pending: 2 });
    const reportBy = sampleRow(9).requested_at;
    const allowed = sampleRow(1, {
      status: 'allowed',
      report_by: reportBy,
      silent_at: reportBy,
    });
    const after = headAfter(opened);
    await mustCommit(store, sampleCommit(sampleAppend('request/a', { after, row: allowed })));
    assert.deepEqual(await listAll(store, { limit: 10 }), [sampleRow(2), allowed]);
    assert.deepEqual(await countersOf(store), { pending: 1, allowed: 1 });
  });

  test('a stream without a row leaves the rows and counters alone', async ({ store }) => {
    const opened = sampleAppend('request/a', { row: sampleRow(1) });
    await mustCommit(store, sampleCommit(opened));
    const after = headAfter(opened);
    await mustCommit(store, sampleCommit(sampleAppend('request/a', { after, row: null })));
    assert.deepEqual(await listAll(store, { limit: 10 }), [sampleRow(1)]);
    assert.deepEqual(await countersOf(store), { pending: 1 });
  });

  test('two appends of one commit may both have a row', async ({ store }) => {
    const rows = [sampleRow(1, { status: 'cancelled' }), sampleRow(2)];
    const appends = rows.map(row => sampleAppend(`request/${row.status}`, { row }));
    await mustCommit(store, sampleCommit('request/first', { appends }));
    assert.deepEqual(await countersOf(store), { cancelled: 1, pending: 1 });
    assert.deepEqual(await listAll(store, { limit: 10 }), rows.toReversed());
  });

  const good = sampleAppend('plan/a');
  const malformed = {
    'without an append': { appends: [] },
    'with an append that has no events': { appends: [{ ...good, events: [] }] },
    'whose events have other versions': { appends: [{ ...good, expectedVersion: 1 }] },
    'whose events leave a gap': {
      appends: [
        {
          ...good,
          events: [...good.events, ...sampleAppend('plan/a', { after: imaginaryHead(2) }).events],
        },
      ],
    },
    'that appends to one stream twice': { appends: [good, good] },
    'that appends to one stream twice in a row': {
      appends: [good, sampleAppend('plan/a', { after: headAfter(good) })],
    },
    'that takes one claim twice': {
      claims: [
        { scope: 'idem', key: 'k', until: null },
        { scope: 'idem', key: 'k', until: null },
      ],
    },
    'that takes one claim for two streams': {
      appends: [
        { ...good, claims: [{ scope: 'idem', key: 'k', until: null }] },
        { ...sampleAppend('plan/b'), claims: [{ scope: 'idem', key: 'k', until: null }] },
      ],
    },
  } as const;
  for (const [what, change] of Object.entries(malformed)) {
    test(`a commit ${what} is rejected, and nothing of it is written`, async ({ store }) => {
      const commit = sampleFullCommit((await store.readState()).now, change);
      const everything = [commit, sampleCommit('plan/a')];
      const before = await observe(store, everything);
      // It would be wrong to submit it again, so it must not look like a lost answer.
      await assert.rejects(
        async () => store.commit(commit),
        error => error instanceof Error && !(error instanceof StoreUnavailable),
      );
      assert.deepEqual(await observe(store, everything), before);
      assert.deepEqual(await takeMessages(store), []);
      await mustCommit(store, sampleCommit('plan/a'));
    });
  }
}
