// Goal: people come in through the page that the server itself serves. Method: a server on loopback and its page in
// Chromium with a virtual authenticator, found by role and label as a screen reader finds things. Whatever the content
// security policy blocks, and whatever throws, fails the test.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol';
import { firstRunLink, type StartedServer, startedServer } from '@countersign/server/testing';
import chromiumBinary from '@sparticuz/chromium';
import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';

const timeout = 120_000;
const provider = { issuer: 'https://id.example.com', client_id: 'countersign', roles: {} };

describe('the front door', () => {
  let server: StartedServer;
  let browser: Browser;
  let page: Page;
  let devtools: CDPSession;
  let faults: string[];
  let later = 0;

  before(async () => {
    const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), later);
    server = await startedServer({ clock: { now, pause: untilAborted } });
    browser = await chromium.launch({
      executablePath: await chromiumBinary.executablePath(),
      headless: true,
      args: ['--no-sandbox', '--disable-background-networking', '--disable-gpu'],
    });
    ({ page, devtools, faults } = await newPage(browser));
  });
  afterEach(() => assert.deepEqual(faults, []));
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const heading = (name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 20_000 });
  const press = (name: string) => page.getByRole('button', { name }).click();
  const firstLink = async (): Promise<string> => {
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    return link.value;
  };
  const follow = async (link: string) => {
    // The part behind # alone would not load the page again.
    await page.goto('about:blank');
    await page.goto(link);
  };

  test('says that a link is too old, and leads to signing in', { timeout }, async () => {
    const link = await firstLink();
    later = 3600;
    await follow(link);
    await heading('This link does not open');
    later = 0;
    assert.match((await page.locator('#lead').textContent()) ?? '', /too old.+ask whoever sent it/);
    await page.getByRole('link', { name: 'Go to sign-in' }).click();
    await heading('Sign in');
    for (const broken of ['nonsense', 'x'.repeat(500)]) {
      await follow(`${server.origin}/join#${broken}`);
      await heading('This link does not open');
    }
  });

  test('the first link makes a person with a passkey, who signs out and in again', {
    timeout,
  }, async () => {
    const link = await firstLink();
    await follow(link);
    await heading('Welcome');
    await press('Create a passkey');
    assert.equal(await page.evaluate(`document.getElementById('name').validity.valid`), false);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    const authenticatorId = await addAuthenticator(devtools, false);
    await press('Create a passkey');
    assert.match(await problemOn(page), /Nothing was confirmed.+Try again/);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press('Create a passkey');
    await heading('Signed in as Ada Lovelace');
    assert.equal(new URL(page.url()).hash, '', 'the link is not left in the address');
    assert.deepEqual(await page.getByRole('listitem').allTextContents(), ['operator', 'reviewer']);
    assert.equal(await page.evaluate('document.activeElement.id'), 'heading', 'it is announced');
    assert.equal(await page.getByRole('alert').count(), 0);

    await page.reload();
    await heading('Signed in as Ada Lovelace');
    await press('Sign out');
    await heading('Sign in');
    assert.equal(await page.getByRole('link', { name: /organisation/ }).count(), 0);
    await page.reload();
    await heading('Sign in');
    await press('Sign in with a passkey');
    await heading('Signed in as Ada Lovelace');

    await follow(link);
    await heading('This link does not open');
    assert.match((await page.locator('#lead').textContent()) ?? '', /used already/);
  });

  test('a passkey that is not known here, and a server that is gone, are told apart', {
    timeout,
  }, async () => {
    await page.goto(server.origin);
    await heading(/Signed in/);
    await press('Sign out');
    await heading('Sign in');
    await page.route('**/v1/session/options', route => route.abort());
    await press('Sign in with a passkey');
    assert.match(await problemOn(page), /does not answer/);
    await page.unroute('**/v1/session/options');
    await page.route('**/v1/session', route =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 401, json: { code: 'sign_in_failed', title: '', remedy: '' } })
        : route.continue(),
    );
    await press('Sign in with a passkey');
    await page
      .getByRole('alert')
      .filter({ hasText: /does not sign anybody in/ })
      .waitFor();
    await page.unroute('**/v1/session');
    faults.splice(0);
  });

  test('can be read and used without a mouse, at any width, in light and dark', {
    timeout,
  }, async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      for (const width of [390, 1200]) {
        await page.setViewportSize({ width, height: 800 });
        await page.emulateMedia({ colorScheme });
        await page.goto(server.origin);
        await heading('Sign in');
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(overflow) <= 0, `${width}: ${overflow} too wide`);
        await page.keyboard.press('Tab');
        const focused = await page.evaluate(
          `[document.activeElement.id, getComputedStyle(document.activeElement).outlineStyle].join()`,
        );
        assert.equal(focused, 'sign-in-passkey,solid');
      }
    }
    assert.equal(await page.locator('html').getAttribute('lang'), 'en');
    assert.equal(await page.getByRole('main').count(), 1);
    assert.equal(await page.locator('[role=status]').count(), 1);
    const unnamed = await page.evaluate(
      `[...document.querySelectorAll('button, a, input')].filter(e => e.textContent.trim() === '' && e.labels?.length !== 1).length`,
    );
    assert.equal(unnamed, 0);
  });

  test('offers the organisation where one is configured, and sends people there', {
    timeout,
  }, async () => {
    const company = await startedServer({ settings: { oidc: provider } });
    const other = await newPage(browser);
    try {
      await other.page.goto(company.origin);
      const link = other.page.getByRole('link', { name: 'Sign in with your organisation' });
      await link.waitFor();
      assert.equal(await link.getAttribute('href'), '/v1/oidc/start');
      assert.deepEqual(other.faults, []);
    } finally {
      await other.page.close();
      await company.remove();
    }
  });
});

async function newPage(browser: Browser) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(error.message));
  page.on('console', message => {
    const expected = /the server responded with a status of (401|410|400)|pubKeyCredParams/;
    if (message.type() === 'error' && !expected.test(message.text())) faults.push(message.text());
  });
  await page.addInitScript(
    `addEventListener('securitypolicyviolation', e => console.error('blocked by ' + e.violatedDirective))`,
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  return { page, devtools, faults };
}

async function addAuthenticator(devtools: CDPSession, isUserVerified: boolean): Promise<string> {
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return authenticatorId;
}

async function problemOn(page: Page): Promise<string> {
  const problem = page.getByRole('alert');
  await problem.waitFor();
  return (await problem.textContent()) ?? '';
}

/** Background work waits for its turn, which does not come here. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
