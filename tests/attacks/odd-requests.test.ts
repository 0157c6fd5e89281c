// Disproves: "An oddly written request reaches a route past its checks, is answered in the name of another caller, or makes
// the server answer twice." The tests send paths, methods, hosts, credentials and lengths that two readers understand differently.
import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { after, before, test } from 'node:test';
import {
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

let server: StartedServer;
let operator: SignedIn;
let bot: Readonly<Record<string, string>>;
let waiting = '';

before(async () => {
  server = await startedServer();
  operator = await server.person(['operator', 'reviewer']);
  bot = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  waiting = (await propose(server, bot, sampleAction())).approval_request_id;
});
after(() => server.remove());

/** Sends bytes, and answers everything that comes back until the server closes: each message asks for that, or is malformed. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(server.port, '127.0.0.1');
    let heard = '';
    socket.setTimeout(60_000, () => socket.destroy(new Error('the server did not answer')));
    socket.on('data', bytes => {
      heard += bytes;
    });
    socket.on('error', error => (heard === '' ? reject(error) : resolve(heard)));
    socket.on('close', () => resolve(heard));
    socket.write(text);
  });
}

const host = (): string => `localhost:${server.port}`;
const end = '\r\n\r\n';

function get(path: string, ...headers: readonly string[]): string {
  return [`GET ${path} HTTP/1.1`, `Host: ${host()}`, ...headers, 'Connection: close'].join('\r\n');
}

function statusesOf(answer: string): number[] {
  return [...answer.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
}

test('[SS-1] no spelling of a path reaches what needs a credential', async () => {
  const paths = [
    '/v1/people',
    '/v1/people/',
    '//v1/people',
    '/v1//people',
    '/V1/People',
    '/v1/./people',
    '/v1/x/../people',
    '/assets/../v1/people',
    '/mcp/../v1/people',
    '/mcp/x/../../v1/people',
    '/v1/%70eople',
    '/v1/people%2f',
    '/v1%2fpeople',
    '/v1/people%00',
    '/v1/people;x=1',
    '/v1/people?x=1&x=2',
    '/v1/people#x',
    '/v1/people.json',
    '/v1/people%20',
    '/v1\\people',
    '/healthz/../v1/people',
    '/healthz/%2e%2e/v1/people',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/assets/%2e%2e/%2e%2e/package.json',
    `/v1/requests/${waiting}`,
    `/v1/requests/${waiting}/`,
    `/v1/requests/${waiting}%00`,
    `/v1/requests/../requests/${waiting}`,
    `/v1/requests/${waiting.toUpperCase()}`,
    '/v1/requests?limit=1&access_token=x',
    '/v1/log?from=0',
  ];
  const found: string[] = [];
  for (const path of paths) {
    const answer = await exchange(get(path) + end);
    const [status = 0] = statusesOf(answer);
    const tells = /person_[0-9a-f]{8}|"parameters"|root:|"devDependencies"/.test(answer);
    if (tells || status >= 500 || (status < 300 && /application\/json/.test(answer))) {
      found.push(`${path}: ${status}`);
    }
  }
  assert.deepEqual(found, []);
});

test('[ID-1] no header gives a caller another identity', async () => {
  const { cookie = '' } = operator.headers;
  const key = bot['authorization'] ?? '';
  const headers = [
    ['X-Forwarded-User: operator'],
    ['X-Original-URL: /v1/people', 'X-Rewrite-URL: /v1/people'],
    ['X-HTTP-Method-Override: DELETE'],
    [`X-Person-Id: ${operator.person_id}`],
    ['Authorization: Basic b3BlcmF0b3I6'],
    ['Authorization: Bearer'],
    ['Authorization: Bearer null'],
    ['Authorization: bearer undefined'],
    ['Authorization: Negotiate abc'],
    [`Authorization: ${key}, ${key}`],
    [`Authorization: ${key}`, 'Authorization: Bearer other'],
    ['Authorization: Bearer other', `Authorization: ${key}`],
    [`Cookie: ${cookie}`],
    [`Cookie: ${cookie}`, `Cookie: ${cookie}`],
    [`Cookie: a=b; ${cookie}; ${cookie}`],
    [`Cookie: ${cookie.toUpperCase()}`],
    [`Cookie: "${cookie}"`],
    [`Cookie: ${encodeURIComponent(cookie)}`],
    [`Cookie: ${cookie}`, 'Sec-Fetch-Site: same-origin', `Origin: http://${host()}`],
    [`Cookie: ${cookie}`, 'Origin: null'],
    [`Authorization: Bearer ${cookie.split('=')[1]}`],
    ['X-Forwarded-For: 127.0.0.1', 'X-Real-IP: 127.0.0.1', 'Forwarded: for=127.0.0.1'],
  ];
  const found: string[] = [];
  for (const each of headers) {
    const answer = await exchange(get('/v1/people', ...each) + end);
    const [status = 0] = statusesOf(answer);
    if (status < 400 || status >= 500) found.push(`${each.join(' + ')}: ${status}`);
  }
  assert.deepEqual(found, []);
});

test('[DR-3] a request that two readers would cut differently is refused, and nothing behind it is served', async () => {
  const inner = `GET /v1/policy HTTP/1.1\r\nHost: ${host()}\r\nX: x${end}`;
  const post = (...lines: readonly string[]) =>
    [`POST /v1/requests HTTP/1.1`, `Host: ${host()}`, ...lines].join('\r\n');
  const json = 'Content-Type: application/json';
  const messages: Record<string, string> = {
    'length and chunks': `${post(json, 'Content-Length: 4', 'Transfer-Encoding: chunked')}${end}0${end}${inner}`,
    'two lengths': `${post(json, 'Content-Length: 0', `Content-Length: ${inner.length}`)}${end}${inner}`,
    'a length with a sign': `${post(json, 'Content-Length: +0')}${end}${inner}`,
    'a length in hexadecimal': `${post(json, 'Content-Length: 0x0')}${end}${inner}`,
    'a list of lengths': `${post(json, 'Content-Length: 0, 0')}${end}${inner}`,
    'chunks in other letters': `${post(json, 'Transfer-Encoding: xchunked')}${end}0${end}${inner}`,
    'two encodings': `${post(json, 'Transfer-Encoding: chunked, identity')}${end}0${end}${inner}`,
    'a space before the colon': `${post(json, 'Content-Length : 0')}${end}${inner}`,
    'a folded header': `${post(json, 'X: a', ' Content-Length: 0')}${end}${inner}`,
    'a chunk with a bad size': `${post(json, 'Transfer-Encoding: chunked')}${end}zz\r\n${inner}`,
    'a NUL in a header': `${post(json, 'X: a\u0000b')}${end}${inner}`,
    'a bare line feed': `POST /v1/requests HTTP/1.1\nHost: ${host()}\nContent-Length: 0\n\n${inner}`,
    'no host': `GET /v1/policy HTTP/1.1\r\nConnection: close${end}`,
    'two hosts': `GET /v1/policy HTTP/1.1\r\nHost: ${host()}\r\nHost: evil.example\r\nConnection: close${end}`,
    'a foreign host': `GET /v1/policy HTTP/1.1\r\nHost: evil.example\r\nConnection: close${end}`,
    'a whole address as path': `GET http://evil.example/v1/policy HTTP/1.1\r\nHost: ${host()}\r\nConnection: close${end}`,
    'an old version': `GET /v1/policy HTTP/0.9${end}`,
    'no version': `GET /v1/policy${end}`,
    'a method that does not exist': `BREW /v1/policy HTTP/1.1\r\nHost: ${host()}\r\nConnection: close${end}`,
    TRACE: `TRACE /v1/policy HTTP/1.1\r\nHost: ${host()}\r\nCookie: a=secret\r\nConnection: close${end}`,
    CONNECT: `CONNECT evil.example:443 HTTP/1.1\r\nHost: ${host()}\r\nConnection: close${end}`,
    'an upgrade': get('/v1/policy', 'Upgrade: h2c', 'HTTP2-Settings: AAAA') + end,
    'a very long path': `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nHost: ${host()}\r\nConnection: close${end}`,
    'very many headers': `${get('/v1/policy', ...Array.from({ length: 5_000 }, (_, at) => `X${at}: 1`))}${end}`,
  };
  const found: string[] = [];
  for (const [name, message] of Object.entries(messages)) {
    const answer = await exchange(message).catch(() => '');
    const statuses = statusesOf(answer);
    const isServed = statuses.some(status => status < 400);
    if (isServed || statuses.length > 1 || /a=secret/.test(answer)) {
      found.push(`${name}: ${statuses.join()}`);
    }
  }
  assert.deepEqual(found, []);
  assert.equal((await server.call('GET', '/v1/policy', { headers: operator.headers })).status, 200);
});
