// The versioned webhook of AGT's ADR 0030, both ways: a question that a foreign service receives in AGT's form, and its
// answer in AGT's form. The server, the service and the bytes between them are real.

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import {
  type AgtWebhookRequest,
  agtActionDigest,
  fromAgtWebhookRequest,
  toAgtWebhookResponse,
} from '@countersign/dialects/agt';
import { deliverOutbox } from './deliver-outbox.ts';
import { deliverers } from './deliverers.ts';
import { approvalScene } from './testing/approval-scene.ts';
import { startReceiver } from './testing/receiver.ts';

async function asked(context: TestContext) {
  const desk = await startReceiver(context);
  const scene = await approvalScene(context, {
    endpoint: { url: desk.url, form: 'agt' },
    allow: [`127.0.0.1:${desk.port}`],
  });
  const alice = await scene.addPerson('alice', ['reviewer']);
  const state = await scene.ask();
  await deliverOutbox(scene.server.app, deliverers).run(new AbortController().signal);
  const [sent] = desk.received;
  assert.ok(sent !== undefined);
  const question: AgtWebhookRequest = fromAgtWebhookRequest(sent.text);
  const about = { input_digest: question.input_digest };
  return {
    scene,
    alice,
    state,
    question,
    assertion: (change: object = {}) =>
      scene.issuer.sign(scene.claims(state, 'alice', { ...about, ...change })),
    answer: (decision: 'allow' | 'deny') =>
      toAgtWebhookResponse(question, { decision, approver: 'alice', reason: '' }),
    read: () => scene.state(state.request.approval_request_id),
  };
}

test("[D2-30] [D2-31] [D2-34] [D2-36] [D2-74] a service that speaks AGT's form is asked and answers in it", async context => {
  const { scene, alice, state, question, assertion, answer, read } = await asked(context);
  const { request } = state;
  assert.equal(question.schema_version, '1.0');
  assert.equal(question.approval_request_id, request.approval_request_id);
  assert.equal(question.policy_decision_id, request.policy_decision_id);
  assert.equal(question.action_digest, request.action_digest);
  assert.equal(question.policy_version, request.policy_version);
  assert.equal(question.approval_chain_version, request.approval_chain_version);
  assert.match(question.expires_at, /\+00:00$/);
  const id = randomUUID();
  const body = { ...answer('allow'), identity_assertion: await assertion() };
  for (let times = 0; times < 2; times++) {
    assert.equal((await scene.send(body, { id })).status, 200);
  }
  const { status, entries } = await read();
  assert.deepEqual([status, entries.length], ['allowed', 1]);
  assert.equal(entries[0]?.approver_identity, alice);
  const other = await scene.send({ ...body, reason: 'something else' }, { id });
  assert.equal(other.body.code, 'entry_conflict');
});

test("[D2-23] a deny in AGT's form denies", async context => {
  const { scene, assertion, answer, read } = await asked(context);
  const body = { ...answer('deny'), assertion: await assertion({ decision: 'deny' }) };
  assert.equal((await scene.send(body)).status, 200);
  assert.equal((await read()).status, 'denied');
});

test("[D2-29] [D2-34] [D2-35] [D2-37] [D2-70] a wrong echo, a bare name and another form change nothing in AGT's form either", async context => {
  const { scene, question, assertion, answer, read } = await asked(context);
  const sound = { ...answer('allow'), assertion: await assertion() };
  const foreign = agtActionDigest({
    schema_version: '1.0',
    operation: 'tool.invoke',
    agent_id: 'billing-bot',
    subject_id: null,
    target: { tool_name: 'x', tool_schema_version: '1', resource: null },
    parameters: {},
  });
  const { assertion: _, ...unproven } = sound;
  const refusals: readonly [object, string][] = [
    [{ ...sound, action_digest: foreign }, 'answer_binding_mismatch'],
    [{ ...sound, input_digest: foreign }, 'answer_binding_mismatch'],
    [{ ...sound, policy_version: 'another' }, 'answer_binding_mismatch'],
    [{ ...sound, approval_chain_version: 'another' }, 'answer_binding_mismatch'],
    [unproven, 'person_assertion_not_valid'],
    [{ ...unproven, approver: 'alice', roles: ['reviewer'] }, 'person_assertion_not_valid'],
    [{ ...sound, assertion: await assertion({ sub: 'mallory' }) }, 'person_assertion_not_valid'],
    [
      { ...sound, assertion: await assertion({ input_digest: foreign }) },
      'person_assertion_not_valid',
    ],
    [{ ...sound, approved: 'true' }, 'answer_malformed'],
    [{ ...sound, decision: 'allow' }, 'answer_malformed'],
    [{ ...sound, schema_version: '2.0' }, 'answer_malformed'],
    [{ approved: true }, 'answer_malformed'],
  ];
  for (const [body, code] of refusals) {
    const answered = await scene.send(body);
    assert.equal(answered.body.code, code, JSON.stringify(body));
  }
  const ours = scene.answer(await read());
  assert.equal((await scene.send(ours)).body.code, 'answer_malformed');
  const { status, entries } = await read();
  assert.deepEqual([status, entries], ['pending', []]);
  assert.ok(question.approval_request_id.startsWith('ar_'));
  assert.equal((await scene.send(sound)).status, 200);
});
