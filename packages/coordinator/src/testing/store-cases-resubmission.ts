import assert from 'node:assert/strict';
import { addSeconds } from '@countersign/protocol/value';
import type { Commit } from '../commit.ts';
import type { Store } from '../store.ts';
import { headAfter, sampleAppend, sampleCommit, sampleFullCommit } from './sample-commit.ts';
import {
  conflictOn,
  type DefineCase,
  mustAnswer,
  mustCommit,
  observe,
  takeMessages,
} from './store-cases-harness.ts';

/** What the same commit is answered when it is submitted again, because its answer was lost. */
export function resubmissionCases(test: DefineCase): void {
  test('the identical commit is answered committed again, and changes nothing', async ({
    store,
  }) => {
    const commit = await fullCommitted(store);
    await unchangedBy(store, commit, () => mustCommit(store, commit));
    assert.equal((await takeMessages(store)).length, 2);
  });

  test('the identical commit is recognised after reopening', async ({ store, reopen }) => {
    const commit = await fullCommitted(store);
    const again = await reopen();
    await unchangedBy(again, commit, () => mustCommit(again, structuredClone(commit)));
    assert.equal((await takeMessages(again)).length, 2);
  });

  test(
    'the identical commit is recognised by another handle',
    ['second'],
    async ({ store, second }) => {
      const commit = await fullCommitted(store);
      const other = await second();
      await unchangedBy(store, commit, () => mustCommit(other, structuredClone(commit)));
      assert.equal((await takeMessages(other)).length, 2);
    },
  );

  test('the identical commit is recognised after later events, and does not restore old data', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const first = await fullCommitted(store);
    for (const { id } of await store.leaseOutbox({ owner: 'a', seconds: 60, limit: 10 })) {
      await store.settleOutbox({ id, owner: 'a', outcome: 'delivered' });
    }
    const [request] = first.appends;
    assert.ok(request?.row);
    const later = sampleAppend('request/full', {
      after: headAfter(request),
      row: { ...request.row, status: 'allowed' },
    });
    // Ends both claims, brings the next epoch, and changes the row.
    const ends = request.claims?.map(({ scope, key }) => ({ scope, key, until: now }));
    await mustCommit(
      store,
      sampleCommit(later, {
        guards: { epoch: 2 },
        claimEnds: ends,
        brings: { policyVersion: 'v2', epoch: 3 },
      }),
    );
    const taker = { claims: [{ scope: 'idem', key: 'key-1', until: null }] } as const;
    await mustCommit(store, sampleCommit('request/other', { ...taker, guards: { epoch: 3 } }));
    await unchangedBy(store, first, () => mustCommit(store, first));
    assert.deepEqual(await takeMessages(store), []);
  });

  test('the identical commit is recognised after its deadline', async ({ store, letPass }) => {
    let commit: Commit;
    let outcome: string;
    // On a slow machine the first deadlines may be missed; that does not answer the question.
    do {
      const { now } = await store.readState();
      commit = sampleCommit('plan/a', { notAfter: addSeconds(now, 1) });
      ({ outcome } = await store.commit(commit));
    } while (outcome === 'too_late');
    assert.equal(outcome, 'committed');
    await letPass(1);
    const again = commit;
    await unchangedBy(store, again, () => mustCommit(store, again));
  });

  test(
    'the identical commit is recognised when the clock is behind',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const commit = sampleCommit('plan/a');
      await mustCommit(store, commit);
      moveClock(-60);
      await unchangedBy(store, commit, () => mustCommit(store, commit));
    },
  );

  test('a different commit at the same version is a conflict, even with the same events', async ({
    store,
  }) => {
    const commit = await fullCommitted(store);
    const { epoch } = await store.readState();
    const another = { ...commit, attempt: 'another', guards: { ...commit.guards, epoch } };
    await unchangedBy(store, commit, () => mustAnswer(store, another, conflictOn('request/full')));
  });

  test('a commit that lost a race stays lost after every repetition', async ({ store, reopen }) => {
    const winner = sampleCommit('plan/a');
    const loser = sampleCommit('plan/a', { claims: [{ scope: 'idem', key: 'k', until: null }] });
    await mustCommit(store, winner);
    await mustAnswer(store, loser, conflictOn('plan/a'));
    await mustAnswer(store, loser, conflictOn('plan/a'));
    const again = await reopen();
    await mustAnswer(again, loser, conflictOn('plan/a'));
    await mustCommit(again, winner);
    assert.equal(await again.findClaim({ scope: 'idem', key: 'k' }), null);
  });

  test('a refused commit can be committed later when nothing blocks it', async ({ store }) => {
    const { now } = await store.readState();
    const holder = sampleCommit('plan/holder', {
      claims: [{ scope: 'live', key: 'k', until: null }],
    });
    await mustCommit(store, holder);
    const waiting = sampleCommit('plan/a', { claims: [{ scope: 'live', key: 'k', until: null }] });
    const claim = { scope: 'live', key: 'k' } as const;
    await mustAnswer(store, waiting, { outcome: 'claim_taken', claim, owner: 'plan/holder' });
    const [held] = holder.appends;
    assert.ok(held);
    const release = sampleAppend('plan/holder', { after: headAfter(held) });
    await mustCommit(store, sampleCommit(release, { claimEnds: [{ ...claim, until: now }] }));
    await mustCommit(store, waiting);
    await mustCommit(store, waiting);
    assert.equal((await store.findClaim(claim))?.owner, 'plan/a');
  });

  test(
    'identical commits that are submitted at the same time are all answered committed',
    ['second'],
    async ({ store, second }) => {
      const other = await second();
      const commit = sampleFullCommit((await store.readState()).now);
      const submissions = Array.from({ length: 16 }, (_, n) => (n % 2 === 0 ? store : other));
      await Promise.all(submissions.map(handle => mustCommit(handle, structuredClone(commit))));
      const seen = await observe(store, [commit]);
      assert.equal(seen.streams['request/full']?.length, 2);
      assert.equal(seen.unsequenced.length, 3);
      assert.deepEqual(seen.counters, { pending: 1 });
      assert.equal((await takeMessages(store)).length, 2);
    },
  );
}

async function fullCommitted(store: Store): Promise<Commit> {
  const commit = sampleFullCommit((await store.readState()).now);
  await mustCommit(store, commit);
  return commit;
}

async function unchangedBy(
  store: Store,
  commit: Commit,
  change: () => Promise<void>,
): Promise<void> {
  const before = await observe(store, [commit]);
  await change();
  assert.deepEqual(await observe(store, [commit]), before);
}
