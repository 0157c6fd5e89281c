import assert from 'node:assert/strict';
import { addSeconds } from '@countersign/protocol/value';
import type { CommitResult, GuardName } from '../commit.ts';
import { headAfter, sampleAppend, sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustAnswer, mustCommit } from './store-cases-harness.ts';

const stale = (which: GuardName): CommitResult => ({ outcome: 'stale_guard', which });

/** What must still hold in the store for a commit to be written. */
export function guardCases(test: DefineCase): void {
  test(
    'an epoch that a commit sets is in force for every later commit',
    ['second'],
    async ({ store, second, reopen }) => {
      const other = await second();
      await mustCommit(store, sampleCommit('store', { brings: { epoch: 2 } }));
      for (const handle of [other, await reopen()]) {
        const { epoch, policyVersion } = await handle.readState();
        assert.deepEqual({ epoch, policyVersion }, { epoch: 2, policyVersion: null });
        for (const wrong of [1, 3]) {
          const commit = sampleCommit('plan/a', { guards: { epoch: wrong } });
          await mustAnswer(handle, commit, stale('epoch'));
        }
      }
      await mustCommit(other, sampleCommit('plan/a', { guards: { epoch: 2 } }));
    },
  );

  test('a policy version that a commit sets is in force for every later commit', async ({
    store,
    reopen,
  }) => {
    const brings = { policyVersion: 'v1' };
    await mustCommit(store, sampleCommit('store', { brings, guards: { policyVersion: '' } }));
    const again = await reopen();
    const { epoch, policyVersion } = await again.readState();
    assert.deepEqual({ epoch, policyVersion }, { epoch: 1, policyVersion: 'v1' });
    for (const old of ['', 'v0', 'V1', 'v1 ']) {
      const commit = sampleCommit('plan/a', { guards: { policyVersion: old } });
      await mustAnswer(again, commit, stale('policy_version'));
    }
    await mustCommit(again, sampleCommit('plan/a', { guards: { policyVersion: 'v1' } }));
  });

  test('a policy version is compared only when a commit depends on it', async ({ store }) => {
    await mustCommit(store, sampleCommit('plan/a'));
    await mustCommit(store, sampleCommit('store', { brings: { policyVersion: 'v1' } }));
    await mustCommit(store, sampleCommit('plan/b'));
  });

  test('a store without a policy is guarded by the empty version', async ({ store }) => {
    const guessing = sampleCommit('plan/a', { guards: { policyVersion: 'v1' } });
    await mustAnswer(store, guessing, stale('policy_version'));
    await mustCommit(store, sampleCommit('plan/a', { guards: { policyVersion: '' } }));
  });

  test('a commit that sets neither epoch nor policy leaves both unchanged', async ({ store }) => {
    const brings = { policyVersion: 'v1', epoch: 2 };
    await mustCommit(store, sampleCommit('store', { brings }));
    await mustCommit(store, sampleCommit('plan/a', { brings: {}, guards: { epoch: 2 } }));
    const { epoch, policyVersion } = await store.readState();
    assert.deepEqual({ epoch, policyVersion }, brings);
  });

  test('a guarded stream with another version refuses the commit, higher or lower', async ({
    store,
  }) => {
    const first = sampleAppend('plan/read', { data: [{}, {}] });
    await mustCommit(store, sampleCommit(first));
    const guardedAt = (version: number) =>
      sampleCommit('plan/a', { guards: { streams: [{ stream: 'plan/read', version }] } });
    for (const version of [0, 1, 3]) await mustAnswer(store, guardedAt(version), stale('stream'));
    await mustCommit(store, guardedAt(2));
    assert.equal((await store.readStream('plan/read')).length, 2);
  });

  test('a guarded stream that does not exist has version 0', async ({ store }) => {
    const guardedAt = (version: number) =>
      sampleCommit('plan/a', { guards: { streams: [{ stream: 'plan/read', version }] } });
    await mustAnswer(store, guardedAt(1), stale('stream'));
    await mustCommit(store, guardedAt(0));
    assert.deepEqual(await store.readStream('plan/read'), []);
  });

  test('every guarded stream is compared, not only the first', async ({ store }) => {
    await mustCommit(store, sampleCommit('plan/one'));
    const streams = [
      { stream: 'plan/one', version: 1 },
      { stream: 'plan/none', version: 0 },
      { stream: 'plan/one', version: 2 },
    ];
    await mustAnswer(store, sampleCommit('plan/a', { guards: { streams } }), stale('stream'));
    const good = { guards: { streams: streams.slice(0, 2) } };
    await mustCommit(store, sampleCommit('plan/a', good));
  });

  test('a claim that must be absent refuses the commit while any stream holds it, even the same stream', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const first = sampleAppend('plan/a');
    const held = { scope: 'hold', key: 'session-1' } as const;
    await mustCommit(store, sampleCommit(first, { claims: [{ ...held, until: null }] }));
    const guards = { absentClaims: [{ scope: 'hold', key: 'session-0' } as const, held] };
    await mustAnswer(store, sampleCommit('plan/b', { guards }), stale('claim'));
    const next = sampleAppend('plan/a', { after: headAfter(first) });
    await mustAnswer(store, sampleCommit(next, { guards }), stale('claim'));
    await mustCommit(store, sampleCommit(next, { claimEnds: [{ ...held, until: now }] }));
    await mustCommit(store, sampleCommit('plan/b', { guards }));
  });

  test('a claim that must be absent counts as absent when it is over or in another scope', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const claims = [
      { scope: 'hold', key: 'over', until: addSeconds(now, -1) },
      { scope: 'live', key: 'session-1', until: null },
    ] as const;
    await mustCommit(store, sampleCommit('plan/a', { claims }));
    const absentClaims = [
      { scope: 'hold', key: 'over' },
      { scope: 'hold', key: 'session-1' },
    ] as const;
    await mustCommit(store, sampleCommit('plan/b', { guards: { absentClaims } }));
  });

  test('a commit may take the claim that it requires to be absent', async ({ store }) => {
    const held = { scope: 'hold', key: 'session-1' } as const;
    const change = { guards: { absentClaims: [held] }, claims: [{ ...held, until: null }] };
    await mustCommit(store, sampleCommit('plan/a', change));
    await mustAnswer(store, sampleCommit('plan/b', change), stale('claim'));
    assert.equal((await store.findClaim(held))?.owner, 'plan/a');
  });
}
