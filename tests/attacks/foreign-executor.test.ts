// Disproves: "A key that may carry out what another agent asked for can also speak for that agent."

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type Called,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

type Headers = Readonly<Record<string, string>>;

/** Both agents hand their actions to one executor, so both keys reach the requests of both. */
describe('a key of another agent with the same executor', () => {
  let server: StartedServer;
  let owner: Headers;
  let stranger: Headers;
  let reviewer: SignedIn;
  let id: string;
  before(async () => {
    server = await startedServer();
    reviewer = await server.person(['reviewer']);
    const verbs = ['propose', 'observe', 'consume'] as const;
    const executor = 'billing-executor';
    owner = await server.apiKey({ agent_ids: ['billing-bot'], verbs, executor });
    stranger = await server.apiKey({ agent_ids: ['other-bot'], verbs, executor });
    id = (await propose(server, owner, sampleAction('billing-bot'))).approval_request_id;
  });
  after(() => server?.remove());

  const call = (headers: Headers, method: string, path: string, body?: object): Promise<Called> =>
    server.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
  const read = async () => (await call(owner, 'GET', `/v1/requests/${id}`)).body as Facts;
  interface Facts {
    readonly status: string;
    readonly advice: readonly unknown[];
    readonly questions: readonly { question_id: string; answer: { text: string } | null }[];
  }

  test('[QA-1] a question of a reviewer is answered by the agent that asked, and by no other', async () => {
    const text = 'Which invoice is it?';
    const asked = await call(reviewer.headers, 'POST', `/v1/requests/${id}/questions`, { text });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const [question] = (await read()).questions;
    const path = `/v1/requests/${id}/questions/${question?.question_id}/answers`;
    const forged = await call(stranger, 'POST', path, { text: 'It is harmless.' });
    assert.equal(forged.status, 404, JSON.stringify(forged.body));
    assert.equal((await read()).questions[0]?.answer, null);
    assert.equal((await call(owner, 'POST', path, { text: 'INV-7.' })).status, 200);
  });

  test('advice comes from an adviser of the agent that asked', async () => {
    const advice = {
      model: 'm',
      prompt_version: '1',
      recommendation: 'allow',
      explanation: 'It is harmless.',
    };
    const forged = await call(stranger, 'POST', `/v1/requests/${id}/advice`, advice);
    assert.equal(forged.status, 404, JSON.stringify(forged.body));
    assert.deepEqual((await read()).advice, []);
    assert.equal((await call(owner, 'POST', `/v1/requests/${id}/advice`, advice)).status, 200);
  });

  test('the key of another agent does nothing that only the agent may do with its request', async () => {
    for (const [method, path, body] of [
      ['POST', `/v1/requests/${id}/cancel`, { reason: 'not needed' }],
      [
        'POST',
        `/v1/requests/${id}/amendments`,
        { parameters: {}, reason: 'x', action_digest: 'x' },
      ],
      ['POST', `/v1/requests/${id}/entries`, {}],
      ['POST', `/v1/requests/${id}/questions`, { text: 'Why?' }],
      ['POST', `/v1/requests/${id}/revoke`, { reason: 'x' }],
      ['POST', `/v1/requests/${id}/allowances`, {}],
      ['GET', '/v1/allowances', undefined],
      ['GET', '/v1/search?text=billing', undefined],
      ['GET', '/v1/search/csv?text=billing', undefined],
      ['GET', '/v1/batches?agent_id=billing-bot&tool_name=wire_transfer', undefined],
      ['POST', '/v1/batches', { rows: [] }],
      ['GET', '/v1/preferences', undefined],
      ['POST', '/v1/guards/report', { agent_id: 'billing-bot' }],
      ['POST', '/v1/guards/seen', { agent_id: 'billing-bot', agent: 'codex' }],
      ['GET', '/v1/guards/billing-bot', undefined],
    ] as const) {
      const tried = await call(stranger, method, path, body);
      assert.ok(tried.status >= 400 && tried.status < 500, `${path}: ${tried.status}`);
    }
    assert.equal((await read()).status, 'pending');
  });
});
