import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { headAfter, sampleAppend, sampleCommit } from '@countersign/coordinator/testing';
import { startTestServer } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

test('a stream can be read from the middle of a commit, and streams do not mix', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const first = sampleAppend('plan/a', { data: [{ n: 1 }, { n: 2 }, { n: 3 }] });
  const second = sampleAppend('plan/a', { after: headAfter(first), data: [{ n: 4 }, { n: 5 }] });
  const other = sampleAppend('plan/b', { data: [{ n: 9 }] });
  for (const append of [first, second, other]) await store.commit(sampleCommit(append));
  const sealed = [...first.events, ...second.events].map(({ event, event_digest, text }) => {
    return { version: event.version, event_digest, text };
  });
  const [other1] = other.events;
  const reads = [0, 1, 2, 3, 4, 5, 6].map(version => store.readStream('plan/a', version));
  const [theirs, none] = [store.readStream('plan/b'), store.readStream('plan/c')];
  for (const [version, read] of reads.entries()) {
    assert.deepEqual(await read, sealed.slice(version));
  }
  assert.deepEqual(
    (await theirs).map(({ text }) => text),
    [other1?.text],
  );
  assert.deepEqual(await none, []);
  await database.close();
});

test('a text that is not canonical is refused before anything is written', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  for (const separator of ['\n', '\u001e']) {
    const append = sampleAppend('plan/a');
    const events = append.events.map(event => ({ ...event, text: `{${separator}}` }));
    await assert.rejects(store.commit(sampleCommit({ ...append, events })), TypeError);
  }
  assert.deepEqual(await store.readStream('plan/a'), []);
  await database.close();
});
