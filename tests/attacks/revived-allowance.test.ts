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

/** For one tool, the board decides payments to one account, and the desk decides all others. */
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

  test('[AL-2] a choice that cannot be terms has its own code and opens nothing, whatever is wrong with it', async () => {
    const from = await ask('other');
    const path = `/v1/requests/${from}/allowances`;
    const lines = {
      folder: { path: '/folder', equals: 'other' },
      number: { path: '/number', equals: 'n-other' },
      copies: { path: '/copies', equals: 3 },
    };
    const choice = (changed: object = {}, more: object = {}) => ({
      template: Object.values({ ...lines, ...changed }),
      uses: 5,
      lifetime_seconds: 3600,
      budget: null,
      rate: null,
      repeat: false,
      ...more,
    });
    const { number: _, ...without } = lines;
    const twice = JSON.stringify(choice());
    const wrong: readonly (readonly [string, object | string])[] = [
      ['allowance_member_uncovered', { ...choice(), template: Object.values(without) }],
      ['allowance_path_missing', choice({ cc: { path: '/cc', equals: 'x' } })],
      ['allowance_path_repeated', choice({ again: lines.folder })],
      ['allowance_paths_overlap', choice({ inner: { path: '/folder/0', equals: 'x' } })],
      [
        'allowance_range_impossible',
        choice({ copies: { path: '/copies', at_least: 9, at_most: 1 } }),
      ],
      ['allowance_number_expected', choice({ number: { path: '/number', at_most: 9 } })],
      ['allowance_types_mixed', choice({ copies: { path: '/copies', one_of: [3, '3'] } })],
      [
        'allowance_values_alike',
        choice({ number: { path: '/number', one_of: ['n-other', 'n-оther'] } }),
      ],
      ['allowance_line_not_met', choice({ copies: { path: '/copies', equals: '3' } })],
      ['allowance_any_not_permitted', choice({ copies: { path: '/copies', any: true } })],
      [
        'allowance_path_not_real',
        choice({ number: { path: '/number', under: { kind: 'path', base: '/n' } } }),
      ],
      ['allowance_limit_too_high', choice({}, { uses: 10_001 })],
      ['allowance_limit_too_high', choice({}, { lifetime_seconds: 86_401 })],
      ['allowance_limit_too_high', choice({}, { rate: { uses: 10_001, seconds: 60 } })],
      [
        'allowance_budget_unsound',
        choice({}, { budget: { path: '/copies', total: '9', currency: '/copies' } }),
      ],
      ['object_malformed', choice({}, { uses: '5' })],
      ['object_malformed', choice({}, { rate: { uses: 1 } })],
      ['object_malformed', choice({}, { repeat: 'true' })],
      ['object_malformed', choice({ copies: { path: '/copies', equals: 3, any: true } })],
      ['json_key_duplicate', twice.replace('"uses":5', '"uses":5,"uses":6')],
      ['json_key_duplicate', twice.replace('"equals":3', '"equals":3,"equals":4')],
      ['json_number_inexact', twice.replace('"equals":3', '"equals":0.30000000000000000001')],
    ];
    const openOnes = async () => (await server.app.context.store.countRequests())['pending'];
    const before = await openOnes();
    for (const [code, body] of wrong) {
      const tried = await server.call('POST', path, { headers: clerk.headers, body });
      assert.equal((tried.body as { code: string }).code, code, JSON.stringify(body));
    }
    assert.equal(await openOnes(), before);
    const right = await call(clerk, 'POST', path, choice());
    assert.equal(right.status, 202, JSON.stringify(right.body));
  });
});
