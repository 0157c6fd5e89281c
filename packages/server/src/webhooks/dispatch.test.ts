import assert from 'node:assert/strict';
import http from 'node:http';
import type { Socket } from 'node:net';
import { describe, test } from 'node:test';
import { noAllowances, parseAllowances } from './address-rules.ts';
import { createDispatcher, type DispatcherOptions, type Outgoing, type Sent } from './dispatch.ts';
import { startLoopbackServer } from './testing/loopback-server.ts';
import { createManualClock } from './testing/manual-clock.ts';

const limits = { timeoutMilliseconds: 1000, responseLimitBytes: 65_536 };

function post(port: number, changes: Partial<Outgoing> = {}): Outgoing {
  const url = `http://127.0.0.1:${port}/hook?a=b`;
  return { url, method: 'POST', headers: {}, body: '{}', ...limits, ...changes };
}

/** A dispatcher that may reach one port of loopback, and the clock it goes by. */
function reaching(port: number, options: Partial<DispatcherOptions> = {}) {
  const clock = createManualClock();
  const allowances = parseAllowances([`127.0.0.1:${port}`]);
  return { clock, dispatcher: createDispatcher({ clock, allowances, ...options }) };
}

function answer(text: string): (socket: Socket) => void {
  return socket => void socket.end(text);
}

function kindOf(sent: Sent): string {
  return sent.ok ? `status ${sent.status}` : sent.kind;
}

describe('an exchange', () => {
  test('the request arrives unchanged, and so do the bytes of the answer', async context => {
    const text =
      'HTTP/1.1 201 Created\r\nContent-Type: text/plain\r\nX-Two: a\r\nx-two: b\r\n__proto__: c\r\nContent-Length: 3\r\n\r\n\x00\xff!';
    const server = await startLoopbackServer(context, socket => socket.end(text, 'latin1'));
    const { clock, dispatcher } = reaching(server.port);
    const body = Uint8Array.of(0x7b, 0xff, 0x7d);
    const headers = { 'Content-Type': 'application/json', 'webhook-id': 'msg_1' };
    const sent = await dispatcher.send(post(server.port, { headers, body }));
    assert.ok(sent.ok);
    assert.equal(sent.status, 201);
    assert.deepEqual([...sent.body], [0, 255, 33]);
    assert.deepEqual(
      { ...sent.headers },
      {
        'content-type': 'text/plain',
        'x-two': 'a, b',
        ['__proto__']: 'c',
        'content-length': '3',
      },
    );
    assert.equal(Object.getPrototypeOf(sent.headers), null);
    const [head = '', sentBody] = server.received().split('\r\n\r\n');
    assert.equal(sentBody, '{\u00ff}');
    const [line, ...lines] = head.split('\r\n');
    assert.equal(line, 'POST /hook?a=b HTTP/1.1');
    assert.deepEqual(lines.map(each => each.toLowerCase()).sort(), [
      'accept-encoding: identity',
      'connection: close',
      'content-length: 3',
      'content-type: application/json',
      `host: 127.0.0.1:${server.port}`,
      'webhook-id: msg_1',
    ]);
    assert.equal(clock.sleepers(), 0);
  });

  test('[TR-4] a redirect is an answer and is not followed', async context => {
    const inside = await startLoopbackServer(context, answer('HTTP/1.1 200 OK\r\n\r\n'));
    for (const status of [301, 302, 303, 307, 308]) {
      const server = await startLoopbackServer(
        context,
        answer(
          `HTTP/1.1 ${status} Moved\r\nLocation: http://127.0.0.1:${inside.port}/\r\nContent-Length: 0\r\n\r\n`,
        ),
      );
      const sent = await reaching(server.port).dispatcher.send(post(server.port));
      assert.equal(kindOf(sent), `status ${status}`);
      assert.equal(server.connections(), 1);
    }
    assert.equal(inside.connections(), 0);
  });

  test('[TR-4] a proxy setting of the process is ignored', async context => {
    const proxy = await startLoopbackServer(context);
    const server = await startLoopbackServer(context, answer('HTTP/1.1 204 No Content\r\n\r\n'));
    const proxied = `http://127.0.0.1:${proxy.port}`;
    const restore = http.setGlobalProxyFromEnv({ http_proxy: proxied, https_proxy: proxied });
    try {
      const sent = await reaching(server.port).dispatcher.send(post(server.port));
      assert.equal(kindOf(sent), 'status 204');
    } finally {
      restore();
    }
    assert.equal(proxy.connections(), 0);
  });

  test('an answer that ends with its connection is read whole', async context => {
    const text = `HTTP/1.1 200 OK\r\n\r\n${'a'.repeat(60_000)}`;
    const server = await startLoopbackServer(context, answer(text));
    const { dispatcher } = reaching(server.port);
    const sending = Array.from({ length: 50 }, () => dispatcher.send(post(server.port)));
    for (const sent of await Promise.all(sending)) {
      assert.equal(sent.ok && sent.body.length, 60_000, JSON.stringify(sent).slice(0, 100));
    }
  });

  test('the caller cannot change the framing of the request or add header lines', async context => {
    const server = await startLoopbackServer(context);
    const { dispatcher } = reaching(server.port);
    const hostile: Record<string, string>[] = [
      { Host: 'inside.example' },
      { 'transfer-encoding': 'chunked' },
      { 'Content-Length': '0' },
      { Connection: 'upgrade' },
      { 'x-a': 'b\r\nx-c: d' },
      { 'x-a\r\nx-b': 'c' },
      { 'x a': 'b' },
      { 'x-a': '\u{1f600}' },
      { 'x-a': '1', 'X-A': '2' },
      { 'x-a': undefined as unknown as string },
    ];
    for (const headers of hostile) {
      const sent = await dispatcher.send(post(server.port, { headers }));
      assert.equal(kindOf(sent), 'malformed', JSON.stringify(headers));
    }
    assert.equal(server.connections(), 0);
  });

  test('a request beyond the limits is not sent', async context => {
    const server = await startLoopbackServer(context);
    const { clock, dispatcher } = reaching(server.port, { requestLimitBytes: 4 });
    const cases: readonly [Partial<Outgoing>, string][] = [
      [{ body: '12345' }, 'too_large'],
      [{ body: '\u20ac\u20ac' }, 'too_large'],
      [{ body: '\ud800' }, 'malformed'],
      [{ method: 'GET' }, 'malformed'],
      [{ method: 'PUT' as 'POST' }, 'malformed'],
      [{ timeoutMilliseconds: 0 }, 'malformed'],
      [{ timeoutMilliseconds: Number.POSITIVE_INFINITY }, 'malformed'],
      [{ responseLimitBytes: Number.NaN }, 'malformed'],
      [{ url: undefined as unknown as string }, 'refused'],
      [{ body: null as unknown as string }, 'malformed'],
      [{ headers: null as unknown as Record<string, string> }, 'malformed'],
    ];
    for (const [changes, kind] of cases) {
      const sent = await dispatcher.send(post(server.port, changes));
      assert.equal(kindOf(sent), kind, JSON.stringify(changes));
    }
    assert.equal(server.connections(), 0);
    assert.equal(clock.sleepers(), 0);
  });
});

describe('a server that does not answer', () => {
  test('[TR-1] silence ends at the deadline, and so does the connection', async context => {
    const server = await startLoopbackServer(context);
    const { clock, dispatcher } = reaching(server.port);
    const sending = dispatcher.send(post(server.port));
    const socket = await server.nextRequest();
    const closed = new Promise(resolve => socket.once('close', resolve));
    clock.advance(999);
    clock.advance(1);
    assert.equal(kindOf(await sending), 'timeout');
    await closed;
  });

  test('[TR-1] slowly arriving bytes do not move the deadline', async context => {
    const server = await startLoopbackServer(context);
    const { clock, dispatcher } = reaching(server.port);
    const sending = dispatcher.send(post(server.port));
    const socket = await server.nextRequest();
    for (const byte of 'HTTP/1.1 2') {
      await new Promise(resolve => socket.write(byte, resolve));
      clock.advance(100);
    }
    assert.equal(kindOf(await sending), 'timeout');
  });

  test('[TR-1] an endless row of interim answers ends at the deadline', async context => {
    const server = await startLoopbackServer(context);
    const { clock, dispatcher } = reaching(server.port);
    const sending = dispatcher.send(post(server.port));
    const socket = await server.nextRequest();
    for (let count = 0; count < 10; count += 1) {
      await new Promise(resolve => socket.write('HTTP/1.1 102 Processing\r\n\r\n', resolve));
      clock.advance(100);
    }
    assert.equal(kindOf(await sending), 'timeout');
  });

  test('[TR-1] a body that never ends is cut off at its limit', async context => {
    const server = await startLoopbackServer(context, socket => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10485760\r\n\r\n');
      socket.write(Buffer.alloc(10_485_760));
    });
    const { dispatcher } = reaching(server.port);
    const sending = dispatcher.send(post(server.port));
    const socket = await server.nextRequest();
    const closed = new Promise(resolve => socket.once('close', resolve));
    assert.equal(kindOf(await sending), 'too_large');
    await closed;
  });

  test('[TR-1] a body of exactly the limit is an answer, and a longer one is not', async context => {
    for (const [length, kind] of [
      [100, 'status 200'],
      [101, 'too_large'],
    ] as const) {
      const text = `HTTP/1.1 200 OK\r\n\r\n${'a'.repeat(length)}`;
      const server = await startLoopbackServer(context, answer(text));
      const { dispatcher } = reaching(server.port);
      assert.equal(
        kindOf(await dispatcher.send(post(server.port, { responseLimitBytes: 100 }))),
        kind,
      );
    }
  });

  test('[TR-1] half an answer, garbage and protocol errors give a typed failure', async context => {
    const cases: readonly [string, string][] = [
      ['', 'unreachable'],
      ['HTTP/1.1 200 OK\r\nContent-Le', 'unreachable'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort', 'unreachable'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', 'unreachable'],
      ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'malformed'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab', 'malformed'],
      [
        'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
        'malformed',
      ],
      ['SSH-2.0-OpenSSH_9.9\r\n', 'malformed'],
      ['\x15\x03\x01\x00\x02\x02\x46', 'malformed'],
      ['HTTP/9.9 200 OK\r\n\r\n', 'malformed'],
      [
        'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
        'malformed',
      ],
      [`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`, 'too_large'],
    ];
    for (const [text, kind] of cases) {
      const server = await startLoopbackServer(context, answer(text));
      const sent = await reaching(server.port).dispatcher.send(post(server.port));
      assert.equal(kindOf(sent), kind, text.slice(0, 60));
      if (!sent.ok) assert.match(sent.problem, /^[\x20-\x7e]{1,100}$/);
    }
  });

  test('[TR-1] a reset connection and a closed port are unreachable', async context => {
    const server = await startLoopbackServer(context, socket => socket.resetAndDestroy());
    const { dispatcher } = reaching(server.port);
    assert.equal(kindOf(await dispatcher.send(post(server.port))), 'unreachable');

    const closed = await startLoopbackServer(context);
    await closed.stop();
    const sent = await reaching(closed.port).dispatcher.send(post(closed.port));
    assert.deepEqual(sent, {
      ok: false,
      kind: 'unreachable',
      problem: 'the connection failed: ECONNREFUSED',
    });
  });

  test('[TR-1] a name that does not resolve in time is unreachable', async () => {
    const clock = createManualClock();
    const request = post(0, { url: 'https://hooks.example.com/' });
    const resolvers: readonly [NonNullable<DispatcherOptions['resolve']>, string][] = [
      [async () => [], 'unreachable'],
      [async () => Promise.reject(new Error('the secret resolver failed')), 'unreachable'],
      [async () => null as unknown as string[], 'unreachable'],
      [async () => ['hooks.example.com'], 'refused'],
      [async () => [null as unknown as string], 'refused'],
    ];
    for (const [resolve, kind] of resolvers) {
      const sent = await createDispatcher({ clock, allowances: noAllowances, resolve }).send(
        request,
      );
      assert.equal(kindOf(sent), kind);
      if (!sent.ok) assert.doesNotMatch(sent.problem, /secret/);
    }
    const resolve = (): Promise<never> => {
      queueMicrotask(() => clock.advance(1000));
      return new Promise(() => {});
    };
    const sending = createDispatcher({ clock, allowances: noAllowances, resolve }).send(request);
    assert.equal(kindOf(await sending), 'timeout');
  });
});

describe('many requests at once', () => {
  test('concurrent requests never exceed the limit, and all are sent', async context => {
    const server = await startLoopbackServer(context);
    const { dispatcher } = reaching(server.port, { concurrency: 2 });
    const sending = Array.from({ length: 5 }, () => dispatcher.send(post(server.port)));
    const open: Socket[] = [await server.nextRequest(), await server.nextRequest()];
    for (let answered = 0; answered < 5; answered += 1) {
      assert.equal(server.connections(), Math.min(answered + 2, 5));
      open.shift()?.end('HTTP/1.1 204 No Content\r\n\r\n');
      if (answered < 3) open.push(await server.nextRequest());
    }
    for (const sent of await Promise.all(sending)) assert.equal(kindOf(sent), 'status 204');
  });

  test('a request that waits for its turn has the same deadline, and gives up its turn', async context => {
    const server = await startLoopbackServer(context);
    const { clock, dispatcher } = reaching(server.port, { concurrency: 1 });
    const first = dispatcher.send(post(server.port, { timeoutMilliseconds: 5000 }));
    const socket = await server.nextRequest();
    const second = dispatcher.send(post(server.port));
    const third = dispatcher.send(post(server.port, { timeoutMilliseconds: 5000 }));
    clock.advance(1000);
    assert.equal(kindOf(await second), 'timeout');
    assert.equal(server.connections(), 1);
    socket.end('HTTP/1.1 204 No Content\r\n\r\n');
    assert.equal(kindOf(await first), 'status 204');
    (await server.nextRequest()).end('HTTP/1.1 204 No Content\r\n\r\n');
    assert.equal(kindOf(await third), 'status 204');
  });
});
