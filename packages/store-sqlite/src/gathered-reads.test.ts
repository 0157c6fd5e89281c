import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleCommit } from '@countersign/coordinator/testing';
import { openExposed } from './testing/temporary-store.ts';

test('reads that are asked for together share one transaction, and a read alone takes none', async context => {
  const { store, connection } = await openExposed(context);
  await store.commit(sampleCommit('request/a'));
  const begun: string[] = [];
  const run = connection.run.bind(connection);
  context.mock.method(connection, 'run', (...asked: Parameters<typeof run>) => {
    begun.push(asked[0]);
    return run(...asked);
  });
  const [rows, claim, state] = await Promise.all([
    store.readStream('request/a'),
    store.findClaim({ scope: 'live', key: 'k' }),
    store.readState(),
  ]);
  assert.deepEqual([rows.length, claim, state.epoch], [1, null, 1]);
  assert.deepEqual(begun, ['BEGIN', 'COMMIT']);
  await store.readStream('request/a');
  assert.equal(begun.length, 2);
});

test('a read that fails fails alone, and the next reads see what was committed in between', async context => {
  const { store } = await openExposed(context);
  const [failed, before] = await Promise.allSettled([
    store.listRequests({ limit: 0 }),
    store.readStream('request/a'),
  ]);
  assert.equal(failed.status, 'rejected');
  assert.deepEqual(before, { status: 'fulfilled', value: [] });
  const [, after] = await Promise.all([
    store.commit(sampleCommit('request/a')).then(() => store.readStream('request/a')),
    store.commit(sampleCommit('request/b')).then(() => store.readStream('request/a')),
  ]);
  assert.equal(after.length, 1);
});
