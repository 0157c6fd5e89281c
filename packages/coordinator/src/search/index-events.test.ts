import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createModelStore } from '../testing/model-store.ts';
import { sampleAppend, sampleCommit } from '../testing/sample-commit.ts';
import { sampleSequencer, sequenceAll } from '../testing/sample-log.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { indexEvents } from './index-events.ts';
import type { IndexStep } from './search-store.ts';

test('decisions without a request are passed over by thousands, and no request among them is missed', async () => {
  const store = createModelStore({ clock: createVirtualClock(), ids: { uuid: randomUUID } });
  const many = (count: number) => Array.from({ length: count }, () => ({ note: 'allowed' }));
  const streams = ['segment/a', 'request/1', 'segment/b', 'request/2', 'request/3'];
  for (const [index, stream] of streams.entries()) {
    const data = stream.startsWith('segment/') ? many(1500 + index) : many(2);
    await store.commit(sampleCommit(sampleAppend(stream, { data })));
  }
  await sequenceAll(sampleSequencer(store));
  const steps: IndexStep[] = [];
  const read = new Set<string>();
  const watched = {
    readIndexed: () => store.readIndexed(),
    readLogRows: (query: Parameters<typeof store.readLogRows>[0]) => store.readLogRows(query),
    readState: () => store.readState(),
    readAction: () => Promise.resolve(null),
    readStream: (stream: string, after?: number) => {
      read.add(stream);
      return store.readStream(stream, after);
    },
    addToIndex: (step: IndexStep) => {
      steps.push(step);
      return store.addToIndex(step);
    },
  };
  while (await indexEvents({ store: { ...store, ...watched } }));
  assert.deepEqual([...read].sort(), ['request/1', 'request/2', 'request/3']);
  assert.deepEqual(await store.readIndexed(), { epoch: 1, index: 3008 });
  assert.ok(steps.length <= 5, `${steps.length} commits`);
});
