import assert from 'node:assert/strict';
import { verifyStream } from '@countersign/protocol/stream';
import { addSeconds } from '@countersign/protocol/value';
import { headAfter, sampleActionBytes, sampleAppend, sampleCommit } from './sample-commit.ts';
import { type DefineCase, mustCommit, plain, rowsOf } from './store-cases-harness.ts';

/** What is read back from streams: the exact bytes, in order. */
export function streamCases(test: DefineCase): void {
  test('a stream is read in order, starting after the given version', async ({ store }) => {
    // More than nine, so that versions sorted as text would show.
    const data = Array.from({ length: 25 }, (_, n) => ({ n }));
    const commit = sampleCommit(sampleAppend('plan/a', { data }));
    await mustCommit(store, commit);
    const rows = rowsOf(commit);
    assert.deepEqual(plain(await store.readStream('plan/a')), rows);
    assert.deepEqual(plain(await store.readStream('plan/a', 0)), rows);
    assert.deepEqual(plain(await store.readStream('plan/a', 9)), rows.slice(9));
    assert.deepEqual(await store.readStream('plan/a', 25), []);
    assert.deepEqual(await store.readStream('plan/a', 26), []);
    assert.deepEqual(await store.readStream('plan/nothing'), []);
  });

  test('events keep the exact bytes that were hashed, also after reopening', async ({
    store,
    reopen,
  }) => {
    const data = [
      { text: 'é and e\u0301, 😀, \u2028, \u202e, "quoted", back\\slash, it\'s, 100 %, $1, ?' },
      { control: '\u0000 \u0001 \u007f', '': 'an empty key', ' spaced ': null },
      { tiny: 5e-324, huge: 1e300, large: 9007199254740991, nested: [[[{}]], []] },
      { long: 'ß'.repeat(50_000) },
    ];
    const commit = sampleCommit(sampleAppend('plan/ünïcødé/😀', { data }));
    await mustCommit(store, commit);
    const again = await reopen();
    const rows = await again.readStream('plan/ünïcødé/😀');
    assert.deepEqual(plain(rows), rowsOf(commit));
    const verdict = verifyStream('plan/ünïcødé/😀', rows);
    assert.ok(verdict.ok);
    assert.deepEqual(
      verdict.value.events.map(event => event.data),
      data,
    );
  });

  test('actions and messages keep their exact bytes', async ({ store }) => {
    const text = '{"memo":"Müller \\u0000 😀 e\u0301","n":1e+300}';
    const { now } = await store.readState();
    const bytes = sampleActionBytes(text, addSeconds(now, 3600));
    const full = sampleCommit('plan/a', {
      actions: [bytes],
      outbox: [{ topic: 'plan.completed', stream: 'plan/a', payload: text }],
    });
    await mustCommit(store, full);
    assert.equal(await store.readAction(bytes.digest), text);
    const [message] = await store.leaseOutbox({ owner: 'a', seconds: 60, limit: 1 });
    assert.equal(message?.payload, text);
  });

  test('names of streams are compared exactly', async ({ store }) => {
    const names = ['a', 'A', 'a ', ' a', 'á', 'a\u0301', 'a%', 'a_', "a'", 'a/b', 'a\\b'];
    for (const name of names) await mustCommit(store, sampleCommit(name));
    for (const name of names) {
      const rows = await store.readStream(name);
      assert.equal(rows.length, 1, name);
      assert.ok(verifyStream(name, rows).ok, name);
    }
  });

  test('every event waits once to be sequenced', async ({ store }) => {
    const first = sampleAppend('plan/a', { data: [{}, {}] });
    await mustCommit(store, sampleCommit(first));
    await mustCommit(store, sampleCommit(sampleAppend('plan/a', { after: headAfter(first) })));
    await mustCommit(store, sampleCommit('plan/b'));
    const all = plain(await store.listUnsequenced(10));
    assert.deepEqual(all.map(({ stream, version }) => `${stream} ${version}`).sort(), [
      'plan/a 1',
      'plan/a 2',
      'plan/a 3',
      'plan/b 1',
    ]);
    assert.equal((await store.listUnsequenced(3)).length, 3);
  });
}
