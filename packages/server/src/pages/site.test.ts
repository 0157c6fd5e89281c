import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { PageAddress } from '@countersign/wire/pages';
import { type StartedServer, startedServer } from '../testing/started-server.ts';

const html = `<!doctype html><title>Countersign</title>${'<p>words</p>'.repeat(50)}`;
const script = `export const words = '${'many words '.repeat(100)}';`;
const font = Buffer.from('wOF2 as it is');

interface Got {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

describe('the pages for people', () => {
  let server: StartedServer;
  let folder: string;

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-site-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), html);
    writeFileSync(join(folder, 'assets', 'index-a1.js'), script);
    writeFileSync(join(folder, 'assets', 'inter-b2.woff2'), font);
    writeFileSync(join(folder, 'assets', 'notes.txt'), 'not a part of a page');
    writeFileSync(join(folder, 'secret.json'), '{}');
    server = await startedServer({ site: pathToFileURL(`${folder}/`) });
  });
  after(async () => {
    await server.remove();
    rmSync(folder, { recursive: true });
  });

  /** Not with fetch, which would name the host and take answers apart itself. */
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Got>((resolve, reject) => {
      const { port } = server;
      const host = `localhost:${port}`;
      const call = { host: '127.0.0.1', port, path, method, headers: { host, ...headers } };
      request(call, response => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      })
        .on('error', reject)
        .end();
    });

  test('every address of a page serves the same page, also with a query', async () => {
    for (const address of PageAddress.options) {
      const path = `${address.replaceAll(/:\w+/g, 'ar_1')}?code=WXYZ-1234`;
      const { status, headers, body } = await get(path);
      assert.equal(status, 200, path);
      assert.equal(headers['content-type'], 'text/html; charset=utf-8');
      assert.equal(headers['cache-control'], 'no-cache');
      assert.match(String(headers['content-security-policy']), /^default-src 'none'/);
      assert.match(String(headers['content-security-policy']), /trusted-types countersign-worker$/);
      assert.equal(body.toString(), html);
    }
  });

  test('a part is cached permanently, in the smallest form that the browser accepts', async () => {
    const path = '/assets/index-a1.js';
    const plain = await get(path);
    assert.equal(plain.body.toString(), script);
    assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8');
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable');
    assert.equal(plain.headers['vary'], 'accept-encoding');
    const br = await get(path, { 'accept-encoding': 'gzip, deflate, br' });
    assert.equal(br.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(br.body).toString(), script);
    const gzip = await get(path, { 'accept-encoding': 'br;q=0, gzip;q=0.5' });
    assert.equal(gzip.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(gzip.body).toString(), script);
    assert.equal(new Set([plain, br, gzip].map(({ headers }) => headers['etag'])).size, 3);
    const face = await get('/assets/inter-b2.woff2', { 'accept-encoding': 'br' });
    assert.equal(face.headers['content-encoding'], undefined);
    assert.deepEqual(face.body, font);
  });

  test('a browser that has the current page gets 304', async () => {
    const { headers } = await get('/inbox', { 'accept-encoding': 'br' });
    const etag = String(headers['etag']);
    const again = await get('/inbox', { 'accept-encoding': 'br', 'if-none-match': `W/${etag}` });
    assert.equal(again.status, 304);
    assert.equal(again.body.length, 0);
    const other = await get('/inbox', { 'if-none-match': etag });
    assert.equal(other.status, 200, 'another form of it is another answer');
    const head = await get('/inbox', {}, 'HEAD');
    assert.equal(head.status, 200);
    assert.equal(head.body.length, 0);
  });

  test('no other file of the folder is served', async () => {
    for (const path of [
      '/assets/notes.txt',
      '/assets/unknown.js',
      '/assets/..%2fsecret.json',
      '/assets/../secret.json',
      '/assets/index.html',
      '/assets/__proto__',
      '/secret.json',
      '/index.html',
      '/assets/',
    ]) {
      const { status, headers } = await get(path);
      assert.equal(status, 404, path);
      assert.match(String(headers['content-type']), /^application\/problem\+json/);
      assert.equal(headers['cache-control'], 'no-store');
    }
  });

  test('an unknown address gives the page in a browser, and a problem elsewhere', async () => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8';
    const page = await get('/no/such/page', { accept });
    assert.equal(page.status, 404);
    assert.equal(page.headers['cache-control'], 'no-store');
    assert.equal(page.body.toString(), html);
    for (const [path, headers] of [
      ['/no/such/page', { accept: 'application/json' }],
      ['/no/such/page', {}],
      ['/v1/no-such-thing', { accept }],
      ['/assets/no-such-part.js', { accept }],
      ['/.well-known/nothing', { accept }],
    ] as const) {
      const nowhere = await get(path, headers);
      assert.equal(nowhere.status, 404);
      assert.match(String(nowhere.headers['content-type']), /problem/);
    }
    assert.equal((await get('/no/such/page', { accept }, 'POST')).status, 404);
  });

  test('a page that is opened by loopback address redirects to the host name, and no other call does', async () => {
    const { port, origin } = server;
    for (const host of [`127.0.0.1:${port}`, `[::1]:${port}`]) {
      const { status, headers } = await get('/join?from=mail', { host });
      assert.equal(status, 307);
      assert.equal(headers['location'], `${origin}/join?from=mail`);
      const whole = await get('http://evil.example/join', { host });
      assert.deepEqual([whole.status, whole.headers['location']], [421, undefined]);
      assert.equal((await get('/v1/session', { host })).status, 421);
      assert.equal((await get('/', { host }, 'POST')).status, 405);
    }
    for (const host of ['127.0.0.1', `127.0.0.1:${port + 1}`, 'evil.example', `0.0.0.0:${port}`]) {
      assert.equal((await get('/', { host })).status, 421, host);
    }
  });
});

test('a server without built pages says how to build them', async () => {
  const server = await startedServer();
  for (const path of ['/', '/inbox']) {
    const { status, body } = await server.call('GET', path);
    assert.equal(status, 200);
    assert.match(String(body), /npm run build/);
  }
  assert.equal((await server.call('GET', '/assets/index.js')).status, 404);
  await server.remove();
});
