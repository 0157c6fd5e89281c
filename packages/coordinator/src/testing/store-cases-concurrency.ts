import assert from 'node:assert/strict';
import { verifyStream } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import type { Commit, CommitResult } from '../commit.ts';
import { type Store, StoreUnavailable } from '../store.ts';
import { sampleAppend, sampleCommit, sampleRow } from './sample-commit.ts';
import {
  countersOf,
  type DefineCase,
  mustCommit,
  plain,
  rowsOf,
  takeMessages,
} from './store-cases-harness.ts';

const contenders = 64;
const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** Submits all at once, spread evenly over the handles. */
async function submitAll(
  handles: readonly [Store, ...Store[]],
  commits: readonly Commit[],
): Promise<CommitResult[]> {
  const answers = commits.map((commit, n) => {
    const handle = handles[n % handles.length] ?? handles[0];
    return handle.commit(commit);
  });
  return plain(await Promise.all(answers));
}

function theWinner(commits: readonly Commit[], answers: readonly CommitResult[]): Commit {
  const winners = commits.filter((_, n) => answers[n]?.outcome === 'committed');
  const [winner] = winners;
  assert.ok(winner);
  assert.equal(winners.length, 1, 'exactly one commit is answered committed');
  return winner;
}

/** What holds when many commit at the same time, through one handle and through several. */
export function concurrencyCases(test: DefineCase): void {
  const raceForVersion = async (handles: readonly [Store, ...Store[]]) => {
    const [store] = handles;
    for (const round of numbers(4)) {
      const stream = `request/${round}`;
      const commits = numbers(contenders).map(n =>
        sampleCommit(sampleAppend(stream, { data: [{ n }], row: sampleRow(round) }), {
          claims: [{ scope: 'slot', key: `${round}/${n}`, until: null }],
          outbox: [{ topic: 'grant.consumed', stream, payload: `${round} ${n}` }],
        }),
      );
      const answers = await submitAll(handles, commits);
      const winner = theWinner(commits, answers);
      for (const answer of answers) {
        if (answer.outcome === 'committed') continue;
        assert.deepEqual(answer, { outcome: 'version_conflict', stream });
      }
      assert.deepEqual(plain(await store.readStream(stream)), rowsOf(winner));
      const held = await store.listClaims('slot', `${round}/`);
      assert.deepEqual(
        held.map(({ key }) => key),
        winner.appends[0]?.claims?.map(({ key }) => key),
      );
      const [message] = winner.outbox;
      const expected = `grant.consumed ${stream} ${message?.payload}`;
      assert.deepEqual(await takeMessages(store, 'a'), [expected]);
    }
    assert.deepEqual(await countersOf(store), { pending: 4 });
  };

  test('[SU-1] of 64 concurrent commits to one version exactly one wins', async ({ store }) => {
    await raceForVersion([store]);
  });

  test(
    '[SU-1] of 64 concurrent commits over two handles to one version exactly one wins',
    ['second'],
    async ({ store, second }) => {
      await raceForVersion([store, await second()]);
    },
  );

  const raceForClaim = async (handles: readonly [Store, ...Store[]]) => {
    const [store] = handles;
    const claim = { scope: 'nonce', key: 'n-1' } as const;
    const commits = numbers(contenders).map(n =>
      sampleCommit(`request/${n}`, { claims: [{ ...claim, until: null }] }),
    );
    const answers = await submitAll(handles, commits);
    const owner = theWinner(commits, answers).appends[0]?.stream ?? '';
    assert.deepEqual(plain(await store.findClaim(claim)), { ...claim, owner, until: null });
    for (const [n, answer] of answers.entries()) {
      if (answer.outcome === 'committed') continue;
      assert.deepEqual(answer, { outcome: 'claim_taken', claim, owner });
      assert.deepEqual(await store.readStream(`request/${n}`), []);
    }
  };

  test('[SU-1] of 64 concurrent takers of one claim exactly one wins', async ({ store }) => {
    await raceForClaim([store]);
  });

  test(
    '[SU-1] of 64 concurrent takers of one claim over two handles exactly one wins',
    ['second'],
    async ({ store, second }) => {
      await raceForClaim([store, await second()]);
    },
  );

  test(
    'of concurrent takers of an expired claim exactly one gets it',
    ['second'],
    async ({ store, second }) => {
      const { now } = await store.readState();
      const claim = { scope: 'slot', key: 'bot/1' } as const;
      const over = { ...claim, until: addSeconds(now, -60) };
      await mustCommit(store, sampleCommit('request/before', { claims: [over] }));
      const commits = numbers(contenders).map(n =>
        sampleCommit(`request/${n}`, { claims: [{ ...claim, until: null }] }),
      );
      const answers = await submitAll([store, await second()], commits);
      const owner = theWinner(commits, answers).appends[0]?.stream;
      assert.equal((await store.findClaim(claim))?.owner, owner);
    },
  );

  test(
    'of concurrent takers that take a claim over from its owner exactly one gets it',
    ['second'],
    async ({ store, second }) => {
      const claim = { scope: 'round', key: 'case/1', until: null } as const;
      await mustCommit(store, sampleCommit('request/before', { claims: [claim] }));
      const commits = numbers(contenders).map(n =>
        sampleCommit(`request/${n}`, { claims: [{ ...claim, from: 'request/before' }] }),
      );
      const answers = await submitAll([store, await second()], commits);
      const owner = theWinner(commits, answers).appends[0]?.stream;
      assert.equal((await store.findClaim(claim))?.owner, owner);
    },
  );

  test(
    'commits that want the same streams and claims in opposite order do not block each other',
    ['second'],
    async ({ store, second }) => {
      const handles = [store, await second()] as const;
      const claims = ['a', 'b'].map(key => ({ scope: 'slot', key, until: null }) as const);
      const appends = ['plan/a', 'plan/b', 'plan/c'].map(stream => sampleAppend(stream));
      const commits = numbers(32).map(n => {
        const turned = n % 4 < 2;
        return sampleCommit('plan/a', {
          appends: turned ? appends.toReversed() : appends,
          claims: turned ? claims.toReversed() : claims,
        });
      });
      theWinner(commits, await submitAll(handles, commits));
      for (const { stream } of appends) assert.equal((await store.readStream(stream)).length, 1);
      const crossing = numbers(32).map(n => {
        const more = ['c', 'd'].map(key => ({ scope: 'slot', key, until: null }) as const);
        return sampleCommit(`request/${n}`, { claims: n % 4 < 2 ? more.toReversed() : more });
      });
      theWinner(crossing, await submitAll(handles, crossing));
    },
  );

  test(
    'many concurrent commits to different streams all succeed',
    ['second'],
    async ({ store, second, reopen }) => {
      const other = await second();
      const commits = numbers(200).map(n => {
        const append = sampleAppend(`request/${n}`, { data: [{ n }], row: sampleRow(n) });
        return sampleCommit(append, {
          claims: [{ scope: 'idem', key: `${n}`, until: null }],
          outbox: [{ topic: 'request.opened', stream: `request/${n}`, payload: `${n}` }],
        });
      });
      const answers = await submitAll([store, other], commits);
      assert.ok(answers.every(({ outcome }) => outcome === 'committed'));
      const again = await reopen();
      for (const [n, commit] of commits.entries()) {
        assert.deepEqual(plain(await again.readStream(`request/${n}`)), rowsOf(commit));
      }
      assert.equal((await again.listClaims('idem', '')).length, 200);
      assert.deepEqual(await countersOf(again), { pending: 200 });
      assert.equal((await takeMessages(again)).length, 200);
    },
  );

  test('failing commits in a burst do not harm the others, and leave nothing behind', async ({
    store,
  }) => {
    const { now } = await store.readState();
    await mustCommit(store, sampleCommit('plan/old'));
    const held = { scope: 'idem', key: 'held', until: null } as const;
    await mustCommit(store, sampleCommit('plan/holder', { claims: [held] }));
    const commits = numbers(60).map(n => {
      const first = sampleAppend(`request/${n}`, { row: sampleRow(n) });
      const claims = [{ scope: 'slot', key: `${n}`, until: null } as const];
      const outbox = [{ topic: 'request.opened', stream: first.stream, payload: `${n}` }];
      const good = sampleCommit(first, { claims, outbox });
      switch (n % 6) {
        case 1:
          return { ...good, appends: [...good.appends, sampleAppend('plan/old')] };
        case 2:
          return sampleCommit(first, { claims: [...claims, held], outbox });
        case 3:
          return { ...good, notAfter: addSeconds(now, -1) };
        case 4:
          return {
            ...good,
            appends: [...good.appends, { ...sampleAppend('plan/new'), expectedVersion: 3 }],
          };
        case 5:
          return { ...good, guards: { ...good.guards, epoch: 9 } };
        default:
          return good;
      }
    });
    const answers = await Promise.all(
      commits.map(async commit => {
        try {
          return (await store.commit(commit)).outcome;
        } catch (error) {
          assert.ok(!(error instanceof StoreUnavailable), 'a malformed commit is not a lost one');
          return 'thrown';
        }
      }),
    );
    const refused = ['version_conflict', 'claim_taken', 'too_late', 'thrown', 'stale_guard'];
    for (const n of numbers(60)) {
      assert.equal(answers[n], n % 6 === 0 ? 'committed' : refused[(n % 6) - 1]);
      const rows = await store.readStream(`request/${n}`);
      assert.equal(rows.length, n % 6 === 0 ? 1 : 0);
    }
    assert.equal((await store.listClaims('slot', '')).length, 10);
    assert.deepEqual(await countersOf(store), { pending: 10 });
    assert.equal((await store.listUnsequenced(100)).length, 12);
    assert.equal((await takeMessages(store)).length, 10);
  });

  test(
    'a stream written through two handles in turn verifies as one chain',
    ['second'],
    async ({ store, second }) => {
      const handles = [store, await second()];
      let written = 0;
      const write = async (handle: Store): Promise<void> => {
        while (written < 40) {
          const last = (await handle.readStream('plan/a')).at(-1) ?? null;
          const after = last && { version: last.version, event_digest: last.event_digest };
          const { outcome } = await handle.commit(sampleCommit(sampleAppend('plan/a', { after })));
          if (outcome === 'committed') written++;
          else assert.equal(outcome, 'version_conflict');
        }
      };
      await Promise.all(handles.flatMap(handle => [write(handle), write(handle), write(handle)]));
      const rows = await store.readStream('plan/a');
      assert.equal(rows.length, written);
      assert.ok(verifyStream('plan/a', rows).ok);
    },
  );
}
