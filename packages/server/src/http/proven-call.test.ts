import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ClaimTaken, overrideStore, StoreUnavailable } from '@countersign/coordinator';
import {
  createModelStore,
  headAfter,
  sampleAppend,
  sampleCommit,
} from '@countersign/coordinator/testing';
import { addSeconds, timestampFromMilliseconds } from '@countersign/protocol/value';
import { provenCall } from './proven-call.ts';

const now = timestampFromMilliseconds(Date.UTC(2026, 10, 16));

function newStore() {
  let count = 0;
  return createModelStore({
    clock: { now: () => now },
    ids: { uuid: () => `00000000-0000-4000-8000-${String(count++).padStart(12, '0')}` },
  });
}

const nonceNamed = (name: string): ClaimTaken => ({
  scope: 'nonce',
  key: `proof/browser_1/${name}`,
  until: addSeconds(now, 60),
});

describe('the nonce of a write', () => {
  test('[SS-4] one proof changes one stream once, although a claim does not refuse the stream that holds it', async () => {
    const store = newStore();
    const [one, two] = [nonceNamed('a'), nonceNamed('a')].map(each => provenCall(store, each));
    assert.ok(one && two);
    const append = sampleAppend('evidence/1');
    // Both have read the stream before either of them writes.
    const first = await one.store.commit(sampleCommit(append));
    assert.equal(first.outcome, 'committed');
    const after = sampleAppend('evidence/1', { after: headAfter(append) });
    await assert.rejects(two.store.commit(sampleCommit(after)), /this proof was made before/);
    assert.deepEqual([await one.isRepeated(), await two.isRepeated()], [false, true]);
    assert.equal((await store.readStream('evidence/1')).length, 1);
  });

  test('[SS-4] a nonce that another stream took while the call was underway refuses the commit', async () => {
    const store = newStore();
    const nonce = nonceNamed('b');
    // The claim shows only as the commit is written.
    const blind = overrideStore(store, { findClaim: async () => null });
    const [one, two] = [provenCall(blind, nonce), provenCall(blind, nonce)];
    assert.equal((await one.store.commit(sampleCommit('evidence/1'))).outcome, 'committed');
    await assert.rejects(
      two.store.commit(sampleCommit('evidence/2')),
      /this proof was made before/,
    );
    assert.equal(await two.isRepeated(), true);
    assert.deepEqual(await store.readStream('evidence/2'), []);
  });

  test('[SS-4] a call that wrote nothing is a repetition where another call has the nonce', async () => {
    const store = newStore();
    const [one, two] = [provenCall(store, nonceNamed('c')), provenCall(store, nonceNamed('c'))];
    assert.equal(await two.isRepeated(), false);
    await one.store.commit(sampleCommit('evidence/1'));
    assert.equal(await two.isRepeated(), true);
  });

  test('[SS-4] a call claims its nonce once, and then writes as often as it likes', async () => {
    const store = newStore();
    const call = provenCall(store, nonceNamed('d'));
    for (const stream of ['evidence/1', 'evidence/2', 'evidence/3']) {
      assert.equal((await call.store.commit(sampleCommit(stream))).outcome, 'committed');
    }
    assert.equal((await store.findClaim(nonceNamed('d')))?.owner, 'evidence/1');
    assert.equal(await call.isRepeated(), false);
  });

  test('[SS-4] a commit whose answer was lost is submitted again, and is no repetition', async () => {
    const store = newStore();
    let lost = 1;
    const faulty = overrideStore(store, {
      commit: async commit => {
        const result = await store.commit(commit);
        if (lost-- > 0) throw new StoreUnavailable('the answer was lost');
        return result;
      },
    });
    const call = provenCall(faulty, nonceNamed('e'));
    const commit = sampleCommit('evidence/1');
    await assert.rejects(call.store.commit(commit), StoreUnavailable);
    assert.equal(await call.isRepeated(), false, 'the call may have the nonce itself');
    assert.equal((await call.store.commit(commit)).outcome, 'committed');
    assert.equal(await call.isRepeated(), false);
  });
});
