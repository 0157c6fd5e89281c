import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import {
  type Clock,
  type Commit,
  type CommitResult,
  StoreUnavailable,
} from '@countersign/coordinator';
import { sampleAppend, sampleCommit, sampleRow } from '@countersign/coordinator/testing';
import type { Digest } from '@countersign/protocol/crypto';
import { addSeconds, type Timestamp } from '@countersign/protocol/value';
import type { SqliteStore } from './sqlite-store.ts';
import { openExposed, openStore, pathFor, standingClock } from './testing/temporary-store.ts';

const numbers = (length: number): number[] => Array.from({ length }, (_, n) => n);

/** A commit that leaves something in every table that a commit writes to. */
function fullCommit(n: number, data: object = { n }): Commit {
  const stream = `request/${n}`;
  return sampleCommit(sampleAppend(stream, { data: [data], row: sampleRow(n) }), {
    claims: [{ scope: 'live', key: `${n}`, until: null }],
    outbox: [{ topic: 'request.opened', stream, payload: `${n}` }],
  });
}

/** Submits all in the same moment, so that they are one batch. */
async function submitAll(
  store: SqliteStore,
  commits: readonly Commit[],
): Promise<(CommitResult['outcome'] | Error)[]> {
  const settled = await Promise.allSettled(commits.map(commit => store.commit(commit)));
  return settled.map(each => (each.status === 'fulfilled' ? each.value.outcome : each.reason));
}

/** What of the commits is in the file, in every table; a half-written commit does not compare equal. */
function written(path: string): Record<string, string[]> {
  const database = new DatabaseSync(path, { readOnly: true });
  const list = (sql: string): string[] =>
    database
      .prepare(sql)
      .all()
      .map(row => String(Object.values(row)[0]))
      .sort();
  const found = {
    streams: list('SELECT stream FROM streams'),
    events: list('SELECT stream FROM events JOIN streams USING (stream_no)'),
    requests: list(
      `SELECT 'request/' || CAST(ltrim(substr(approval_request_id, 4), '0') || '' AS TEXT) FROM requests`,
    ),
    claims: list(`SELECT 'request/' || key FROM claims`),
    outbox: list('SELECT stream FROM outbox'),
  };
  database.close();
  return found;
}

function assertWritten(path: string, streams: readonly string[]): void {
  const { requests, ...tables } = written(path);
  for (const [table, found] of Object.entries(tables)) {
    assert.deepEqual(found, [...streams].sort(), table);
  }
  assert.equal(requests?.length, streams.length, 'requests');
}

describe('the three traps of a batch', () => {
  test('an error that ends the transaction loses and invents nothing, and each commit is judged again', async context => {
    const { store, connection, path } = await openExposed(context);
    const pages = Number(connection.pragma('page_count'));
    // Room for the small commits, and not for the large one.
    connection.pragma(`max_page_count = ${pages + 40}`);
    const large = 4;
    const commits = numbers(9).map(n =>
      fullCommit(n + 1, n === large ? { text: 'x'.repeat(400_000) } : { n }),
    );
    const outcomes = await submitAll(store, commits);
    const error = outcomes[large];
    assert.ok(error instanceof StoreUnavailable, String(error));
    assert.match(error.message, /disk is full/);
    for (const [n, outcome] of outcomes.entries())
      if (n !== large) assert.equal(outcome, 'committed');
    await store.close();
    assertWritten(
      path,
      numbers(9)
        .filter(n => n !== large)
        .map(n => `request/${n + 1}`),
    );
  });

  const unfinished = sampleAppend('request/9', { data: [{ n: 1 }, { n: 2 }], row: sampleRow(9) });
  const none = 'none' as Digest;
  const failures: Readonly<Record<string, Partial<Commit>>> = {
    'in the middle': {
      // Its first stream is written before the second turns out to have no digest.
      appends: [
        ...fullCommit(3).appends,
        {
          ...unfinished,
          events: unfinished.events.map(event => ({ ...event, event_digest: none })),
        },
      ],
    },
    'at the end': {
      // Everything is written, counted and brought into force before the last message turns out to be no text.
      brings: { epoch: 2, policyVersion: 'v2' },
      outbox: [...fullCommit(3).outbox, { topic: 't', stream: 's', payload: {} as string }],
    },
  };
  for (const [where, change] of Object.entries(failures)) {
    test(`a commit that fails ${where} is undone alone, and the others of its batch are committed`, async context => {
      const { store, path } = await openExposed(context);
      const broken = { ...fullCommit(3), ...change };
      const commits = [fullCommit(1), fullCommit(2), broken, fullCommit(4), fullCommit(5)];
      const outcomes = await submitAll(store, commits);
      const error = outcomes[2];
      assert.ok(error instanceof Error && !(error instanceof StoreUnavailable), String(error));
      assert.deepEqual(
        outcomes.toSpliced(2, 1),
        numbers(4).map(() => 'committed'),
      );
      assert.deepEqual(await store.countRequests(), { pending: 4 });
      assert.equal((await store.readState()).epoch, 1);
      assert.deepEqual(await store.integrityCheck(), []);
      await store.close();
      assertWritten(
        path,
        [1, 2, 4, 5].map(n => `request/${n}`),
      );
    });
  }

  test('a COMMIT that fails is answered to all of the batch, also to commits it would have refused', async context => {
    const { store, connection, path } = await openExposed(context);
    // A violation that is found by COMMIT and leaves the transaction open, which is the hardest case.
    connection.runScript(`
      CREATE TABLE parents (id INTEGER PRIMARY KEY);
      CREATE TABLE children (id REFERENCES parents (id) DEFERRABLE INITIALLY DEFERRED);
      CREATE TRIGGER violate AFTER INSERT ON events BEGIN INSERT INTO children VALUES (1); END;
    `);
    const commits = [fullCommit(1), fullCommit(2), fullCommit(1)];
    for (const outcome of await submitAll(store, commits)) {
      assert.ok(outcome instanceof StoreUnavailable, String(outcome));
    }
    assertWritten(path, []);
    assert.deepEqual(await store.readStream('request/1'), []);
    connection.runScript('DROP TRIGGER violate');
    assert.deepEqual(await submitAll(store, commits), [
      'committed',
      'committed',
      'version_conflict',
    ]);
    await store.close();
    assertWritten(path, ['request/1', 'request/2']);
  });
});

describe('a batch', () => {
  test('commits of the same moment share one transaction', async context => {
    const { store, connection } = await openExposed(context);
    const run = context.mock.method(connection, 'run');
    const outcomes = await submitAll(
      store,
      numbers(100).map(n => fullCommit(n)),
    );
    assert.deepEqual(
      outcomes,
      numbers(100).map(() => 'committed'),
    );
    const calls = run.mock.calls.map(call => call.arguments[0]);
    assert.equal(calls.filter(sql => sql === 'COMMIT').length, 1);
  });

  test('no commit is answered before COMMIT has returned', async context => {
    const { store, connection } = await openExposed(context);
    const order: string[] = [];
    const run = connection.run.bind(connection);
    context.mock.method(connection, 'run', (sql: string, ...values: never[]) => {
      const result = run(sql, ...values);
      if (sql === 'COMMIT') order.push('COMMIT');
      return result;
    });
    const commits = [...numbers(3).map(n => fullCommit(n)), fullCommit(0)];
    await Promise.all(
      commits.map(async commit => order.push((await store.commit(commit)).outcome)),
    );
    assert.deepEqual(order, ['COMMIT', 'committed', 'committed', 'committed', 'version_conflict']);
  });

  test('a batch that changes nothing is not synced', async context => {
    const { store, connection } = await openExposed(context);
    await store.commit(fullCommit(1));
    const run = context.mock.method(connection, 'run');
    assert.deepEqual(await submitAll(store, [fullCommit(1)]), ['version_conflict']);
    assert.ok(run.mock.calls.every(call => call.arguments[0] !== 'COMMIT'));
  });

  test('[TM-5] a commit whose deadline passes while its batch is written is too late', async context => {
    const clock = standingClock();
    const start = clock.now();
    // The first reading of a batch judges, the second is the one right before COMMIT.
    const readings: Timestamp[] = [];
    const jumping: Clock = { pause: clock.pause, now: () => readings.shift() ?? clock.now() };
    const { store } = await openExposed(context, { clock: jumping });
    const deadline = addSeconds(start, 10);
    clock.move(10);
    readings.push(start);
    const outcomes = await submitAll(store, [
      fullCommit(1),
      { ...fullCommit(2), notAfter: deadline },
      { ...fullCommit(3), notAfter: addSeconds(deadline, 0.001) },
    ]);
    assert.deepEqual(outcomes, ['committed', 'too_late', 'committed']);
    assert.deepEqual(await store.readStream('request/2'), []);
    assert.deepEqual(await store.countRequests(), { pending: 2 });
  });

  test('[TM-7] a clock that goes back while a batch is written refuses the batch', async context => {
    const clock = standingClock();
    const readings: Timestamp[] = [];
    const jumping: Clock = { pause: clock.pause, now: () => readings.shift() ?? clock.now() };
    const { store } = await openExposed(context, { clock: jumping });
    await store.commit(fullCommit(1));
    const later = addSeconds(clock.now(), 60);
    clock.move(-1);
    readings.push(later);
    assert.deepEqual(await submitAll(store, [fullCommit(2)]), ['stale_guard']);
    assert.deepEqual(await store.readStream('request/2'), []);
  });

  test('the store waits for a database that another process holds without blocking this process', async context => {
    const path = pathFor(context);
    const store = await openStore(path);
    context.after(() => store.close());
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    let answered = false;
    const answer = store.commit(fullCommit(1)).finally(() => {
      answered = true;
    });
    // This test itself is other work of the process: it runs although the database is held.
    for (const _ of numbers(50)) await new Promise(resolve => setImmediate(resolve));
    assert.equal(answered, false);
    other.exec('ROLLBACK');
    other.close();
    assert.deepEqual(await answer, { outcome: 'committed' });
  });

  test('a database that is locked for too long is unavailable, and is used again when it is free', async context => {
    const path = pathFor(context);
    let waited = 0;
    const patient: Clock = {
      now: standingClock().now,
      pause: async milliseconds => {
        waited += milliseconds;
      },
    };
    const store = await openStore(path, patient);
    context.after(() => store.close());
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    const commit = fullCommit(1);
    await assert.rejects(store.commit(commit), StoreUnavailable);
    assert.ok(waited >= 5_000 && waited < 6_000, `waited ${waited} ms in all`);
    other.exec('ROLLBACK');
    other.close();
    assert.deepEqual(await store.commit(commit), { outcome: 'committed' });
  });
});
