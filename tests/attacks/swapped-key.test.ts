// Disproved here: "a thief can have the session of another person bound to the key of the thief". Method: every sign-in is
// begun with one key and ended with another; the cookie of an errand to the identity provider is stolen and planted.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { loadDirectory } from '@countersign/coordinator';
import {
  browserHeaders,
  browserKeyHeader,
  type CookieJar,
  cookieJar,
  type FaultyProvider,
  firstRunLink,
  headersAfter,
  locationOf,
  type SoftwareAuthenticator,
  type StartedServer,
  softwareAuthenticator,
  startedServer,
  startFaultyProvider,
  testBrowser,
  testBrowserFrom,
} from '@countersign/server/testing';

const thief = testBrowserFrom('the thief');
let provider: FaultyProvider;
let server: StartedServer;
let passkey: SoftwareAuthenticator;

before(async () => {
  provider = await startFaultyProvider('countersign');
  const { issuer } = provider;
  const roles = { Finance: ['reviewer'] };
  const oidc = { issuer, client_id: 'countersign', client_secret: 'a secret', roles };
  server = await startedServer({ settings: { oidc: { ...oidc, creates_people: true } } });
  passkey = softwareAuthenticator();
});

after(async () => {
  await server.remove();
  await provider.close();
});

interface Said {
  readonly code?: string;
  readonly challenge: string;
  readonly options: unknown;
  readonly browser_key_id: string;
  readonly session_id: string;
}

async function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}) {
  const sent = { headers: { origin: server.origin, ...headers }, body };
  const answer = await server.call('POST', path, sent);
  return { ...answer, said: answer.body as Said };
}

const people = async (): Promise<number> =>
  (await loadDirectory(server.app.context)).state.people.size;

describe('the key of a passkey sign-in', () => {
  test('[SS-6] an invitation is redeemed with the key that it was opened with', async () => {
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    const token = link.value.split('#')[1] ?? '';
    const path = '/v1/invitations/redeem';
    const { key_digest, browser_key } = testBrowser;
    const { said } = await post(`${path}/options`, { token, key_digest });
    const { challenge } = said;
    const response = passkey.create(said.options, server.origin);
    const sent = { token, challenge, response, name: 'Ada' };
    const swapped = await post(path, { ...sent, browser_key: thief.browser_key });
    assert.equal(swapped.said.code, 'sign_in_failed');
    assert.equal(swapped.headers.get('set-cookie'), null);
    assert.equal(await people(), 0);
    for (const wrong of [
      { ...browser_key, y: browser_key.x },
      { ...browser_key, x: 'A'.repeat(43), y: 'A'.repeat(43) },
    ]) {
      assert.equal((await post(path, { ...sent, browser_key: wrong })).said.code, 'key_weak');
    }
    for (const wrong of [
      { kty: 'OKP', crv: 'Ed25519', x: browser_key.x },
      { kty: 'oct', k: 'AAAA' },
      { ...browser_key, crv: 'P-384' },
      { ...browser_key, alg: 'none' },
    ]) {
      assert.equal(
        (await post(path, { ...sent, browser_key: wrong })).said.code,
        'object_malformed',
      );
    }
    assert.equal((await post(path, { ...sent, browser_key })).status, 201);
  });

  test('[SS-6] a passkey signs in the key that it was asked for, and a step-up keeps that key', async () => {
    const { key_digest, browser_key } = testBrowser;
    const { said } = await post('/v1/session/options', { key_digest });
    const { challenge } = said;
    const response = passkey.get(said.options, server.origin);
    const swapped = { challenge, response, browser_key: thief.browser_key };
    assert.equal((await post('/v1/session', swapped)).said.code, 'sign_in_failed');
    const signedIn = await post('/v1/session', { challenge, response, browser_key });
    assert.equal(signedIn.status, 201);
    const headers = headersAfter(server.origin, signedIn);

    const asked = await server.call('POST', '/v1/session/step-up/options', { headers });
    const again = asked.body as Said;
    const proven = passkey.get(again.options, server.origin);
    const body = { challenge: again.challenge, response: proven };
    const rekeyed = await post(
      '/v1/session/step-up',
      { ...body, browser_key: thief.browser_key },
      headers,
    );
    assert.equal(rekeyed.said.code, 'object_malformed', 'no call takes another key');
    const { cookie = '' } = headers;
    const byThief = await post('/v1/session/step-up', body, { cookie });
    assert.equal(byThief.said.code, 'session_proof_missing');
    const stepped = await post('/v1/session/step-up', body, headers);
    assert.equal(stepped.status, 201);
    assert.equal(stepped.said.browser_key_id, signedIn.said.browser_key_id);
    assert.notEqual(stepped.said.session_id, signedIn.said.session_id);
    const old = await server.call('GET', '/v1/session', { headers });
    assert.equal((old.body as Said).code, 'session_expired');
  });

  test('[SS-2] a key that is used twice does not make two sessions one', async () => {
    const signIn = async () => {
      const { key_digest, browser_key } = testBrowser;
      const { said } = await post('/v1/session/options', { key_digest });
      const response = passkey.get(said.options, server.origin);
      return post('/v1/session', { challenge: said.challenge, response, browser_key });
    };
    const [one, two] = [await signIn(), await signIn()];
    assert.notEqual(one.said.browser_key_id, two.said.browser_key_id);
    const { cookie = '' } = headersAfter(server.origin, one);
    const mixed = browserHeaders(server.origin, cookie, two.said.browser_key_id);
    const refused = await server.call('GET', '/v1/session', { headers: mixed });
    assert.equal((refused.body as Said).code, 'session_proof_mismatch');
  });
});

describe('the key of a sign-in through an identity provider', () => {
  const errandOf = (jar: CookieJar): string =>
    jar.cookies(server.origin).get('countersign-oidc') ?? '';
  const back = async (jar: CookieJar, location: string): Promise<string> => {
    const path = `/v1/oidc/callback?${provider.answerTo(location)}`;
    const answer = await jar.comeBack(`${server.origin}${path}`);
    return ((await answer.json()) as Said).code ?? 'signed in';
  };
  const plant = (jar: CookieJar, errand: string): void => {
    jar.cookies(server.origin).set('countersign-oidc', errand);
  };
  const claim = (sub: string): void => {
    const email = `${sub}@example.org`;
    provider.claims = { sub, groups: ['Finance'], email, email_verified: true };
  };

  test('[SS-6] a stolen errand cannot be ended with the key of the thief', async () => {
    claim('victim');
    const [victim, other] = [cookieJar(), cookieJar(thief)];
    const location = locationOf(await victim.leave(server.origin));
    plant(other, errandOf(victim));
    assert.equal(await back(other, location), 'sign_in_failed');
    assert.equal(await back(victim, location), 'signed in');
  });

  test('[SS-6] an errand that a thief planted does not sign the victim in', async () => {
    claim('victim');
    const [victim, other] = [cookieJar(), cookieJar(thief)];
    const location = locationOf(await other.leave(server.origin));
    plant(victim, errandOf(other));
    assert.equal(await back(victim, location), 'sign_in_failed');
    assert.equal(victim.cookies(server.origin).has('countersign'), false);
  });

  test('[SS-6] the cookies of a person who links an account do not link the account of a thief', async () => {
    const person = await server.person(['reviewer']);
    const [victim, other] = [cookieJar(), cookieJar(thief)];
    victim.become(server.origin, person.headers);
    const linking = await victim.leaveAs(server.origin, '/v1/oidc/link');
    const { location } = (await linking.json()) as { location: string };
    const stolen = { [browserKeyHeader]: '', cookie: person.headers['cookie'] ?? '' };
    other.become(server.origin, stolen);
    plant(other, errandOf(victim));
    claim('mallory');
    assert.equal(await back(other, location), 'sign_in_failed');
    const byCookie = await other.leaveAs(server.origin, '/v1/oidc/link');
    assert.equal(((await byCookie.json()) as Said).code, 'session_proof_mismatch');
    const [asked, state] = [new URL(location).searchParams, errandOf(victim)];
    for (const part of ['state', 'nonce']) {
      assert.ok(!state.includes(asked.get(part) ?? '-'), 'the cookie does not tell the rest');
    }
  });

  test('[SS-6] an errand that a thief began does not link the account of the victim to the thief', async () => {
    const mallory = await server.person(['reviewer']);
    const [victim, other] = [cookieJar(), cookieJar(thief)];
    other.become(server.origin, mallory.headers);
    const linking = await other.leaveAs(server.origin, '/v1/oidc/link');
    const { location } = (await linking.json()) as { location: string };
    plant(victim, errandOf(other));
    claim('linked-by-mallory');
    const before = await loadDirectory(server.app.context);
    assert.equal(await back(victim, location), 'sign_in_failed');
    assert.equal((await loadDirectory(server.app.context)).version, before.version);
  });
});
