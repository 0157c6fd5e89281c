// Goal: people sign in through the inbox that the server serves, and arrive where they wanted to. Method: a real
// server and the built pages in Chromium with a virtual authenticator, found by role and label as a screen reader
// finds things. Any block by the content security policy, and any exception, fails the test.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import { firstRunLink, type StartedServer, startedServer } from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const provider = { issuer: 'https://id.example.com', client_id: 'countersign', roles: {} };

describe('the way in', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let tab: Tab;
  let later = 0;

  before(async () => {
    const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), later);
    server = await startedServer({ site: builtSite(), clock: { now, pause: untilAborted } });
    browser = await launchBrowser();
    tab = await browser.open(server.origin);
  });
  afterEach(() => assert.deepEqual(tab.faults, []));
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const heading = (name: string | RegExp) =>
    tab.page.getByRole('heading', { level: 1, name }).waitFor({ timeout: 60_000 });
  const press = (name: string) => tab.page.getByRole('button', { name }).click();
  const problem = (words: RegExp) =>
    tab.page.getByRole('alert').filter({ hasText: words }).waitFor();
  const firstLink = async (): Promise<string> => {
    const link = await firstRunLink(server.app);
    assert.ok(link.ok && link.value !== null);
    return link.value;
  };
  const follow = async (link: string) => {
    // The part behind # alone would not load the page again.
    await tab.page.goto('about:blank');
    await tab.page.goto(link);
  };
  const signOut = async () => {
    await tab.page.getByRole('button', { name: /^Account of/ }).click();
    await tab.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await heading('Sign in');
  };

  test('an expired link is explained, and leads to signing in', { timeout }, async () => {
    const link = await firstLink();
    later = 3600;
    await follow(link);
    await heading('This link does not work');
    later = 0;
    await problem(/too old.+ask the person who sent it/);
    assert.deepEqual(await accessibilityFindings(tab.page), []);
    await tab.page.getByRole('link', { name: 'Go to sign-in' }).click();
    await heading('Sign in');
    for (const broken of ['nonsense', 'x'.repeat(500), '']) {
      await follow(`${server.origin}/join#${broken}`);
      await heading('This link does not work');
    }
  });

  test('the first link makes a person with a passkey, who signs out and in again', {
    timeout,
  }, async () => {
    const { page, devtools } = tab;
    const link = await firstLink();
    await follow(link);
    await heading('Welcome');
    const roles = page.getByRole('list', { name: 'Your roles' }).getByRole('listitem');
    await comesToSay(roles, ['operator', 'reviewer']);
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Create a passkey');
    const name = page.getByLabel('Your name');
    assert.equal(await page.evaluate(`document.querySelector('input').validity.valid`), false);
    await name.fill('Ada Lovelace');
    const authenticatorId = await tab.addAuthenticator(false);
    await press('Create a passkey');
    await problem(/Nothing was confirmed.+Try again/);
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await press('Create a passkey');
    await heading('Nothing is waiting for you');
    assert.equal(page.url(), `${server.origin}/`, 'the link is not left in the address');
    await page.getByRole('button', { name: 'Account of Ada Lovelace' }).waitFor();
    await page.getByText('operator, reviewer').waitFor();

    await page.reload();
    await heading('Nothing is waiting for you');
    await signOut();
    await comesTo(page.getByRole('link', { name: /organisation/ }), 0);
    await page.reload();
    await heading('Sign in');
    await press('Sign in with a passkey');
    await heading('Nothing is waiting for you');

    await follow(link);
    await heading('This link does not work');
    await problem(/was used before/);
  });

  test('a person who follows a link to a page arrives there after signing in', {
    timeout,
  }, async () => {
    const { page } = tab;
    await page.goto(server.origin);
    await heading('Nothing is waiting for you');
    await signOut();
    const wanted = `${server.origin}/terminal?code=NONE-0000`;
    await page.goto(wanted);
    await heading('Sign in');
    await press('Sign in with a passkey');
    await heading('This code does not work');
    assert.equal(page.url(), wanted);

    await page.goto(`${server.origin}/?next=${encodeURIComponent('/terminal?code=NONE-0001')}`);
    await heading('This code does not work');
    assert.equal(page.url(), `${server.origin}/terminal?code=NONE-0001`);
    await page.goto(`${server.origin}/?next=${encodeURIComponent('//evil.example/')}`);
    await heading('Nothing is waiting for you');
    assert.equal(new URL(page.url()).origin, server.origin, 'a link never leads elsewhere');
  });

  test('an unknown passkey and an absent server have different messages', {
    timeout,
  }, async () => {
    const { page } = tab;
    await page.goto(server.origin);
    await heading('Nothing is waiting for you');
    await signOut();
    await page.route('**/v1/session/options', route => route.abort());
    await press('Sign in with a passkey');
    await problem(/does not answer/);
    await page.unroute('**/v1/session/options');
    await page.route('**/v1/session', route =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 401,
            contentType: 'application/problem+json',
            body: '{"code":"sign_in_failed","title":"","detail":"","remedy":""}',
          })
        : route.continue(),
    );
    await press('Sign in with a passkey');
    await problem(/does not know this passkey/);
    await page.unroute('**/v1/session');
  });

  test('the sign-in pages can be read and used without a mouse, at any width, in light and dark', {
    timeout,
  }, async () => {
    const { page } = tab;
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto(server.origin);
      await heading('Sign in');
      assert.ok((await overflowOf(page)) <= 0, `wider than ${width}`);
      assert.deepEqual(await accessibilityFindings(page), []);
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(
        `[document.activeElement.textContent, getComputedStyle(document.activeElement).outlineStyle].join()`,
      );
      assert.equal(focused, 'Sign in with a passkey,solid');
    }
    await page.keyboard.press('Enter');
    await heading('Nothing is waiting for you');
    await comesToHave(page.locator('html'), 'lang', 'en');
  });

  test('a terminal is admitted with a code that both show, or refused', { timeout }, async () => {
    const { page } = tab;
    const ask = async () => {
      const body = { label: 'build-07, ada' };
      const asked = await server.call('POST', '/v1/terminal-sign-ins', { body });
      assert.equal(asked.status, 201, JSON.stringify(asked.body));
      return asked.body as unknown as { user_code: string; device_code: string };
    };
    const answerTo = async (device_code: string) => {
      const body = { device_code };
      const told = await server.call('POST', '/v1/terminal-sign-ins/token', { body });
      return told.body as { status?: string; code?: string };
    };
    const refused = await ask();
    await page.goto(`${server.origin}/terminal?code=${refused.user_code}`);
    await heading('Sign a terminal in?');
    await page.getByText('build-07, ada').waitFor();
    await comesToSay(page.getByRole('status', { name: 'Code' }), refused.user_code);
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Refuse');
    await heading('The terminal was refused');
    assert.equal((await answerTo(refused.device_code)).code, 'terminal_sign_in_refused');

    later = 420;
    const asked = await ask();
    await page.goto(`${server.origin}/terminal`);
    await page.getByLabel('Code').fill(asked.user_code.toLowerCase());
    await press('Continue');
    await heading('Sign a terminal in?');
    await press('Confirm');
    // The sign-in is seven minutes old by now, which is too old for this.
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await dialog.waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await problem(/Nothing was changed/);
    await press('Confirm');
    await dialog.getByRole('button', { name: 'Use your passkey' }).click();
    await heading('The terminal is signed in');
    assert.equal((await answerTo(asked.device_code)).status, 'signed_in');
    later = 0;
  });

  test('the page offers the configured organisation, and returns to the page before', {
    timeout,
  }, async () => {
    const company = await startedServer({ site: builtSite(), settings: { oidc: provider } });
    const other = await browser.open(company.origin);
    try {
      await other.page.goto(`${company.origin}/requests/ar_1`);
      const go = other.page.getByRole('button', { name: 'Continue with your organisation' });
      await go.waitFor();
      assert.deepEqual(await accessibilityFindings(other.page), []);
      const left = other.page.waitForRequest('**/v1/oidc/start?**');
      await go.click();
      const { searchParams } = new URL((await left).url());
      assert.equal(searchParams.get('return_to'), '/requests/ar_1');
      assert.match(searchParams.get('key_digest') ?? '', /^sha256:[0-9a-f]{64}$/);
      assert.deepEqual(other.faults, []);
    } finally {
      await other.close();
      await company.remove();
    }
  });
});

/** Background work waits for its turn, which does not come here. */
function untilAborted(_milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(done => {
    if (signal.aborted) done();
    signal.addEventListener('abort', () => done(), { once: true });
  });
}
