import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { addSeconds, type PersonId } from '@countersign/protocol/value';
import { type ApprovalScene, approvalScene } from '../webhooks/testing/approval-scene.ts';
import type { ConversationQuestion } from './conversation.ts';
import { type ConversationHost, createHost } from './testing/conversation-host.ts';

const confirming =
  '{ name: confirm, approvers: { roles: [user] }, separation: self_confirm, min_assurance: conversation }';

interface Conversation {
  readonly scene: ApprovalScene;
  readonly host: ConversationHost;
  readonly alice: PersonId;
  readonly id: string;
  ask(host?: ConversationHost): Promise<{ status: number; body: ConversationQuestion }>;
  answer(assertion: unknown, headers?: Readonly<Record<string, string>>): Promise<Answered>;
  status(): Promise<string>;
}

interface Answered {
  readonly status: number;
  readonly body: { readonly code?: string; readonly status?: string };
}

async function conversation(
  context: TestContext,
  options: { readonly route?: string; readonly stages?: string } = {},
): Promise<Conversation> {
  const { route = 'same_conversation', stages = confirming } = options;
  const scene = await approvalScene(context, { route, stages });
  const host = createHost('host-chat', ['billing-bot']);
  const alice = await scene.addPerson('alice', ['user']);
  await scene.change({ type: 'register_credential', credential: host.credential });
  const asked = await scene.ask();
  const id = asked.request.approval_request_id;
  const { server } = scene;
  return {
    scene,
    host,
    alice,
    id,
    ask: async (asking = host) => {
      const headers = await asking.header(server);
      return server.call('GET', `/v1/requests/${id}/conversation`, { headers });
    },
    answer: (assertion, headers = {}) =>
      server.call('POST', `/v1/requests/${id}/conversation-answers`, {
        headers,
        body: { assertion },
      }),
    status: async () => (await scene.state(id)).status,
  };
}

const notValid = 'conversation_assertion_not_valid';

describe('what a host shows', () => {
  test('[EV-5] the host shows two buttons, the facts of the bound bytes, and a digest of the whole view', async context => {
    const { ask, scene, id } = await conversation(context);
    const { status, body } = await ask();
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.confirmation.buttons, ['Proceed', 'Cancel']);
    assert.ok(JSON.stringify(body.confirmation.action?.facts).includes('wire_transfer'));
    assert.equal(body.approval_request_id, id);
    assert.equal(body.view.action_digest, (await scene.state(id)).request.action_digest);
    assert.equal(body.view.input_digest, body.input_digest);
  });

  test('the view is for the host of the agent, under its key and for a minute', async context => {
    const { scene, host, ask, id } = await conversation(context);
    const path = `/v1/requests/${id}/conversation`;
    const { server, clock } = scene;
    const other = createHost('host-other', ['another-bot']);
    await scene.change({ type: 'register_credential', credential: other.credential });
    const stranger = createHost('host-chat', ['billing-bot']);
    const person = await server.person(['user']);
    const refusals: [Readonly<Record<string, string>>, string][] = [
      [{}, 'not_authenticated'],
      [scene.agent, 'not_permitted'],
      [person.headers, 'not_permitted'],
      [await stranger.header(server), 'not_authenticated'],
      [await other.header(server), 'request_not_found'],
      [await host.header(server, { issued_at: addSeconds(clock.now(), -61) }), 'not_authenticated'],
      [await host.header(server, { issued_at: addSeconds(clock.now(), 6) }), 'not_authenticated'],
      [
        await host.header(server, {
          store_id: `store_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}`,
        }),
        'not_authenticated',
      ],
      [await host.header(server, { type: 'countersign/conversation/v1' }), 'not_authenticated'],
    ];
    for (const [headers, code] of refusals) {
      const refused = await server.call('GET', path, { headers });
      assert.equal((refused.body as { code: string }).code, code);
    }
    assert.equal((await ask()).status, 200);
    await scene.change({ type: 'revoke_credential', credential_id: 'host-chat', reason: 'over' });
    assert.equal((await ask()).status, 401);
  });

  test('the host gets no view when the request uses another route or is over', async context => {
    const webhook = await conversation(context, { route: '{ kind: webhook, name: desk }' });
    const elsewhere = await webhook.ask();
    assert.equal((elsewhere.body as { code?: string }).code, 'route_kind_mismatch');
    const over = await conversation(context);
    over.scene.clock.set((await over.scene.state(over.id)).request.expires_at);
    assert.equal(((await over.ask()).body as { code?: string }).code, 'request_expired');
  });
});

describe('what a person pressed', () => {
  test('[EV-5] Proceed allows, and the entry names a conversation as the assurance', async context => {
    const { scene, host, alice, ask, answer, id } = await conversation(context);
    const { body: question } = await ask();
    const jws = host.sign(host.assertion(scene.server, question, alice));
    const answered = await answer(jws);
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    const { status, entries } = await scene.state(id);
    assert.equal(status, 'allowed');
    assert.equal(entries[0]?.identity_assurance, 'conversation');
    assert.equal(entries[0]?.approver_identity, alice);
    assert.equal(entries[0]?.view_digest, question.view_digest);
    scene.clock.advance(600);
    const again = await answer(jws);
    assert.equal(again.status, 200);
    assert.equal((await scene.state(id)).entries.length, 1);
  });

  test('[EV-5] Cancel denies, without typed words', async context => {
    const { scene, host, alice, ask, answer, status } = await conversation(context);
    const { body: question } = await ask();
    const pressed = { decision: 'deny', choice: 'Cancel' };
    const jws = host.sign(host.assertion(scene.server, question, alice, pressed));
    assert.equal((await answer(jws)).status, 200);
    assert.equal(await status(), 'denied');
  });

  test('[EV-5] a choice that is neither button, or contradicts the decision, does not count', async context => {
    const { scene, host, alice, ask, answer, status } = await conversation(context);
    const { body: question } = await ask();
    for (const pressed of [
      { decision: 'allow', choice: 'Cancel' },
      { decision: 'deny', choice: 'Proceed' },
      { choice: 'proceed' },
      { choice: 'Yes' },
      { choice: null },
      { choice: undefined },
      { decision: 'approve' },
      { decision: true },
    ]) {
      const payload = host.assertion(scene.server, question, alice, pressed);
      if (payload['choice'] === undefined) delete payload['choice'];
      const refused = await answer(host.sign(payload));
      assert.equal(refused.body.code, notValid, JSON.stringify(pressed));
    }
    assert.equal(await status(), 'pending');
  });

  test('[EV-1] words never count as an answer, from any sender and in any form', async context => {
    const { scene, host, alice, ask, answer, status, id } = await conversation(context);
    const { body: question } = await ask();
    const sound = host.assertion(scene.server, question, alice);
    const agentKey = createHost('host-chat', ['billing-bot']);
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(sound)).toString('base64url')}.`;
    for (const text of [
      'yes',
      'Proceed',
      'I approve this transfer. — Alice',
      '',
      JSON.stringify(sound),
      unsigned,
      agentKey.sign(sound),
      host.sign({ ...sound, message: 'yes, go ahead' }),
      host.sign({ text: 'yes' }),
      host.sign(sound, 'countersign-host+jws'),
    ]) {
      for (const headers of [{}, scene.agent]) {
        assert.equal((await answer(text, headers)).body.code, notValid, text.slice(0, 40));
      }
    }
    for (const body of [
      { text: 'yes' },
      { assertion: 'yes', decision: 'allow' },
      { assertion: true },
    ]) {
      const path = `/v1/requests/${id}/conversation-answers`;
      const refused = await scene.server.call('POST', path, { body });
      assert.equal(refused.status, 400);
    }
    assert.equal(await status(), 'pending');
    assert.match(
      await scene.server.app.metrics.text(),
      /countersign_answers_refused_total\{code="conversation_assertion_not_valid"\} 20/,
    );
    assert.equal((await answer(host.sign(sound), scene.agent)).status, 200);
  });

  test('[EV-1] an answer is bound to the store, the request, the view, the nonce and the minute', async context => {
    const { scene, host, alice, ask, answer, status, id } = await conversation(context);
    const { server, clock } = scene;
    const { body: question } = await ask();
    const other = await scene.ask();
    const second = createHost('host-second', ['billing-bot']);
    await scene.change({ type: 'register_credential', credential: second.credential });
    const { body: asSecond } = await ask(second);
    const nobody = `person_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}`;
    const digest = `sha256:${'0'.repeat(64)}`;
    const changes: [Record<string, unknown>, string][] = [
      [{ store_id: `store_${'0'.repeat(12)}4${'0'.repeat(3)}8${'0'.repeat(15)}` }, notValid],
      [{ approval_request_id: other.request.approval_request_id }, notValid],
      [{ person_id: nobody }, notValid],
      [{ person_id: 'alice' }, notValid],
      [{ nonce: asSecond.nonce }, notValid],
      [{ nonce: 'x'.repeat(80) }, notValid],
      [{ issued_at: addSeconds(clock.now(), -61) }, notValid],
      [{ issued_at: addSeconds(clock.now(), 6) }, notValid],
      [{ type: 'countersign/conversation/v2' }, notValid],
      [{ input_digest: digest }, 'entry_input_mismatch'],
      [{ view_digest: digest }, 'entry_view_mismatch'],
      [{ stage_index: 1 }, 'stage_unknown'],
    ];
    for (const [change, code] of changes) {
      const refused = await answer(host.sign(host.assertion(server, question, alice, change)));
      assert.equal(refused.body.code, code, JSON.stringify(change));
    }
    assert.equal(await status(), 'pending');
    clock.advance(301);
    const late = await answer(host.sign(host.assertion(server, question, alice)));
    assert.equal(late.body.code, notValid);
    const { body: fresh } = await ask();
    assert.equal((await answer(host.sign(host.assertion(server, fresh, alice)))).status, 200);
    assert.equal((await scene.state(id)).entries.length, 1);
  });

  test('a nonce counts once, also for two people at the same moment', async context => {
    const optional = confirming.replace('name: confirm', 'name: look, required: false');
    const { scene, host, alice, ask, answer, id } = await conversation(context, {
      stages: `${optional}, ${confirming}`,
    });
    const bob = await scene.addPerson('bob', ['user']);
    const { body: question } = await ask();
    const answers = await Promise.all(
      [alice, bob].map((person, stage_index) => {
        const assertion = host.assertion(scene.server, question, person, { stage_index });
        return answer(host.sign(assertion));
      }),
    );
    const [, refused] = answers.sort((a, b) => a.status - b.status);
    assert.deepEqual([answers[0]?.status, refused?.body.code], [200, 'nonce_already_used']);
    assert.equal((await scene.state(id)).entries.length, 1);
  });

  test('[ID-4] a conversation is not enough when the stage demands more', async context => {
    const { scene, host, alice, ask, answer, status } = await conversation(context, {
      stages: confirming.replace('min_assurance: conversation', 'min_assurance: oidc'),
    });
    const { body: question } = await ask();
    const refused = await answer(host.sign(host.assertion(scene.server, question, alice)));
    assert.equal(refused.body.code, 'approver_assurance_too_low');
    assert.equal(await status(), 'pending');
  });

  test('an answer does not count when the host does not speak for the agent, or the route is another', async context => {
    const { scene, host, alice, ask, answer, status } = await conversation(context);
    const { body: question } = await ask();
    const other = createHost('host-other', ['another-bot']);
    await scene.change({ type: 'register_credential', credential: other.credential });
    const foreign = await answer(other.sign(other.assertion(scene.server, question, alice)));
    assert.equal(foreign.body.code, 'request_not_found');
    assert.equal(await status(), 'pending');
    const webhook = await conversation(context, { route: '{ kind: webhook, name: desk }' });
    const moved = { ...question, approval_request_id: webhook.id };
    const { server } = webhook.scene;
    const published = await server.call('GET', '/v1/keys');
    const { store_id } = published.body as { store_id: string };
    const change = { store_id };
    const jws = webhook.host.sign(webhook.host.assertion(server, moved, webhook.alice, change));
    assert.equal((await webhook.answer(jws)).body.code, 'route_kind_mismatch');
    assert.ok(host !== webhook.host);
  });
});
