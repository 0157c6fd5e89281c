import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import {
  type IdentityServer,
  type Somebody,
  startIdentityServer,
} from '../identity/testing/identity-server.ts';
import { softwareAuthenticator } from '../identity/testing/software-authenticator.ts';

function publicKey(): object {
  const { kty, crv, x } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  return { kty, crv, x };
}

describe('credentials', () => {
  let server: IdentityServer;
  let operator: Somebody;
  let finance: Somebody;
  before(async () => {
    server = await startIdentityServer();
    operator = await server.firstPerson();
    finance = await server.invite(operator, ['finance'], 'Fay');
  });
  after(() => server.close());

  const operate = (path: string, body: unknown, headers = {}) =>
    server.call('POST', path, { session: operator.session, body, headers });
  const list = async (session: string) =>
    (await server.call('GET', '/v1/credentials?limit=1000', { session })).body.credentials;
  const key = { label: 'bot', verbs: ['propose'], agent_ids: ['billing-bot'] };

  const addPasskey = async (somebody: Somebody, authenticator = softwareAuthenticator()) => {
    const { session } = somebody;
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', { session });
    const response = authenticator.create(asked.body.options, server.origin);
    const body = { challenge: asked.body.challenge, response, label: 'second' };
    return {
      authenticator,
      body,
      added: await server.call('POST', '/v1/credentials/passkeys', { session, body }),
    };
  };

  test('a secret is shown once, and never again', async () => {
    const made = await operate('/v1/credentials/api-keys', key);
    assert.equal(made.status, 201);
    const { secret, credential } = made.body;
    assert.ok(secret?.includes(credential.credential_id.slice('key_'.length)));
    assert.equal(credential.owner, operator.person_id);
    const listed = await server.call('GET', '/v1/credentials', { session: operator.session });
    const text = JSON.stringify(listed.body);
    assert.ok(text.includes(credential.credential_id));
    assert.ok(!text.includes(secret ?? '?'));
    assert.doesNotMatch(text, /digest|sha256|"x"/);
  });

  test('a repeated call with the same idempotency key makes one API key', async () => {
    const headers = { 'idempotency-key': 'make-key' };
    const all = await Promise.all(
      Array.from({ length: 5 }, () => operate('/v1/credentials/api-keys', key, headers)),
    );
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(all.map(({ body }) => body.credential.credential_id)).size, 1);
    assert.equal(all.filter(({ body }) => body.secret !== null).length, 1);
  });

  test('an API key that could not be used is not made', async () => {
    const bad: [object, string][] = [
      [{ ...key, verbs: [] }, 'object_malformed'],
      [{ ...key, verbs: ['decide'] }, 'object_malformed'],
      [{ ...key, agent_ids: [] }, 'object_malformed'],
      [{ ...key, verbs: ['consume'] }, 'object_malformed'],
      [{ ...key, expires_at: '2026-01-01T00:00:00.000Z' }, 'parameter_malformed'],
      [{ ...key, owner: 'person_00000000000140008000000000000000' }, 'person_not_found'],
      [{ ...key, owner: finance.person_id }, 'credential_not_permitted'],
      [{ ...key, roles: ['operator'] }, 'object_malformed'],
    ];
    for (const [body, code] of bad) {
      const refused = await operate('/v1/credentials/api-keys', body);
      assert.equal(refused.body.code, code, JSON.stringify(body));
    }
  });

  test('a host and a service are registered by their public keys, each key once', async () => {
    const public_key = publicKey();
    const host = { label: 'chat', agent_ids: ['chat-bot'], public_key };
    const registered = await operate('/v1/credentials/hosts', host);
    assert.equal(registered.status, 201);
    assert.equal(registered.body.secret, null);
    const service = { label: 'desk', service_id: 'desk', public_key };
    const shared = await operate('/v1/credentials/services', service);
    assert.equal(shared.body.code, 'credential_not_permitted');
    const own = await operate('/v1/credentials/services', { ...service, public_key: publicKey() });
    assert.equal(own.status, 201);
    assert.equal(own.body.secret, null);
    const asPerson = { label: 'x', service_id: operator.person_id };
    assert.equal((await operate('/v1/credentials/services', asPerson)).status, 400);
    const rotated = await operate(
      `/v1/credentials/${registered.body.credential.credential_id}/rotate`,
      {},
    );
    assert.equal(rotated.body.code, 'credential_not_permitted');
    const weak = { kty: 'OKP', crv: 'Ed25519', x: Buffer.alloc(32).toString('base64url') };
    const refused = await operate('/v1/credentials/hosts', { ...host, public_key: weak });
    assert.equal(refused.body.code, 'key_weak');
  });

  test('a replaced secret of a service is refused, and the new one is the same service', async () => {
    const made = await operate('/v1/credentials/services', { label: 'd', service_id: 'rotating' });
    const { credential_id } = made.body.credential;
    const rotated = await operate(`/v1/credentials/${credential_id}/rotate`, {});
    assert.equal(rotated.status, 201);
    assert.equal(rotated.body.credential.service_id, 'rotating');
    const probe = (bearer: string | null) =>
      server.call('POST', '/probe/service', { bearer: bearer ?? '' });
    assert.equal((await probe(made.body.secret)).status, 401);
    assert.equal((await probe(rotated.body.secret)).status, 200);
  });

  test('people see their own credentials, and operators see all', async () => {
    const own = await list(finance.session);
    assert.deepEqual(
      own.map(({ credential_id }) => credential_id),
      [finance.authenticator.credentialId],
    );
    assert.ok((await list(operator.session)).length > 3);
  });

  test('only operators make keys, hosts and services, or revoke credentials of others', async () => {
    const { session } = finance;
    for (const [path, body] of [
      ['/v1/credentials/api-keys', key],
      ['/v1/credentials/hosts', { label: 'h', agent_ids: ['a'], public_key: publicKey() }],
      ['/v1/credentials/services', { label: 's', service_id: 's' }],
      [`/v1/credentials/${operator.authenticator.credentialId}/rotate`, {}],
    ] as const) {
      const refused = await server.call('POST', path, { session, body });
      assert.equal(refused.body.code, 'not_permitted');
    }
    const path = `/v1/credentials/${operator.authenticator.credentialId}/revoke`;
    const refused = await server.call('POST', path, { session, body: { reason: 'mine' } });
    assert.equal(refused.status, 404);
    assert.equal(refused.body.code, 'credential_not_found');
  });

  test('a person adds a passkey, signs in with it, and revokes it', async () => {
    const { authenticator, added } = await addPasskey(finance);
    assert.equal(added.status, 201);
    const { session } = await server.signIn(authenticator);
    const who = await server.call('GET', '/v1/session', { session });
    assert.equal(who.body.person_id, finance.person_id);
    const path = `/v1/credentials/${authenticator.credentialId}/revoke`;
    const body = { reason: 'no longer used' };
    const revoked = await server.call('POST', path, { session: finance.session, body });
    assert.equal(revoked.status, 200);
    assert.equal((await server.signIn(authenticator)).status, 401);
    assert.equal((await server.call('GET', '/v1/session', { session })).status, 401);
    const back = await addPasskey(finance, authenticator);
    assert.equal(back.added.body.code, 'credential_already_registered');
  });

  test('one answer registers one passkey, and one challenge is answered once', async () => {
    const { session } = finance;
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', { session });
    const { challenge, options } = asked.body;
    const send = () => {
      const response = softwareAuthenticator().create(options, server.origin);
      const body = { challenge, response };
      return server.call('POST', '/v1/credentials/passkeys', { session, body });
    };
    const all = await Promise.all(Array.from({ length: 10 }, send));
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    for (const { status, body } of all) {
      if (status !== 201) assert.equal(body.code, 'sign_in_failed');
    }
    assert.equal((await send()).body.code, 'sign_in_failed');
  });

  test('a passkey is added to the person who asked for the challenge, and to no other', async () => {
    const asked = await server.call('POST', '/v1/credentials/passkeys/options', {
      session: finance.session,
    });
    const response = softwareAuthenticator().create(asked.body.options, server.origin);
    const body = { challenge: asked.body.challenge, response };
    const { session } = operator;
    const refused = await server.call('POST', '/v1/credentials/passkeys', { session, body });
    assert.equal(refused.body.code, 'sign_in_failed');
  });

  test('adding a passkey needs a recent proof of presence', async () => {
    const { session } = await server.signIn(finance.authenticator);
    server.clock.advance(300_000);
    for (const path of ['/v1/credentials/passkeys/options']) {
      const refused = await server.call('POST', path, { session });
      assert.equal(refused.status, 403);
      assert.equal(refused.body.code, 'step_up_missing');
    }
  });
});
