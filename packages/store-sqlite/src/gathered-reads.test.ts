import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sampleCommit } from '@countersign/coordinator/testing';
import { addSeconds } from '@countersign/protocol/value';
import type { Connection } from './connection.ts';
import { readMigrations } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import { SqliteStore } from './sqlite-store.ts';
import { openExposed, standingClock } from './testing/temporary-store.ts';

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

/** The statements that the connection runs, each with the first words. */
function noteStatements(context: TestContext, connection: Connection): string[] {
  const noted: string[] = [];
  for (const name of ['get', 'all', 'iterate'] as const) {
    const asked = connection[name].bind(connection) as (...given: [string]) => never;
    context.mock.method(connection, name, (...given: [string]) => {
      noted.push(given[0]);
      return asked(...given);
    });
  }
  return noted;
}

const hold = { scope: 'hold', key: 'session-1' } as const;

test('what is asked for again is answered from memory after one look at the version of the file', async context => {
  const { store, connection } = await openExposed(context);
  await store.commit(sampleCommit('request/a'));
  const ask = () =>
    Promise.all([
      store.readStream('request/a', 0),
      store.readStream('request/a', 1),
      store.findClaim(hold),
      store.listClaims('slot', 'billing-bot/'),
    ]);
  const first = await ask();
  assert.deepEqual(await ask(), first);
  const noted = noteStatements(context, connection);
  assert.deepEqual(await ask(), first);
  assert.deepEqual(noted, ['PRAGMA data_version']);
});

test('a commit of this process or of another one is seen by the next read, and a claim ends by the clock', async context => {
  const clock = standingClock();
  const { store, connection, path } = await openExposed(context, { clock });
  const other = new SqliteStore(await openDatabase(path, clock, readMigrations()), { clock });
  context.after(() => other.close());
  const ask = async () => {
    const [rows, found, listed] = await Promise.all([
      store.readStream('request/a', 0),
      store.findClaim(hold),
      store.listClaims('hold', 'session'),
    ]);
    return [rows.length, found?.owner ?? null, listed.length];
  };
  for (let times = 0; times < 3; times++) assert.deepEqual(await ask(), [0, null, 0]);
  const until = addSeconds(clock.now(), 60);
  await other.commit(sampleCommit('request/a', { claims: [{ ...hold, until }] }));
  for (let times = 0; times < 3; times++) assert.deepEqual(await ask(), [1, 'request/a', 1]);
  clock.move(60);
  assert.deepEqual(await ask(), [1, null, 0]);
  await store.commit(sampleCommit('request/b', { claims: [{ ...hold, until: null }] }));
  for (let times = 0; times < 3; times++) assert.deepEqual(await ask(), [1, 'request/b', 1]);
  await store.commit(sampleCommit('request/c'));
  const noted = noteStatements(context, connection);
  assert.deepEqual(await ask(), [1, 'request/b', 1]);
  assert.deepEqual(noted, ['PRAGMA data_version'], 'a commit elsewhere changes none of these');
});
