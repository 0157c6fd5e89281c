// Disproves: "Someone other than the agent itself gets a tool run, or reads what a tool server says, through `/hooks` or
// `/mcp`."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  everyCaller,
  type KindOfCaller,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { RemoteServer } from '../testing/mcp-remote-server.ts';

type Headers = Readonly<Record<string, string>>;

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages: [{ name: reviewer, approvers: { roles: [reviewer] } }]
rules:
  - { id: all, match: { tool: "*" }, outcome: allow }
`;

describe('every kind of caller at the doors of agents', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let remote: RemoteServer;
  let callers: readonly KindOfCaller[];
  let foreign: Headers;
  before(async () => {
    remote = await RemoteServer.start();
    const behind = { name: 'box', url: remote.url, agent: 'billing-bot', definitions: 'allow' };
    server = await startedServer({ policy, settings: { mcp: { servers: [behind] } } });
    callers = await everyCaller(server);
    foreign = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['other-bot'],
      executor: 'billing-bot',
    });
  });
  after(async () => {
    await server?.remove();
    await remote?.stop();
  });

  /** A page sends its origin. A thief with a cookie need not be a page. */
  const without = (name: string, headers: Headers): Headers =>
    Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
  const post = (path: string, headers: Headers, body: object) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        ...without('origin', headers),
      },
      body: JSON.stringify(body),
    });
  const strangers = (): readonly (readonly [string, Headers])[] => [
    ...callers
      .filter(({ rights }) => !rights.has('propose'))
      .map(({ name, headers }) => [name, headers()] as const),
    ['a key of another agent', foreign],
  ];
  const rpc = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });

  test('nothing that a stranger sends to /mcp reaches the server of tools', async () => {
    assert.ok(strangers().length > 8);
    for (const [name, headers] of strangers()) {
      for (const message of [
        rpc('tools/call', { name: 'pay', arguments: { amount: 1 } }),
        rpc('tools/list'),
        rpc('resources/read', { uri: 'file:///secret' }),
        { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
      ]) {
        const { status } = await post('/mcp/box', headers, message);
        assert.ok(status === 401 || status === 403, `${name}: ${status}`);
      }
      for (const method of ['GET', 'DELETE']) {
        const answer = await fetch(`${server.origin}/mcp/box`, {
          method,
          headers: { ...without('origin', headers), 'mcp-session-id': 'session-1' },
        });
        assert.ok(answer.status === 401 || answer.status === 403, `${name}: ${answer.status}`);
      }
    }
    assert.deepEqual(remote.got, []);
  });

  test('no stranger names another agent to get in, and a page gets in with no key at all', async () => {
    const named = await post(
      '/mcp/box',
      { ...foreign, 'countersign-agent': 'billing-bot' },
      rpc('tools/list'),
    );
    assert.equal(named.status, 403);
    const key = callers.find(({ name }) => name === 'a key with every verb')?.headers() ?? {};
    const page = await fetch(`${server.origin}/mcp/box`, {
      method: 'POST',
      headers: { ...key, origin: 'https://evil.example', 'content-type': 'application/json' },
      body: JSON.stringify(rpc('tools/list')),
    });
    assert.equal(page.status, 403);
    assert.deepEqual(remote.got, []);
  });

  test('every hook of a stranger is answered with a refusal, and opens nothing', async () => {
    const hook = {
      session_id: 's1',
      cwd: '/projects/shop',
      hook_event_name: 'PreToolUse',
      tool_use_id: 't1',
      tool_name: 'Bash',
      tool_input: { command: 'touch x' },
    };
    const said = async (headers: Headers) => {
      const all = { 'countersign-agent': 'billing-bot', 'countersign-hold': '0', ...headers };
      const answer = await post('/hooks/claude-code/1', all, hook);
      const { hookSpecificOutput } = (await answer.json()) as {
        hookSpecificOutput?: { permissionDecision?: string };
      };
      return hookSpecificOutput?.permissionDecision;
    };
    for (const [name, headers] of strangers()) assert.equal(await said(headers), 'deny', name);
    const own = await server.apiKey({
      verbs: ['propose', 'consume', 'observe'],
      agent_ids: ['billing-bot'],
      executor: 'billing-bot',
    });
    assert.equal(await said(own), 'allow', 'the agent itself is let in');
  });
});
