import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { sampleCommit } from '@countersign/coordinator/testing';
import { openSqliteStore } from '@countersign/store-sqlite';
import { examinedFolder, findingsOf, systemClock } from './testing/examined-folder.ts';

const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

describe('the channels', () => {
  let other: Server;
  let at: string;
  let issuer: string;
  const seen: string[] = [];
  before(async () => {
    other = createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ issuer }));
    });
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done));
    at = `127.0.0.1:${(other.address() as AddressInfo).port}`;
    issuer = `http://${at}`;
  });
  after(() => new Promise(done => other.close(done)));

  const oidc = () => ({ issuer: `http://${at}`, client_id: 'c', roles: {} });
  const endpoint = (url: string) => ({ name: 'hook', kind: 'callback', url, secrets: [secret] });

  test('the doctor says that no channel is configured', async context => {
    const [found] = findingsOf(await examinedFolder(context).examine(), 'channels');
    assert.equal(found?.level, 'fine');
  });

  test('[TR-4] an endpoint in an internal network is a fault unless it is listed, and nothing is sent to it', async context => {
    const folder = examinedFolder(context);
    const look = async (settings: object) =>
      findingsOf(await folder.examine({ settings }), 'channels')[0];
    const endpoints = [endpoint(`http://${at}/hook`)];
    assert.equal((await look({ endpoints }))?.level, 'wrong');
    assert.equal((await look({ endpoints, allow_addresses: [at] }))?.level, 'fine');
    const named = await look({ endpoints: [endpoint('https://localhost/hook')] });
    assert.equal(named?.level, 'wrong');
    assert.match(named?.mend ?? '', /list localhost:443/);
    const nowhere = await look({ endpoints: [endpoint('https://nowhere.invalid/hook')] });
    assert.equal(nowhere?.level, 'wrong');
    assert.deepEqual(seen, []);
  });

  test('a provider must answer under exactly its configured name', async context => {
    const folder = examinedFolder(context);
    const look = async (change: object) =>
      findingsOf(await folder.examine({ settings: { oidc: oidc(), ...change } }), 'channels')[0];
    assert.equal((await look({ allow_addresses: [at] }))?.level, 'fine');
    assert.equal(
      (await look({}))?.level,
      'wrong',
      'an inside address that the operator did not list',
    );
    issuer = 'https://another.issuer';
    assert.match((await look({ allow_addresses: [at] }))?.found ?? '', /names itself differently/);
  });

  test('messages that were given up are counted', async context => {
    const folder = examinedFolder(context);
    const look = async () => findingsOf(await folder.examine(), 'channels')[0];
    mkdirSync(folder.data);
    const store = await openSqliteStore({
      path: join(folder.data, 'countersign.db'),
      clock: systemClock,
      ids: { uuid: () => randomUUID() },
    });
    const message = { topic: 'webhook.callback', stream: 'request/a', payload: '{}' };
    await store.commit(sampleCommit('request/a', { outbox: [message, message] }));
    assert.equal((await look())?.level, 'fine');
    const owner = 'test';
    for (const { id } of await store.leaseOutbox({ owner, seconds: 60, limit: 10 })) {
      await store.settleOutbox({ id, owner, outcome: 'dead', problem: 'the receiver is gone' });
    }
    await store.close();
    const found = await look();
    assert.equal(found?.level, 'warning');
    assert.match(
      found?.found ?? '',
      /^2 messages could not be delivered; the last one: the receiver is gone$/,
    );
  });
});
