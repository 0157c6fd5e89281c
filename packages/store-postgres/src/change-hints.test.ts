import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sampleCommit } from '@countersign/coordinator/testing';
import { eventually } from './testing/eventually.ts';
import { ids } from './testing/system-ports.ts';
import { startTestServer, type TestDatabase } from './testing/test-database.ts';

const server = await startTestServer();
after(() => server.close());

async function killListeners(database: TestDatabase): Promise<number> {
  const killed = await database.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query LIKE '%pg_notify%')
       AND pid <> pg_backend_pid()`,
  );
  return killed.length;
}

/** Commits until a listener has heard of it: a hint before the first listener is lost, as it may be. */
async function commitUntil(
  store: Awaited<ReturnType<TestDatabase['open']>>,
  name: string,
  heard: () => boolean,
): Promise<void> {
  let sent = 0;
  await eventually(`a hint of ${name} arrives`, async () => {
    await store.commit(sampleCommit(`${name}/${sent++}`));
    return heard();
  });
}

test('a hint of another process names its stream, and a hint of this process arrives once', async () => {
  const database = await server.borrowDatabase();
  const [store, other] = [await database.open(), await database.open()];
  const heard: string[] = [];
  store.onChange(stream => heard.push(stream));
  await commitUntil(other, 'plan', () => heard.some(stream => stream.startsWith('plan/')));
  await store.commit(sampleCommit('request/own'));
  await other.commit(sampleCommit('request/theirs'));
  await eventually('both are heard', () => {
    return heard.includes('request/own') && heard.includes('request/theirs');
  });
  assert.equal(heard.filter(stream => stream === 'request/own').length, 1);
  await database.close();
});

test('a process without listeners is not woken, and a new listener is told that it may have missed something', async () => {
  const database = await server.borrowDatabase();
  const store = await database.open();
  const listening = () =>
    database.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE 'LISTEN%' AND datname = current_database()",
    );
  await eventually('the connection for hints is there', async () => {
    const sent = await database.query(
      "SELECT FROM pg_stat_activity WHERE query LIKE '%pg_notify%' AND pid <> pg_backend_pid() AND datname = current_database()",
    );
    if (sent.length === 0) await store.commit(sampleCommit(`plan/${ids.uuid()}`));
    return sent.length > 0;
  });
  assert.equal((await listening()).length, 0);
  const heard: string[] = [];
  store.onChange(stream => heard.push(stream));
  await eventually('it was told', () => heard.includes(''));
  assert.equal((await listening()).length, 1);
  await database.close();
});

test('the connection for hints is reopened when it is lost, and nothing else is affected', async () => {
  const database = await server.borrowDatabase();
  const [store, other] = [await database.open(), await database.open()];
  const heard: string[] = [];
  store.onChange(stream => heard.push(stream));
  await commitUntil(other, 'before', () => heard.some(stream => stream.startsWith('before/')));
  heard.length = 0;
  assert.ok((await killListeners(database)) > 0);
  await eventually('the gap is hinted at', () => heard.includes(''));
  await commitUntil(other, 'after', () => heard.some(stream => stream.startsWith('after/')));
  await database.close();
});

test('more streams than a notification can name are announced as one hint for all', async () => {
  const database = await server.borrowDatabase();
  const [store, other] = [await database.open(), await database.open()];
  const heard: string[] = [];
  store.onChange(stream => heard.push(stream));
  await commitUntil(other, 'plan', () => heard.some(stream => stream.startsWith('plan/')));
  heard.length = 0;
  const long = 'x'.repeat(200);
  const streams = Array.from({ length: 400 }, (_, n) => `request/${long}${n}`);
  await Promise.all(streams.map(stream => other.commit(sampleCommit(stream))));
  await eventually('all of them, or that something changed, is heard', () => {
    return heard.includes('') || streams.every(stream => heard.includes(stream));
  });
  await database.close();
});
