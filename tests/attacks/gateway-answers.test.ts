// Disproves: "A server of tools, or another caller, can put words into the answers of the gateway, read the stream of another
// session, or send the server something that the gateway did not see."

import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type StartedServer, startedServer } from '@countersign/server/testing';
import { type Answering, HostileMcpServer, rawCall } from '../testing/hostile-mcp-server.ts';
import { mcpPolicy } from '../testing/mcp-session.ts';

const stream = { 'content-type': 'text/event-stream' };
const json = { 'content-type': 'application/json' };
const result = (id: unknown, text: string) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }] },
});
const listOf = (id: unknown, ...names: string[]) => ({
  jsonrpc: '2.0',
  id,
  result: { tools: names.map(name => ({ name, inputSchema: {} })) },
});
const asEvent = (message: unknown, more = '') => `${more}data: ${JSON.stringify(message)}\n\n`;

describe('the gateway before a hostile MCP server and hostile callers', {
  timeout: 120_000,
}, () => {
  let server: StartedServer;
  let remote: HostileMcpServer;
  let key: Record<string, string> = {};
  let other: Record<string, string> = {};
  let logged: string[] = [];
  const plain: Answering = (message, answer) => {
    const { id, method } = message;
    if (id === undefined) return void answer.writeHead(202).end();
    const session = method === 'initialize' ? { 'mcp-session-id': `s${remote.got.length}` } : {};
    const said = method === 'tools/list' ? listOf(id, 'read') : result(id, 'plain');
    answer.writeHead(200, { ...json, ...session }).end(JSON.stringify(said));
  };

  before(async () => {
    remote = await HostileMcpServer.start();
    const box = { name: 'box', url: remote.url, agent: 'bot', bearer: 'of-the-gateway' };
    const settings = { mcp: { servers: [box], message_bytes: 1_048_576 } };
    server = await startedServer({
      policy: mcpPolicy,
      settings,
      logTo: line => logged.push(line),
    });
    const verbs = ['propose', 'consume', 'observe'] as const;
    const facts = { verbs: [...verbs], agent_ids: ['bot'], executor: 'bot' };
    key = await server.apiKey(facts);
    other = await server.apiKey(facts);
    remote.answering = plain;
    await (await send(message(1, 'tools/list'))).text();
  });
  after(async () => {
    await server.remove();
    await remote.stop();
  });
  beforeEach(() => {
    remote.answering = plain;
    remote.got.splice(0);
    logged = [];
  });

  const send = (body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal) =>
    fetch(`${server.origin}/mcp/box`, {
      method: 'POST',
      headers: { ...json, accept: 'application/json, text/event-stream', ...key, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...(signal === undefined ? {} : { signal }),
    });
  const message = (id: number, method: string, params: object = {}) => ({
    jsonrpc: '2.0',
    id,
    method,
    params,
  });
  const begun = async (headers: Record<string, string> = {}): Promise<Record<string, string>> => {
    const begin = message(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {} });
    const answer = await send(begin, headers);
    await answer.text();
    return { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' };
  };
  const logs = (words: string) => logged.some(line => line.includes(words));

  test('the stream of another caller, or of another session, cannot be resumed', async () => {
    const [own, second, theirs] = [await begun(), await begun(), await begun(other)];
    remote.answering = ({ id }, answer) => {
      answer.writeHead(200, stream);
      answer.write('id: event-1\nevent: note\ndata: {"jsonrpc":"2.0","method":"n/own"}\n\n');
      if (id !== undefined) answer.write(asEvent(result(id, 'done'), 'id: event-2\r\n'));
      answer.end();
    };
    const heard = await (await send(message(2, 'ping'), own)).text();
    const ids = [...heard.matchAll(/^id: (.*?)\r?$/gm)].map(([, id = '']) => id);
    assert.equal(ids.length, 2, heard);
    assert.ok(
      ids.every(id => /^event-[12]\..{40,}$/.test(id)),
      heard,
    );
    assert.match(
      heard,
      /event: note\ndata: \{"jsonrpc":"2.0","method":"n\/own"\}/,
      'else as it came',
    );
    const [first = ''] = ids;
    const resume = (last: string, session: Record<string, string>, who = key) =>
      fetch(`${server.origin}/mcp/box`, {
        headers: { accept: 'text/event-stream', ...who, ...session, 'last-event-id': last },
      });
    const before = remote.got.length;
    for (const [last, session, who] of [
      ['event-1', own, key],
      [first, theirs, other],
      [first, second, key],
      [first, {}, key],
      [first, {}, other],
      [`${first}x`, own, key],
      [first.replace('event-1', 'event-2'), own, key],
      [first.replace(/\..*/, ''), theirs, other],
    ] as const) {
      const refused = await resume(last, session, who);
      assert.equal(refused.status, 400, last);
      assert.match(await refused.text(), /not one of this caller and session/);
    }
    assert.equal(remote.got.filter(({ method }) => method === 'GET').length, 0);
    assert.equal(remote.got.length, before);
    const resumed = await resume(first, own);
    assert.equal(resumed.status, 200);
    await resumed.text();
    assert.equal(remote.got.at(-1)?.headers['last-event-id'], 'event-1');
    assert.equal(
      (await (await send(message(3, 'ping'), { ...own, 'last-event-id': 'event-1' })).text())
        .length > 0,
      true,
    );
    assert.equal(remote.got.at(-1)?.headers['last-event-id'], undefined, 'a post resumes nothing');
  });

  const inEvents =
    (...events: readonly string[]): Answering =>
    (_, answer) => {
      answer.writeHead(200, stream).end(events.join(''));
    };
  const inBody =
    (text: string): Answering =>
    (_, answer) => {
      answer.writeHead(200, json).end(text);
    };
  const twin = '{"jsonrpc":"2.0","id":7,"ID":9,"result":{"n":"foreign"}}';
  const foreign: readonly (readonly [string, Answering])[] = [
    ['an answer to another request', inEvents(asEvent(result(9, 'foreign')))],
    ['an answer under the same id as a text', inEvents(asEvent(result('7', 'foreign')))],
    ['an answer behind a byte order mark', inEvents(`\ufeff${asEvent(result(9, 'foreign'))}`)],
    [
      'an answer that is a notification too',
      inEvents(asEvent({ ...result(9, 'foreign'), method: 'x' })),
    ],
    ['an answer without a version', inEvents('data: {"id":9,"result":{"n":"foreign"}}\n\n')],
    [
      'an answer in two lines',
      inEvents('data: {"jsonrpc":"2.0","id":9,\r\ndata: "result":{"n":"foreign"}}\r\n\r\n'),
    ],
    [
      'an answer behind a bare carriage return',
      inEvents('data: 1\r\rdata: {"jsonrpc":"2.0","id":9,"result":{"n":"foreign"}}\r\r'),
    ],
    ['a batch of answers', inEvents(asEvent([result(9, 'foreign'), result(8, 'foreign')]))],
    ['an id written twice in other letters', inEvents(`data: ${twin}\n\n`)],
    ['a second answer', inEvents(asEvent(result(7, 'own')), asEvent(result(7, 'foreign')))],
    [
      'an error for another request',
      inEvents(asEvent({ jsonrpc: '2.0', id: 9, error: { code: 1, message: 'foreign' } })),
    ],
    ['a document for another request', inBody(JSON.stringify(result(9, 'foreign')))],
    ['a document with two ids', inBody('{"jsonrpc":"2.0","id":7,"result":{"n":"foreign"},"id":9}')],
    [
      'a document with an escaped id',
      inBody('{"jsonrpc":"2.0","\\u0069d":9,"result":{"n":"foreign"}}'),
    ],
    ['a document with an id in other letters', inBody(twin)],
    [
      'a document that is a batch',
      inBody(JSON.stringify([result(7, 'own'), result(9, 'foreign')])),
    ],
    [
      'two documents',
      inBody(`${JSON.stringify(result(7, 'own'))}${JSON.stringify(result(9, 'foreign'))}`),
    ],
    [
      'a document behind a byte order mark',
      inBody(`\ufeff${JSON.stringify(result(9, 'foreign'))}`),
    ],
    [
      'an id behind quotes and braces',
      inBody('{"result":{"n":"\\"}\\\\","foreign":[{}]},"jsonrpc":"2.0","id":9}'),
    ],
  ];
  for (const [what, answering] of foreign) {
    test(`${what} is passed to no one`, async () => {
      remote.answering = answering;
      for (const method of ['ping', 'resources/read', 'tools/list']) {
        const text = await (await send(message(7, method))).text().catch(() => 'broken');
        assert.doesNotMatch(text, /foreign/, method);
      }
      assert.ok(logs('answered a request that it does not have') || logs('is not a message'), what);
      const call = await (await send(message(7, 'tools/call', { name: 'read' }))).text();
      assert.doesNotMatch(call, /foreign/);
    });
  }

  test('a large answer to another request never becomes whole', async () => {
    const body = JSON.stringify({ ...result(9, ''), result: { text: 'x'.repeat(3_000_000) } });
    const last = `${body.slice(0, -1).replace('"id":9,', '')},"id":9}`;
    for (const [text, isOwn] of [
      [last, false],
      [last.replace(/9\}$/, '7}'), true],
    ] as const) {
      remote.answering = inBody(text);
      const heard = await send(message(7, 'resources/read'))
        .then(answer => answer.text())
        .catch(() => 'broken');
      if (isOwn) assert.equal(heard, text);
      else assert.throws(() => JSON.parse(heard));
    }
  });

  test('the result of an allowed call passes as it comes, however large it is', async () => {
    const whole = JSON.stringify(result(7, 'x'.repeat(3_000_000)));
    let arrived: () => void = () => undefined;
    const first = new Promise<void>(resolve => {
      arrived = resolve;
    });
    let isEnded = false;
    remote.answering = async (given, answer, call) => {
      if (given.method !== 'tools/call') return plain(given, answer, call);
      answer.writeHead(200, json).write(whole.slice(0, 1000));
      answer.write(whole.slice(1000, 2_000_000));
      await first;
      isEnded = true;
      answer.end(whole.slice(2_000_000));
    };
    const answer = await send(message(7, 'tools/call', { name: 'read' }));
    const parts: Buffer[] = [];
    for await (const part of answer.body ?? []) {
      if (parts.length === 0) assert.equal(isEnded, false);
      parts.push(Buffer.from(part));
      arrived();
    }
    assert.equal(Buffer.concat(parts).toString(), whole);
    remote.answering = inBody('{"jsonrpc":"2.0","result":{"content":[]}}');
    const unnamed = await send(message(7, 'tools/call', { name: 'read' }));
    assert.match(await unnamed.text(), /no result arrived/);
  });

  test('an answer that is too large is refused in clear words', async () => {
    const large = JSON.stringify(result(7, 'x'.repeat(1_400_000)));
    const begin = { name: 'read', task: { ttl: 1 } };
    for (const [asking, answering] of [
      [message(7, 'tools/list'), inBody(large)],
      [message(7, 'ping'), inEvents(`data: ${large}\n\n`)],
      [message(7, 'tools/call', begin), inBody(large)],
      [message(7, 'tools/call', { name: 'read' }), inEvents(`data: ${large}\n\n`)],
    ] as const) {
      remote.answering = answering;
      assert.match(await (await send(asking)).text(), /the answer is larger than 1048576 bytes/);
    }
  });

  test('a stream that no one resumed brings no answers, and a resumed one hides no tool', async () => {
    const own = await begun();
    remote.answering = ({ id }, answer) => {
      answer.writeHead(200, stream);
      if (id === undefined)
        return void answer.end(asEvent(listOf(7, 'read', 'new-tool'), 'id: e2\n'));
      answer.end('id: e1\ndata: {"jsonrpc":"2.0","method":"n"}\n\n');
    };
    const headers = { accept: 'text/event-stream', ...key, ...own };
    const listened = await fetch(`${server.origin}/mcp/box`, { headers });
    assert.doesNotMatch(await listened.text(), /new-tool|"result"/);
    const cut = await (await send(message(7, 'tools/list'), own)).text();
    const [, last = ''] = /id: (\S+)/.exec(cut) ?? [];
    const resumed = await fetch(`${server.origin}/mcp/box`, {
      headers: { ...headers, 'last-event-id': last },
    });
    const text = await resumed.text();
    assert.match(text, /"read"/, 'the list itself arrives');
    assert.doesNotMatch(text, /new-tool/, 'a tool that no operator accepted is withheld');
  });

  test('a list of tools in a batch, or in a document that starts with a mark, withholds what is new', async () => {
    await begun();
    await (await send(message(2, 'tools/list'))).text();
    const lists = (id: unknown) => listOf(id, 'read', 'new-tool');
    for (const wrap of [
      (id: unknown) => JSON.stringify([{ jsonrpc: '2.0', method: 'n' }, lists(id)]),
      (id: unknown) => `\ufeff${JSON.stringify(lists(id))}`,
      (id: unknown) => JSON.stringify([lists(id), lists(9)]),
    ]) {
      for (const isStream of [false, true]) {
        remote.answering = ({ id }, answer) => {
          if (isStream) answer.writeHead(200, stream).end(`data: ${wrap(id)}\n\n`);
          else answer.writeHead(200, json).end(wrap(id));
        };
        assert.doesNotMatch(await (await send(message(7, 'tools/list'))).text(), /new-tool/);
      }
    }
  });

  test('two requests of one session do not share an id', async () => {
    const own = await begun();
    let first: ServerResponse | null = null;
    let arrived: () => void = () => undefined;
    const taken = new Promise<void>(resolve => {
      arrived = resolve;
    });
    remote.answering = (_, answer) => {
      first = answer;
      arrived();
    };
    const waiting = send(message(5, 'ping'), own);
    await taken;
    remote.answering = plain;
    const before = remote.got.length;
    for (const body of [message(5, 'ping'), message(5, 'tools/call', { name: 'read' })]) {
      const refused = await send(body, own);
      assert.equal(refused.status, 400);
      assert.match(await refused.text(), /a request that is not answered yet/);
    }
    assert.equal(remote.got.length, before);
    assert.equal((await send(message(5, 'ping'), await begun())).status, 200, 'another session');
    (first as ServerResponse | null)?.writeHead(200, json).end(JSON.stringify(result(5, 'late')));
    assert.match(await (await waiting).text(), /late/);
    assert.equal((await send(message(5, 'ping'), own)).status, 200, 'the id is free again');
  });

  test('a server that never answers holds at most 256 requests of a caller, and no one else', async () => {
    remote.answering = () => undefined;
    const gone = new AbortController();
    const waiting = Array.from({ length: 256 }, (_, id) =>
      send(message(id, 'ping'), {}, gone.signal),
    );
    for (const each of waiting) each.catch(() => undefined);
    while (remote.got.length < 256) await new Promise(resolve => setImmediate(resolve));
    const refused = await send(message(300, 'tools/call', { name: 'read' }));
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '5']);
    assert.ok(logs('256 of its requests are under way'));
    remote.answering = plain;
    assert.equal((await send(message(1, 'ping'), other)).status, 200);
    gone.abort();
    await Promise.allSettled(waiting);
    for (;;) {
      const again = await send(message(301, 'ping'));
      await again.text();
      if (again.status === 200) break;
    }
  });

  test('an allowed call whose client has gone is ended at the MCP server too', async () => {
    const gone = new AbortController();
    let ended: Promise<unknown> = Promise.resolve();
    let arrived: () => void = () => undefined;
    const taken = new Promise<void>(resolve => {
      arrived = resolve;
    });
    remote.answering = ({ id, method }, answer, call) => {
      if (method !== 'tools/call')
        return plain({ id, ...(method === undefined ? {} : { method }) }, answer, call);
      ended = once(answer, 'close');
      arrived();
    };
    const calling = send(message(7, 'tools/call', { name: 'read' }), {}, gone.signal);
    calling.catch(() => undefined);
    await taken;
    gone.abort();
    await ended;
  });

  test('without a session, only the caller that was asked can answer a question of the server', async () => {
    const question = { jsonrpc: '2.0', id: 5, method: 'elicitation/create', params: {} };
    const end = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } };
    remote.answering = ({ id }, answer, call) => {
      if (id !== 7) return plain({}, answer, call);
      answer.writeHead(200, stream);
      answer.end([question, end, result(7, 'done')].map(each => asEvent(each)).join(''));
    };
    for (const asking of [message(7, 'ping'), message(7, 'tools/call', { name: 'read' })]) {
      const heard = await (await send(asking)).text();
      const [asked, ended] = [...heard.matchAll(/^data: (.*)$/gm)].map(([, text = '']) =>
        JSON.parse(text),
      );
      assert.match(String(asked.id), /^n5\..{40,}$/);
      assert.equal(ended.params.requestId, asked.id, 'its end names it too');
      const reply = (id: unknown) => ({ jsonrpc: '2.0', id, result: { action: 'accept' } });
      remote.got.splice(0);
      for (const [id, who] of [
        [5, key],
        [5, other],
        [asked.id, other],
        [`${asked.id}x`, key],
        ['n5', key],
      ] as const) {
        const refused = await send(reply(id), who);
        assert.equal(refused.status, 400, String(id));
        assert.match(await refused.text(), /no request that this caller was sent/);
      }
      assert.equal(remote.got.length, 0);
      assert.equal((await send(reply(asked.id))).status, 202);
      assert.deepEqual(JSON.parse(remote.got[0]?.body ?? ''), reply(5));
    }
    remote.answering = plain;
    const own = await begun();
    remote.answering = (_, answer) => answer.writeHead(200, stream).end(asEvent(question));
    assert.match(await (await send(message(7, 'ping'), own)).text(), /"id":5/, 'as it came');
  });

  test('a task belongs to the caller whose call began it', async () => {
    const related = { 'io.modelcontextprotocol/related-task': { taskId: 'task-1' } };
    const task = (taskId: string) => ({ taskId, status: 'working' });
    const results: Record<string, object> = {
      'tools/call': { task: task('task-1') },
      'tasks/get': { ...task('task-1'), _meta: related },
      'tasks/result': { content: [], _meta: related },
      'tasks/list': { tasks: [task('task-1'), task('task-2')] },
      'tasks/cancel': task('task-1'),
    };
    remote.answering = (given, answer, call) => {
      const { id, method = '' } = given;
      const said = results[method];
      if (said === undefined) return plain(given, answer, call);
      answer.writeHead(200, json).end(JSON.stringify({ jsonrpc: '2.0', id, result: said }));
    };
    const ask = async (method: string, params: object, headers: Record<string, string> = {}) =>
      (await send(message(7, method, params), headers)).json();
    const begin = { name: 'read', task: { ttl: 1000 } };
    remote.got.splice(0);
    const { taskId } = (await ask('tools/call', begin)).result.task;
    assert.match(taskId, /^task-1\..{40,}$/);
    const before = remote.got.length;
    const strange = [
      ...[{ taskId: 'task-1' }, { taskId: 'task-2' }, { taskId: 7 }, {}].map(each => [each, key]),
      [{ taskId }, other],
      [{ taskId: `${taskId}x` }, key],
      [{ taskId: taskId.replace('task-1', 'task-2') }, key],
    ] as const;
    for (const [params, who] of strange) {
      for (const method of [
        'tasks/get',
        'tasks/result',
        'tasks/cancel',
        'tasks/update',
        'Tasks/get ',
      ]) {
        const { error } = await ask(method, params as object, who as Record<string, string>);
        assert.equal(error.message, 'There is no such task of this caller.', method);
      }
      const taskIds = [(params as { taskId?: unknown }).taskId];
      const listen = { notifications: { taskIds } };
      const heard = await ask('subscriptions/listen', listen, who as Record<string, string>);
      assert.equal(heard.error.code, -32602);
    }
    assert.equal(remote.got.length, before, 'nothing reached the server of tools');
    for (const [method, shown] of [
      ['tasks/get', 'taskId'],
      ['tasks/cancel', 'taskId'],
    ] as const) {
      assert.equal((await ask(method, { taskId })).result[shown], taskId);
      assert.equal(JSON.parse(remote.got.at(-1)?.body ?? '').params.taskId, 'task-1');
    }
    const { _meta: meta } = (await ask('tasks/result', { taskId })).result;
    assert.deepEqual(meta['io.modelcontextprotocol/related-task'], { taskId });
    const listed = async (who: Record<string, string>) =>
      (await ask('tasks/list', {}, who)).result.tasks.map(
        (each: { taskId: string }) => each.taskId,
      );
    assert.deepEqual([await listed(key), await listed(other)], [[taskId], []]);

    const named = (name: string) => ({ 'mcp-method': 'tasks/get', 'mcp-name': name });
    assert.equal((await ask('tasks/get', { taskId }, named(taskId))).result.taskId, taskId);
    assert.equal(remote.got.at(-1)?.headers['mcp-name'], 'task-1');
    assert.ok((await ask('tasks/get', { taskId }, named('task-2'))).error, 'another in the header');
    assert.equal((await ask('ping', {}, named('task-2'))).error.code, -32020);
  });

  test('a message of a server about a task reaches only the caller of that task', async () => {
    const told = (taskId: string) => ({
      jsonrpc: '2.0',
      method: 'notifications/tasks',
      params: { taskId, status: 'working' },
    });
    const extensions = { 'io.modelcontextprotocol/tasks': {} };
    const _meta = { 'io.modelcontextprotocol/clientCapabilities': { extensions } };
    remote.answering = ({ id, method }, answer) => {
      answer.writeHead(200, stream);
      const begun = { resultType: 'task', taskId: 'task-3', status: 'working' };
      const said = method === 'tools/call' ? begun : { content: [] };
      const all = [told('task-3'), told('task-4'), { jsonrpc: '2.0', id, result: said }];
      answer.end(all.map(each => asEvent(each)).join(''));
    };
    const call = message(7, 'tools/call', { name: 'read', _meta });
    const taskIds = async (body: object, who = key) =>
      [...(await (await send(body, who)).text()).matchAll(/"taskId":"(.*?)"/g)].map(([, id]) => id);
    const [begun = '', ...more] = await taskIds(call);
    assert.match(begun, /^task-3\..{40,}$/);
    assert.deepEqual(more, []);
    assert.deepEqual(await taskIds(message(7, 'ping')), [begun]);
    assert.deepEqual(await taskIds(message(7, 'ping'), other), []);
  });

  test('without a session, a cancellation reaches no request of another caller', async () => {
    const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    assert.equal((await send(cancel, other)).status, 202);
    assert.deepEqual(remote.got, []);
  });

  test('only headers of MCP pass, in both directions', async () => {
    remote.answering = ({ id }, answer) => {
      const headers = {
        'www-authenticate': 'Bearer resource_metadata="https://evil.example"',
        'clear-site-data': '"*"',
        'access-control-allow-origin': '*',
        location: 'https://evil.example',
        'set-cookie': 'a=b',
        'mcp-protocol-version': '2025-06-18',
      };
      answer.writeHead(200, { ...json, ...headers }).end(JSON.stringify(result(id, 'own')));
    };
    const hidden = {
      'x-http-method-override': 'DELETE',
      'x-original-url': '/admin',
      'x-mcp-readonly': 'false',
      'x-api-key': 'stolen',
      'x-forwarded-for': '10.0.0.1',
      'x-tenant': 'production',
      cookie: 'a=b',
    };
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const heard = await send(message(7, 'tools/call', { name: 'read' }), {
      ...hidden,
      traceparent,
    });
    const got = remote.got.at(-1)?.headers ?? {};
    for (const name of Object.keys(hidden)) assert.equal(got[name], undefined, name);
    assert.equal(got.authorization, 'Bearer of-the-gateway');
    assert.equal(got['traceparent'], traceparent);
    for (const name of ['www-authenticate', 'clear-site-data', 'location', 'set-cookie'])
      assert.equal(heard.headers.get(name), null, name);
    assert.equal(heard.headers.get('access-control-allow-origin'), null);
    assert.equal(heard.headers.get('mcp-protocol-version'), '2025-06-18');
  });

  test('a server that refuses the credential of the gateway does not refuse that of the caller', async () => {
    for (const status of [401, 403, 407]) {
      remote.answering = ({ method, id }, answer) => {
        if (method === 'tools/list')
          answer.writeHead(200, json).end(JSON.stringify(listOf(id, 'read')));
        else answer.writeHead(status, { 'www-authenticate': 'Bearer realm="evil"' }).end('no');
      };
      for (const each of [message(7, 'ping'), message(8, 'tools/call', { name: 'read' })]) {
        const heard = await send(each);
        assert.equal(heard.status, 502, each.method);
        assert.equal(heard.headers.get('www-authenticate'), null);
      }
    }
  });

  test('bytes that two readers of HTTP could take for different requests reach no server of tools', async () => {
    const { authorization = '' } = key;
    const head = (line: string, ...more: string[]) =>
      [line, `host: localhost:${server.port}`, `authorization: ${authorization}`, ...more].join(
        '\r\n',
      );
    const hidden = JSON.stringify(message(66, 'ping'));
    const type = 'content-type: application/json';
    const post = 'POST /mcp/box HTTP/1.1';
    const inner = `${head(post, type, `content-length: ${hidden.length}`)}\r\n\r\n${hidden}`;
    const shapes: readonly string[] = [
      `${head(post, type, 'content-length: 4', 'transfer-encoding: chunked')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head(post, type, 'transfer-encoding: chunked', 'content-length: 4')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head(post, type, 'content-length: 0', `content-length: ${inner.length}`)}\r\n\r\n${inner}`,
      `${head(post, type, `content-length: 0, ${inner.length}`)}\r\n\r\n${inner}`,
      `${head(post, type, 'content-length: +0')}\r\n\r\n${inner}`,
      `${head(post, type, 'transfer-encoding: xchunked')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head(post, type, 'transfer-encoding : chunked')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head(post, type, 'transfer-encoding: chunked', 'transfer-encoding: identity')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head(post, type, 'transfer-encoding: chunked')}\r\n\r\n0\n\n${inner}`,
      `${head(post, type, 'transfer-encoding: chunked')}\r\n\r\n2;x="\n"\r\n{}\r\n0\r\n\r\n`,
      `${head(post, type, 'x: 1\r\n content-length: 0')}\r\n\r\n${inner}`,
      `${head(post, type, 'x: 1\ncontent-length: 0')}\r\n\r\n${inner}`,
      `${head('POST /mcp/box HTTP/1.0', type, 'transfer-encoding: chunked')}\r\n\r\n0\r\n\r\n${inner}`,
      `${head('GET /mcp/other HTTP/1.1', `content-length: ${inner.length}`)}\r\n\r\n${inner}`,
      `${head('GET /mcp/../mcp/box HTTP/1.1', 'connection: close')}\r\n\r\n`,
      `${head('POST http://evil.example/mcp/box HTTP/1.1', type, 'connection: close')}\r\n\r\n`,
      `${head('POST /mcp/%62ox HTTP/1.1', type, 'connection: close')}\r\n\r\n`,
      `${head('POST /mcp/box/ HTTP/1.1', type, 'connection: close')}\r\n\r\n`,
      `${head('POST //mcp/box HTTP/1.1', type, 'connection: close')}\r\n\r\n`,
      `${head('PRI * HTTP/2.0')}\r\n\r\nSM\r\n\r\n`,
    ];
    for (const shape of shapes) {
      const answer = await rawCall(server.port, shape);
      assert.doesNotMatch(answer, /HTTP\/1\.1 2\d\d/, shape.slice(0, 300));
    }
    assert.deepEqual(
      remote.got.map(({ body }) => body),
      [],
    );
  });

  test('a trailer, and a header that another header names, change nothing in a call', async () => {
    const own = await begun();
    remote.got.splice(0);
    const { authorization = '' } = key;
    const body = JSON.stringify(message(7, 'ping'));
    const answer = await rawCall(
      server.port,
      [
        'POST /mcp/box HTTP/1.1',
        `host: localhost:${server.port}`,
        `authorization: ${authorization}`,
        'content-type: application/json',
        'transfer-encoding: chunked',
        'trailer: mcp-session-id',
        'connection: close, mcp-method',
        `mcp-session-id: ${own['mcp-session-id']}`,
        '',
        `${body.length.toString(16)}\r\n${body}\r\n0\r\nmcp-session-id: s9\r\nx-more: 1\r\n\r\n`,
      ].join('\r\n'),
    );
    assert.match(answer, /HTTP\/1\.1 200/);
    const [got] = remote.got;
    assert.notEqual(got?.headers['mcp-session-id'], 's9');
    assert.equal(got?.headers['trailer'], undefined);
    assert.equal(got?.body, body);
  });
});
