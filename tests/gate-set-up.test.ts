// A wrong set-up is a fault of the operator. The gate says so before policy or a person is asked, and never as an answer.

import assert from 'node:assert/strict';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { type ConnectOptions, connect, type GateClock, systemClock } from '@countersign/client';
import { gatePolicy, misconfigured, sampleAction } from '@countersign/client/testing';
import { decide, type StartedServer, startedServer } from '@countersign/server/testing';

const agent = 'billing-bot';
const executor = 'billing-executor';

describe('the set-up of a gate', { timeout: 60_000 }, () => {
  let server: StartedServer;
  let key = '';
  let reviewer: Readonly<Record<string, string>>;
  before(async () => {
    server = await startedServer({ policy: gatePolicy('session') });
    reviewer = (await server.person(['reviewer'])).headers;
    key = await keyWith({ verbs: ['propose', 'consume'], executor });
  });
  after(() => server.remove());

  const keyWith = async (facts: {
    verbs: readonly ('propose' | 'consume' | 'observe')[];
    executor?: string;
  }): Promise<string> => {
    const { authorization = '' } = await server.apiKey({ agent_ids: [agent], ...facts });
    return authorization.slice('Bearer '.length);
  };
  const gateWith = (options: Partial<ConnectOptions> = {}) =>
    connect({ url: server.origin, key, agent, executor, ...options });
  const openRequests = async (): Promise<number> => {
    const { headers } = await server.person(['operator']);
    const { body } = await server.call('GET', '/v1/counts', { headers });
    return (body as { pending?: number }).pending ?? 0;
  };
  const clockAt = (seconds: number): GateClock => ({
    ...systemClock,
    now: () => Date.now() + seconds * 1000,
  });

  test('a gate that is set up correctly passes its check', async () => {
    await (await gateWith()).check();
  });

  test('each wrong part is found by the check and by the first call, and no one is asked', async () => {
    const proposer = await keyWith({ verbs: ['propose'] });
    const nothing = await keyWith({ verbs: ['observe'] });
    const before = await openRequests();
    for (const [kind, options] of [
      ['key', { key: 'csk_wrong' }],
      ['url', { url: 'http://127.0.0.1:9' }],
      ['right', { key: proposer }],
      ['right', { key: nothing }],
      ['agent', { agent: 'other-bot' }],
      ['executor', { executor: 'other-executor' }],
      ['executor', { executor: undefined }],
      ['clock', { clock: clockAt(3600) }],
      ['trust', { trust: { issuer: 'other', store_id: 'store_other', keys: [] } }],
    ] as const) {
      const wrong = { ...options, timeout: 2000 };
      const said = await misconfigured((await gateWith(wrong)).check(), kind);
      assert.ok(!said.message.includes(key) && !said.message.includes('csk_'), 'no secret is told');
      let ran = false;
      const first = (await gateWith(wrong)).run(sampleAction(), () => {
        ran = true;
      });
      const thrown = await misconfigured(first, kind);
      assert.match(thrown.message, /^The action has not run/);
      assert.match(thrown.message, /Expected .*, found/);
      assert.doesNotMatch(thrown.message, /make the same call|try again/i);
      assert.equal(ran, false);
    }
    await misconfigured((await gateWith({ clock: clockAt(-3600) })).check(), 'clock');
    assert.equal(await openRequests(), before);
  });

  test('the check reports all faults together', async () => {
    const gate = await gateWith({ agent: 'other-bot', executor: 'other-executor' });
    const { faults } = await misconfigured(gate.check(), 'agent');
    assert.deepEqual(
      faults.map(fault => fault.kind),
      ['agent', 'executor'],
    );
  });

  test('a gate that only asks needs no executor', async () => {
    const gate = await gateWith({ key: await keyWith({ verbs: ['propose'] }) });
    await gate.check({ verbs: ['propose'] });
    assert.equal((await gate.ask(sampleAction())).state, 'pending');
  });

  test('a gate that only runs needs no agent', async () => {
    const asking = await gateWith({ key: await keyWith({ verbs: ['propose'] }) });
    const action = sampleAction();
    const asked = await asking.ask(action);
    assert.ok(asked.state === 'pending');
    await decide(server, reviewer, asked.ticket.id, 'allow');
    const { authorization = '' } = await server.apiKey({ verbs: ['consume'], executor });
    const running = await gateWith({ key: authorization.slice('Bearer '.length) });
    await running.check({ verbs: ['consume'] });
    const begun = await running.begin(asked.ticket.id, action);
    await begun.report({ outcome: 'succeeded' });
  });

  test('another program at the address is a fault of the set-up', async context => {
    const other = createServer((_call, answer) => answer.writeHead(404).end('<h1>Not here</h1>'));
    await new Promise<void>(done => other.listen(0, '127.0.0.1', done));
    context.after(() => other.close());
    const { port } = other.address() as AddressInfo;
    await misconfigured((await gateWith({ url: `http://127.0.0.1:${port}` })).check(), 'url');
  });

  test('a loopback server works by its number and by its name, and a refusal of any other name states the right one', async () => {
    for (const host of ['localhost', '127.0.0.1']) {
      const gate = await gateWith({ url: `http://${host}:${server.port}` });
      await gate.check();
      assert.equal((await gate.ask(sampleAction())).state, 'pending');
    }
    // A browser or a proxy sends the name that it called; fetch of Node cannot send another one.
    const fetchAs = (host: string) => (url: string, init: RequestInit) =>
      new Promise<Response>((resolve, reject) => {
        const { authorization = '' } = init.headers as Record<string, string>;
        get(url, { headers: { host, authorization } }, async answer => {
          const chunks: Uint8Array[] = [];
          for await (const chunk of answer) chunks.push(chunk as Uint8Array);
          const headers = { 'content-type': answer.headers['content-type'] ?? '' };
          resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode ?? 0, headers }));
        }).on('error', reject);
      });
    const gate = await gateWith({ fetch: fetchAs('evil.example') });
    const said = await misconfigured(gate.check(), 'host');
    assert.ok(said.message.includes(new URL(server.origin).host));
  });

  test('a key that is revoked later is a fault of the set-up too', async () => {
    const { headers } = await server.person(['operator']);
    const spare = await keyWith({ verbs: ['propose', 'consume'], executor });
    const gate = await gateWith({ key: spare });
    assert.equal((await gate.ask(sampleAction())).state, 'pending');
    const listed = await server.call('GET', '/v1/credentials', { headers });
    const { credentials } = listed.body as {
      credentials: { credential_id: string; kind: string }[];
    };
    for (const { credential_id, kind } of credentials) {
      if (kind !== 'api_key') continue;
      const path = `/v1/credentials/${credential_id}/revoke`;
      const revoked = await server.call('POST', path, { headers, body: { reason: 'a test' } });
      assert.equal(revoked.status, 200, JSON.stringify(revoked.body));
    }
    await misconfigured(gate.ask(sampleAction()), 'key');
  });

  test('a tool that could not run is refused before anyone is asked about it', async () => {
    const gate = await gateWith();
    const before = await openRequests();
    const tool = gate.tool as unknown as (...given: readonly unknown[]) => unknown;
    const schema = {};
    for (const [given, path] of [
      [['wire', { schema }, async () => 1], '/fn'],
      [['wire', undefined], '/fn'],
      [['wire', async () => 1, { shema: schema }], '/options/shema'],
      [['wire', async () => 1, { Key: () => 'a' }], '/options/Key'],
      [['wire', async () => 1, null], '/options'],
    ] as const) {
      assert.throws(
        () => tool(...given),
        (error: { code?: string; path?: string }) =>
          error.code === 'options_malformed' && error.path === path,
      );
    }
    const wrong = { code: 'options_malformed', path: '/execute' };
    await assert.rejects(gate.run(sampleAction(), undefined as never), wrong);
    await assert.rejects(gate.execute(gate.ticket('ar_1'), sampleAction(), 7 as never), wrong);
    assert.equal(await openRequests(), before);
  });
});
