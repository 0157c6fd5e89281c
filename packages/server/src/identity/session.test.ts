import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sessionStream } from '@countersign/coordinator';
import { addSeconds } from '@countersign/protocol/value';
import { testBrowser } from '../testing/test-browser.ts';
import { findSession, startSession } from './session.ts';
import {
  type IdentityServer,
  type Somebody,
  startIdentityServer,
} from './testing/identity-server.ts';
import { softwareAuthenticator } from './testing/software-authenticator.ts';

describe('sessions', () => {
  let server: IdentityServer;
  let operator: Somebody;
  before(async () => {
    server = await startIdentityServer({ session_seconds: 3600, recent_seconds: 300 });
    operator = await server.firstPerson();
  });
  after(() => server.close());

  const who = (session: string) => server.call('GET', '/v1/session', { session });
  const isDead = async (session: string) => {
    const { status, body } = await who(session);
    assert.equal(status, 401);
    assert.equal(body.code, 'session_expired');
    assert.equal(body.detail, 'there is no such session');
  };
  const freshSession = async ({ authenticator } = operator) => {
    const { session, status } = await server.signIn(authenticator);
    assert.equal(status, 201);
    return session ?? '';
  };

  test('a person who signs in with a passkey is known by the cookie with a proof, and by nothing else', async () => {
    const signedIn = await server.signIn(operator.authenticator);
    assert.equal(signedIn.status, 201);
    assert.match(
      signedIn.headers.get('set-cookie') ?? '',
      /^countersign=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
    );
    const { body } = await who(signedIn.session ?? '');
    assert.equal(body.person_id, operator.person_id);
    assert.equal(body.assurance, 'session');
    assert.equal(body.is_recent, true);
    assert.deepEqual(body.roles, ['controller', 'finance', 'operator']);
    const without = await server.call('GET', '/v1/session');
    assert.equal(without.status, 401);
    assert.equal(without.body.code, 'not_authenticated');
  });

  test('a cookie from before signing in is worthless after it', async () => {
    const planted = 'A'.repeat(43);
    const { session } = await server.signIn(operator.authenticator, planted);
    assert.notEqual(session, planted);
    await isDead(planted);
    const again = await server.signIn(operator.authenticator, session ?? '');
    assert.equal(again.status, 201);
    await isDead(session ?? '');
    assert.equal((await who(again.session ?? '')).status, 200);
  });

  test('a step-up rotates the cookie, ends the old session and extends nothing', async () => {
    const first = await freshSession();
    const before = await who(first);
    server.clock.advance(301_000);
    assert.equal((await who(first)).body.is_recent, false);
    const refused = await server.call('POST', '/probe/recent_person', { session: first });
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, 'step_up_missing');

    const { status, session, body } = await server.stepUp(first, operator.authenticator);
    assert.equal(status, 201);
    assert.equal(body.is_recent, true);
    assert.equal(body.expires_at, before.body.expires_at);
    await isDead(first);
    const allowed = await server.call('POST', '/probe/recent_person', { session });
    assert.equal(allowed.status, 200);
  });

  test('a step-up with the passkey of another person, or for another session, is refused', async () => {
    const session = await freshSession();
    const other = await server.invite(
      { ...operator, session: await freshSession() },
      ['finance'],
      'Other',
    );
    const asked = await server.call('POST', '/v1/session/step-up/options', { session });
    const { challenge, options } = asked.body;
    const send = (authenticator: Somebody['authenticator'], as: string) =>
      server.call('POST', '/v1/session/step-up', {
        session: as,
        body: { challenge, response: authenticator.get(options, server.origin) },
      });
    for (const refused of [
      await send(other.authenticator, session),
      await send(operator.authenticator, await freshSession()),
      await send(other.authenticator, other.session),
    ]) {
      assert.equal(refused.status, 401);
      assert.equal(refused.body.code, 'sign_in_failed');
      assert.equal(refused.session, null);
    }
    assert.equal((await send(operator.authenticator, session)).status, 201);
  });

  test('a session ends exactly at its end, to the millisecond', async () => {
    const session = await freshSession();
    server.clock.advance(3_599_999);
    assert.equal((await who(session)).status, 200);
    server.clock.advance(1);
    await isDead(session);
  });

  test('signing out ends the session and removes the cookie', async () => {
    const session = await freshSession();
    const out = await server.call('DELETE', '/v1/session', { session });
    assert.equal(out.status, 200);
    assert.match(out.headers.get('set-cookie') ?? '', /^countersign=;.*Max-Age=0$/);
    await isDead(session);
    assert.equal((await server.call('DELETE', '/v1/session', { session })).status, 401);
  });

  test('deactivating a person ends their sessions at the next call, and activating restores them', async () => {
    const session = await freshSession();
    const other = await server.invite({ ...operator, session }, ['finance']);
    const change = (active: boolean) =>
      server.call('PATCH', `/v1/people/${other.person_id}`, { session, body: { active } });
    assert.equal((await change(false)).status, 200);
    await isDead(other.session);
    assert.equal((await server.signIn(other.authenticator)).body.code, 'sign_in_failed');
    assert.equal((await change(true)).status, 200);
    assert.equal((await who(other.session)).status, 200);
  });

  test('revoking a passkey ends every session that started with it', async () => {
    const session = await freshSession();
    const other = await server.invite({ ...operator, session }, ['finance']);
    const second = await freshSession(other);
    const path = `/v1/credentials/${other.authenticator.credentialId}/revoke`;
    const revoked = await server.call('POST', path, { session, body: { reason: 'lost' } });
    assert.equal(revoked.status, 200);
    await isDead(other.session);
    await isDead(second);
  });

  test('removed roles are gone at the next call', async () => {
    const session = await freshSession();
    const other = await server.invite({ ...operator, session }, ['finance', 'operator']);
    assert.equal(
      (await server.call('POST', '/probe/operator', { session: other.session })).status,
      200,
    );
    const body = { roles: ['finance'] };
    await server.call('PATCH', `/v1/people/${other.person_id}`, { session, body });
    const refused = await server.call('POST', '/probe/operator', { session: other.session });
    assert.equal(refused.status, 403);
    assert.equal(refused.body.code, 'not_permitted');
  });

  test('one proof of presence starts one session, however often it is sent', async () => {
    const { key_digest, browser_key } = testBrowser;
    const { body: asked } = await server.call('POST', '/v1/session/options', {
      body: { key_digest },
    });
    const response = operator.authenticator.get(asked.options, server.origin);
    const body = { challenge: asked.challenge, response, browser_key };
    const all = await Promise.all(
      Array.from({ length: 20 }, () => server.call('POST', '/v1/session', { body })),
    );
    assert.equal(all.filter(({ status }) => status === 201).length, 1);
    for (const { status, body: refused, session } of all) {
      if (status === 201) continue;
      assert.equal(refused.code, 'sign_in_failed');
      assert.equal(session, null);
    }
  });

  test('the store contains the digest of a token and not the token', async () => {
    const { context } = server.app;
    const started = await startSession(context, {
      personId: operator.person_id as never,
      credentialId: operator.authenticator.credentialId,
      assurance: 'session',
      seconds: 60,
      browserKey: testBrowser.browser_key,
    });
    assert.ok(started.ok);
    const { token, session } = started.value;
    assert.equal(session.expires_at, addSeconds(context.clock.now(), 60));
    const rows = await context.store.readStream(sessionStream(session.session_id));
    const claims = await context.store.listClaims('session', '');
    assert.ok(!JSON.stringify([rows, claims]).includes(token));
    assert.ok(claims.some(({ owner }) => owner === sessionStream(session.session_id)));
    const found = await findSession(context, token);
    assert.ok(found !== null && 'person' in found);
    assert.equal(found.person.person_id, operator.person_id);
    assert.equal(await findSession(context, token.toLowerCase()), null);
    assert.equal(await findSession(context, `${token}A`), null);
    assert.equal(await findSession(context, ''), null);
  });

  test('a session with a credential of another person authenticates no caller', async () => {
    const { context } = server.app;
    const session = await freshSession();
    const other = await server.invite({ ...operator, session }, ['finance']);
    const started = await startSession(context, {
      personId: operator.person_id as never,
      credentialId: other.authenticator.credentialId,
      assurance: 'session',
      seconds: 60,
      browserKey: testBrowser.browser_key,
    });
    assert.ok(started.ok);
    assert.equal(await findSession(context, started.value.token), null);
  });

  test('a call with the cookie from another site changes nothing', async () => {
    const session = await freshSession();
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { origin: server.origin.replace('http:', 'https:') },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const headers of foreign) {
      const { status, body } = await server.call('DELETE', '/v1/session', { session, headers });
      assert.equal(status, 403);
      assert.equal(body.code, 'origin_not_allowed');
    }
    const cookie = `countersign=${session}`;
    const silent = await server.call('DELETE', '/v1/session', { headers: { cookie } });
    assert.equal(silent.status, 403);
    assert.equal(silent.body.code, 'origin_not_allowed');
    const signIn = await server.call('POST', '/v1/session/options', {
      headers: { origin: 'https://evil.example' },
    });
    assert.equal(signIn.body.code, 'origin_not_allowed');
    assert.equal((await who(session)).status, 200);
  });

  test('two cookies of the same name count as none', async () => {
    const session = await freshSession();
    const cookie = `countersign=${'B'.repeat(43)}; countersign=${session}`;
    const { status } = await server.call('GET', '/v1/session', { headers: { cookie } });
    assert.equal(status, 401);
  });

  test('no token or cookie is ever logged', async () => {
    const session = await freshSession();
    await who(session);
    await server.signIn(softwareAuthenticator(), session);
    const lines = server.logged.join('\n');
    assert.ok(lines.includes('getSession'));
    assert.ok(!lines.includes(session));
    assert.ok(!lines.includes(operator.session));
  });
});
