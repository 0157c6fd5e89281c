import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { makeSecret } from '../identity/api-key.ts';
import { propose, sampleAction } from '../testing/sample-call.ts';
import { approvalScene, createIssuer, secretText } from './testing/approval-scene.ts';
import { signWebhook } from './webhook-signature.ts';

const anotherDigest = `sha256:${'0'.repeat(64)}`;
const robot = '{ name: robot, approvers: { identities: [risk-robot] }, approver_kinds: [service] }';

describe('a valid answer', () => {
  test('[ID-8] [D2-32] [D2-33] a valid answer is signed by the service and asserted by the issuer of its people', async context => {
    const scene = await approvalScene(context);
    const alice = await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const answered = await scene.send(await scene.answerOf(asked, 'alice'));
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
    const { status, entries } = await scene.state(asked.request.approval_request_id);
    assert.equal(status, 'allowed');
    const [entry] = entries;
    assert.equal(entry?.approver_kind, 'human');
    assert.equal(entry?.approver_identity, alice);
    assert.equal(entry?.identity_assurance, 'oidc');
    assert.equal(entry?.entry_digest, answered.body.entry_digest);
  });

  test('[ID-8] a deny with its reason denies', async context => {
    const scene = await approvalScene(context);
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const deny = { decision: 'deny', reason: 'not to this payee' };
    assert.equal((await scene.send(await scene.answerOf(asked, 'alice', deny))).status, 200);
    const { status } = await scene.state(asked.request.approval_request_id);
    assert.equal(status, 'denied');
  });

  test('a service may sign with its Ed25519 key instead of the secret', async context => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const public_key = `whpk_${Buffer.from(x, 'base64url').toString('base64')}`;
    const scene = await approvalScene(context, { endpoint: { public_key } });
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const body = JSON.stringify(await scene.answerOf(asked, 'alice'));
    const headers = await signWebhook({
      id: randomUUID(),
      timestamp: scene.clock.now(),
      body,
      secrets: [],
      signers: [{ signBytes: async message => sign(null, message, privateKey) }],
    });
    const path = '/v1/webhooks/desk/answers';
    const answered = await scene.server.call('POST', path, { headers: { ...headers }, body });
    assert.equal(answered.status, 200);
  });

  test('[ID-7] [D2-84] a service decides in its own name only when it is registered and a stage lists it', async context => {
    const scene = await approvalScene(context, {
      stages: robot,
      endpoint: { service_id: 'risk-robot' },
    });
    const { credential_id, secret_digest } = makeSecret('service', randomUUID());
    const registered = {
      kind: 'service',
      credential_id,
      person_id: null,
      public_key: null,
      secret_digest,
      service_id: 'risk-robot',
      label: 'robot',
    } as const;
    await scene.change({ type: 'register_credential', credential: registered });
    const asked = await scene.ask();
    const other = await scene.ask();
    assert.equal((await scene.send(scene.answer(asked))).status, 200);
    const { status, entries } = await scene.state(asked.request.approval_request_id);
    assert.equal(status, 'allowed');
    assert.equal(entries[0]?.approver_kind, 'service');
    assert.equal(entries[0]?.identity_assurance, 'service_key');
    await scene.change({ type: 'revoke_credential', credential_id, reason: 'over' });
    const refused = await scene.send(scene.answer(other));
    assert.equal(refused.body.code, 'person_assertion_not_valid');
    assert.equal((await scene.state(other.request.approval_request_id)).status, 'pending');
  });

  test('[ID-7] a registered service does not decide a stage of people', async context => {
    const scene = await approvalScene(context, { endpoint: { service_id: 'risk-robot' } });
    await scene.addPerson('alice', ['reviewer']);
    const { credential_id, secret_digest } = makeSecret('service', randomUUID());
    const credential = {
      kind: 'service',
      credential_id,
      person_id: null,
      public_key: null,
      secret_digest,
      service_id: 'risk-robot',
      label: 'robot',
    } as const;
    await scene.change({ type: 'register_credential', credential });
    const asked = await scene.ask();
    const refused = await scene.send(scene.answer(asked));
    assert.equal(refused.body.code, 'approver_kind_not_permitted');
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
  });
});

describe('an invalid answer', () => {
  test('[ID-1] [D2-35] a name in any member of the body approves nothing', async context => {
    const scene = await approvalScene(context);
    const alice = await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(scene.claims(asked, 'alice'))).toString('base64url')}.`;
    for (const [change, code] of [
      [{ approver: alice }, 'answer_malformed'],
      [{ person_id: alice }, 'answer_malformed'],
      [{ approver_identity: alice, identity_assurance: 'oidc' }, 'answer_malformed'],
      [{ person_assertion: { sub: 'alice' } }, 'answer_malformed'],
      [{ person_assertion: 'alice' }, 'person_assertion_not_valid'],
      [{ person_assertion: alice }, 'person_assertion_not_valid'],
      [{ person_assertion: unsigned }, 'person_assertion_not_valid'],
      [{ reason: `approved by ${alice}` }, 'person_assertion_not_valid'],
    ] as const) {
      const refused = await scene.send(scene.answer(asked, change));
      assert.equal(refused.body.code, code, JSON.stringify(change).slice(0, 60));
    }
    const { status, entries } = await scene.state(asked.request.approval_request_id);
    assert.deepEqual([status, entries.length], ['pending', 0]);
  });

  test('[TR-2] [D2-34] an answer that does not echo every member of the binding is refused and recorded', async context => {
    const scene = await approvalScene(context);
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const id = asked.request.approval_request_id;
    const sound = await scene.answerOf(asked, 'alice');
    const binding = sound['binding'] as Record<string, string>;
    const changed: Record<string, string> = {
      policy_decision_id: `pd_${randomUUID().replaceAll('-', '')}`,
      action_digest: anotherDigest,
      input_digest: anotherDigest,
      policy_version: 'another',
      approval_chain_version: 'another',
      expires_at: '2030-01-01T00:00:00.000Z',
    };
    for (const [member, value] of Object.entries(changed)) {
      const refused = await scene.send({ ...sound, binding: { ...binding, [member]: value } });
      assert.equal(refused.body.code, 'answer_binding_mismatch', member);
      const { [member]: _, ...less } = binding;
      const lacking = await scene.send({ ...sound, binding: less });
      assert.equal(lacking.body.code, 'answer_malformed', member);
    }
    const elsewhere = { ...binding, approval_request_id: `ar_${randomUUID().replaceAll('-', '')}` };
    const unknown = await scene.send({ ...sound, binding: elsewhere });
    assert.equal(unknown.body.code, 'request_not_found');
    const other = await scene.ask();
    const crossed = await scene.send({
      ...sound,
      binding: { ...binding, approval_request_id: other.request.approval_request_id },
    });
    assert.equal(crossed.body.code, 'answer_binding_mismatch');
    const types = await scene.history(id);
    assert.equal(types.filter(type => type === 'entry.refused').length, 6);
    assert.equal((await scene.state(id)).status, 'pending');
    assert.equal((await scene.send(sound)).status, 200);
  });

  test('[TR-1] [TR-5] [D2-37] an unsigned, stale, malformed or oversized answer leaves no event', async context => {
    const lines: string[] = [];
    const scene = await approvalScene(context, { logTo: line => lines.push(line) });
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const id = asked.request.approval_request_id;
    const before = await scene.history(id);
    const reason = 'a reason that no log may show';
    const sound = await scene.answerOf(asked, 'alice', { reason });
    const text = JSON.stringify(sound);
    const seconds = Date.parse(scene.clock.now()) / 1000;
    const at = (time: number, body = text) => {
      const tag = createHmac('sha256', Buffer.alloc(32, 1))
        .update(`m.${time}.${body}`)
        .digest('base64');
      return {
        'webhook-id': 'm',
        'webhook-timestamp': String(time),
        'webhook-signature': `v1,${tag}`,
      };
    };
    const faults: [string, Parameters<typeof scene.send>, string][] = [
      ['another secret', [sound, { secret: secretText(9) }], 'answer_signature_mismatch'],
      [
        'no signature',
        [sound, { headers: { 'webhook-signature': '' } }],
        'answer_signature_mismatch',
      ],
      ['too old', [text, { headers: at(seconds - 301) }], 'answer_signature_mismatch'],
      ['of the future', [text, { headers: at(seconds + 301) }], 'answer_signature_mismatch'],
      ['other bytes', [`${text} `, { headers: at(seconds) }], 'answer_signature_mismatch'],
      ['no endpoint', [sound, { endpoint: 'nobody' }], 'answer_signature_mismatch'],
      ['version', [{ ...sound, schema_version: '1.1' }], 'answer_malformed'],
      ['type', [{ ...sound, type: 'approval_request' }], 'answer_malformed'],
      ['no binding', [{ ...sound, binding: undefined }], 'answer_malformed'],
      ['decision', [{ ...sound, decision: 'approve' }], 'answer_malformed'],
      ['true', [{ ...sound, decision: true }], 'answer_malformed'],
      ['stage', [{ ...sound, stage_index: -1 }], 'answer_malformed'],
      ['extra member', [{ ...sound, approved: true }], 'answer_malformed'],
      ['no JSON', ['approved'], 'answer_malformed'],
      ['empty', [''], 'answer_malformed'],
      ['null', ['null'], 'answer_malformed'],
      ['list', [`[${text}]`], 'answer_malformed'],
      ['twice a key', [text.replace('{', '{"decision":"deny",')], 'answer_malformed'],
      ['HTML', ['<html>200 OK</html>'], 'answer_malformed'],
      ['over-large', [{ ...sound, summary: 'x'.repeat(300_000) }], 'body_too_large'],
      ['far over-large', ['x'.repeat(2_000_000)], 'body_too_large'],
    ];
    for (const [what, sent, code] of faults) {
      const refused = await scene.send(...sent);
      assert.equal(refused.body.code, code, what);
      assert.ok(refused.status >= 400 && refused.status < 500, what);
    }
    assert.deepEqual(await scene.history(id), before);
    assert.equal((await scene.state(id)).status, 'pending');
    const metrics = await scene.server.app.metrics.text();
    assert.match(metrics, /countersign_answers_refused_total\{code="answer_malformed"\} 13/);
    assert.match(
      metrics,
      /countersign_answers_refused_total\{code="answer_signature_mismatch"\} 6/,
    );
    const refusals = lines.filter(line => line.includes('an answer was refused'));
    assert.equal(refusals.length, faults.length - 1);
    assert.ok(lines.every(line => !line.includes(reason) && !line.includes('eyJ')));
    assert.equal((await scene.send(sound)).status, 200);
  });

  test('[TR-5] a failed answer does not deny, and the request expires as if nothing had arrived', async context => {
    const scene = await approvalScene(context);
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const deny = { decision: 'deny', reason: 'no' };
    const forged = await scene.send(scene.answer(asked, deny));
    assert.equal(forged.body.code, 'person_assertion_not_valid');
    const bound = await scene.answerOf(asked, 'alice');
    const turned = await scene.send({ ...bound, ...deny });
    assert.equal(turned.body.code, 'person_assertion_not_valid');
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
    scene.clock.set(asked.request.expires_at);
    const late = await scene.send(await scene.answerOf(asked, 'alice'));
    assert.equal(late.body.code, 'request_expired');
    assert.equal((await scene.state(asked.request.approval_request_id)).entries.length, 0);
  });

  test('[ID-3] a person who is deactivated while the issuer’s keys are fetched decides nothing', async context => {
    const scene = await approvalScene(context);
    const person_id = await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('bob', ['reviewer']);
    const asked = await scene.ask();
    const [desk] = scene.server.app.endpoints;
    const verify = desk?.verifyPerson;
    assert.ok(desk !== undefined && verify);
    const verifyPerson: typeof verify = async (...about) => {
      await scene.change({ type: 'change_person', person_id, active: false });
      return verify(...about);
    };
    Object.assign(desk, { verifyPerson });
    const answered = await scene.send(await scene.answerOf(asked, 'alice'));
    assert.equal(answered.body.code, 'person_assertion_not_valid');
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
  });

  test('only the service that a request was routed to can answer it', async context => {
    const night = {
      name: 'night desk',
      kind: 'approval',
      url: 'https://night.example/',
      secrets: [secretText(5)],
    };
    const scene = await approvalScene(context, { endpoints: [night] });
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const before = await scene.history(asked.request.approval_request_id);
    const other = { endpoint: 'night desk', secret: secretText(5) };
    const refused = await scene.send(await scene.answerOf(asked, 'alice'), other);
    assert.equal(refused.body.code, 'route_kind_mismatch');
    assert.deepEqual(await scene.history(asked.request.approval_request_id), before);
  });

  test('[ID-6] a holder of all agent and executor credentials answers nothing', async context => {
    const callback = {
      name: 'bot',
      kind: 'callback',
      url: 'https://bot.example/',
      secrets: [secretText(7)],
      agent_ids: ['billing-bot'],
    };
    const scene = await approvalScene(context, { endpoints: [callback] });
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    const executor = await scene.server.apiKey({
      verbs: ['consume'],
      executor: 'billing-executor',
    });
    const stranger = await createIssuer();
    const assertion = await stranger.sign(scene.claims(asked, 'alice'));
    const agents = await scene.issuer.sign(
      scene.claims(asked, 'alice', { scope: 'countersign:propose' }),
    );
    for (const headers of [scene.agent, executor]) {
      for (const person_assertion of [null, assertion, agents, headers['authorization'] ?? '']) {
        const body = scene.answer(asked, { person_assertion });
        const own = await scene.send(body, { headers, secret: secretText(7) });
        assert.equal(own.body.code, 'answer_signature_mismatch');
        const relayed = await scene.send(body, { headers });
        assert.equal(relayed.body.code, 'person_assertion_not_valid');
      }
    }
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
    const proposal = await propose(scene.server, scene.agent, sampleAction());
    assert.equal(proposal.status, 'pending');
  });
});
