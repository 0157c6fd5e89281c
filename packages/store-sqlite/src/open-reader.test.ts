import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { StoreUnusable } from '@countersign/coordinator';
import { sampleCommit, sampleSequencer, sequenceAll } from '@countersign/coordinator/testing';
import { readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { openSqliteReader } from './open-reader.ts';
import { openStore, pathFor, systemClock } from './testing/temporary-store.ts';

const clock = systemClock;

describe('looking at a store', () => {
  test('a reader sees what a store sees, while it is open elsewhere and when it is closed, and changes no file', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    await store.commit(
      sampleCommit('plan/a', { outbox: [{ topic: 't', stream: 'plan/a', payload: '' }] }),
    );
    await sequenceAll(sampleSequencer(store));
    await store.commit(sampleCommit('plan/b'));
    const expected = {
      stream: await store.readStream('plan/a'),
      log: await store.readLog(),
      unsequenced: await store.listUnsequenced(10),
      counts: await store.countRequests(),
      letters: await store.listDeadLetters(10),
    };
    const look = async () => {
      const reader = await openSqliteReader({ path, clock });
      const { storeId } = await reader.readState();
      const mark = await reader.readClockMark();
      const seen = {
        stream: await reader.readStream('plan/a'),
        log: await reader.readLog(),
        unsequenced: await reader.listUnsequenced(10),
        counts: await reader.countRequests(),
        letters: await reader.listDeadLetters(10),
      };
      await reader.close();
      return { storeId, mark, seen };
    };
    const open = await look();
    assert.deepEqual(open.seen, expected);
    assert.equal(open.storeId, (await store.readState()).storeId);
    await store.commit(sampleCommit('plan/c'));
    await store.close();
    const bytes = readFileSync(path);
    const closed = await look();
    assert.deepEqual(closed.seen.stream, expected.stream);
    assert.equal(closed.seen.unsequenced.length, expected.unsequenced.length + 1);
    assert.ok(closed.mark >= open.mark);
    assert.deepEqual(readdirSync(dirname(path)), ['store.db']);
    assert.deepEqual(readFileSync(path), bytes);
  });

  test('a reader opens a file whose name has a special meaning in a URL', async context => {
    const path = pathFor(context);
    await (await openStore(path)).close();
    const odd = join(dirname(path), 'a%20b?c#d é', 'store.db');
    mkdirSync(dirname(odd));
    renameSync(path, odd);
    const reader = await openSqliteReader({ path: odd, clock });
    assert.match((await reader.readState()).storeId, /^store_/);
    await reader.close();
  });

  test('a reader refuses a missing, older or foreign file, and neither creates nor migrates one', async context => {
    const path = pathFor(context);
    await assert.rejects(openSqliteReader({ path, clock }), StoreUnusable);
    assert.deepEqual(readdirSync(dirname(path)), []);
    const [first] = readMigrations();
    assert.ok(first);
    (await openDatabase(path, clock, [first])).close();
    await assert.rejects(openSqliteReader({ path, clock }), /expected schema version \d+, found 1/);
    const again = await openDatabase(path, clock, [first]);
    assert.equal(again.schemaVersion(), 1);
    again.close();
    rmSync(path);
  });
});
