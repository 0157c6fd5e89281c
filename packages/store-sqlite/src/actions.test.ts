import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { sampleActionBytes, sampleCommit } from '@countersign/coordinator/testing';
import { addSeconds } from '@countersign/protocol/value';
import { openStore, pathFor, standingClock } from './testing/temporary-store.ts';

describe('erased actions', () => {
  test('erased actions are gone from the file, not only from the answers', async context => {
    const path = pathFor(context);
    const clock = standingClock();
    const store = await openStore(path, clock);
    const until = addSeconds(clock.now(), 60);
    const secret = 'correct horse battery staple';
    const actions = Array.from({ length: 40 }, (_, n) =>
      // Of many sizes: what shares a page with others, and what fills several.
      sampleActionBytes(
        `${n} ${secret} `.repeat(1 + n * 7),
        n % 2 === 0 ? until : addSeconds(until, 1),
      ),
    );
    for (const [n, action] of actions.entries()) {
      await store.commit(sampleCommit(`plan/${n}`, { actions: [action] }));
    }
    clock.move(60);
    assert.equal(await store.eraseActions(100), 20);
    await store.close();
    // Closing brought the log into the file and removed it, so this is everything there is.
    const left = readFileSync(path, 'latin1');
    for (const [n, { text }] of actions.entries()) {
      assert.equal(left.includes(text.slice(0, 30)), n % 2 === 1, `action ${n}`);
    }
  });

  test('erased words leave the file with the merging of the index', async context => {
    const path = pathFor(context);
    const clock = standingClock();
    const store = await openStore(path, clock);
    const now = clock.now();
    const actions = Array.from({ length: 40 }, (_, n) =>
      sampleActionBytes(`action ${n}`, addSeconds(now, n % 2 === 0 ? 60 : 120)),
    );
    await store.commit(sampleCommit('plan/a', { actions }));
    const words = ['qwertzsecret', 'plainword'];
    for (const facet of ['=asked', '=decided', '=ran']) {
      const from = await store.readIndexed();
      const entries = actions.map(({ digest }, n) => ({
        approval_request_id: `ar_${n}`,
        requested_at: addSeconds(now, n),
        action_digest: digest,
        facets: [facet],
        words: [`${words[n % 2]}${n}`],
      }));
      await store.addToIndex({ from, to: { epoch: 1, index: from.index + 40 }, entries });
    }
    clock.move(60);
    assert.equal(await store.eraseActions(100), 20);
    for (let round = 0; round < 5; round++) assert.equal(await store.eraseActions(100), 0);
    assert.deepEqual(await store.countIndexed({ all: [['qwertz']] }, 100), 0);
    assert.equal(await store.countIndexed({ all: [['plainword']] }, 100), 20);
    assert.equal(await store.countIndexed({ all: [['=ran']] }, 100), 40);
    await store.close();
    const left = readFileSync(path, 'latin1');
    assert.equal(left.includes('plainword'), true);
    assert.equal(left.includes('qwertz'), false);
  });
});
