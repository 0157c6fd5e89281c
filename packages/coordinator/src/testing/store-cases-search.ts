import assert from 'node:assert/strict';
import { sha256OfText } from '@countersign/protocol/crypto';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { IndexCondition, IndexEntry, IndexedPlace } from '../search/search-store.ts';
import type { Store } from '../store.ts';
import { sampleActionBytes, sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit, plain } from './store-cases-harness.ts';

const noon = '2026-11-03T12:00:00.000Z' as Timestamp;
const kept = 'kept';
const beginning: IndexedPlace = { epoch: 1, index: 0 };

function entry(number: number, words: string, more: Partial<IndexEntry> = {}): IndexEntry {
  return {
    approval_request_id: idOf(number),
    requested_at: addSeconds(noon, number),
    action_digest: sha256OfText(kept),
    facets: [`=${number % 2 === 0 ? 'even' : 'odd'}`],
    words: words.split(' '),
    ...more,
  };
}

function idOf(number: number): string {
  return `ar_${String(number).padStart(4, '0')}`;
}

async function keep(store: Store, text: string, seconds: number, stream: string): Promise<void> {
  const { now } = await store.readState();
  const actions = [sampleActionBytes(text, addSeconds(now, seconds))];
  await mustCommit(store, sampleCommit(stream, { actions }));
}

/** Adds the entries behind what is there. */
async function index(store: Store, ...entries: IndexEntry[]): Promise<void> {
  const from = await store.readIndexed();
  const to = { epoch: from.epoch, index: from.index + entries.length };
  assert.equal(await store.addToIndex({ from, to, entries }), true);
}

async function found(store: Store, all: string[][], more: Partial<IndexCondition> = {}) {
  const { ids } = await store.searchIndex({ all, limit: 100, ...more });
  assert.equal(await store.countIndexed({ all, ...more }, 1000), ids.length);
  return ids.map(id => Number(id.slice(3)));
}

/** The index: what is found, what is erased, and how far it has come. */
export function searchCases(test: DefineCase): void {
  test('a request is found by all the words that are asked for, the newest first', async ({
    store,
    reopen,
  }) => {
    await keep(store, kept, 3600, 'plan/a');
    assert.deepEqual(await found(store, []), []);
    await index(store, entry(1, 'nordvik paper'), entry(3, 'nordvik wire'), entry(2, 'acme ü漢字'));
    const again = await reopen();
    assert.deepEqual(await found(again, [['nordvik']]), [3, 1]);
    assert.deepEqual(await found(again, [['nordvik'], ['wire', 'paper']]), [3, 1]);
    assert.deepEqual(await found(again, [['nordvik'], ['paper'], ['=odd']]), [1]);
    assert.deepEqual(await found(again, [['ü漢字']]), [2]);
    assert.deepEqual(await found(again, [['=odd', '=even']]), [3, 2, 1]);
    assert.deepEqual(await found(again, []), [3, 2, 1]);
    assert.deepEqual(await found(again, [['nordvik'], ['acme']]), []);
    assert.deepEqual(await found(again, [['nord']]), [3, 1]);
    assert.deepEqual(await found(again, [['n'], ['pape', 'acm']]), [1]);
    assert.deepEqual(await found(again, [['ü漢']]), [2]);
    assert.deepEqual(await found(again, [['ordvik']]), [], 'no word begins like this');
    assert.deepEqual(await found(again, [['=o']]), [], 'a facet is found whole');
  });

  test('a search keeps to its time, counts no further than asked and ends', async ({ store }) => {
    await keep(store, kept, 3600, 'plan/a');
    const sameTime = { requested_at: addSeconds(noon, 5) };
    await index(
      store,
      ...[1, 2, 3, 4].map(number => entry(number, 'wire')),
      ...[5, 6, 7, 8, 9].map(number => entry(number, 'wire', sameTime)),
    );
    const [from, before] = [addSeconds(noon, 2), addSeconds(noon, 5)];
    assert.deepEqual(await found(store, [['wire']], { from, before }), [4, 3, 2]);
    assert.deepEqual(await found(store, [], { before }), [4, 3, 2, 1]);
    assert.equal(await store.countIndexed({ all: [['wire']] }, 3), 3);
    const ids: string[] = [];
    let after: string | null = null;
    do {
      const page = await store.searchIndex({
        all: [['wire']],
        limit: 2,
        ...(after === null ? {} : { after }),
      });
      ids.push(...page.ids);
      after = page.next;
    } while (after !== null);
    assert.equal(ids.length, 9);
    assert.equal(new Set(ids).size, 9);
    assert.deepEqual(ids.slice(5), [4, 3, 2, 1].map(idOf));
    for (const query of [{ limit: 0 }, { limit: 201 }, { limit: 1, after: 'nonsense' }]) {
      await assert.rejects(async () => store.searchIndex({ all: [], ...query }), RangeError);
    }
  });

  test('an entry takes the place of the one before it, and its earlier words find nothing', async ({
    store,
  }) => {
    await keep(store, kept, 3600, 'plan/a');
    await index(store, entry(1, 'nordvik payment'), entry(2, 'payments'));
    assert.deepEqual(await found(store, [['pay']]), [2, 1]);
    await index(store, entry(1, 'nordvik rejected', { facets: ['=late'] }));
    assert.deepEqual(await found(store, [['p']]), [2]);
    assert.deepEqual(await found(store, [['pay']]), [2]);
    assert.deepEqual(await found(store, [['payment']]), [2]);
    assert.deepEqual(await found(store, [['=odd']]), []);
    assert.deepEqual(await found(store, [['=late'], ['rejected']]), [1]);
    assert.deepEqual(await found(store, [['nordvik']]), [1]);
  });

  test('the index and its place move together, and only from the place that was read', async ({
    store,
    reopen,
  }) => {
    await keep(store, kept, 3600, 'plan/a');
    assert.deepEqual(plain(await store.readIndexed()), beginning);
    const step = (word: string, size: number) => ({
      from: beginning,
      to: { epoch: 1, index: size },
      entries: [entry(1, word)],
    });
    const both = await Promise.all([
      store.addToIndex(step('one', 5)),
      store.addToIndex(step('other', 6)),
    ]);
    assert.deepEqual(both.toSorted(), [false, true]);
    const again = await reopen();
    assert.equal((await again.readIndexed()).index, both[0] ? 5 : 6);
    assert.deepEqual(await found(again, [['one']]), both[0] ? [1] : []);
    assert.deepEqual(await found(again, [['other']]), both[0] ? [] : [1]);
    assert.equal(await again.addToIndex(step('late', 7)), false);
  });

  test('erasing an action erases its words from the index and leaves its facets', async ({
    store,
    reopen,
    letPass,
  }) => {
    const secret = 'to be erased';
    await keep(store, kept, 3600, 'plan/a');
    await keep(store, secret, 1, 'plan/b');
    const about = { action_digest: sha256OfText(secret) };
    await index(store, entry(1, 'shared secret', about), entry(2, 'shared'));
    assert.deepEqual(await found(store, [['secret']]), [1]);
    await letPass(1);
    assert.equal(await store.eraseActions(10), 1);
    const again = await reopen();
    assert.deepEqual(await found(again, [['secret']]), []);
    assert.deepEqual(await found(again, [['shared']]), [2]);
    assert.deepEqual(await found(again, [['=odd']]), [1]);
    assert.deepEqual(await found(again, [['s']]), [2]);
    // A process that read the action before it was erased comes too late with its words.
    await index(again, entry(1, 'shared secret', about));
    assert.deepEqual(await found(again, [['secret']]), []);
    assert.deepEqual(await found(again, [['=odd']]), [1]);
  });
}
