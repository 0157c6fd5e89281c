// Goal: people sign in through the identity provider of their company, and decide with the roles it states. Method:
// a real oidc-provider on loopback, the whole flow by hand with cookies, and once in a real browser with and without
// its key; then the person decides a stage that demands this assurance.

import assert from 'node:assert/strict';
import type { Server } from 'node:http';
import { after, before, describe, test } from 'node:test';
import { loadDirectory, readProfile } from '@countersign/coordinator';
import type { Digest } from '@countersign/protocol/crypto';
import chromiumBinary from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';
import { routes } from '../routes/index.ts';
import { oidcRoutes } from '../routes/oidc-routes.ts';
import { sessionRoutes } from '../routes/session-routes.ts';
import { freePort } from '../testing/free-port.ts';
import { decide, entryFor, propose, sampleAction } from '../testing/sample-call.ts';
import { type StartedServer, startedServer } from '../testing/started-server.ts';
import {
  browserHeaders,
  keepKeyScript,
  keptKeyIdScript,
  testBrowser,
} from '../testing/test-browser.ts';
import { type CookieJar, cookieJar } from './testing/cookie-jar.ts';
import { signIn, startRealProvider } from './testing/real-provider.ts';

const policy = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages:
      - name: finance
        approvers: { roles: [reviewer] }
        min_assurance: oidc
`;

/** What the company knows of its people, by the name they sign in with. */
const accounts: Readonly<Record<string, Record<string, unknown>>> = {
  alice: {
    name: 'Alice Example',
    email: 'alice@example.org',
    email_verified: true,
    groups: ['Finance', 'Everybody'],
  },
  bob: {
    name: 'Bob Example',
    email: 'bob@example.org',
    email_verified: true,
    groups: ['Finance'],
  },
  carl: {
    name: 'Carl Example',
    email: 'carl@example.org',
    email_verified: false,
    groups: ['Finance'],
  },
  mallory: { name: 'Mallory Example', groups: ['Everybody'] },
};

describe('through an identity provider', () => {
  let provider: Server;
  let server: StartedServer;
  let agent: Readonly<Record<string, string>>;

  before(async () => {
    const [providerPort, port] = [await freePort(), await freePort()];
    const issuer = `http://localhost:${providerPort}`;
    provider = await startRealProvider(issuer, `http://localhost:${port}`, accounts);
    server = await startedServer({
      port,
      policy,
      settings: {
        oidc: {
          issuer,
          client_id: 'countersign',
          creates_people: true,
          client_secret: 'a secret of the client',
          scopes: ['openid', 'profile', 'email', 'groups'],
          roles: { Finance: ['reviewer'] },
        },
      },
      moreRoutes: [...oidcRoutes, ...sessionRoutes].filter(each => !routes.includes(each)),
    });
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  });

  after(async () => {
    await server?.remove();
    provider?.closeAllConnections();
    provider?.close();
  });

  const headersOf = (jar: CookieJar): Readonly<Record<string, string>> =>
    jar.headers(server.origin);

  test('[ID-3] a person of a listed group enters, with the roles of the group', async () => {
    const jar = cookieJar();
    const finished = await signIn(jar, server.origin, 'alice', '/requests');
    assert.equal(((await finished.json()) as { return_to: string }).return_to, '/requests');
    const session = await server.call('GET', '/v1/session', { headers: headersOf(jar) });
    const { name, email, roles, assurance, is_recent } = session.body as Record<string, unknown>;
    assert.deepEqual(
      { name, email, roles, assurance, is_recent },
      {
        name: 'Alice Example',
        email: 'alice@example.org',
        roles: ['reviewer'],
        assurance: 'oidc',
        is_recent: true,
      },
    );
    const asked = await propose(server, agent, sampleAction());
    const decided = await decide(server, headersOf(jar), asked.approval_request_id, 'allow');
    assert.equal(decided.status, 'allowed');
  });

  test('[ID-10] the second sign-in finds the person of the first', async () => {
    const people = async () => (await loadDirectory(server.app.context)).state.people;
    await signIn(cookieJar(), server.origin, 'bob', '/');
    const before = await people();
    await signIn(cookieJar(), server.origin, 'bob', '/');
    assert.equal((await people()).size, before.size);
    const profiles = await Promise.all(
      [...before.values()].map(({ profile_digest }) =>
        readProfile(server.app.context, profile_digest as Digest),
      ),
    );
    const bob = profiles.find(profile => profile?.name === 'Bob Example');
    assert.equal(bob?.email, 'bob@example.org');
  });

  test('[ID-15] a new person whose address the provider did not verify does not enter', async () => {
    const finished = await signIn(cookieJar(), server.origin, 'carl', '/');
    assert.equal(((await finished.json()) as { code: string }).code, 'person_not_admitted');
  });

  test('a person without a listed group does not enter', async () => {
    const jar = cookieJar();
    const finished = await signIn(jar, server.origin, 'mallory', '/');
    assert.equal(finished.status, 401);
    assert.equal(((await finished.json()) as { code: string }).code, 'sign_in_failed');
    assert.equal(jar.cookies(server.origin).has('countersign'), false);
  });

  test('a person who signed in another way does not satisfy this stage', async () => {
    const asked = await propose(server, agent, sampleAction());
    const { headers } = await server.person(['reviewer']);
    const id = asked.approval_request_id;
    const body = await entryFor(server, headers, id, 'allow');
    const decided = await server.call('POST', `/v1/requests/${id}/entries`, { headers, body });
    assert.equal((decided.body as { code: string }).code, 'approver_assurance_too_low');
  });

  describe('in a browser', () => {
    let browser: Browser;

    before(async () => {
      browser = await chromium.launch({
        executablePath: await chromiumBinary.executablePath(),
        headless: true,
        args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
      });
    });

    after(() => browser?.close());

    const login = async (page: Page, name: string, hasKey = true): Promise<void> => {
      await page.goto(`${server.origin}/healthz`);
      if (hasKey) await page.evaluate(keepKeyScript('away'));
      const { key_digest } = testBrowser;
      const query = new URLSearchParams({ return_to: '/v1/openapi.json', key_digest });
      await page.goto(`${server.origin}/v1/oidc/start?${query}`);
      await page.fill('input[name=login]', name);
      await page.fill('input[name=password]', 'anything');
      await page.click('button[type=submit]');
      await page.click('button[type=submit]');
    };

    test('the script of the page finishes the sign-in', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await login(page, 'alice');
      await page.waitForURL('**/v1/openapi.json');
      const cookies = await context.cookies(server.origin);
      const session = cookies.find(({ name }) => name === 'countersign');
      assert.equal(session?.httpOnly, true);
      assert.equal(session?.sameSite, 'Strict');
      assert.deepEqual(
        cookies.filter(({ name }) => name === 'countersign-oidc'),
        [],
      );
      const asked = await propose(server, agent, sampleAction());
      const cookie = `countersign=${session?.value}`;
      const headers = browserHeaders(
        server.origin,
        cookie,
        await page.evaluate<string>(keptKeyIdScript),
      );
      const decided = await decide(server, headers, asked.approval_request_id, 'deny');
      assert.equal(decided.status, 'denied');
      await context.close();
    });

    test('[SS-6] the page signs no one in whose browser has no key for it', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await login(page, 'bob', false);
      await page.getByText('This browser did not start this sign-in').waitFor();
      const names = (await context.cookies(server.origin)).map(({ name }) => name);
      assert.ok(!names.includes('countersign'));
      await context.close();
    });

    test('a refused person reads the reason on the page', async () => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await login(page, 'mallory');
      await page.waitForURL('**/v1/oidc/callback?**');
      await page.getByText('The sign-in could not be verified').waitFor();
      await context.close();
    });
  });
});
