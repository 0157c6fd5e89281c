import assert from 'node:assert/strict';
import { sha256OfText } from '@countersign/protocol/crypto';
import { emptyFrontier } from '@countersign/protocol/log';
import { type Store, StoreUnavailable } from '../store.ts';
import { sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit } from './store-cases-harness.ts';

const calls: Readonly<Record<string, (store: Store) => Promise<unknown>>> = {
  commit: async store => store.commit(sampleCommit('plan/late')),
  readStream: async store => store.readStream('plan/a'),
  findClaim: async store => store.findClaim({ scope: 'idem', key: 'k' }),
  listClaims: async store => store.listClaims('idem', ''),
  readAction: async store => store.readAction(sha256OfText('')),
  readState: async store => store.readState(),
  readClockMark: async store => store.readClockMark(),
  listRequests: async store => store.listRequests({ limit: 1 }),
  countRequests: async store => store.countRequests(),
  listDue: async store => store.listDue(1),
  listSilent: async store => store.listSilent(1),
  leaseOutbox: async store => store.leaseOutbox({ owner: 'x', seconds: 1, limit: 1 }),
  settleOutbox: async store => store.settleOutbox({ id: 1, owner: 'x', outcome: 'delivered' }),
  listDeadLetters: async store => store.listDeadLetters(1),
  retryDeadLetter: async store => store.retryDeadLetter(1),
  listUnsequenced: async store => store.listUnsequenced(1),
  readLog: async store => store.readLog(),
  appendToLog: async store =>
    store.appendToLog({ epoch: 1, expectedSize: 0, leaves: [], frontier: emptyFrontier }),
  readLeaves: async store => store.readLeaves(1, [0]),
  findLeaves: async store => store.findLeaves([{ stream: 'plan/a', version: 1 }]),
  readLogRows: async store => store.readLogRows({ epoch: 1, from: 0, limit: 1 }),
  saveCheckpoint: async store => store.saveCheckpoint({ epoch: 1, size: 1, note: 'late' }),
  listUnpublished: async store => store.listUnpublished(1),
  markPublished: async store => store.markPublished({ epoch: 1, size: 1 }),
  eraseActions: async store => store.eraseActions(1),
};

/** The results of calls when a store is closed. */
export function closingCases(test: DefineCase): void {
  test('commits that were accepted before closing are finished and answered', async ({
    store,
    reopen,
  }) => {
    const streams = Array.from({ length: 40 }, (_, n) => `plan/${n}`);
    const answers = streams.map(stream => store.commit(sampleCommit(stream)));
    await store.close();
    for (const { outcome } of await Promise.all(answers)) assert.equal(outcome, 'committed');
    const again = await reopen();
    for (const stream of streams) assert.equal((await again.readStream(stream)).length, 1);
  });

  test('every call after closing reports that the store is unavailable', async ({
    store,
    reopen,
  }) => {
    await mustCommit(store, sampleCommit('plan/a'));
    await store.close();
    for (const [name, call] of Object.entries(calls)) {
      await assert.rejects(call(store), StoreUnavailable, name);
    }
    const again = await reopen();
    assert.deepEqual(await again.readStream('plan/late'), []);
  });

  test('closing one handle leaves the others working', ['second'], async ({ store, second }) => {
    const other = await second();
    await mustCommit(other, sampleCommit('plan/a'));
    await other.close();
    assert.equal((await store.readStream('plan/a')).length, 1);
    await mustCommit(store, sampleCommit('plan/b'));
  });
}
