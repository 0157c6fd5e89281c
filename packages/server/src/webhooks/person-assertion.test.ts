import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import {
  type ApprovalScene,
  approvalScene,
  audience,
  createIssuer,
  issuer,
  reviewer,
  type TestIssuer,
} from './testing/approval-scene.ts';
import { type Receiver, startReceiver } from './testing/receiver.ts';

async function pendingScene(
  context: TestContext,
  endpoint: Record<string, unknown> = {},
  stages = reviewer,
) {
  const scene = await approvalScene(context, { endpoint, stages });
  await scene.addPerson('alice', ['reviewer']);
  return { scene, asked: await scene.ask() };
}

describe('an assertion of a person', () => {
  test('[ID-8] [D2-33] an assertion is refused unless every part is the issuer’s statement about this decision', async context => {
    const { scene, asked } = await pendingScene(context);
    const other = await scene.ask();
    const now = Date.parse(scene.clock.now()) / 1000;
    const faults: Record<string, unknown>[] = [
      { iss: 'https://other.example' },
      { iss: undefined },
      { aud: 'another' },
      { aud: undefined },
      { sub: 'mallory' },
      { sub: undefined },
      { sub: '' },
      { jti: undefined },
      { jti: 7 },
      { iat: undefined },
      { iat: now - 606 },
      { iat: now + 60 },
      { exp: undefined },
      { exp: now - 6 },
      { exp: now + 3600 },
      { nbf: now + 60 },
      { approval_request_id: undefined },
      { approval_request_id: other.request.approval_request_id },
      { input_digest: undefined },
      { input_digest: `sha256:${'0'.repeat(64)}` },
      { decision: undefined },
      { decision: 'deny' },
      { scope: 'openid countersign:consume' },
    ];
    for (const change of faults) {
      const person_assertion = await scene.issuer.sign(scene.claims(asked, 'alice', change));
      const refused = await scene.send(scene.answer(asked, { person_assertion }));
      assert.equal(refused.body.code, 'person_assertion_not_valid', JSON.stringify(change));
    }
    const types = await scene.history(asked.request.approval_request_id);
    // Every fault was refused; a request records at most 16 refusals of one sender (HI-6).
    assert.ok(faults.length > 16);
    assert.equal(types.filter(type => type === 'entry.refused').length, 16);
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
    const sound = await scene.send(await scene.answerOf(asked, 'alice'));
    assert.equal(sound.status, 200);
  });

  test('[ID-8] an assertion under any other key, algorithm or header is refused', async context => {
    const { scene, asked } = await pendingScene(context);
    const claims = scene.claims(asked, 'alice');
    const stranger = await createIssuer();
    const { kid = '' } = scene.issuer.jwk;
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    const content = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`;
    const publicBytes = Buffer.from(scene.issuer.jwk.x ?? '', 'base64url');
    const confused = `${content}.${createHmac('sha256', publicBytes).update(content).digest('base64url')}`;
    const sound = await scene.issuer.sign(claims);
    const [head = '', , tail = ''] = sound.split('.');
    for (const person_assertion of [
      await stranger.sign(claims),
      await stranger.sign(claims, { header: { kid } }),
      await stranger.sign(claims, { header: { kid, jwk: stranger.jwk } }),
      unsigned,
      confused,
      `${head}.${encoded({ ...claims, sub: 'bob' })}.${tail}`,
      `${sound}.`,
      sound.slice(0, -2),
      'x'.repeat(16_000),
    ]) {
      const refused = await scene.send(scene.answer(asked, { person_assertion }));
      assert.equal(refused.body.code, 'person_assertion_not_valid', person_assertion.slice(0, 40));
    }
    assert.equal((await scene.state(asked.request.approval_request_id)).status, 'pending');
  });

  test('[ID-8] an assertion is worthless without a configured issuer, and for a person who left', async context => {
    const { scene, asked } = await pendingScene(context);
    const alice = await scene.addPerson('alina', ['reviewer']);
    const answer = await scene.answerOf(asked, 'alina');
    await scene.change({ type: 'change_person', person_id: alice, active: false });
    assert.equal((await scene.send(answer)).body.code, 'person_assertion_not_valid');
    const bare = await pendingScene(
      context,
      { person_issuer: undefined },
      '{ name: reviewer, approvers: { roles: [reviewer] } }',
    );
    const vouched = await bare.scene.send(await bare.scene.answerOf(bare.asked, 'alice'));
    assert.equal(vouched.body.code, 'person_assertion_not_valid');
  });

  test('an assertion is accepted in the three algorithms of the contract and in no other', async context => {
    for (const [alg, status] of [
      ['EdDSA', 200],
      ['ES256', 200],
      ['RS256', 200],
      ['ES384', 401],
      ['PS256', 401],
    ] as const) {
      const people = await createIssuer(alg);
      const person_issuer = { issuer, audience, jwks: { keys: [people.jwk] } };
      const { scene, asked } = await pendingScene(context, { person_issuer });
      const person_assertion = await people.sign(scene.claims(asked, 'alice'));
      const answered = await scene.send(scene.answer(asked, { person_assertion }));
      assert.equal(answered.status, status, alg);
    }
  });

  test('an assertion counts once, and under another delivery its nonce is used up', async context => {
    const scene = await approvalScene(context, {
      stages: '{ name: reviewers, approvers: { roles: [reviewer] }, quorum: 2 }',
    });
    await scene.addPerson('alice', ['reviewer']);
    await scene.addPerson('bob', ['reviewer']);
    const asked = await scene.ask();
    const answer = await scene.answerOf(asked, 'alice');
    assert.equal((await scene.send(answer)).status, 200);
    assert.equal((await scene.send(answer)).body.code, 'nonce_already_used');
    const jti = 'the same';
    for (const [subject, code] of [
      ['bob', undefined],
      ['bob', 'nonce_already_used'],
    ] as const) {
      const person_assertion = await scene.issuer.sign(scene.claims(asked, subject, { jti }));
      const answered = await scene.send(scene.answer(asked, { person_assertion }));
      assert.equal(answered.body.code, code);
    }
  });
});

describe('keys of the issuer on the network', () => {
  async function fetching(context: TestContext): Promise<{
    scene: ApprovalScene;
    people: TestIssuer;
    keys: Receiver;
    answer(): Promise<Record<string, unknown>>;
  }> {
    const keys = await startReceiver(context);
    const people = await createIssuer('ES256');
    const person_issuer = { issuer, audience, jwks_uri: keys.url };
    const allow = [`127.0.0.1:${keys.port}`];
    const scene = await approvalScene(context, { endpoint: { person_issuer }, allow });
    await scene.addPerson('alice', ['reviewer']);
    const asked = await scene.ask();
    return {
      scene,
      people,
      keys,
      answer: async () => {
        const person_assertion = await people.sign(scene.claims(asked, 'alice'));
        return scene.answer(asked, { person_assertion });
      },
    };
  }

  test('[ID-2] missing, malformed, redirected or incomplete keys are refused', async context => {
    const { scene, keys, answer } = await fetching(context);
    const faults: Parameters<Receiver['answerWith']>[0][] = [
      response => response.writeHead(500).end(),
      response => response.writeHead(204).end(),
      response => response.writeHead(302, { location: keys.url }).end(),
      response => response.end('not JSON'),
      response => response.end('null'),
      response => response.end('{"keys":7}'),
      response => response.end(`{"keys":["${'x'.repeat(300_000)}"]}`),
      response => response.destroy(),
      // A set is believed for a while, also one in which the key is not found.
      response => response.end('{"keys":[{"kty":"EC"}]}'),
    ];
    for (const [index, fault] of faults.entries()) {
      keys.answerWith(fault);
      const refused = await scene.send(await answer());
      assert.equal(refused.body.code, 'person_assertion_not_valid', `fault ${index}`);
    }
    assert.equal(keys.received.length, faults.length);
    assert.ok(keys.received.every(({ text }) => text === ''));
  });

  test('[ID-2] [ID-8] keys are fetched through the dispatcher and verify their signatures', async context => {
    const { scene, people, keys, answer } = await fetching(context);
    keys.answerWith(response => response.end(JSON.stringify({ keys: [people.jwk] })));
    assert.equal((await scene.send(await answer())).status, 200);
    assert.equal(keys.received.length, 1);
  });

  test('[ID-2] keys that do not arrive in time verify nothing', async context => {
    const { scene, keys, answer } = await fetching(context);
    const asked = new Promise<void>(resolve => keys.answerWith(() => resolve()));
    const sent = scene.send(await answer());
    await asked;
    scene.clock.wake();
    assert.equal((await sent).body.code, 'person_assertion_not_valid');
  });

  test('[TR-4] keys are not fetched from an internal address that the operator did not list', async context => {
    const keys = await startReceiver(context);
    const person_issuer = { issuer, audience, jwks_uri: keys.url };
    const { scene, asked } = await pendingScene(context, { person_issuer });
    const refused = await scene.send(await scene.answerOf(asked, 'alice'));
    assert.equal(refused.body.code, 'person_assertion_not_valid');
    assert.equal(keys.received.length, 0);
  });
});
