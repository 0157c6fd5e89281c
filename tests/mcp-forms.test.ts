// Goal: where the operator and the policy admit it, the person before the client decides in the client. Whatever else a
// client answers is no decision. Method: a whole server with a registered host, a real gateway, and a client with forms.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { before, describe, test } from 'node:test';
import { type ConversationHost, conversationHost } from '@countersign/client';
import { readHostKey } from '@countersign/mcp-gateway';
import { decide, type SignedIn, type StartedServer } from '@countersign/server/testing';
import { factsOf, mcpScene, textOf } from './testing/mcp-scene.ts';
import { type McpSession, mcpPolicy, type Rpc } from './testing/mcp-session.ts';

const policy = mcpPolicy
  .replace(
    'chains:\n',
    `chains:
  - id: myself
    stages:
      - name: owner
        approvers: { roles: [owner] }
        separation: self_confirm
        min_assurance: conversation
`,
  )
  .replace(
    'rules:\n',
    'rules:\n  - { id: mine, match: { tool: mcp__box__mine }, chain: myself, outcome: require_approval }\n',
  )
  .replaceAll('medium: reviewer, high: reviewer', 'medium: myself, high: myself')
  .replace('low: reviewer', 'low: myself');

describe('a decision in the client', { timeout: 120_000 }, () => {
  const scene = mcpScene(policy);
  let server: StartedServer;
  let owner: SignedIn;
  let key = '';
  let host: ConversationHost;
  before(async () => {
    ({ server } = scene);
    owner = await server.person(['owner']);
    const { authorization = '' } = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['own-bot'],
      executor: 'own-bot',
      owner: owner.person_id,
    });
    key = authorization.slice('Bearer '.length);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const operator = await server.person(['operator']);
    const registered = await server.call('POST', '/v1/credentials/hosts', {
      headers: operator.headers,
      body: { public_key: { kty, crv, x }, agent_ids: ['own-bot'], label: 'the gateway' },
    });
    const { credential_id } = (registered.body as { credential: { credential_id: string } })
      .credential;
    const { person_id } = owner;
    const text = JSON.stringify({
      credential_id,
      person_id,
      private_key: privateKey.export({ format: 'jwk' }),
    });
    host = conversationHost({ url: server.origin, key, ...readHostKey(text) });
  });
  const start = (hold = 60, capabilities: object = { elicitation: {} }): Promise<McpSession> =>
    scene.start({ key, agent: 'own-bot', host, hold }, capabilities);
  const asked = (session: McpSession): Promise<Rpc> =>
    session.heard(({ method }) => method === 'elicitation/create');
  const answer = (session: McpSession, { id }: Rpc, result: object): void =>
    session.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  const requestOf = async (id: string) => {
    const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: owner.headers });
    return body as unknown as { readonly status: string };
  };

  test('the form shows the exact call, and Proceed runs it once', async () => {
    const session = await start();
    const called = session.call('mine', { amount: 1 });
    const form = await asked(session);
    assert.match(String(form.params?.['message']), /mcp__box__mine/);
    assert.match(String(form.params?.['message']), /amount: 1/);
    assert.deepEqual(session.calls(), []);
    answer(session, form, { action: 'accept', content: { decision: 'Proceed' } });
    assert.equal(textOf(await called), 'did mine {"amount":1}');
    assert.equal(session.calls().length, 1);
  });

  test('Cancel is a rejection, and nothing runs', async () => {
    const session = await start();
    const called = session.call('mine', { amount: 2 });
    answer(session, await asked(session), { action: 'accept', content: { decision: 'Cancel' } });
    assert.equal(factsOf(await called)['outcome'], 'denied');
    assert.deepEqual(session.calls(), []);
  });

  const noDecisions: Readonly<Record<string, object>> = {
    'a client that declines': { action: 'decline' },
    'a client that cancels': { action: 'cancel' },
    'an accepted form without a decision': { action: 'accept', content: {} },
    'another word': { action: 'accept', content: { decision: 'proceed' } },
    'a decision beside a decline': { action: 'decline', content: { decision: 'Proceed' } },
  };
  for (const [at, [what, result]] of Object.entries(noDecisions).entries()) {
    test(`${what} decides nothing`, async () => {
      const session = await start();
      const called = session.call('mine', { amount: 10 + at });
      const form = await asked(session);
      const id = await session.waitsAt();
      answer(session, form, result);
      await session.request('ping', {});
      assert.equal((await requestOf(id)).status, 'pending');
      assert.deepEqual(session.calls(), []);
      session.notify('notifications/cancelled', { requestId: session.lastId });
      void called;
    });
  }

  test('no form is shown where the stage demands more than the word of a client', async () => {
    const session = await start(0.05);
    const called = await session.call('pay', { amount: 3 });
    assert.equal(factsOf(called)['outcome'], 'pending');
    assert.equal(
      session.messages.some(({ method }) => method === 'elicitation/create'),
      false,
    );
  });

  test('no form is shown to a client that has none', async () => {
    const session = await start(0.05, { elicitation: { url: {} } });
    assert.equal(factsOf(await session.call('mine', { amount: 4 }))['outcome'], 'pending');
    assert.equal(
      session.messages.some(({ method }) => method === 'elicitation/create'),
      false,
    );
  });

  test('a call that does not fit a form is decided on the page', async () => {
    const session = await start(0.05);
    const called = await session.call('mine', { text: 'x'.repeat(5000) });
    assert.equal(factsOf(called)['outcome'], 'pending');
    assert.equal(
      session.messages.some(({ method }) => method === 'elicitation/create'),
      false,
    );
  });

  const modern = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
    },
  };

  test('a 2026-07-28 client gets the form with the first leg, and its answer continues the call', async () => {
    const session = await start(0.05);
    const first = await session.call('mine', { amount: 5 }, modern);
    const { inputRequests, requestState } = first.result as unknown as {
      inputRequests: { approval: { method: string; params: Record<string, string> } };
      requestState: string;
    };
    assert.equal(inputRequests.approval.method, 'elicitation/create');
    assert.match(inputRequests.approval.params['message'] ?? '', /amount: 5/);
    const chosen = { approval: { action: 'accept', content: { decision: 'Proceed' } } };
    const more = { ...modern, requestState, inputResponses: chosen };
    const moved = await session.call('mine', { amount: 6 }, more);
    assert.match(moved.error?.message ?? '', /requestState/, 'for the same arguments only');
    const second = await session.call('mine', { amount: 5 }, more);
    assert.equal(textOf(second), 'did mine {"amount":5}');
    assert.deepEqual(
      session.calls().map(({ arguments: given }) => given),
      [{ amount: 5 }],
    );
  });

  test('a state of one session continues nothing in another session', async () => {
    const options = { key, agent: 'own-bot', hold: 0.05 };
    const one = await scene.start({ ...options, session: 'one' });
    const other = await scene.start({ ...options, session: 'other' });
    const first = await one.call('mine', { amount: 7 }, modern);
    const { requestState } = first.result as unknown as { requestState: string };
    const moved = await other.call('mine', { amount: 7 }, { ...modern, requestState });
    assert.match(moved.error?.message ?? '', /requestState/);
    const stayed = await one.call('mine', { amount: 7 }, { ...modern, requestState });
    assert.equal(stayed.result?.['resultType'], 'input_required');
  });

  test('an approval of one named session is not used by a call of another session', async () => {
    const options = { key, agent: 'own-bot', hold: 0.05 };
    const one = await scene.start({ ...options, session: 'one' });
    const other = await scene.start({ ...options, session: 'other' });
    const { approval_request_id: id } = factsOf(await one.call('pay', { amount: 8 }));
    const told = await other.call('pay', { amount: 8 });
    assert.match(textOf(told), /another session of this agent waits/);
    assert.equal(factsOf(told)['code'], 'request_already_open');
    await decide(server, scene.reviewer.headers, String(id), 'allow');
    const unnamed = await scene.start(options);
    for (const session of [other, unnamed]) {
      assert.match(textOf(await session.call('pay', { amount: 8 })), /has not run/);
      assert.deepEqual(session.calls(), []);
    }
    // A busy machine may need longer than the call is held. The same call then continues.
    let ran = await one.call('pay', { amount: 8 });
    while (/Make the same call later/.test(textOf(ran))) ran = await one.call('pay', { amount: 8 });
    assert.equal(textOf(ran), 'did pay {"amount":8}');
    const next = factsOf(await other.call('pay', { amount: 8 }));
    assert.equal(next['outcome'], 'pending', 'now it is the turn of the other session');
    assert.notEqual(next['approval_request_id'], id);
  });
});
