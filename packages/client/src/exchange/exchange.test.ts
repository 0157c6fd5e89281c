import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { createExchange as overFetch } from './exchange.fetch.ts';
import { createExchange as overNode } from './exchange.node.ts';
import type { Outgoing } from './exchange.ts';

let connections = 0;
const seen: { method?: string | undefined; headers: Record<string, unknown>; body: string }[] = [];

const paths: Readonly<Record<string, RequestListener>> = {
  '/echo': (request, answer) => {
    let body = '';
    request.on('data', chunk => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, headers } = request;
      seen.push({ method, headers, body });
      answer.writeHead(201, { 'content-type': 'application/json' }).end('{"é":1}');
    });
  },
  '/redirect': (_request, answer) => answer.writeHead(307, { location: '/echo' }).end('{}'),
  '/long': (_request, answer) => answer.end('x'.repeat(1000)),
  '/exact': (_request, answer) => answer.end('x'.repeat(100)),
  '/silent': () => undefined,
  '/slow': (_request, answer) => answer.writeHead(200, { 'content-length': '10' }).write('12345'),
  '/broken': (_request, answer) => {
    answer.writeHead(200, { 'content-length': '10' }).write('12345');
    setImmediate(() => answer.destroy());
  },
  '/packed': (_request, answer) => {
    answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{}'));
  },
};

const server: Server = createServer((request, answer) =>
  paths[request.url ?? '']?.(request, answer),
);
server.on('connection', () => connections++);
await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
after(() => {
  server.closeAllConnections();
  server.close();
});

const call = (path: string, more: Partial<Outgoing> = {}): Outgoing => ({
  url: `${origin}${path}`,
  method: 'GET',
  headers: { accept: 'application/json' },
  milliseconds: 60_000,
  bytesMax: 100,
  ...more,
});

for (const [name, createExchange] of Object.entries({ overNode, overFetch })) {
  describe(`calls ${name === 'overNode' ? 'over the client of Node' : 'over fetch'}`, () => {
    const exchange = createExchange((to, init) => fetch(to, init));

    test('a call carries its method, headers and body, and its answer comes whole', async () => {
      const body = JSON.stringify({ text: 'ü'.repeat(10) });
      const headers = { authorization: 'Bearer k', 'content-type': 'application/json' };
      const came = await exchange(call('/echo', { method: 'POST', headers, body }));
      assert.equal(came.status, 201);
      assert.equal(came.contentType, 'application/json');
      assert.equal(new TextDecoder().decode(came.bytes ?? new Uint8Array()), '{"é":1}');
      const { method, headers: sent, body: read } = seen.at(-1) ?? assert.fail();
      assert.deepEqual([method, read], ['POST', body]);
      assert.equal(sent['authorization'], 'Bearer k');
      assert.equal(sent['content-type'], 'application/json');
      assert.equal(sent['content-length'], String(Buffer.byteLength(body)));
      assert.equal(sent['cache-control'], 'no-cache');
    });

    test('calls one after the other share a connection', async () => {
      await exchange(call('/echo'));
      const before = connections;
      for (let calls = 0; calls < 5; calls++) await exchange(call('/echo'));
      assert.ok(connections - before <= 1, `${connections - before} connections`);
    });

    test('a redirect is no answer, so that the key goes nowhere else', async () => {
      const before = seen.length;
      await assert.rejects(exchange(call('/redirect')));
      assert.equal(seen.length, before);
    });

    test('an answer is read up to its limit and no further', async () => {
      assert.equal((await exchange(call('/exact'))).bytes?.length, 100);
      const { status, bytes } = await exchange(call('/long'));
      assert.deepEqual([status, bytes], [200, null]);
    });

    test('time ends a call before its answer and in the middle of it', async () => {
      for (const path of ['/silent', '/slow']) {
        await assert.rejects(exchange(call(path, { milliseconds: 30 })), { name: 'TimeoutError' });
      }
    });

    test('a caller ends a call with its own reason', async () => {
      const reason = new Error('enough');
      for (const path of ['/silent', '/slow']) {
        const stop = new AbortController();
        const asked = exchange(call(path, { signal: stop.signal }));
        setImmediate(() => stop.abort(reason));
        await assert.rejects(asked, error => error === reason);
      }
      const signal = AbortSignal.abort(reason);
      await assert.rejects(exchange(call('/echo', { signal })), error => error === reason);
    });

    test('an answer that breaks off is no answer, and an unreachable server is reported with the code of the system', async () => {
      await assert.rejects(exchange(call('/broken')), (error: Error) => error.cause !== undefined);
      const free = createServer().listen(0, '127.0.0.1');
      await new Promise(listening => free.once('listening', listening));
      const { port } = free.address() as AddressInfo;
      await new Promise(closed => free.close(closed));
      const url = `http://127.0.0.1:${port}/echo`;
      await assert.rejects(exchange(call('/echo', { url })), (error: Error) => {
        assert.equal((error.cause as { code?: unknown }).code, 'ECONNREFUSED');
        return true;
      });
    });
  });
}

test('the client of Node refuses a compressed answer that the caller did not ask for', async () => {
  await assert.rejects(overNode(fetch)(call('/packed')), /packed/);
});
