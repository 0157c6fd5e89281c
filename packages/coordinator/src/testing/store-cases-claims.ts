import assert from 'node:assert/strict';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { ClaimTaken, CommitResult } from '../commit.ts';
import type { Store } from '../store.ts';
import { headAfter, sampleAppend, sampleCommit } from './sample-commit.ts';
import {
  byKey,
  conflictOn,
  type DefineCase,
  headOf,
  mustAnswer,
  mustCommit,
  plain,
} from './store-cases-harness.ts';

const claim = { scope: 'live', key: 'k' } as const;
const forEver: ClaimTaken = { ...claim, until: null };
const takenBy = (owner: string): CommitResult => ({ outcome: 'claim_taken', claim, owner });

/** Commits one more event of a stream, together with whatever claims it takes or ends. */
async function append(
  store: Store,
  stream: string,
  change: Parameters<typeof sampleCommit>[1],
): Promise<CommitResult> {
  const after = await headOf(store, stream);
  return plain(await store.commit(sampleCommit(sampleAppend(stream, { after }), change)));
}

const committed: CommitResult = { outcome: 'committed' };
const take = (store: Store, stream: string, ...claims: ClaimTaken[]) =>
  append(store, stream, { claims });

/** A uniqueness that spans streams. */
export function claimCases(test: DefineCase): void {
  test('a claim without an end is held until its owner ends it', async ({ store, reopen }) => {
    assert.equal(await store.findClaim(claim), null);
    assert.deepEqual(await take(store, 'plan/a', forEver), committed);
    const held = { ...claim, owner: 'plan/a', until: null };
    assert.deepEqual(plain(await store.findClaim(claim)), held);
    assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));
    const again = await reopen();
    assert.deepEqual(plain(await again.findClaim(claim)), held);
    assert.deepEqual(await take(again, 'plan/b', forEver), takenBy('plan/a'));
    assert.deepEqual(await again.readStream('plan/b'), []);
  });

  test('[SU-2] a used version and a used nonce are refused permanently, also after reopening', async ({
    store,
    reopen,
  }) => {
    const nonce = { scope: 'nonce', key: 'n-1' } as const;
    const issued = sampleAppend('request/a');
    await mustCommit(store, sampleCommit(issued));
    const consume = (claims: readonly ClaimTaken[] = []) =>
      sampleCommit(sampleAppend('request/a', { after: headAfter(issued) }), { claims });
    await mustCommit(store, consume([{ ...nonce, until: null }]));
    const replay = sampleCommit('request/b', { claims: [{ ...nonce, until: null }] });
    const refused: CommitResult = { outcome: 'claim_taken', claim: nonce, owner: 'request/a' };
    for (let openings = 0; openings < 3; openings++) {
      const again = openings === 0 ? store : await reopen();
      await mustAnswer(again, consume(), conflictOn('request/a'));
      await mustAnswer(again, replay, refused);
      assert.equal((await again.readStream('request/a')).length, 2);
    }
  });

  test(
    '[SU-2] a used nonce is refused at any later time',
    ['moveClock'],
    async ({ store, moveClock }) => {
      assert.deepEqual(await take(store, 'plan/a', forEver), committed);
      moveClock(100 * 366 * 86_400);
      assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));
    },
  );

  test('a claim is held until its end and free after it', async ({ store }) => {
    const { now } = await store.readState();
    const until = addSeconds(now, 3600);
    assert.deepEqual(await take(store, 'plan/a', { ...claim, until }), committed);
    assert.deepEqual(plain(await store.findClaim(claim)), { ...claim, owner: 'plan/a', until });
    assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));

    const over = { scope: 'slot', key: 'k', until: addSeconds(now, -1) } as const;
    assert.deepEqual(await take(store, 'plan/a', over), committed);
    assert.equal(await store.findClaim(over), null);
    assert.deepEqual(await store.listClaims('slot', ''), []);
    assert.deepEqual(await take(store, 'plan/b', { ...over, until }), committed);
    assert.equal((await store.findClaim(over))?.owner, 'plan/b');
  });

  test('time alone frees a claim', async ({ store, letPass }) => {
    const until = addSeconds((await store.readState()).now, 1);
    assert.deepEqual(await take(store, 'plan/a', { ...claim, until }), committed);
    await letPass(1);
    assert.equal(await store.findClaim(claim), null);
    assert.deepEqual(await take(store, 'plan/b', forEver), committed);
  });

  test(
    'a claim is held a millisecond before its end and free at its end',
    ['moveClock'],
    async ({ store, moveClock }) => {
      const until = addSeconds((await store.readState()).now, 60);
      assert.deepEqual(await take(store, 'plan/a', { ...claim, until }), committed);
      moveClock(59.999);
      assert.equal((await store.findClaim(claim))?.owner, 'plan/a');
      assert.equal((await store.listClaims('live', 'k')).length, 1);
      assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));
      moveClock(0.001);
      assert.equal(await store.findClaim(claim), null);
      assert.deepEqual(await store.listClaims('live', 'k'), []);
      assert.deepEqual(await take(store, 'plan/b', forEver), committed);
      assert.equal((await store.findClaim(claim))?.owner, 'plan/b');
    },
  );

  test('the owner can take its own claim again with another end', async ({ store }) => {
    const { now } = await store.readState();
    assert.deepEqual(await take(store, 'plan/a', forEver), committed);
    const until = addSeconds(now, 3600);
    assert.deepEqual(await take(store, 'plan/a', { ...claim, until }), committed);
    assert.deepEqual(plain(await store.findClaim(claim)), { ...claim, owner: 'plan/a', until });
  });

  test('a claim is taken over only from the stream that the commit names', async ({ store }) => {
    assert.deepEqual(await take(store, 'plan/a', forEver), committed);
    const from = (stream: string): ClaimTaken => ({ ...forEver, from: stream });
    assert.deepEqual(await take(store, 'plan/c', from('plan/b')), takenBy('plan/a'));
    assert.deepEqual(await take(store, 'plan/b', from('plan/a')), committed);
    assert.equal((await store.findClaim(claim))?.owner, 'plan/b');
    // It has moved on, so the stream before has nothing left to hand over.
    assert.deepEqual(await take(store, 'plan/c', from('plan/a')), takenBy('plan/b'));
    assert.deepEqual(await take(store, 'plan/a', forEver), takenBy('plan/b'));
  });

  test('a claim that may be taken over may also be free', async ({ store }) => {
    assert.deepEqual(await take(store, 'plan/b', { ...forEver, from: 'plan/a' }), committed);
    assert.equal((await store.findClaim(claim))?.owner, 'plan/b');
  });

  test('the first taken claim in order is named, and no other claim of the commit is kept', async ({
    store,
  }) => {
    const key = (name: string): ClaimTaken => ({ scope: 'slot', key: name, until: null });
    assert.deepEqual(await take(store, 'plan/x', key('2')), committed);
    assert.deepEqual(await take(store, 'plan/y', key('1')), committed);
    const refused = await take(store, 'plan/a', key('0'), key('2'), key('1'), key('3'));
    const taken = { scope: 'slot', key: '2' } as const;
    assert.deepEqual(refused, { outcome: 'claim_taken', claim: taken, owner: 'plan/x' });
    const held = (await store.listClaims('slot', '')).map(each => each.key).sort();
    assert.deepEqual(held, ['1', '2']);
  });

  test('a claim belongs to the stream whose append takes it', async ({ store }) => {
    const other: ClaimTaken = { scope: 'idem', key: 'other', until: null };
    const appends = [
      { ...sampleAppend('plan/a'), claims: [forEver] },
      { ...sampleAppend('plan/b'), claims: [other] },
    ];
    await mustCommit(store, sampleCommit('plan/a', { appends }));
    assert.equal((await store.findClaim(claim))?.owner, 'plan/a');
    assert.equal((await store.findClaim(other))?.owner, 'plan/b');
    assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));
    assert.deepEqual(await take(store, 'plan/b', other), committed);
    assert.deepEqual(await take(store, 'plan/a', other), {
      outcome: 'claim_taken',
      claim: { scope: 'idem', key: 'other' },
      owner: 'plan/b',
    });
  });

  test('what one stream of a commit holds, another stream of it cannot take', async ({ store }) => {
    assert.deepEqual(await take(store, 'plan/a', forEver), committed);
    const after = await headOf(store, 'plan/a');
    const appends = [
      sampleAppend('plan/a', { after }),
      { ...sampleAppend('plan/b'), claims: [forEver] },
    ];
    await mustAnswer(store, sampleCommit('plan/a', { appends }), takenBy('plan/a'));
    assert.deepEqual(await store.readStream('plan/b'), []);
    const handedOver = [
      sampleAppend('plan/a', { after }),
      { ...sampleAppend('plan/b'), claims: [{ ...forEver, from: 'plan/a' }] },
    ];
    await mustCommit(store, sampleCommit('plan/a', { appends: handedOver }));
    assert.equal((await store.findClaim(claim))?.owner, 'plan/b');
  });

  test('the first taken claim is named in the order of the appends', async ({ store }) => {
    const key = (name: string): ClaimTaken => ({ scope: 'slot', key: name, until: null });
    assert.deepEqual(await take(store, 'plan/x', key('1')), committed);
    assert.deepEqual(await take(store, 'plan/y', key('2')), committed);
    const appends = [
      { ...sampleAppend('plan/a'), claims: [key('0'), key('2')] },
      { ...sampleAppend('plan/b'), claims: [key('1')] },
    ];
    await mustAnswer(store, sampleCommit('plan/a', { appends }), {
      outcome: 'claim_taken',
      claim: { scope: 'slot', key: '2' },
      owner: 'plan/y',
    });
    const held = (await store.listClaims('slot', '')).map(each => each.key).sort();
    assert.deepEqual(held, ['1', '2']);
  });

  test('the owner of a claim can end it now or later, and another stream can take it after that', async ({
    store,
  }) => {
    const { now } = await store.readState();
    const end = (until: Timestamp) => append(store, 'plan/a', { claimEnds: [{ ...claim, until }] });
    assert.deepEqual(await take(store, 'plan/a', forEver), committed);
    const until = addSeconds(now, 3600);
    assert.deepEqual(await end(until), committed);
    assert.deepEqual(plain(await store.findClaim(claim)), { ...claim, owner: 'plan/a', until });
    assert.deepEqual(await take(store, 'plan/b', forEver), takenBy('plan/a'));
    assert.deepEqual(await end(now), committed);
    assert.equal(await store.findClaim(claim), null);
    assert.deepEqual(await take(store, 'plan/b', forEver), committed);
  });

  test('a claim that is gone or that another stream owns is not ended', async ({ store }) => {
    const { now } = await store.readState();
    const claimEnds = [{ ...claim, until: now }];
    assert.deepEqual(await append(store, 'plan/a', { claimEnds }), committed);
    assert.equal(await store.findClaim(claim), null);
    assert.deepEqual(await take(store, 'plan/b', forEver), committed);
    assert.deepEqual(await append(store, 'plan/a', { claimEnds }), committed);
    const held = { ...claim, owner: 'plan/b', until: null };
    assert.deepEqual(plain(await store.findClaim(claim)), held);
    // A stream ends its own claims; that another stream of the commit owns one does not count.
    const both = async () => [
      sampleAppend('plan/a', { after: await headOf(store, 'plan/a') }),
      sampleAppend('plan/b', { after: await headOf(store, 'plan/b') }),
    ];
    await mustCommit(store, sampleCommit('plan/a', { appends: await both(), claimEnds }));
    assert.deepEqual(plain(await store.findClaim(claim)), held);
    const [first, second] = await both();
    assert.ok(first && second);
    await mustCommit(store, sampleCommit(first, { appends: [first, { ...second, claimEnds }] }));
    assert.equal(await store.findClaim(claim), null);
  });

  test('the same key in another scope is another claim', async ({ store }) => {
    const scopes = ['live', 'idem', 'round', 'slot', 'nonce', 'hold'] as const;
    for (const scope of scopes) {
      assert.deepEqual(
        await take(store, `plan/${scope}`, { scope, key: 'k', until: null }),
        committed,
      );
    }
    for (const scope of scopes) {
      const held = { scope, key: 'k', owner: `plan/${scope}`, until: null };
      assert.deepEqual(plain(await store.findClaim({ scope, key: 'k' })), held);
      assert.deepEqual(plain(await store.listClaims(scope, '')), [held]);
    }
  });

  test('claims are listed by the exact prefix of their key', async ({ store }) => {
    const keys = [
      ...['a%b', 'a%', 'a_b', 'a*b', 'a?b', 'a[b]', 'a\\b', "a'b", 'aXb', 'A%b', 'ab', 'b'],
      ...['a%😀', 'a%\uffff', 'a%é', 'é', 'e\u0301', 'É', '😀', '😀😀', ' a%b', ''],
    ];
    for (const [n, key] of keys.entries()) {
      assert.deepEqual(
        await take(store, `plan/${n}`, { scope: 'round', key, until: null }),
        committed,
      );
    }
    assert.deepEqual(await take(store, 'plan/other', { ...forEver, key: 'a%b' }), committed);
    for (const prefix of ['', 'a', 'a%', 'a_', 'a*', 'a[', 'a\\', "a'", 'A', 'é', 'e', '😀', 'x']) {
      const expected = keys
        .map((key, n) => ({ scope: 'round', key, owner: `plan/${n}`, until: null }))
        .filter(({ key }) => key.startsWith(prefix));
      const listed = plain(await store.listClaims('round', prefix)).sort(byKey);
      assert.deepEqual(listed, expected.sort(byKey), prefix);
    }
  });
}
