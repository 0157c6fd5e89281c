// Goal: operators admit and deactivate people and programs, each person keeps their own passkeys, and others can
// only look. Method: a whole server with the built pages in Chromium and virtual authenticators.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import type { Page } from 'playwright-core';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const hostile = '<b onclick=globalThis.broken=1>Eve\u202E';

describe('people and keys', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let later = 0;
  /** The first person, who came in with a passkey and stays signed in. */
  let home: Tab;
  const tabs: Tab[] = [];

  before(async () => {
    const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), later);
    const pause = (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>(done => {
        const timer = setTimeout(done, milliseconds);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          done();
        });
      });
    const dead = {
      name: 'desk',
      kind: 'callback',
      url: 'http://127.0.0.1:9/hook',
      secrets: [`whsec_${Buffer.alloc(32, 7).toString('base64')}`],
      agent_ids: ['billing-bot'],
    };
    server = await startedServer({
      site: builtSite(),
      clock: { now, pause },
      settings: { endpoints: [dead] },
    });
    browser = await launchBrowser();
    home = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
    await enterAsFirst(home, server);
    await home.page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
  });
  afterEach(async () => {
    const faults = [...home.faults.splice(0), ...tabs.flatMap(tab => tab.faults)];
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const go = async (page: Page, tab?: RegExp, path = '/people') => {
    await page.goto(`${server.origin}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor({ timeout: 60_000 });
    if (tab !== undefined) await page.getByRole('tab', { name: tab }).click();
  };
  const openAs = async (as: SignedIn, width = 1440) => {
    const tab = await browser.open(server.origin, { as, viewport: { width, height: 844 } });
    tabs.push(tab);
    return tab.page;
  };
  const press = (name: string | RegExp, page = home.page) =>
    page.getByRole('button', { name, exact: typeof name === 'string' }).click();
  const toast = (words: string | RegExp) =>
    home.page.locator('.toast').filter({ hasText: words }).last().waitFor();

  test('an operator invites a person, who enters with the link once', {
    timeout,
  }, async () => {
    const { page } = home;
    await go(page);
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Invite a person');
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Make the link');
    await page.getByText('Write the name that others will see.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill(hostile);
    await page.getByLabel(/^E-mail/).fill('eve@example.com');
    await page.getByLabel('reviewer').check();
    await page.getByLabel('Another role').fill('treasury');
    await press('Add');
    await press('Make the link');
    const link = (await page.locator('.copy-line code').textContent()) ?? '';
    assert.match(link, /\/join#\S+$/);
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Done');
    await comesTo(page.getByText(link), 0, 'it is shown once');
    const guest = await browser.open(server.origin);
    tabs.push(guest);
    await guest.addAuthenticator();
    await guest.page.goto(link);
    await press('Create a passkey', guest.page);
    await guest.page
      .getByRole('heading', { name: /Nothing is waiting|Inbox/ })
      .first()
      .waitFor();
    await go(page);
    const row = page.getByRole('listitem').filter({ hasText: 'eve@example.com, 1 passkey' });
    await comesToSay(row, /<b onclick.*Eve<U\+202E>.*reviewer.*treasury/);
    assert.equal(await page.evaluate('globalThis.broken'), undefined);
  });

  test('roles change, and a person is deactivated and activated again', { timeout }, async () => {
    const { page } = home;
    const other = await server.person(['reviewer']);
    await go(page);
    const row = page.getByRole('listitem').filter({ hasText: 'Test Person' });
    await row.getByRole('button', { name: /^Change the roles/ }).click();
    await page.getByLabel('operator').check();
    await page.getByLabel('reviewer').uncheck();
    await press('Save');
    await toast(/The roles of Test Person changed/);
    const whoami = async () => server.call('GET', '/v1/session', { headers: other.headers });
    assert.deepEqual(((await whoami()).body as { roles: unknown }).roles, ['operator']);
    await row.getByRole('button', { name: /^Deactivate/ }).click();
    await row.getByText('Deactivated').waitFor();
    assert.equal((await whoami()).status, 401);
    assert.deepEqual(await accessibilityFindings(page), []);
    await row.getByRole('button', { name: /^Activate/ }).click();
    await toast(/may act again/);
    await comesTo(row.getByText('Deactivated'), 0);
  });

  test('a key is shown once, works, is rotated, and is revoked with a reason', {
    timeout,
  }, async () => {
    const { page } = home;
    await go(page, /^API keys/);
    await page.getByText('There are no keys yet.').waitFor();
    await press('Make a key');
    await press('Make the key');
    await page.getByText('Give the key a name').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Billing');
    await press('Make the key');
    await page.getByText('Name the agents that the key may ask for.').waitFor();
    await page.getByLabel(/^Agents/).fill('billing-bot, other-bot');
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Make the key');
    const secretOf = async () => (await page.locator('.copy-line code').textContent()) ?? '';
    await page.getByRole('heading', { name: 'The new key, shown once' }).waitFor();
    const secret = await secretOf();
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Done');
    await comesTo(page.getByText(secret), 0);
    const ask = async (key: string) =>
      server.call('POST', '/v1/requests', {
        headers: { authorization: `Bearer ${key}` },
        body: { action: sampleAction(), audience: 'billing-executor' },
      });
    await server.person(['reviewer']);
    assert.equal((await ask(secret)).status, 201);
    const rows = page.locator('.access-row').filter({ hasText: 'Billing' });
    await rows.filter({ hasText: 'Asks as billing-bot, other-bot' }).first().waitFor();
    await press('Rotate Billing');
    await page.getByLabel(/^Keep the old key/).uncheck();
    await press('Make the new key');
    await page.getByRole('heading', { name: 'The new key, shown once' }).waitFor();
    const next = await secretOf();
    await press('Done');
    assert.notEqual(next, secret);
    assert.equal((await ask(secret)).status, 401, 'the old one ended');
    assert.equal((await ask(next)).status, 201);
    await press('Revoke Billing');
    await press('Revoke');
    await page.getByText('Write the reason. Readers of the log need it.').waitFor();
    await page.getByLabel('Reason, kept in the log').fill('it got out');
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Revoke');
    await toast('Billing was revoked');
    assert.equal((await ask(next)).status, 401);
    await page.getByText('2 revoked').click();
    await page
      .getByText(/^Revoked /)
      .first()
      .waitFor();
  });

  for (const [form, path] of [
    ['the dialog for a key', '/people'],
    ['the form that connects an agent', '/connect'],
  ] as const) {
    test(`${form} lists the people that the key may act for, and the key acts for no one else`, {
      timeout,
    }, async () => {
      const { page } = home;
      const [chosen, other] = [await server.person([]), await server.person(['reviewer'])];
      await go(page, path === '/people' ? /^API keys/ : undefined, path);
      if (path === '/people') {
        await press('Make a key');
        await page.getByLabel(/^Agents/).fill('desk-bot');
      }
      await page.getByLabel('Name', { exact: true }).fill('desk-bot');
      const people = page.getByRole('group', { name: 'Who it may act for, besides you' });
      await people.getByLabel(chosen.person_id).check();
      await comesTo(people.getByLabel(/Ada Lovelace/), 0, 'the owner is no choice');
      assert.deepEqual(await accessibilityFindings(page), []);
      await press('Make the key');
      const secret = /cs_[0-9a-f]{32}_[\w-]{43}/;
      const shown = page.locator(path === '/people' ? '.copy-line code' : '.connect-run');
      await shown.getByText(secret).first().waitFor();
      const [key] = secret.exec((await shown.allTextContents()).join(' ')) ?? [];
      const propose = async (subject_id: string) =>
        server.call('POST', '/v1/requests', {
          headers: { authorization: `Bearer ${key}` },
          body: {
            action: { ...sampleAction(), agent_id: 'desk-bot', subject_id },
            audience: 'billing-executor',
          },
        });
      assert.equal((await propose(chosen.person_id)).status, 201);
      assert.equal((await propose(other.person_id)).status, 403);
      await go(page, /^API keys/);
      await page
        .locator('.access-row')
        .filter({ hasText: 'It may act for Test Person' })
        .first()
        .waitFor();
    });
  }

  test('a second passkey is added and the first one revoked, never the last', {
    timeout,
  }, async () => {
    const { page } = home;
    await go(page, /^Your passkeys/);
    await page.getByText('You have one passkey.').waitFor();
    const revokes = page.getByRole('button', { name: /^Revoke/ });
    await comesToHave(revokes, 'aria-disabled', 'true');
    assert.deepEqual(await accessibilityFindings(page), []);
    // A second device: the first one holds a passkey of this person already.
    const { authenticatorId } = await home.devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'usb',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByLabel('Name of the new passkey').fill('Office laptop');
    await press('Add a passkey');
    await toast('The passkey was added');
    await page.locator('.access-row').filter({ hasText: 'Office laptop' }).waitFor();
    await comesTo(revokes, 2);
    await press('Revoke Office laptop');
    await page.getByLabel('Reason, kept in the log').fill('lost');
    await press('Revoke');
    await toast('Office laptop was revoked');
    await page.getByText('1 revoked').waitFor();
    await home.devtools.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  });

  test('signing keys are listed, rotated and revoked', { timeout }, async () => {
    const { page } = home;
    await go(page, /^Signing keys/);
    const rows = page.getByRole('region', { name: 'Signing keys' }).getByRole('listitem');
    await rows.first().waitFor();
    await comesTo(rows, 1);
    assert.deepEqual(await accessibilityFindings(page), []);
    await press('Rotate');
    await toast('The next key is published');
    await rows.nth(1).waitFor();
    await rows.filter({ hasText: 'Published, signs later' }).waitFor();
    await rows
      .filter({ hasText: 'Published, signs later' })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await page.getByLabel('Reason, kept in the log').fill('made by mistake');
    await press('Revoke');
    await toast('The signing key was revoked');
    await rows.filter({ hasText: /Revoked/ }).waitFor();
  });

  test('an old session is asked for the passkey before it changes anything', {
    timeout,
  }, async () => {
    const { page } = home;
    later += 1200;
    await go(page, /^API keys/);
    await press('Make a key');
    await page.getByLabel('Name', { exact: true }).fill('Late');
    await page.getByLabel(/^Agents/).fill('late-bot');
    await press('Make the key');
    await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor();
    await page
      .getByRole('dialog', { name: 'Confirm that it is you' })
      .getByRole('button', { name: 'Cancel' })
      .click();
    await page.getByText(/Nothing was changed/).waitFor();
    await press('Make the key');
    await press('Use your passkey');
    await page.getByRole('heading', { name: 'The new key, shown once' }).waitFor();
  });

  test('a person who is not an operator sees their own part, and one sentence why', {
    timeout,
  }, async () => {
    const page = await openAs(await server.person(['reviewer']));
    await go(page);
    await comesTo(page.getByRole('tab'), 2);
    await comesToSay(page.getByRole('tab').last(), 'Your passkeys0');
    await page.getByText(/Operators change the rest/).waitFor();
    await page.getByRole('tab', { name: /^People/ }).click();
    await page.getByText(/Only operators can change people/).waitFor();
    await comesTo(page.getByRole('button', { name: /Invite|Roles|Deactivate/ }), 0);
    await comesTo(page.getByText('eve@example.com'), 0);
    assert.deepEqual(await accessibilityFindings(page), []);
    await go(page, undefined, '/dead-letters');
    await page.getByText('Only operators see this page.').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('a message that was given up shows the reason, and can be tried again', {
    timeout,
  }, async () => {
    const { page } = home;
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const body = { action: sampleAction(), audience: 'billing-executor' };
    const asked = await server.call('POST', '/v1/requests', { headers: agent, body });
    const { approval_request_id: id } = asked.body as RequestRepresentation;
    const reason = { reason: 'not needed' };
    await server.call('POST', `/v1/requests/${id}/cancel`, { headers: agent, body: reason });
    const letters = page.getByRole('list', { name: 'Undelivered messages' });
    for (let tries = 0; tries < 100; tries++) {
      await go(page, undefined, '/dead-letters');
      if ((await letters.count()) > 0) break;
    }
    await letters.getByText('webhook.callback').first().waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await letters.getByRole('button').first().click();
    await toast('Back in the queue');
    await letters.getByRole('link', { name: 'The request' }).first().click();
    await page.waitForURL('**/history/ar_*');
  });

  test('no page is wider than a phone', { timeout }, async () => {
    const operator = await server.person(['operator']);
    const page = await openAs(operator, 390);
    for (const tab of [/^People/, /^Your passkeys/, /^API keys/, /^Services/, /^Signing/]) {
      await go(page, tab);
      assert.equal(await overflowOf(page), 0, `${tab}`);
    }
    await go(page, /^People/);
    await press('Invite a person', page);
    assert.equal(await overflowOf(page), 0);
    assert.deepEqual(await accessibilityFindings(page), []);
  });
});
