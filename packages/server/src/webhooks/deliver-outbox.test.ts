import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { cancelRequest, expireDue, loadAction } from '@countersign/coordinator';
import { verifyJws } from '@countersign/protocol/crypto';
import { grantType, inputDigest, requestArtifactType } from '@countersign/protocol/request';
import { authenticated } from '@countersign/protocol/value';
import { ApprovalWebhook, CallbackWebhook, DivergenceWebhook } from '@countersign/wire/webhooks';
import { Webhook } from 'standardwebhooks';
import { grantOf } from '../testing/sample-call.ts';
import { deliverOutbox } from './deliver-outbox.ts';
import { deliverers } from './deliverers.ts';
import {
  type ApprovalScene,
  approvalScene,
  reviewer,
  secretText,
} from './testing/approval-scene.ts';
import { type Received, type Receiver, startReceiver } from './testing/receiver.ts';

const day = 86_400;

/** Delivers what is due now, as one replica. */
async function deliver({ server }: ApprovalScene): Promise<void> {
  const job = deliverOutbox(server.app, deliverers);
  await job.run(new AbortController().signal);
}

function callbackTo(receiver: Receiver, name: string, byte: number): Record<string, unknown> {
  const agent_ids = ['billing-bot'];
  return { name, kind: 'callback', url: receiver.url, secrets: [secretText(byte)], agent_ids };
}

async function asking(context: TestContext, more: Parameters<typeof approvalScene>[1] = {}) {
  const desk = await startReceiver(context);
  const scene = await approvalScene(context, {
    ...more,
    endpoint: { url: desk.url, asymmetric: true, ...more.endpoint },
    allow: [`127.0.0.1:${desk.port}`, ...(more.allow ?? [])],
  });
  await scene.addPerson('alice', ['reviewer']);
  return { desk, scene };
}

async function informing(context: TestContext, more: Parameters<typeof approvalScene>[1] = {}) {
  const bot = await startReceiver(context);
  const { desk, scene } = await asking(context, {
    ...more,
    endpoints: [callbackTo(bot, 'bot', 3), ...(more.endpoints ?? [])],
    allow: [`127.0.0.1:${bot.port}`, ...(more.allow ?? [])],
  });
  return { desk, bot, scene };
}

/** What the library of the standard says, at the time at which it was received. */
function isGenuine(context: TestContext, { headers, text }: Received, byte: number): boolean {
  const seconds = Number(headers['webhook-timestamp']);
  context.mock.timers.enable({ apis: ['Date'], now: seconds * 1000 });
  try {
    new Webhook(secretText(byte)).verify(text, { ...headers });
    return true;
  } catch {
    return false;
  } finally {
    context.mock.timers.reset();
  }
}

/** What the action of the scene does, as every list says it. */
const sentence = /^Wire 4,200 USD on acct-42$/;

describe('a question to an approval service', () => {
  test('[TR-2] [D1-17] [D2-31] a question contains its subject, with a signature that the library of the standard accepts', async context => {
    const { desk, scene } = await asking(context);
    const asked = await scene.ask();
    await deliver(scene);
    const [sent, ...others] = desk.received;
    assert.ok(sent !== undefined && others.length === 0);
    assert.ok(isGenuine(context, sent, 1));
    assert.ok(!isGenuine(context, sent, 2));
    const body = ApprovalWebhook.parse(JSON.parse(sent.text));
    assert.match(body.sentence, sentence);
    const { request, policy_decision } = asked;
    assert.deepEqual(body.binding, {
      approval_request_id: request.approval_request_id,
      policy_decision_id: policy_decision.policy_decision_id,
      action_digest: request.action_digest,
      input_digest: inputDigest(request),
      policy_version: request.policy_version,
      approval_chain_version: request.approval_chain_version,
      expires_at: request.expires_at,
    });
    assert.equal(body.stage_index, 0);
    assert.deepEqual(body.request, request);
    const { app } = scene.server;
    const keys = app.signer.keys();
    const jws = body.request_artifact;
    assert.ok(verifyJws({ jws, typ: requestArtifactType, keys }).ok);
    assert.equal(body.answer_url, `${app.origin}/v1/webhooks/desk/answers`);
  });

  test('a question that is over is not sent any more', async context => {
    const { desk, scene } = await asking(context);
    const asked = await scene.ask();
    const alice = await scene.addPerson('op', ['operator']);
    await cancelRequest(scene.server.app.context, {
      approvalRequestId: asked.request.approval_request_id,
      principal: authenticated({
        kind: 'human',
        principal_id: 'op',
        person_id: alice,
        roles: ['operator'],
        assurance: 'session',
      }),
      reason: 'not needed',
    });
    await deliver(scene);
    assert.equal(desk.received.length, 0);
    assert.deepEqual(await scene.server.app.context.store.listDeadLetters(10), []);
  });

  test('a question also has an Ed25519 signature of the published key when the endpoint asks for it', async context => {
    const { desk, scene } = await asking(context);
    await scene.ask();
    await deliver(scene);
    const [sent] = desk.received;
    assert.ok(sent !== undefined);
    const published = await scene.server.call('GET', '/v1/keys');
    const { webhook_public_key } = published.body as { webhook_public_key: string };
    const x = Buffer.from(webhook_public_key.replace('whpk_', ''), 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const { headers, text } = sent;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${text}`;
    const [, tag = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? [];
    assert.ok(verify(null, Buffer.from(signed), key, Buffer.from(tag, 'base64')));
  });

  test('[TR-1] the body of the delivery response does not count as an answer', async context => {
    const { desk, scene } = await asking(context);
    const asked = await scene.ask();
    const id = asked.request.approval_request_id;
    const before = await scene.history(id);
    const answer = JSON.stringify(await scene.answerOf(asked, 'alice'));
    desk.answerWith(response =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(answer),
    );
    await deliver(scene);
    assert.equal(desk.received.length, 1);
    assert.deepEqual(await scene.history(id), before);
  });

  test('[TR-1] [TR-5] [D2-70] a delivery without a 2xx response in time is repeated, and changes nothing', async context => {
    const { desk, scene } = await asking(context);
    const asked = await scene.ask();
    const id = asked.request.approval_request_id;
    const before = await scene.history(id);
    const faults: Parameters<Receiver['answerWith']>[0][] = [
      response => response.writeHead(500).end('{"decision":"allow"}'),
      response => response.writeHead(404).end(),
      response => response.writeHead(302, { location: desk.url }).end(),
      response => response.writeHead(429, { 'retry-after': '1' }).end(),
      response => response.destroy(),
      response => response.writeHead(200).end('x'.repeat(100_000)),
      // Silence: the time limit of the dispatcher is over as soon as its clock says so.
      () => scene.clock.wake(),
    ];
    for (const fault of faults) {
      desk.answerWith(fault);
      scene.clock.advance(120);
      await deliver(scene);
    }
    assert.equal(desk.received.length, faults.length);
    const ids = new Set(desk.received.map(({ headers }) => headers['webhook-id']));
    assert.equal(ids.size, 1);
    assert.deepEqual(await scene.history(id), before);
    assert.equal((await scene.state(id)).status, 'pending');
    assert.equal((await scene.send(await scene.answerOf(asked, 'alice'))).status, 200);
  });

  test('a question is sent again under another id when the next stage opens', async context => {
    const controller = '{ name: controller, approvers: { roles: [controller] } }';
    const { desk, scene } = await asking(context, { stages: `${reviewer}, ${controller}` });
    await scene.addPerson('carol', ['controller']);
    const asked = await scene.ask();
    await deliver(scene);
    await scene.send(await scene.answerOf(asked, 'alice'));
    await deliver(scene);
    const stages = desk.received.map(
      ({ text }) => ApprovalWebhook.parse(JSON.parse(text)).stage_index,
    );
    assert.deepEqual(stages, [0, 1]);
    assert.equal(new Set(desk.received.map(({ headers }) => headers['webhook-id'])).size, 2);
    await scene.send(await scene.answerOf(asked, 'carol', { stage_index: 1 }));
    await deliver(scene);
    assert.equal(desk.received.length, 2);
  });
});

describe('an outcome that an agent is told', () => {
  test('an outcome contains the grant, with one message for each receiver in the commit of the change', async context => {
    const other = await startReceiver(context);
    const { bot, scene } = await informing(context, {
      endpoints: [callbackTo(other, 'other', 4)],
      allow: [`127.0.0.1:${other.port}`],
    });
    bot.answerWith(response => response.writeHead(503).end());
    const asked = await scene.ask();
    await deliver(scene);
    await scene.send(await scene.answerOf(asked, 'alice'));
    await deliver(scene);
    assert.deepEqual([bot.received.length, other.received.length], [1, 1]);
    bot.answerWith(response => response.writeHead(200).end());
    scene.clock.advance(10);
    await deliver(scene);
    assert.deepEqual([bot.received.length, other.received.length], [2, 1]);
    const told = bot.received.at(-1);
    assert.ok(told !== undefined && isGenuine(context, told, 3));
    const body = CallbackWebhook.parse(JSON.parse(told.text));
    assert.match(body.sentence, sentence);
    assert.deepEqual(
      [body.event, body.status, body.outcome],
      ['request.allowed', 'allowed', 'allowed'],
    );
    const keys = scene.server.app.signer.keys();
    assert.ok(verifyJws({ jws: body.grant ?? '', typ: grantType, keys }).ok);
  });

  test('a denied outcome contains the words of the reviewer, and no grant', async context => {
    const { bot, scene } = await informing(context);
    const asked = await scene.ask();
    const deny = { decision: 'deny', reason: 'the payee is not ours' };
    await scene.send(await scene.answerOf(asked, 'alice', deny));
    await deliver(scene);
    const body = CallbackWebhook.parse(JSON.parse(bot.received[0]?.text ?? ''));
    assert.deepEqual([body.status, body.reason, body.grant], ['denied', deny.reason, null]);
  });

  test('a report of another action than the approved one reaches the agent and the approval service as an alarm', async context => {
    const { bot, desk, scene } = await informing(context);
    const { server } = scene;
    const { request } = await scene.ask();
    const { approval_request_id: id, action_digest } = request;
    await scene.send(await scene.answerOf(await scene.state(id), 'alice'));
    const headers = await server.apiKey({
      verbs: ['consume'],
      agent_ids: ['billing-bot'],
      executor: request.audience,
    });
    const action = await loadAction(server.app.context, action_digest);
    const grant = await grantOf(server, headers, id);
    const at = `/v1/requests/${id}`;
    const body = { action, grant, attempt: 'one' };
    assert.equal((await server.call('POST', `${at}/consume`, { headers, body })).status, 200);
    const report = async (attempt: string, final_action_digest: string) =>
      server.call('POST', `${at}/report`, {
        headers,
        body: { attempt, outcome: 'succeeded', final_action_digest },
      });
    const other = `sha256:${'b'.repeat(64)}`;
    assert.equal((await report('one', other)).status, 200);
    await deliver(scene);
    for (const [receiver, byte] of [[bot, 3] as const, [desk, 1] as const]) {
      const alarms = receiver.received.filter(({ text }) => text.includes('execution_diverged'));
      assert.equal(alarms.length, 1);
      const [alarm] = alarms;
      assert.ok(alarm !== undefined && isGenuine(context, alarm, byte));
      const told = DivergenceWebhook.parse(JSON.parse(alarm.text));
      assert.deepEqual(
        [told.binding.action_digest, told.final_action_digest],
        [action_digest, other],
      );
      assert.equal(told.executor, request.audience);
      assert.match(told.sentence, sentence);
    }
    const ids = bot.received.map(({ headers: sent }) => sent['webhook-id']);
    assert.equal(new Set(ids).size, ids.length, 'a receiver would take the alarm for a repetition');
  });

  test('an outcome survives a receiver that is down for a day, and each attempt is signed anew under the same id', async context => {
    const { bot, scene } = await informing(context, { expiresIn: '1d', executeWithin: '5d' });
    bot.answerWith(response => response.writeHead(502).end());
    const asked = await scene.ask();
    await scene.send(await scene.answerOf(asked, 'alice'));
    for (let elapsed = 0; elapsed < day; elapsed += 300) {
      await deliver(scene);
      scene.clock.advance(300);
    }
    const tries = bot.received.length;
    assert.ok(tries >= 8, `${tries} tries`);
    bot.answerWith(response => response.writeHead(204).end());
    for (let elapsed = 0; elapsed < day; elapsed += 300) {
      await deliver(scene);
      scene.clock.advance(300);
    }
    assert.equal(bot.received.length, tries + 1);
    assert.equal(new Set(bot.received.map(({ headers }) => headers['webhook-id'])).size, 1);
    const times = bot.received.map(({ headers }) => headers['webhook-timestamp']);
    assert.equal(new Set(times).size, times.length);
    for (const received of bot.received) assert.ok(isGenuine(context, received, 3));
    const last = CallbackWebhook.parse(JSON.parse(bot.received.at(-1)?.text ?? ''));
    assert.equal(last.status, 'allowed');
    const keys = scene.server.app.signer.keys();
    assert.ok(verifyJws({ jws: last.grant ?? '', typ: grantType, keys }).ok);
  });

  test('a message that one replica took and did not settle is delivered by another, under the same id', async context => {
    const { bot, scene } = await informing(context);
    const { store } = scene.server.app.context;
    const asked = await scene.ask();
    await deliver(scene);
    await scene.send(await scene.answerOf(asked, 'alice'));
    const [taken] = await store.leaseOutbox({ owner: 'dies', seconds: 60, limit: 10 });
    assert.equal(taken?.topic, 'webhook.callback');
    await deliver(scene);
    assert.equal(bot.received.length, 0);
    scene.clock.advance(61);
    await deliver(scene);
    assert.equal(
      bot.received.length,
      0,
      'it waits once, because the other replica may have died of it',
    );
    scene.clock.advance(1);
    await deliver(scene);
    assert.equal(bot.received.length, 1);
  });

  test('[HI-7] a message over which two processes ended is set aside and shown, and the others are delivered', async context => {
    const { bot, scene } = await informing(context);
    const { store } = scene.server.app.context;
    const asked = await scene.ask();
    await deliver(scene);
    await scene.send(await scene.answerOf(asked, 'alice'));
    const dies = () => store.leaseOutbox({ owner: 'dies', seconds: 60, limit: 10 });
    assert.equal((await dies()).length, 1);
    scene.clock.advance(61);
    await deliver(scene);
    scene.clock.advance(1);
    assert.equal((await dies()).length, 1);
    scene.clock.advance(61);
    await deliver(scene);
    assert.equal(bot.received.length, 0);
    const letters = await store.listDeadLetters(10);
    assert.equal(letters.length, 1);
    assert.match(letters[0]?.problem ?? '', /^A process ended while it delivered this message/);
    assert.equal(await store.retryDeadLetter(letters[0]?.id ?? 0), true);
    await deliver(scene);
    assert.equal(bot.received.length, 1);
  });
});

describe('a delivery that was given up', () => {
  test('[TR-5] an abandoned delivery leaves the request pending, can be requeued by hand, and the request ends by time alone', async context => {
    const { desk, scene } = await asking(context, { expiresIn: '7d' });
    desk.answerWith(response => response.writeHead(500).end());
    const asked = await scene.ask();
    const id = asked.request.approval_request_id;
    const { context: core } = scene.server.app;
    for (let hour = 0; hour < 72; hour++) {
      await deliver(scene);
      scene.clock.advance(3600);
    }
    const [letter] = await core.store.listDeadLetters(10);
    assert.equal(letter?.topic, 'webhook.approval');
    assert.match(letter?.problem ?? '', /500/);
    assert.equal(desk.received.length, 20);
    assert.equal((await scene.state(id)).status, 'pending');
    desk.answerWith(response => response.writeHead(200).end());
    const operator = await scene.server.person(['operator']);
    const path = `/v1/dead-letters/${letter?.id}/retry`;
    const retried = await scene.server.call('POST', path, { headers: operator.headers });
    assert.equal(retried.status, 200);
    await deliver(scene);
    assert.equal(desk.received.length, 21);
    assert.deepEqual(await core.store.listDeadLetters(10), []);
    assert.equal((await scene.state(id)).status, 'pending');
    scene.clock.set(asked.request.expires_at);
    assert.ok((await expireDue(core, 10)).ok);
    assert.equal((await scene.state(id)).status, 'expired');
  });

  test('a delivery is abandoned at once when the receiver is gone or the address is refused', async context => {
    const { desk, scene } = await asking(context);
    desk.answerWith(response => response.writeHead(410).end());
    await scene.ask();
    await deliver(scene);
    const inside = await approvalScene(context, { endpoint: { url: desk.url } });
    await inside.addPerson('alice', ['reviewer']);
    await inside.ask();
    await deliver(inside);
    assert.equal(desk.received.length, 1);
    for (const each of [scene, inside]) {
      const letters = await each.server.app.context.store.listDeadLetters(10);
      assert.equal(letters.length, 1);
    }
  });
});
