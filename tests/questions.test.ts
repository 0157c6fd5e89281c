// Goal: a reviewer asks the agent something, the agent answers, and nothing else changes. Method: a real server, a gate
// over HTTP and the program at a terminal.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { connect, NotAllowed } from '@countersign/client';
import { parseStrict } from '@countersign/protocol/json';
import type { RequestRepresentation } from '@countersign/server/testing';
import { DecidingWorld } from './testing/deciding-world.ts';
import { answerTerminal } from './testing/served-place.ts';

describe('questions to the agent', () => {
  let world: DecidingWorld;
  before(async () => {
    world = await DecidingWorld.open();
  });
  after(() => world.close());

  const question = async (id: string, text: unknown, headers = world.person.headers) =>
    world.server.call('POST', `/v1/requests/${id}/questions`, { headers, body: { text } });
  const viewOf = async (id: string) => {
    const { headers } = world.person;
    const { body } = await world.server.call('GET', `/v1/requests/${id}/view`, { headers });
    const { view_digest, input_digest, short_code } = body as Record<string, string>;
    return { view_digest, input_digest, short_code };
  };
  const codeOf = ({ body }: { body: unknown }) => (body as { code?: string }).code;

  test('[QA-2] a gate that waits hands the question to its agent, and the request stays as it was', async () => {
    const key = (world.agent['authorization'] ?? '').slice('Bearer '.length);
    const url = world.server.origin;
    const gate = await connect({ url, key, agent: 'billing-bot', executor: 'billing-executor' });
    const action = {
      target: { tool_name: 'payments.draft_wire', resource: 'operating-usd' },
      parameters: { amount: 1, currency: 'USD', beneficiary: { name: 'Asked' } },
    };
    let id = '';
    const asked: string[] = [];
    const running = gate.run(action, () => 'paid', {
      onAsked: facts => {
        id = facts.approval_request_id;
      },
      onQuestion: ({ text }) => {
        asked.push(text);
        return 'Invoice INV-7, due today.';
      },
    });
    running.catch(() => undefined);
    while (id === '') await new Promise(resolve => setImmediate(resolve));
    const before = await world.read(id);
    const shown = await viewOf(id);
    assert.equal((await question(id, 'Which invoice is it?')).status, 200);
    const answered = async (): Promise<RequestRepresentation> => {
      for (;;) {
        const facts = await world.read(id);
        if (facts.questions.every(({ answer }) => answer !== null)) return facts;
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    const facts = await answered();
    assert.deepEqual(asked, ['Which invoice is it?']);
    assert.equal(facts.questions[0]?.answer?.text, 'Invoice INV-7, due today.');
    assert.equal(facts.status, 'pending');
    assert.equal(facts.request.expires_at, before.request.expires_at);
    assert.deepEqual(await viewOf(id), shown, '[QA-4] the words are no part of what is signed');
    const terminal = await world.terminal.run(['approve', id, '--code', await world.codeOf(id)]);
    assert.equal(terminal.code, 0, terminal.errors);
    assert.match(terminal.output, /Questions to the agent[\s\S]*not verified: "Invoice INV-7/);
    assert.equal(await running, 'paid');
  });

  test('[QA-4] [OF-10] the words are in the log and in the bundle, which verifies', async () => {
    const id = await world.ask();
    const ask = ['ask', id, 'Who approved it?'];
    const alone = await world.terminal.run(ask);
    assert.match(alone.errors, /confirm it in the browser/, 'a stored sign-in asks nothing');
    assert.deepEqual((await world.read(id)).questions, []);
    const screen = world.terminal.screen(ask);
    const [, code = ''] = await screen.shows(/shows the code (\S+)/);
    const { origin } = world.server;
    await answerTerminal(origin, world.person.headers, code, 'confirm');
    assert.equal(await screen.ended, 0, screen.text());
    const { questions } = await world.read(id);
    const questionId = questions[0]?.question_id ?? '';
    const path = `/v1/requests/${id}/questions/${questionId}/answers`;
    const body = { text: 'The buyer did.' };
    const own = await world.server.call('POST', path, { headers: world.agent, body });
    assert.equal(own.status, 200, JSON.stringify(own.body));
    assert.equal((await world.terminal.run(['reject', id, '--reason', 'no'])).code, 0);
    assert.equal((await world.terminal.run(['bundle', id, '--output', 'asked.json'])).code, 0);
    const { output } = await world.terminal.run(['verify', 'asked.json', '--json']);
    // Every claim holds; whose keys they are, this machine was not told.
    assert.equal((JSON.parse(output) as { verdict: string }).verdict, 'consistent_not_trusted');
    const { headers } = world.person;
    const { body: history } = await world.server.call('GET', `/v1/requests/${id}/history`, {
      headers,
    });
    const text = JSON.stringify(parseStrict(JSON.stringify(history)));
    assert.match(text, /question\.asked.*Who approved it.*question\.answered.*The buyer did/);
  });

  test('[QA-1] [QA-3] others cannot ask or answer, and every limit has its code', async () => {
    const id = await world.ask();
    assert.equal(codeOf(await question(id, 'Why?', world.agent)), 'not_permitted');
    const outsider = await world.server.person(['auditor']);
    assert.equal(codeOf(await question(id, 'Why?', outsider.headers)), 'approver_not_eligible');
    for (const wrong of ['', 'x'.repeat(1001), 7, null]) {
      assert.equal((await question(id, wrong)).status, 400, String(wrong));
    }
    assert.equal(codeOf(await question(id, '   ')), 'reason_missing');
    for (let number = 1; number <= 8; number++) {
      assert.equal((await question(id, `Question ${number}?`)).status, 200);
    }
    assert.equal(codeOf(await question(id, 'One more?')), 'record_limit_reached');
    const [first] = (await world.read(id)).questions;
    const path = `/v1/requests/${id}/questions/${first?.question_id}/answers`;
    const say = (text: string, headers: Readonly<Record<string, string>> = world.agent) =>
      world.server.call('POST', path, { headers, body: { text } });
    assert.equal(codeOf(await say('I am not the agent', world.person.headers)), 'not_permitted');
    assert.equal((await say('Because.')).status, 200);
    assert.equal(codeOf(await say('Another reason.')), 'question_answered');
    const none = path.replace(/qst_[^/]+/, `qst_${'0'.repeat(12)}40008000000000000000`);
    const unknown = await world.server.call('POST', none, {
      headers: world.agent,
      body: { text: 'To nothing' },
    });
    assert.equal(codeOf(unknown), 'question_not_found');
    assert.equal((await world.terminal.run(['reject', id, '--reason', 'no'])).code, 0);
    assert.equal(codeOf(await question(id, 'Too late?')), 'request_denied');
  });

  test('the model of an agent that does not wait reads the question in the pending text', async () => {
    const key = (world.agent['authorization'] ?? '').slice('Bearer '.length);
    const url = world.server.origin;
    const gate = await connect({ url, key, agent: 'billing-bot', executor: 'billing-executor' });
    const action = {
      target: { tool_name: 'payments.draft_wire', resource: 'operating-usd' },
      parameters: { amount: 2, currency: 'USD', beneficiary: { name: 'Later' } },
    };
    const first = await gate.ask(action);
    assert.equal((await question(first.ticket?.id ?? '', 'Is it "due" today?')).status, 200);
    const again = await gate.ask(action);
    assert.match(
      again.forModel,
      /A reviewer asks you, and waits for your answer: "Is it \\"due\\" today\?"/,
    );
    assert.match(again.forModel, /has not run: a person has not decided yet/);
    const refused = await gate
      .ticket(first.ticket?.id ?? '')
      .wait({ timeout: 0 })
      .catch(error => error);
    assert.ok(refused instanceof NotAllowed);
    const answered = await world.terminal.run(['answer', first.ticket?.id ?? '', 'Yes, today.'], {
      env: { COUNTERSIGN_KEY: key },
    });
    assert.equal(answered.code, 0, answered.errors);
    assert.doesNotMatch((await gate.ask(action)).forModel, /A reviewer asks you/);
  });
});
