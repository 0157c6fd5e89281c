// Disproved here: "one address can keep others out by holding connections open", idle, half-open, with headers or a body
// that never end, with answers that are not taken, or with streams.
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { route, type StartedServer, startedServer } from '@countersign/server/testing';

const most = 24;
const perAddress = 8;

/** What a connection sends and then leaves. Loopback has many addresses, so each test has its own. */
const ways: Readonly<Record<string, string>> = {
  'sends nothing': '',
  'sends half of its headers': 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow: ',
  'sends half of its body':
    'POST /v1/session/options HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  'is kept alive after a call': 'GET /healthz HTTP/1.1\r\nHost: HOST\r\n\r\n',
  'does not take its answer': 'GET /v1/large HTTP/1.1\r\nHost: HOST\r\n\r\n',
};

/** More than the network keeps on its way. */
const large = route({
  method: 'GET',
  path: '/v1/large',
  id: 'getLarge',
  tag: 'test',
  summary: 'A large answer',
  access: ['anyone'],
  purpose: 'health',
  answers: { 200: 'text/plain' },
  handle: () => ({ kind: 'text', status: 200, mediaType: 'text/plain', text }),
});
const text = 'x'.repeat(8_000_000);

describe('connections of one address', () => {
  let server: StartedServer;
  let bot: Readonly<Record<string, string>>;
  let held: Socket[] = [];

  before(async () => {
    server = await startedServer({
      moreRoutes: [large],
      settings: { connections_max: most, connections_per_address_max: perAddress },
    });
    await server.person(['operator']);
    bot = await server.apiKey({ agent_ids: ['bot'], verbs: ['propose'] });
  });
  after(() => server.remove());
  afterEach(() => {
    for (const socket of held) socket.destroy();
    held = [];
  });

  function open(localAddress: string, text: string): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: server.port, localAddress });
      held.push(socket);
      socket.on('error', () => undefined);
      socket.once('error', reject);
      socket.once('connect', () => {
        socket.off('error', reject);
        if (text !== '') socket.write(text.replace('HOST', `localhost:${server.port}`));
        if (!text.includes('/v1/large')) socket.resume();
        resolve(socket);
      });
    });
  }

  /** A whole call on a connection of its own; null where the connection was closed without an answer. */
  async function call(localAddress: string): Promise<string | null> {
    const text = 'GET /healthz HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n';
    const socket = await open(localAddress, text);
    let answer = '';
    socket.setEncoding('latin1').on('data', chunk => {
      answer += chunk;
    });
    await new Promise(resolve => socket.once('close', resolve));
    return /^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? null;
  }

  const isOpen = () => held.filter(({ closed }) => !closed).length;

  /** What the server closed reaches the other end a little later. */
  async function isAtMost(count: number): Promise<void> {
    for (let turns = 0; turns < 10_000 && isOpen() > count; turns++) {
      await new Promise(resolve => setImmediate(resolve));
    }
    assert.ok(isOpen() <= count, `${isOpen()} are open, expected ${count}`);
  }

  for (const [index, [way, sent]] of Object.entries(ways).entries()) {
    test(`[DR-3] an address whose every connection ${way} keeps neither others nor itself out`, async () => {
      const attacker = `127.0.1.${index + 1}`;
      for (let count = 0; count < 5 * most; count++) await open(attacker, sent);
      assert.equal(await call('127.0.0.1'), '200', 'another address');
      assert.equal(await call(attacker), '200', 'a new call of the same address');
      if (way === 'does not take its answer') for (const socket of held) socket.resume();
      await isAtMost(perAddress);
    });
  }

  test('[DR-3] many addresses together cannot use up all connections with idle ones', async () => {
    for (let count = 0; count < 3 * most; count++) {
      await open(`127.0.2.${1 + (count % 12)}`, count % 2 === 0 ? '' : 'GET / HTTP/1.1\r\n');
    }
    for (let count = 0; count < 3; count++) {
      assert.equal(await call('127.0.0.1'), '200');
    }
    await isAtMost(most);
  });

  test('[DR-3] streams count against their address alone, and none is ended for a new connection', async () => {
    const stream = `GET /v1/events?agent_id=bot HTTP/1.1\r\nHost: HOST\r\nAuthorization: ${bot['authorization']}\r\n\r\n`;
    const attacker = '127.0.3.1';
    const streams: Socket[] = [];
    for (let count = 0; count < 6; count++) {
      const socket = await open(attacker, stream);
      await new Promise(resolve => socket.once('data', resolve));
      streams.push(socket);
    }
    for (let count = 0; count < 2 * perAddress; count++) await open(attacker, '');
    assert.equal(await call('127.0.0.1'), '200');
    assert.equal(await call(attacker), '200', 'idle ones make room');
    assert.deepEqual(
      streams.map(({ destroyed, readableEnded }) => destroyed || readableEnded),
      streams.map(() => false),
    );
  });
});
