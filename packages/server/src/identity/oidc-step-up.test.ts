// Goal: a person from an identity provider is recent only by a proof whose time the provider signed, and becomes
// recent again only by their own new proof. Method: a real oidc-provider, whose requests the browser alters by hand
// to be asked less; and one that lies about time.

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { loadDirectory } from '@countersign/coordinator';
import { freePort } from '../testing/free-port.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import { testBrowser, testBrowserFrom } from '../testing/test-browser.ts';
import { type CookieJar, cookieJar, locationOf } from './testing/cookie-jar.ts';
import { type FaultyProvider, startFaultyProvider } from './testing/faulty-provider.ts';
import { signIn, startRealProvider, visitProvider } from './testing/real-provider.ts';

const roles = { Admins: ['operator'] };
const accounts = {
  alice: { name: 'Alice Example', groups: ['Admins'] },
  bob: { name: 'Bob Example', groups: ['Admins'] },
  carol: { name: 'Carol Example', groups: ['Admins'] },
};

interface Seen {
  readonly session_id: string;
  readonly person_id: string;
  readonly proven_at: string;
  readonly expires_at: string;
  readonly is_recent: boolean;
}

const headersOf = ({ origin }: StartedServer, jar: CookieJar): Readonly<Record<string, string>> =>
  jar.headers(origin);

async function seen(server: StartedServer, jar: CookieJar): Promise<Seen> {
  const session = await server.call('GET', '/v1/session', { headers: headersOf(server, jar) });
  assert.equal(session.status, 200);
  return session.body;
}

/** What needs an operator who proved recently who they are. */
async function invite(server: StartedServer, jar: CookieJar): Promise<[number, string?]> {
  const { status, body } = await server.call('POST', '/v1/invitations', {
    headers: headersOf(server, jar),
    body: { name: 'Dave', email: null, roles: [] },
  });
  return status === 201 ? [status] : [status, (body as { code: string }).code];
}

async function startStepUp(server: StartedServer, jar: CookieJar): Promise<string> {
  const started = await jar.leaveAs(server.origin, '/v1/oidc/step-up', '/people');
  assert.equal(started.status, 200);
  return ((await started.json()) as { location: string }).location;
}

const versionOf = async ({ app }: StartedServer): Promise<number> =>
  (await loadDirectory(app.context)).version;

const codeOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { code: string }).code,
];

const asItWere = (asked: URLSearchParams): void => {
  asked.delete('max_age');
  asked.delete('prompt');
};

describe('a person of a real identity provider', () => {
  let provider: Server;
  let issuer: string;
  let server: StartedServer;

  before(async () => {
    const port = await freePort();
    issuer = `http://localhost:${await freePort()}`;
    provider = await startRealProvider(issuer, `http://localhost:${port}`, accounts);
    const client_secret = 'a secret of the client';
    const scopes = ['openid', 'profile', 'email', 'groups'];
    const oidc = { client_id: 'countersign', client_secret, scopes, roles, creates_people: true };
    server = await startedServer({
      port,
      settings: { oidc: { issuer, ...oidc } },
    });
  });

  after(async () => {
    await server?.remove();
    provider?.closeAllConnections();
    provider?.close();
  });

  /** Signed in, without the provider having said when that was proved. */
  const undated = async (login: string): Promise<CookieJar> => {
    const jar = cookieJar();
    assert.equal((await signIn(jar, server.origin, login, '/', asItWere)).status, 200);
    return jar;
  };

  test('the proof of a person is as recent as the time that the provider states', async () => {
    const asked = new URL(locationOf(await cookieJar().leave(server.origin)));
    const { session_seconds } = server.app.settings;
    assert.equal(asked.searchParams.get('max_age'), String(session_seconds));
    assert.equal(asked.searchParams.get('prompt'), null);
    const jar = cookieJar();
    await signIn(jar, server.origin, 'alice', '/');
    assert.equal((await seen(server, jar)).is_recent, true);
    assert.deepEqual(await invite(server, jar), [201]);
  });

  test('a person enters without such a time, but is not recent until a step-up', async () => {
    const jar = await undated('alice');
    const first = headersOf(server, jar);
    const before = await seen(server, jar);
    assert.equal(before.is_recent, false);
    assert.equal(before.proven_at, '1970-01-01T00:00:00.000Z');
    assert.deepEqual(await invite(server, jar), [403, 'step_up_missing']);

    const location = await startStepUp(server, jar);
    const asked = new URL(location).searchParams;
    assert.deepEqual([asked.get('max_age'), asked.get('prompt')], ['0', 'login']);
    const finished = await visitProvider(jar, server.origin, location, 'alice');
    assert.equal(((await finished.json()) as { return_to: string }).return_to, '/people');
    const stepped = await seen(server, jar);
    assert.equal(stepped.is_recent, true);
    assert.equal(stepped.person_id, before.person_id);
    assert.notEqual(stepped.session_id, before.session_id);
    assert.equal(stepped.expires_at, before.expires_at, 'a step-up lengthens nothing');
    assert.deepEqual(await invite(server, jar), [201]);
    const old = await server.call('GET', '/v1/session', { headers: first });
    assert.equal((old.body as { code: string }).code, 'session_expired');
  });

  test('[ID-2] the login of another person does not renew the proof', async () => {
    await signIn(cookieJar(), server.origin, 'bob', '/');
    for (const other of ['bob', 'carol']) {
      const jar = await undated('alice');
      const before = await seen(server, jar);
      const version = await versionOf(server);
      const location = await startStepUp(server, jar);
      jar.cookies(issuer).clear();
      const finished = await visitProvider(jar, server.origin, location, other);
      assert.deepEqual(await codeOf(finished), [401, 'sign_in_failed']);
      assert.deepEqual(await seen(server, jar), before);
      assert.equal(await versionOf(server), version, 'no person was added');
    }
  });

  test('[ID-2] the proof is not renewed when the browser stops the provider from asking again', async () => {
    const jar = await undated('alice');
    const location = await startStepUp(server, jar);
    const finished = await visitProvider(jar, server.origin, location, 'alice', asItWere);
    assert.deepEqual(await codeOf(finished), [401, 'sign_in_failed']);
    assert.equal((await seen(server, jar)).is_recent, false);
  });

  test('a step-up counts in the browser and the session that began it, and in no other', async () => {
    const jar = await undated('alice');
    const location = await startStepUp(server, jar);
    const errand = jar.cookies(server.origin).get('countersign-oidc') ?? '';
    const other = cookieJar(testBrowserFrom('another browser'));
    other.cookies(server.origin).set('countersign-oidc', errand);
    const elsewhere = await visitProvider(other, server.origin, location, 'alice');
    assert.deepEqual(await codeOf(elsewhere), [401, 'sign_in_failed']);
    await server.call('DELETE', '/v1/session', { headers: jar.headers(server.origin) });
    const finished = await visitProvider(jar, server.origin, location, 'alice');
    assert.deepEqual(await codeOf(finished), [401, 'sign_in_failed']);
    const unknown = await server.call('POST', '/v1/oidc/step-up', {
      headers: { origin: server.origin },
      body: { key_digest: testBrowser.key_digest },
    });
    assert.equal((unknown.body as { code: string }).code, 'not_authenticated');
  });
});

describe('a provider that says when', () => {
  let provider: FaultyProvider;
  let server: StartedServer;

  before(async () => {
    provider = await startFaultyProvider('countersign');
    const { issuer } = provider;
    server = await startedServer({
      settings: { oidc: { issuer, client_id: 'countersign', client_secret: 'a secret', roles } },
    });
  });

  after(async () => {
    await server?.remove();
    await provider?.close();
  });

  const finish = (jar: CookieJar, location: string): Promise<Response> =>
    jar.comeBack(`${server.origin}/v1/oidc/callback?${provider.answerTo(location)}`);

  const says = (claims: Record<string, unknown>): void => {
    provider.claims = { sub: 'alice', groups: ['Admins'], ...claims };
  };

  const signedIn = async (claims: Record<string, unknown>): Promise<CookieJar> => {
    says(claims);
    const jar = cookieJar();
    const started = await jar.leave(server.origin);
    assert.equal((await finish(jar, locationOf(started))).status, 200);
    return jar;
  };

  const secondsAgo = (seconds: number): number => Math.floor(Date.now() / 1000) - seconds;

  test('an old time, a future time and an unsigned time do not count as recent', async () => {
    const times = [{ auth_time: secondsAgo(301) }, { auth_time: secondsAgo(-3600) }, {}];
    for (const claims of times) {
      provider.userinfo = { auth_time: secondsAgo(0) };
      const jar = await signedIn(claims);
      provider.userinfo = {};
      assert.equal((await seen(server, jar)).is_recent, false, JSON.stringify(claims));
      assert.deepEqual(await invite(server, jar), [403, 'step_up_missing']);
    }
    const recent = await signedIn({ auth_time: secondsAgo(0) });
    assert.equal((await seen(server, recent)).is_recent, true);
  });

  test('[ID-2] a proof from before the step-up request renews nothing', async () => {
    const jar = await signedIn({});
    const before = await seen(server, jar);
    const stale = [
      { auth_time: secondsAgo(60) },
      { auth_time: secondsAgo(-3600) },
      { auth_time: 0 },
      { auth_time: 'now' },
      {},
    ];
    for (const claims of stale) {
      const location = await startStepUp(server, jar);
      says(claims);
      const finished = await finish(jar, location);
      assert.deepEqual(
        await codeOf(finished),
        [401, 'sign_in_failed'],
        `for ${JSON.stringify(claims)}`,
      );
      assert.deepEqual(await seen(server, jar), before);
    }
    const location = await startStepUp(server, jar);
    says({ auth_time: secondsAgo(0) });
    assert.equal((await finish(jar, location)).status, 200);
    assert.equal((await seen(server, jar)).is_recent, true);
  });
});
