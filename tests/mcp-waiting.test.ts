// Goal: while a call waits, client and model are told in the ways that the operator admits, and none of them decides
// anything. Method: a real server of Countersign, a real process as the MCP server, and a client that says what it can do.

import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { Seals } from '@countersign/mcp-gateway';
import {
  decide,
  freePort,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { factsOf, mcpScene, textOf } from './testing/mcp-scene.ts';
import { mcpPolicy } from './testing/mcp-session.ts';

describe('while a call waits', { timeout: 180_000 }, () => {
  const scene = mcpScene();
  let server: StartedServer;
  let reviewer: SignedIn;
  before(() => {
    ({ server, reviewer } = scene);
  });
  const { start } = scene;
  const modern = (capabilities: object) => ({
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  });

  test('a gateway that reaches the server by another address names the page that people use, once', async () => {
    const url = server.origin.replace('localhost', '127.0.0.1');
    const session = await start({ url, hold: 0.05 });
    const told = await session.call('pay', { amount: 77 });
    const page = `${server.origin}/requests/${factsOf(told)['approval_request_id']}`;
    assert.equal(factsOf(told)['url'], page);
    assert.equal(textOf(told).split(page).length, 2, textOf(told));
    assert.ok(!textOf(told).includes('127.0.0.1'));
    assert.ok(session.logged.some(line => line.endsWith(`waits for approval at ${page}`)));
  });

  test('a client that can open pages is shown the page, and its answer decides nothing', async () => {
    const session = await start({ showsPages: true }, { elicitation: { url: {} } });
    const answer = session.call('pay', { amount: 1 });
    const asked = await session.heard(({ method }) => method === 'elicitation/create');
    const { mode, url, elicitationId } = asked.params ?? {};
    const id = await session.waitsAt();
    assert.deepEqual([mode, url], ['url', `${server.origin}/requests/${id}`]);
    for (const action of ['accept', 'decline', 'cancel'])
      session.write(`${JSON.stringify({ jsonrpc: '2.0', id: asked.id, result: { action } })}\n`);
    await session.request('ping', {});
    assert.deepEqual(session.calls(), []);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(textOf(await answer), 'did pay {"amount":1}');
    const done = await session.heard(
      ({ method }) => method === 'notifications/elicitation/complete',
    );
    assert.equal(done.params?.['elicitationId'], elicitationId);
  });

  test('a client that cannot open pages, or whose operator did not admit it, is shown none', async () => {
    const sessions = [
      await start({ showsPages: true }, { elicitation: { form: {} } }),
      await start({}, { elicitation: { url: {} } }),
    ];
    for (const [amount, session] of sessions.entries()) {
      const answer = session.call('pay', { amount: 10 + amount });
      await decide(server, reviewer.headers, await session.waitsAt(), 'allow');
      await answer;
      const methods = session.messages.map(({ method }) => method);
      assert.equal(methods.includes('elicitation/create'), false);
    }
  });

  test('a 2026-07-28 client gets the page with the first leg, and whatever it answers the call goes on waiting', async () => {
    const session = await start({ showsPages: true, hold: 0.02 });
    const meta = modern({ elicitation: { url: {} } });
    const first = await session.call('pay', { amount: 2 }, meta);
    const { inputRequests, requestState } = first.result as {
      inputRequests: { approval: { method: string; params: Record<string, string> } };
      requestState: string;
    };
    const { mode, url, elicitationId } = inputRequests.approval.params;
    assert.deepEqual([inputRequests.approval.method, mode], ['elicitation/create', 'url']);
    assert.ok(elicitationId !== undefined && url?.startsWith(server.origin));
    const second = await session.call(
      'pay',
      { amount: 2 },
      { ...meta, requestState, inputResponses: { approval: { action: 'accept' } } },
    );
    assert.equal(second.result?.['resultType'], 'input_required');
    assert.equal(second.result?.['inputRequests'], undefined);
    assert.deepEqual(session.calls(), []);
  });

  test('approval_status and approval_wait report the state, and no tool approves', async () => {
    const session = await start({ offersApprovalTools: true });
    const { result } = await session.request('tools/list', {});
    const names = ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.slice(-2), ['approval_status', 'approval_wait']);
    assert.equal(names.filter(name => /approv/.test(name)).length, 2);
    const waiting = session.call('pay', { amount: 3 });
    const approval_request_id = await session.waitsAt();
    const status = await session.call('approval_status', { approval_request_id });
    assert.equal(factsOf(status)['outcome'], 'pending');
    session.notify('notifications/cancelled', { requestId: 4 });
    const wait = session.call('approval_wait', { approval_request_id });
    await decide(server, reviewer.headers, approval_request_id, 'allow');
    assert.equal(factsOf(await wait)['outcome'], 'allowed');
    assert.match(textOf(await wait), /Make the same call again/);
    assert.equal(textOf(await session.call('pay', { amount: 3 })), 'did pay {"amount":3}');
    assert.deepEqual(
      session.calls().map(({ name }) => name),
      ['pay'],
    );
    const wrong = await session.call('approval_status', { approval_request_id: 'ar_x' });
    assert.equal(wrong.result?.['isError'], true);
    void waiting;
  });

  test('a list of tools, and calls of tools with these names, pass unchanged if the gateway does not offer its own tools', async () => {
    const session = await start();
    const { result } = await session.request('tools/list', {});
    const names = ((result?.['tools'] ?? []) as { name: string }[]).map(({ name }) => name);
    assert.equal(names.includes('approval_status'), false);
    const asked = session.call('approval_status', {});
    await decide(server, reviewer.headers, await session.waitsAt(), 'allow');
    assert.equal(textOf(await asked), 'did approval_status {}');
  });

  test('a sealed argument reaches the MCP server, and neither the store nor a person', async () => {
    const seals = new Seals(new Map([['pay', ['/card/number']]]), scene.key);
    const session = await start({ seals });
    const card = { name: 'Ada', number: '4111 1111 1111 1111' };
    const answer = session.call('pay', { card });
    const id = await session.waitsAt();
    const { body } = await server.call('GET', `/v1/requests/${id}/view`, {
      headers: reviewer.headers,
    });
    assert.match(JSON.stringify(body), /\$sealed/);
    assert.doesNotMatch(JSON.stringify(body), /4111 1111 1111 1111/);
    await decide(server, reviewer.headers, id, 'allow');
    assert.equal(textOf(await answer), `did pay ${JSON.stringify({ card })}`);
    const bare = session.call('pay', { amount: 4 });
    await decide(server, reviewer.headers, await session.waitsAt(), 'allow');
    assert.equal(textOf(await bare), 'did pay {"amount":4}');
  });

  test('a gateway that has no server to ask says what the operator must correct', async () => {
    const session = await start({ url: `http://localhost:${await freePort()}` });
    const told = await session.call('read', { path: 'a' });
    assert.match(
      textOf(told),
      /^The action has not run: the approval gate is not set up correctly/,
    );
    assert.deepEqual(
      [factsOf(told)['code'], factsOf(told)['outcome']],
      ['server_unreachable', 'unavailable'],
    );
    assert.ok(session.logged.some(line => line.includes('not set up correctly')));
    const canary = await session.call('countersign_canary', { nonce: 'n' });
    assert.match(canary.result?._meta?.['countersign/canary']?.['unasked'] ?? '', /no answer came/);
    assert.deepEqual(session.calls(), []);
  });

  test('a member of _meta that no one would see does not reach the MCP server', async () => {
    const session = await start();
    const _meta = {
      'com.example/payee': 'Mallory',
      progressToken: 'p1',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
    };
    await session.call('read', { path: 'a' }, { _meta });
    const { 'com.example/payee': _, ...known } = _meta;
    assert.deepEqual(session.calls(), [{ name: 'read', arguments: { path: 'a' }, _meta: known }]);
    const told = session.logged.filter(line => line.includes('com.example/payee'));
    assert.deepEqual(told, ['calls pass without the member "com.example/payee" of _meta']);
    await session.call('read', undefined, { _meta: { callId: '7' } });
    assert.deepEqual(session.calls().at(-1), { name: 'read' });
  });

  test('a member of _meta that the operator names is shown and bound like an argument', async () => {
    const session = await start({ boundMeta: ['com.example/payee'], hold: 0.05 });
    const pay = (payee: string, token: string) =>
      session.call(
        'pay',
        { amount: 5 },
        { _meta: { 'com.example/payee': payee, progressToken: token } },
      );
    const { approval_request_id: id } = factsOf(await pay('Ada', 'p1'));
    const { body } = await server.call('GET', `/v1/requests/${id}/view`, {
      headers: reviewer.headers,
    });
    assert.match(JSON.stringify(body), /Ada/);
    await decide(server, reviewer.headers, String(id), 'allow');
    const other = factsOf(await pay('Mallory', 'p2'));
    assert.equal(other['outcome'], 'pending');
    assert.notEqual(other['approval_request_id'], id);
    assert.equal(textOf(await pay('Ada', 'p3')), 'did pay {"amount":5}');
    const _meta = { progressToken: 'p3', 'com.example/payee': 'Ada' };
    assert.deepEqual(session.calls(), [{ name: 'pay', arguments: { amount: 5 }, _meta }]);
  });

  test('the server of Countersign is restarted while a call waits, and the call still runs once', async () => {
    const own = await startedServer({ policy: mcpPolicy });
    const { headers } = await own.person(['reviewer']);
    const { authorization = '' } = await own.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['bot'],
      executor: 'bot',
    });
    const session = await start({
      url: own.origin,
      key: authorization.slice('Bearer '.length),
    });
    const answer = session.call('pay', { amount: 5 });
    const id = await session.waitsAt();
    await own.close();
    const again = await startedServer({ policy: mcpPolicy, folder: own.folder, port: own.port });
    await decide(again, headers, id, 'allow');
    assert.equal(textOf(await answer), 'did pay {"amount":5}');
    assert.equal(session.calls().length, 1);
    await session.close();
    await again.remove();
  });

  test('of several gateways that wait with the same call, one runs it', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => start({ hold: 60 })));
    const answers = sessions.map(session => session.call('pay', { amount: 6 }));
    const ids = await Promise.all(sessions.map(session => session.waitsAt()));
    assert.equal(new Set(ids).size, 1);
    await decide(server, reviewer.headers, ids[0] ?? '', 'allow');
    await Promise.race(answers);
    // The others ask anew: theirs is the next occasion.
    const others = sessions.filter(session => session.calls().length === 0);
    assert.equal(others.length, 2);
    const next = await Promise.all(others.map(session => session.waitsAt()));
    assert.equal(new Set(next).size, 1);
    assert.notEqual(next[0], ids[0]);
  });
});
