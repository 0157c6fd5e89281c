// Goal: one address for many clients and many MCP servers. Callers are known by their own key, a call waits for its
// approval, and everything else passes. Method: a whole server with its gateway, before an MCP server that keeps what it got.

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { HttpGateway } from '@countersign/mcp-gateway';
import {
  decide,
  type SignedIn,
  type StartedOptions,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { RemoteServer } from './testing/mcp-remote-server.ts';
import { mcpPolicy } from './testing/mcp-session.ts';

interface Heard {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

function send(
  port: number,
  path: string,
  options: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
    readonly signal?: AbortSignal;
  },
): Promise<Heard> {
  return new Promise((resolve, reject) => {
    const { method = 'POST', headers = {}, body, signal } = options;
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: { host: `localhost:${port}`, ...headers },
        signal,
      },
      async answer => {
        const parts: Buffer[] = [];
        for await (const part of answer) parts.push(part);
        const text = Buffer.concat(parts).toString('utf8');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

describe('the gateway of the server', { timeout: 180_000 }, () => {
  let server: StartedServer;
  let reviewer: SignedIn;
  let key: Record<string, string> = {};
  let remote: RemoteServer;
  let port = 0;
  let logged: string[] = [];
  const heard: (() => void)[] = [];
  const start = (more: StartedOptions = {}) =>
    startedServer({
      policy: mcpPolicy,
      settings: {
        mcp: {
          servers: [
            {
              name: 'box',
              url: remote.url,
              agent: 'bot',
              definitions: 'allow',
              bearer: 'upstream-secret',
              hold: 60,
            },
          ],
          origins: ['https://app.example'],
          authorization_servers: ['https://id.example'],
          message_bytes: 262_144,
        },
      },
      logTo: line => {
        logged.push(line);
        for (const each of heard.splice(0)) each();
      },
      ...more,
    });
  before(async () => {
    remote = await RemoteServer.start();
    server = await start();
    port = server.port;
    reviewer = await server.person(['reviewer']);
    key = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
  });
  after(async () => {
    await server.remove();
    await remote.stop();
  });
  const json = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  const message = (id: number | null, method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', ...(id === null ? {} : { id }), method, params });
  const post = (body: string, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    send(port, '/mcp/box', {
      headers: { ...json, ...key, ...headers },
      body,
      ...(signal === undefined ? {} : { signal }),
    });
  const call = (id: number, name: string, given: object) =>
    message(id, 'tools/call', { name, arguments: given });
  /** The session that the gateway gives a caller. */
  const begun = async (headers: Record<string, string> = {}) => {
    const begin = message(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    const { headers: given } = await post(begin, headers);
    return { 'mcp-session-id': String(given['mcp-session-id']) };
  };
  const waitsAt = async (): Promise<string> => {
    for (;;) {
      const [, id] = /waits for approval.*?(ar_[0-9a-f]{32})/.exec(logged.join('\n')) ?? [];
      if (id !== undefined) {
        logged = [];
        return id;
      }
      await new Promise<void>(resolve => heard.push(resolve));
    }
  };

  test('a caller without a known key is told where to get a token, and reaches nothing', async () => {
    const before = remote.got.length;
    for (const authorization of ['', 'Bearer nonsense', 'Basic YTpi']) {
      const { status, headers } = await post(message(1, 'tools/list', {}), { authorization });
      assert.equal(status, 401);
      const [, where = ''] =
        /resource_metadata="([^"]+)"/.exec(String(headers['www-authenticate'])) ?? [];
      const described = await send(port, new URL(where).pathname, { method: 'GET' });
      assert.deepEqual(JSON.parse(described.body), {
        resource: `http://localhost:${port}/mcp/box`,
        authorization_servers: ['https://id.example'],
        bearer_methods_supported: ['header'],
      });
    }
    assert.equal(remote.got.length, before);
  });

  test('a foreign host, a foreign page and an unknown server are refused', async () => {
    const body = message(1, 'ping', {});
    const before = remote.got.length;
    const answers = await Promise.all([
      post(body, { host: 'evil.example' }),
      post(body, { origin: 'https://evil.example' }),
      send(port, '/mcp/other', { headers: { ...json, ...key }, body }),
      send(port, '/mcp/box/../../v1', { headers: { ...json, ...key }, body }),
      post(body, { 'content-encoding': 'gzip' }),
      post(body, { 'content-type': 'text/plain' }),
      post(`[${body}]`),
      post(body.padEnd(300_000)),
      send(port, '/mcp/box', { method: 'PUT', headers: { ...json, ...key }, body }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [421, 403, 404, 404, 415, 415, 400, 413, 405],
    );
    assert.equal(remote.got.length, before);
    assert.equal((await post(body, { origin: 'https://app.example' })).status, 200);
  });

  test('a header that names another method, tool or argument than the body is refused', async () => {
    const before = remote.calls();
    const hidden = await post(call(1, 'pay', {}), { 'mcp-method': 'ping' });
    const shown = await post(message(1, 'ping', {}), {
      'mcp-method': 'tools/call',
      'mcp-name': 'pay',
    });
    const other = await post(call(1, 'pay', {}), {
      'mcp-method': 'tools/call',
      'mcp-name': 'read',
    });
    const routed = await post(call(1, 'pay', { region: 'eu' }), { 'mcp-param-region': 'us' });
    const statuses = [hidden, shown, other, routed].map(({ status }) => status);
    assert.deepEqual(statuses, [400, 400, 400, 400]);
    assert.equal(remote.calls(), before);
  });

  test('a header that cannot name a session is refused, and no session is shortened to another', async () => {
    const before = remote.got.length;
    for (const name of ['', 'mcp:session-1', 'x'.repeat(257)]) {
      const { status, body } = await post(call(1, 'pay', {}), { 'countersign-session': name });
      assert.equal(status, 400);
      assert.match(body, /Expected a name of a session/);
    }
    assert.equal(remote.got.length, before);
  });

  test('the credential of the caller stays here and that of the server is added', async () => {
    await post(message(1, 'tools/list', {}), { cookie: 'a=b' });
    const headers = remote.got.at(-1)?.headers;
    assert.equal(headers?.authorization, 'Bearer upstream-secret');
    assert.equal(headers?.cookie, undefined);
  });

  test('[D2-82] a call waits for its approval, and the events before its answer pass', async () => {
    const before = remote.calls();
    const answer = post(call(2, 'pay', { amount: 1 }));
    const id = await waitsAt();
    assert.equal(remote.calls(), before);
    await decide(server, reviewer.headers, id, 'allow');
    const { status, body } = await answer;
    assert.equal(status, 200);
    assert.match(body, /notifications\/message/);
    assert.match(body, /did pay/);
    assert.equal(remote.calls(), before + 1);
  });

  test('a client that hangs up while its call waits leaves nothing running', async () => {
    const before = remote.calls();
    const gone = new AbortController();
    const answer = post(call(3, 'pay', { amount: 2 }), {}, gone.signal);
    answer.catch(() => undefined);
    const id = await waitsAt();
    gone.abort();
    await assert.rejects(answer);
    await decide(server, reviewer.headers, id, 'allow');
    await post(message(4, 'ping', {}));
    assert.equal(remote.calls(), before);
    assert.match((await post(call(5, 'pay', { amount: 2 }))).body, /did pay/);
    assert.equal(remote.calls(), before + 1);
  });

  test('a cancelled call gets no answer and is not forwarded', async () => {
    const before = remote.calls();
    const session = await begun();
    const answer = post(call(6, 'pay', { amount: 3 }), session);
    const id = await waitsAt();
    await post(message(null, 'notifications/cancelled', { requestId: 6 }));
    await post(message(null, 'notifications/cancelled', { requestId: 6 }), session);
    assert.equal((await answer).body, '');
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers });
    const { request: asked } = body as { request: { scope: { session_id: string } } };
    assert.equal(asked.scope.session_id, 'mcp:session-1');
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(remote.calls(), before);
  });

  test('a session belongs to the caller that began it, also after a restart', async () => {
    const session = await begun();
    assert.notEqual(session['mcp-session-id'], 'session-1', 'the id of the server of tools alone');
    assert.equal((await post(message(2, 'ping', {}), session)).status, 200);
    assert.equal(remote.got.at(-1)?.headers['mcp-session-id'], 'session-1');
    const other = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    const before = remote.got.length;
    const foreign = [
      { ...other, ...session },
      { 'mcp-session-id': 'session-1' },
      { 'mcp-session-id': `${session['mcp-session-id']}x` },
      { 'mcp-session-id': session['mcp-session-id'].replace('session-1', 'session-2') },
    ];
    for (const headers of foreign)
      assert.equal((await post(message(3, 'ping', {}), headers)).status, 404);
    for (const method of ['GET', 'DELETE']) {
      const headers = { ...json, ...other, ...session };
      assert.equal((await send(port, '/mcp/box', { method, headers })).status, 404);
    }
    assert.equal(remote.got.length, before, 'nothing of it reached the server of tools');
    await server.close();
    server = await start({ folder: server.folder, port });
    assert.equal((await post(message(4, 'ping', {}), session)).status, 200);
  });

  test('a key of another agent, or one that may not ask, passes no message on', async () => {
    const before = remote.got.length;
    const keys: readonly Parameters<StartedServer['apiKey']>[0][] = [
      { verbs: ['propose', 'consume'], agent_ids: ['other'], executor: 'other' },
      { verbs: ['observe'], agent_ids: ['bot'] },
    ];
    for (const each of keys) {
      const headers = await server.apiKey(each);
      const read = message(1, 'resources/read', { uri: 'file:///secret' });
      assert.equal((await post(read, headers)).status, 403);
      const named = { ...headers, 'countersign-agent': 'third' };
      assert.equal((await post(read, named)).status, 403, 'an agent that it does not cover');
    }
    assert.equal(remote.got.length, before);
  });

  test('[LK-3] a lock ends the stream of an agent, and nothing more of it passes', async () => {
    const locked = await server.apiKey({
      verbs: ['propose', 'consume'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    const opened = remote.streams();
    const streaming = await fetch(`${server.origin}/mcp/box`, { headers: { ...json, ...locked } });
    await opened;
    const ended = streaming.text().then(
      () => 'ended',
      () => 'cut',
    );
    const { body } = await server.call('GET', '/v1/credential', { headers: locked });
    const { principal_id: credential_id } = body as { principal_id: string };
    const operator = await server.person(['operator']);
    const target = { kind: 'key', credential_id };
    const placed = await server.call('POST', '/v1/locks', {
      headers: operator.headers,
      body: { target, reason: 'a test' },
    });
    assert.equal(placed.status, 201, JSON.stringify(placed.body));
    assert.equal(await ended, 'cut');
    const before = remote.got.length;
    assert.equal((await post(message(1, 'ping', {}), locked)).status, 403);
    assert.equal(remote.got.length, before);
  });

  test('a refused call is answered in words', async () => {
    const { body } = await post(call(7, 'forbidden', {}));
    const { result } = JSON.parse(body);
    assert.equal(result.isError, true);
    assert.equal(result._meta['countersign/approval'].outcome, 'denied');
  });

  test('a call that waits when the server stops is continued after its start', async () => {
    const before = remote.calls();
    const answer = post(call(8, 'pay', { amount: 4 }));
    const id = await waitsAt();
    await server.close();
    assert.match((await answer).body, /the gateway stops/);
    server = await start({ folder: server.folder, port });
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(remote.calls(), before);
    assert.match((await post(call(9, 'pay', { amount: 4 }))).body, /did pay/);
    assert.equal(remote.calls(), before + 1);
  });

  test('a credential that the server cannot judge now does not count as known', async () => {
    const before = remote.got.length;
    const gateway = new HttpGateway({
      countersign: 'https://approve.example',
      fetchFor: () => async () =>
        Response.json({ code: 'too_many_calls', title: 'x', status: 429 }, { status: 429 }),
      upstreams: [
        {
          name: 'box',
          url: new URL(remote.url),
          headers: async () => ({}),
          agent: 'bot',
          definitions: 'allow',
        },
      ],
      origin: 'http://localhost',
      hosts: ['127.0.0.1'],
      origins: [],
      authorizationServers: [],
      bytesMax: 65_536,
      log: () => undefined,
    });
    const own = createServer((called, answer) => void gateway.handle(called, answer));
    own.listen(0, '127.0.0.1');
    await once(own, 'listening');
    const { port: at } = own.address() as AddressInfo;
    const headers = { ...json, ...key, host: 'localhost' };
    const { status } = await send(at, '/mcp/box', { headers, body: message(1, 'ping', {}) });
    own.close();
    assert.equal(status, 503);
    assert.equal(remote.got.length, before);
  });
});
