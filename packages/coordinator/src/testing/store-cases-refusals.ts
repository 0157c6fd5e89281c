import assert from 'node:assert/strict';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { Commit, CommitResult } from '../commit.ts';
import {
  imaginaryHead,
  sampleAppend,
  sampleCommit,
  sampleFullCommit,
  withClaims,
} from './sample-commit.ts';
import {
  conflictOn,
  type DefineCase,
  mustAnswer,
  mustCommit,
  type Need,
  observe,
  takeMessages,
} from './store-cases-harness.ts';

interface Refusal {
  readonly change: (commit: Commit, now: Timestamp) => Partial<Commit>;
  readonly answer: CommitResult;
  /** Seconds that the clock is set back before the commit is submitted. */
  readonly clockBack?: number;
}

const guarded = (change: Partial<Commit['guards']>) => (commit: Commit) => ({
  guards: { ...commit.guards, ...change },
});
const stale = (which: 'epoch' | 'policy_version' | 'stream' | 'claim' | 'clock'): CommitResult => ({
  outcome: 'stale_guard',
  which,
});
const claiming = (key: string) => (commit: Commit) => ({
  appends: commit.appends.map((append, place) =>
    place === 0 ? withClaims(append, { claims: [{ scope: 'live', key, until: null }] }) : append,
  ),
});

/** Each reason for which a commit is refused. `plan/taken` holds the claim `live taken`. */
const refusals: Readonly<Record<string, Refusal>> = {
  'because its first stream is behind': {
    change: ({ appends }) => ({
      appends: [sampleAppend('plan/taken'), ...appends.slice(1)],
    }),
    answer: conflictOn('plan/taken'),
  },
  'because its first stream is ahead': {
    change: ({ appends }) => ({
      appends: [sampleAppend('request/ahead', { after: imaginaryHead(4) }), ...appends.slice(1)],
    }),
    answer: conflictOn('request/ahead'),
  },
  'because its last stream is behind': {
    change: ({ appends }) => ({ appends: [...appends, sampleAppend('plan/taken')] }),
    answer: conflictOn('plan/taken'),
  },
  'for another epoch': { change: guarded({ epoch: 7 }), answer: stale('epoch') },
  'for another policy version': {
    change: guarded({ policyVersion: 'v9' }),
    answer: stale('policy_version'),
  },
  'because the clock is behind': { change: () => ({}), answer: stale('clock'), clockBack: 60 },
  'for a guarded stream': {
    change: guarded({ streams: [{ stream: 'plan/taken', version: 0 }] }),
    answer: stale('stream'),
  },
  'for a claim that must be absent': {
    change: guarded({ absentClaims: [{ scope: 'live', key: 'taken' }] }),
    answer: stale('claim'),
  },
  'for its last claim': {
    change: claiming('taken'),
    answer: {
      outcome: 'claim_taken',
      claim: { scope: 'live', key: 'taken' },
      owner: 'plan/taken',
    },
  },
  'as too early': {
    change: (_, now) => ({ notBefore: addSeconds(now, 3600) }),
    answer: { outcome: 'too_early' },
  },
  'as too late': {
    change: (_, now) => ({ notAfter: addSeconds(now, -1) }),
    answer: { outcome: 'too_late' },
  },
};

/** All or nothing: whatever a commit is refused for, nothing of it stays behind. */
export function refusalCases(test: DefineCase): void {
  for (const [why, { change, answer, clockBack = 0 }] of Object.entries(refusals)) {
    const needs: Need[] = clockBack === 0 ? [] : ['moveClock'];
    test(`a commit refused ${why} leaves nothing behind`, needs, async opened => {
      const { store, reopen, moveClock } = opened;
      const claims = [{ scope: 'live', key: 'taken', until: null }] as const;
      await mustCommit(store, sampleCommit('plan/taken', { claims }));
      const { now } = await store.readState();
      const good = sampleFullCommit(now, { notAfter: addSeconds(now, 7200) });
      const bad = { ...good, ...change(good, now) };
      const before = await observe(store, [good, bad]);

      if (clockBack !== 0) moveClock(-clockBack);
      await mustAnswer(store, bad, answer);
      if (clockBack !== 0) moveClock(clockBack);
      assert.deepEqual(await observe(store, [good, bad]), before);
      assert.deepEqual(await takeMessages(store), []);
      const again = await reopen();
      assert.deepEqual(await observe(again, [good, bad]), before);

      // The rest of the commit was good: without the reason it goes through, and shows in every part.
      await mustCommit(again, good);
      const after = await observe(again, [good, bad]);
      for (const part of Object.keys(before) as (keyof typeof before)[]) {
        assert.notDeepEqual(after[part], before[part], part);
      }
      assert.equal((await takeMessages(again)).length, 2);
    });
  }

  test('the first reason that applies is answered, in the order version, guards, claims, time', async ({
    store,
  }) => {
    const taken = { scope: 'live', key: 'taken' } as const;
    await mustCommit(store, sampleCommit('plan/taken', { claims: [{ ...taken, until: null }] }));
    const { now } = await store.readState();
    const good = sampleCommit('plan/a');
    const late = { ...good, notAfter: addSeconds(now, -1) };
    const early = { ...late, notBefore: addSeconds(now, 3600) };
    const claims = [{ ...taken, until: null }];
    const taking = { ...early, appends: good.appends.map(each => withClaims(each, { claims })) };
    const absent = { ...taking, guards: { ...good.guards, absentClaims: [taken] } };
    const streams = [{ stream: 'plan/taken', version: 9 }];
    const stream = { ...absent, guards: { ...absent.guards, streams } };
    const policy = { ...stream, guards: { ...stream.guards, policyVersion: 'v9' } };
    const epoch = { ...policy, guards: { ...policy.guards, epoch: 7 } };
    const version = { ...epoch, appends: [...good.appends, sampleAppend('plan/taken')] };
    // Each has one reason less than the one before it.
    const steps: readonly (readonly [Commit, CommitResult])[] = [
      [version, conflictOn('plan/taken')],
      [epoch, stale('epoch')],
      [policy, stale('policy_version')],
      [stream, stale('stream')],
      [absent, stale('claim')],
      [taking, { outcome: 'claim_taken', claim: taken, owner: 'plan/taken' }],
      [early, { outcome: 'too_early' }],
      [late, { outcome: 'too_late' }],
      [good, { outcome: 'committed' }],
      [version, { outcome: 'committed' }],
    ];
    for (const [commit, answer] of steps) await mustAnswer(store, commit, answer);
  });

  test(
    'a clock that is behind is answered after the policy and before the streams',
    ['moveClock'],
    async ({ store, moveClock }) => {
      await mustCommit(store, sampleCommit('plan/taken'));
      moveClock(-60);
      const streams = [{ stream: 'plan/taken', version: 9 }];
      const behind = sampleCommit('plan/a', { guards: { streams } });
      await mustAnswer(store, sampleCommit('plan/taken'), conflictOn('plan/taken'));
      const policy = { ...behind, guards: { ...behind.guards, policyVersion: 'v9' } };
      await mustAnswer(store, policy, stale('policy_version'));
      await mustAnswer(store, behind, stale('clock'));
      moveClock(60);
      await mustAnswer(store, behind, stale('stream'));
    },
  );
}
