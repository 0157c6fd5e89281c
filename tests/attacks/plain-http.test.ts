// Disproved here: "a client can be made to believe an answer, or to send its key, over a connection that the network
// can read and change".
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { describe, test } from 'node:test';
import { connect, httpTransport } from '@countersign/client';
import { createPersonApi } from '@countersign/client/people';
import { serverAddress } from '@countersign/client/server-address';
import { ProtocolError } from '@countersign/protocol/reason';

/** Each is another machine, or may be one, however much it looks like this one. */
const elsewhere = [
  'http://approvals.example',
  'HTTP://approvals.example',
  'http://127.0.0.1.evil.example',
  'http://localhost.evil.example',
  'http://evil.localhost',
  'http://localhost.',
  'http://127.0.0.1.evil.',
  'http://10.0.0.1',
  'http://0.0.0.0:7319',
  'http://167772161',
  'http://0x0a000001',
  'http://012.0.0.1',
  'http://126.255.255.255',
  'http://128.0.0.1',
  'http://[::ffff:10.0.0.1]',
  'http://[::ffff:127.0.0.1]',
  'http://[::2]',
  'http://[::]',
  'http://[fe80::1]',
  'http://[0:0:0:0:0:0:1:1]',
  'http://localhost@evil.example',
  'http://localhost:7319@evil.example/',
  'http://localhost:7319\\@evil.example',
  'http://evil.example\\@localhost',
  'http://evil.example#@localhost',
  'http://evil.example?@localhost',
  'http:evil.example',
  'http:\\\\evil.example',
  'ht\ntp://evil.example',
  ' http://evil.example ',
  'http://ⅼocalhost.evil',
  'http://①②⑧.0.0.1',
  'http://xn--lcalhost-54d',
  'http://lоcalhost',
  'ws://localhost',
  'ftp://localhost',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'data:,x',
  'localhost:7319',
  '//localhost:7319',
  'nothing',
  '',
  'https://user@approvals.example',
  'https://@approvals.example',
  'https://:word@approvals.example',
  'https://approvals.example/?to=http://evil.example',
  'https://approvals.example/?',
  'https://approvals.example/#x',
  'http://localhost#',
];

/** What was written, and where it is called. Other spellings of this machine are this machine. */
const here: readonly (readonly [string, string])[] = [
  ['http://localhost:7319', 'http://localhost:7319'],
  ['http://LOCALHOST:7319/', 'http://localhost:7319'],
  ['http://127.0.0.1:7319//', 'http://127.0.0.1:7319'],
  ['http://2130706433', 'http://127.0.0.1'],
  ['http://0x7f.1', 'http://127.0.0.1'],
  ['http://127.0.0.1.:7319/x/../..//', 'http://127.0.0.1:7319'],
  ['http://127.9.8.7', 'http://127.9.8.7'],
  ['http://[::1]:7319', 'http://[::1]:7319'],
  ['http://[0:0:0:0:0:0:0:1]', 'http://[::1]'],
  ['https://approvals.example:8443/base/', 'https://approvals.example:8443/base'],
  ['https://10.0.0.1', 'https://10.0.0.1'],
];

const isRefused = (error: unknown) =>
  error instanceof ProtocolError && error.code === 'options_malformed' && error.path === '/url';

describe('plain http', () => {
  const called: string[] = [];
  const fetch = async (url: string) => {
    called.push(url);
    return new Response('{}', { status: 404 });
  };

  test('[TR-6] every client refuses plain http beyond this machine before anything is sent', async () => {
    for (const url of elsewhere) {
      await assert.rejects(connect({ url, key: 'k', agent: 'a', fetch }), isRefused, url);
      assert.throws(() => httpTransport({ url, key: 'k', fetch }), isRefused, url);
      if (url !== '') assert.throws(() => createPersonApi({ url, token: 't', fetch }), isRefused);
    }
    assert.deepEqual(called, []);
  });

  test('[TR-6] https and every spelling of this machine are called as the parser read them', async () => {
    for (const [url, address] of here) {
      assert.equal(serverAddress(url), address);
      called.length = 0;
      await httpTransport({ url, key: 'k', fetch }).read('ar_1');
      assert.deepEqual(called, [`${address}/v1/requests/ar_1`], url);
    }
  });

  test('[TR-6] the option that allows plain http receives a warning each time, and makes no malformed address valid', async () => {
    const told: string[] = [];
    const allow = { key: 'k', fetch, dangerouslyAllowPlainHttp: (text: string) => told.push(text) };
    for (const times of [1, 2, 3]) {
      httpTransport({ ...allow, url: 'http://gate.internal:7319' });
      assert.equal(told.length, times);
    }
    assert.match(told[0] ?? '', /^WARNING: .*plain http/);
    assert.throws(() => httpTransport({ ...allow, url: 'http://user@gate.internal' }), isRefused);
    assert.throws(() => httpTransport({ ...allow, url: 'ftp://gate.internal' }), isRefused);
    httpTransport({ ...allow, url: 'https://gate.internal' });
    httpTransport({ ...allow, url: 'http://localhost:1' });
    assert.equal(told.length, 3, 'nothing is said where there is nothing to say');
  });

  test('[TR-6] a redirect to another address is not followed, and no key reaches it', async () => {
    const reached: unknown[] = [];
    const server = createServer((request, response) => {
      if (request.url === '/elsewhere') reached.push(request.headers);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const url = `http://127.0.0.1:${port}`;
    const clock = {
      now: () => 0,
      elapsed: () => 0,
      pause: () => Promise.resolve(),
    };
    const read = await httpTransport({ url, key: 'k', clock }).read('ar_1');
    assert.equal(read.ok, false);
    await assert.rejects(createPersonApi({ url, token: 't' }).listKeys());
    assert.deepEqual(reached, []);
    await new Promise(resolve => server.close(resolve));
  });
});
