// Disproves: "A person whom an allowance does not concern can read its terms, or bring it back after its people suspended it,
// by confirming it from a request of their own."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type SignedIn,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
} from '@countersign/server/testing';
import type { AllowanceFacts } from '@countersign/wire/allowances';
import { addPasskey, passkeyEntry } from '../testing/passkey-decision.ts';

type Headers = Readonly<Record<string, string>>;

/** Of one tool, the board decides what goes to one account, and the desk the rest. */
const policy = `version: "1"
default: require_approval
default_chain: desk
chain_by_risk: { low: desk, medium: desk, high: desk, critical: desk }
chains:
  - id: desk
    stages: [{ name: desk, approvers: { roles: [clerk] } }]
  - id: board
    stages: [{ name: board, approvers: { roles: [board] } }]
rules:
  - id: boards
    match: { tool: file }
    when: parameters.folder == "board"
    outcome: require_approval
    chain: board
    allowances: { lifetime: 1d, any: [/folder, /number] }
  - id: others
    match: { tool: file }
    when: parameters.folder != "board"
    outcome: require_approval
    chain: desk
    allowances: { lifetime: 1d, any: [/folder, /number] }
`;

describe('an allowance of other people', { timeout: 120_000 }, () => {
  let server: StartedServer;
  let agent: Headers;
  let clerk: SignedIn;
  let board: SignedIn;
  let outsider: SignedIn;
  let allowance: string;
  const passkey = softwareAuthenticator();
  const call = ({ headers }: SignedIn, method: string, path: string, body?: object) =>
    server.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const ask = async (folder: string): Promise<string> => {
    const action = {
      schema_version: '1.0',
      operation: 'tool.invoke',
      agent_id: 'billing-bot',
      subject_id: null,
      target: { tool_name: 'file', tool_schema_version: '1', resource: null },
      parameters: { folder, number: `n-${folder}`, copies: 3 },
    };
    const body = { action, audience: 'billing-executor' };
    const asked = await server.call('POST', '/v1/requests', { headers: agent, body });
    assert.equal(asked.status, 201, JSON.stringify(asked.body));
    return (asked.body as { approval_request_id: string }).approval_request_id;
  };
  const read = async (): Promise<AllowanceFacts> =>
    (await call(board, 'GET', `/v1/allowances/${allowance}`)).body as AllowanceFacts;

  before(async () => {
    server = await startedServer({ policy });
    clerk = await server.person(['clerk']);
    board = await server.person(['board']);
    outsider = await server.person([]);
    await addPasskey(server, board.headers, passkey);
    await addPasskey(server, clerk.headers, softwareAuthenticator());
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const choice = {
      template: [
        { path: '/folder', any: true },
        { path: '/number', any: true },
        { path: '/copies', at_most: 41, at_least: 1 },
      ],
      uses: 5,
      lifetime_seconds: 3600,
      budget: null,
      rate: null,
      repeat: false,
    };
    const from = await ask('board');
    const opened = await call(board, 'POST', `/v1/requests/${from}/allowances`, choice);
    assert.equal(opened.status, 202, JSON.stringify(opened.body));
    const { house_request } = opened.body as { house_request: { approval_request_id: string } };
    const id = house_request.approval_request_id;
    const entry = await passkeyEntry(server, board.headers, passkey, id, 'allow');
    await call(board, 'POST', `/v1/requests/${id}/entries`, entry);
    const { body } = await call(board, 'GET', '/v1/allowances');
    allowance = (body as { allowances: AllowanceFacts[] }).allowances[0]?.allowance_id ?? '';
    const suspended = await call(board, 'POST', `/v1/allowances/${allowance}/suspend`, {
      reason: 'under review',
    });
    assert.equal(suspended.status, 200, JSON.stringify(suspended.body));
  });
  after(() => server?.remove());

  test('[AL-5] [AL-6] no one else asks to confirm it, whatever request they name', async () => {
    const approval_request_id = await ask('desk');
    for (const person of [clerk, outsider]) {
      for (const body of [{}, { approval_request_id }]) {
        const tried = await call(person, 'POST', `/v1/allowances/${allowance}/confirm`, body);
        assert.equal(tried.status, 403, JSON.stringify(tried.body));
        assert.equal((tried.body as { code: string }).code, 'actor_not_permitted');
      }
      for (const type of ['suspend', 'revoke']) {
        const tried = await call(person, 'POST', `/v1/allowances/${allowance}/${type}`, {
          reason: 'x',
        });
        assert.equal(tried.status, 403, JSON.stringify(tried.body));
      }
    }
    assert.equal((await read()).status, 'suspended');
    const own = await call(board, 'POST', `/v1/allowances/${allowance}/confirm`, {});
    assert.equal(own.status, 202, JSON.stringify(own.body));
  });

  test('[AL-6] no agent reads, asks for, confirms or ends an allowance', async () => {
    for (const [method, path, body] of [
      ['GET', '/v1/allowances', undefined],
      ['GET', `/v1/allowances/${allowance}`, undefined],
      ['POST', `/v1/allowances/${allowance}/confirm`, {}],
      ['POST', `/v1/allowances/${allowance}/suspend`, { reason: 'x' }],
      ['POST', `/v1/allowances/${allowance}/revoke`, { reason: 'x' }],
    ] as const) {
      const tried = await server.call(method, path, {
        headers: agent,
        ...(body === undefined ? {} : { body }),
      });
      assert.equal((tried.body as { code: string }).code, 'not_permitted', path);
    }
  });
});
