// Disproved here: "an agent that comes with a token of the issuer has no owner, so that the person behind it approves what
// it asks, and a lock on that person leaves it at work".
import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { changeDirectory } from '@countersign/coordinator';
import { systemActor } from '@countersign/protocol/value';
import {
  type Called,
  decide,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';

const issuer = 'https://issuer.example';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'one', alg: 'EdDSA' }] };

type Headers = Readonly<Record<string, string>>;

function tokenOf(claims: object): Headers {
  const now = Math.floor(Date.now() / 1000);
  const payload = {
    iss: issuer,
    aud: 'countersign',
    sub: 'billing',
    iat: now,
    exp: now + 600,
    scope: 'countersign:propose countersign:observe',
    agent_ids: ['billing-bot'],
    ...claims,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ alg: 'EdDSA', kid: 'one' })}.${encode(payload)}`;
  const signature = sign(null, Buffer.from(signed), privateKey).toString('base64url');
  return { authorization: `Bearer ${signed}.${signature}` };
}

function started(more: object = {}): Promise<StartedServer> {
  const agent_tokens = { issuer, audience: 'countersign', jwks, ...more };
  return startedServer({ settings: { agent_tokens } });
}

function ask(server: StartedServer, headers: Headers, agent_id = 'billing-bot'): Promise<Called> {
  const action = { ...sampleAction(), agent_id };
  const body = { action, audience: 'billing-executor' };
  return server.call('POST', '/v1/requests', { headers, body });
}

describe('a token that names an owner', () => {
  let server: StartedServer;
  let operator: SignedIn;
  let mara: SignedIn;
  let jonas: SignedIn;

  before(async () => {
    server = await started();
    operator = await server.person(['operator']);
    mara = await server.person(['reviewer']);
    jonas = await server.person(['reviewer']);
  });
  after(() => server.remove());

  test('[ID-16, ID-5] the owner cannot approve what the agent asks, and another person can', async () => {
    const headers = tokenOf({ owner: mara.person_id });
    const { approval_request_id: id } = await propose(server, headers, sampleAction());
    await assert.rejects(decide(server, mara.headers, id, 'allow'), /approver_not_independent/);
    assert.equal((await decide(server, jonas.headers, id, 'allow')).status, 'allowed');
  });

  test('[ID-16] a person who is unknown, or has left, owns no agent', async () => {
    const unknown = tokenOf({ owner: 'person_00000000000140008000000000000000' });
    assert.equal((await ask(server, unknown)).status, 401);
    const left = await server.person(['reviewer']);
    const headers = tokenOf({ owner: left.person_id });
    assert.equal((await ask(server, headers)).status, 201);
    const leave = { type: 'change_person', person_id: left.person_id, active: false } as const;
    assert.ok((await changeDirectory(server.app.context, leave, systemActor)).ok);
    assert.equal((await ask(server, headers)).status, 401);
  });

  test('[ID-16] a token names no other owner than the directory does', async () => {
    await server.apiKey({ verbs: ['propose'], agent_ids: ['owned-bot'], owner: mara.person_id });
    const agent_ids = ['owned-bot'];
    const other = tokenOf({ owner: jonas.person_id, agent_ids });
    assert.equal((await ask(server, other, 'owned-bot')).status, 401);
    const same = tokenOf({ owner: mara.person_id, agent_ids });
    assert.equal((await ask(server, same, 'owned-bot')).status, 201);
    const mixed = tokenOf({ owner: jonas.person_id, agent_ids: ['free-bot', 'owned-bot'] });
    assert.equal((await ask(server, mixed, 'free-bot')).status, 401);
  });

  for (const owner of ['mara', '', 7, [], { id: 'mara' }]) {
    test(`[ID-16] the owner ${JSON.stringify(owner)} is refused and not left out`, async () => {
      assert.equal((await ask(server, tokenOf({ owner }))).status, 401);
    });
  }

  test('[ID-16] the owner answers what holds the agent, and a colleague without a role does not', async () => {
    const owner = await server.person([]);
    const colleague = await server.person([]);
    const headers = tokenOf({ owner: owner.person_id, agent_ids: ['held-bot'] });
    const text = 'May I delete all users?';
    const body = { agent_id: 'held-bot', session_id: 'one', text };
    const said = await server.call('POST', '/v1/messages', { headers, body });
    const { hold } = said.body as { hold: { hold_id: string } | null };
    assert.ok(hold !== null, JSON.stringify(said.body));
    const answer = (by: SignedIn) => {
      const path = `/v1/holds/${hold.hold_id}/answer`;
      return server.call('POST', path, { headers: by.headers, body: { choice: 'Proceed' } });
    };
    assert.ok((await answer(colleague)).status >= 400);
    const answered = await answer(owner);
    assert.equal(answered.status, 200, JSON.stringify(answered.body));
  });

  test('[ID-16, LK-2] a lock on the owner stops the agent, and closes what it asked', async () => {
    const headers = tokenOf({ owner: jonas.person_id, agent_ids: ['locked-bot'] });
    const action = { ...sampleAction(), agent_id: 'locked-bot' };
    const { approval_request_id: id } = await propose(server, headers, action);
    const body = { target: { kind: 'person', person_id: jonas.person_id }, reason: 'taken over' };
    const locked = await server.call('POST', '/v1/locks', { headers: operator.headers, body });
    assert.equal(locked.status, 201, JSON.stringify(locked.body));
    const refused = await ask(server, headers, 'locked-bot');
    assert.equal((refused.body as { code: string }).code, 'locked');
    await assert.rejects(decide(server, mara.headers, id, 'allow'), /locked/);
  });
});

test('[ID-16] where an owner is required, a token without one is refused', async t => {
  const server = await started({ require_owner: true });
  t.after(() => server.remove());
  const mara = await server.person(['reviewer']);
  await server.person(['reviewer']);
  assert.equal((await ask(server, tokenOf({}))).status, 401);
  assert.equal((await ask(server, tokenOf({ owner: null }))).status, 401);
  assert.equal((await ask(server, tokenOf({ owner: mara.person_id }))).status, 201);
});
