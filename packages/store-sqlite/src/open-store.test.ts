import assert from 'node:assert/strict';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { StoreUnavailable, StoreUnusable } from '@countersign/coordinator';
import { sampleCommit } from '@countersign/coordinator/testing';
import { skipInClosedFolder } from '@countersign/testing';
import { Connection } from './connection.ts';
import { readMigrations } from './migrate.ts';
import { assertDurable, openDatabase } from './open-database.ts';
import { openStore, pathFor, systemClock } from './testing/temporary-store.ts';
import { WorkerProcess } from './testing/worker-process.ts';

function unusable(pattern: RegExp): (error: unknown) => boolean {
  return error => {
    assert.ok(error instanceof StoreUnusable, String(error));
    assert.match(error.message, pattern);
    return true;
  };
}

const nobody = 65534;

/** Root may write everywhere, so the right is given up for a while. */
async function asNobody(run: () => Promise<void>): Promise<void> {
  const isRoot = process.getuid?.() === 0;
  if (isRoot) process.seteuid?.(nobody);
  try {
    await run();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

describe('opening a store', () => {
  test('every open sets the log and the full sync, and reads both back', async context => {
    const path = pathFor(context);
    for (const _ of ['new', 'again']) {
      const connection = await openDatabase(path, systemClock, readMigrations());
      assert.equal(connection.pragma('journal_mode'), 'wal');
      assert.equal(connection.pragma('synchronous'), 2);
      assert.equal(connection.pragma('busy_timeout'), 0);
      connection.close();
      // Whatever another program left behind is put right by the next open.
      const other = new DatabaseSync(path);
      other.exec('PRAGMA journal_mode = DELETE; PRAGMA synchronous = OFF');
      other.close();
    }
  });

  test('a file system that rejects the settings is noticed at opening', async context => {
    const path = pathFor(context);
    for (const setting of ['journal_mode', 'synchronous']) {
      const original = Connection.prototype.runScript;
      context.mock.method(
        Connection.prototype,
        'runScript',
        function (this: Connection, sql: string) {
          const isDropped = sql.startsWith(`PRAGMA ${setting}`);
          return original.call(this, isDropped ? `PRAGMA ${setting} = OFF` : sql);
        },
      );
      await assert.rejects(openStore(path), unusable(/would not be durable/));
      context.mock.restoreAll();
    }
  });

  for (const setting of ['synchronous = NORMAL', 'synchronous = OFF', 'journal_mode = MEMORY']) {
    test(`a connection with ${setting} is not called durable`, async context => {
      const connection = await openDatabase(pathFor(context), systemClock, readMigrations());
      connection.runScript(`PRAGMA ${setting}`);
      assert.throws(() => assertDurable(connection), unusable(/would not be durable/));
      connection.close();
    });
  }

  for (const path of [':memory:', '', 'file:store.db', 'file::memory:?cache=shared', 'a\0b']) {
    test(`the path ${JSON.stringify(path)} is refused`, async () => {
      await assert.rejects(openStore(path), unusable(/expected the path of a file/));
    });
  }

  test('a missing folder is named in the error', async context => {
    const path = join(dirname(pathFor(context)), 'missing', 'store.db');
    await assert.rejects(openStore(path), unusable(/missing: expected a folder/));
  });

  test('a folder in place of the file is refused', async context => {
    const path = pathFor(context);
    mkdirSync(path);
    await assert.rejects(openStore(path), StoreUnavailable);
  });

  const foreign: Readonly<Record<string, { make: (path: string) => void; why: RegExp }>> = {
    'that is no database': {
      make: path => writeFileSync(path, 'dear diary, '.repeat(1000)),
      why: /no database/,
    },
    'of another program': {
      make: path => {
        const database = new DatabaseSync(path);
        database.exec('CREATE TABLE diary (text TEXT)');
        database.close();
      },
      why: /another program/,
    },
    'of a newer schema': {
      make: path => {
        const database = new DatabaseSync(path);
        database.exec(
          'CREATE TABLE events (id INTEGER); PRAGMA application_id = 0x4353474e; PRAGMA user_version = 9000',
        );
        database.close();
      },
      why: /found 9000/,
    },
  };
  for (const [what, { make, why }] of Object.entries(foreign)) {
    test(`a file ${what} is refused, and not touched`, async context => {
      const path = pathFor(context);
      make(path);
      const before = readFileSync(path);
      await assert.rejects(openStore(path), unusable(why));
      assert.ok(readFileSync(path).equals(before));
    });
  }

  test('an empty file becomes a store', async context => {
    const path = pathFor(context);
    writeFileSync(path, '');
    const store = await openStore(path);
    assert.equal((await store.commit(sampleCommit('plan/a'))).outcome, 'committed');
    await store.close();
  });

  test('a store with a damaged first page is refused', async context => {
    const path = pathFor(context);
    await (await openStore(path)).close();
    const bytes = readFileSync(path);
    bytes.fill(0xff, 0, 64);
    writeFileSync(path, bytes);
    await assert.rejects(openStore(path), StoreUnusable);
  });

  test('a truncated store is refused', async context => {
    const path = pathFor(context);
    await (await openStore(path)).close();
    truncateSync(path, 3 * 4096);
    await assert.rejects(openStore(path), StoreUnusable);
  });

  for (const [what, file, folder] of [
    ['a file that may not be written', 0o444, 0o777],
    ['a folder that may not be written', 0o666, 0o555],
  ] as const) {
    test(`${what} is refused, and opens once it may be`, {
      skip: skipInClosedFolder(),
    }, async context => {
      const path = pathFor(context);
      await (await openStore(path)).close();
      chmodSync(path, file);
      chmodSync(dirname(path), folder);
      await asNobody(async () => {
        await assert.rejects(openStore(path), unusable(/found it read-only/));
      });
      chmodSync(dirname(path), 0o777);
      const files = () => readdirSync(dirname(path)).map(name => join(dirname(path), name));
      for (const each of files()) chmodSync(each, 0o666);
      if (process.getuid?.() === 0) {
        // Only its owner can close a file to other users.
        await asNobody(() => assert.rejects(openStore(path), unusable(/other users can read it/)));
        for (const each of files()) chownSync(each, nobody, nobody);
      }
      await asNobody(async () => {
        const store = await openStore(path);
        assert.equal((await store.commit(sampleCommit('plan/a'))).outcome, 'committed');
        await store.close();
      });
    });
  }

  test('several processes that create a store at the same time create one', async context => {
    const path = pathFor(context);
    const workers = Array.from({ length: 4 }, () => new WorkerProcess('opening-worker', [path]));
    await Promise.all(workers.map(worker => worker.until(lines => lines.includes('ready'))));
    for (const worker of workers) worker.say('open');
    const exits = await Promise.all(workers.map(worker => worker.exited));
    assert.deepEqual(
      exits.map(({ code }) => code),
      [0, 0, 0, 0],
    );
    const names = new Set(workers.map(({ lines }) => lines.at(-1)));
    assert.equal(names.size, 1);
    const store = await openStore(path);
    assert.ok(names.has((await store.readState()).storeId));
    await store.close();
  });
});
