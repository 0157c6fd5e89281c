import assert from 'node:assert/strict';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { sampleAppend, sampleCommit } from '@countersign/coordinator/testing';
import { openStore, pathFor } from './testing/temporary-store.ts';

/** Large enough for a copy of several steps. */
const data = [{ text: 'x'.repeat(60_000) }];

describe('a backup', () => {
  test('a backup has everything that was acknowledged before it began, while commits continue, and opens', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    const other = await openStore(path);
    for (let n = 0; n < 200; n++)
      await store.commit(sampleCommit(sampleAppend(`plan/${n}`, { data })));
    const target = join(dirname(path), 'backup.db');
    let copying = true;
    const copied = store.backup(target).finally(() => {
      copying = false;
    });
    const load = [store, other].map(async (handle, h) => {
      for (let n = 0; copying || n < 20; n++) {
        await handle.commit(sampleCommit(sampleAppend(`plan/during/${h}/${n}`, { data })));
        await new Promise(resolve => setImmediate(resolve));
      }
    });
    await Promise.all([copied, ...load]);

    const restored = await openStore(target);
    assert.deepEqual(await restored.integrityCheck(), []);
    for (let n = 0; n < 200; n++) {
      assert.deepEqual(await restored.readStream(`plan/${n}`), await store.readStream(`plan/${n}`));
    }
    assert.equal(
      (await restored.listUnsequenced(10_000)).length,
      200,
      'it is the state of one moment',
    );
    assert.equal((await restored.readState()).storeId, (await store.readState()).storeId);
    assert.equal((await restored.commit(sampleCommit('plan/new'))).outcome, 'committed');
    assert.deepEqual(await store.readStream('plan/new'), [], 'the copy is a store of its own');
    await Promise.all([restored, other, store].map(each => each.close()));
  });

  test('a backup never replaces a file, and leaves nothing incomplete', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    await store.commit(sampleCommit('plan/a'));
    const target = join(dirname(path), 'backup.db');
    writeFileSync(target, 'precious');
    await assert.rejects(store.backup(target), /EEXIST/);
    await assert.rejects(store.backup(join(dirname(path), 'missing', 'backup.db')), /ENOENT/);
    await store.close();
    assert.deepEqual(readdirSync(dirname(path)).sort(), ['backup.db', 'store.db']);
  });
});
