// Goal: a person finds a request by a value, keeps the search, and takes the result away as a file. Method: a whole
// server with the built pages in Chromium. Any exception in the page and any block by its content security policy fails.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const policy = `version: "1"
default: require_approval
default_chain: finance
chain_by_risk: { low: finance, medium: finance, high: finance, critical: finance }
chains:
  - id: finance
    stages: [{ name: finance, approvers: { roles: [finance] } }]
`;

describe('the search', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let finance: SignedIn;
  let tab: Tab;

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    finance = await server.person(['finance']);
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const ask = async (parameters: object): Promise<string> =>
      (await propose(server, agent, { ...sampleAction(), parameters })).approval_request_id;
    await ask({ to: { name: 'Nordvik Paper AB', iban: 'SE35 5000 0000 0549' }, amount: 4200 });
    const rejected = await ask({ body: 'the account SE3550000000549 <b>changed</b>', amount: 1 });
    await ask({ to: { name: 'Another GmbH' }, amount: 7 });
    await decide(server, finance.headers, rejected, 'deny', { reason: 'paid twice' });
    const viewport = { width: 1440, height: 900 };
    tab = await browser.open(server.origin, { as: finance, viewport, acceptDownloads: true });
  });
  after(async () => {
    assert.deepEqual(tab?.faults ?? [], []);
    await browser?.close();
    await server?.remove();
  });

  /** For a person who wants to look at what the test saw. */
  const picture = async (name: string): Promise<void> => {
    const folder = process.env['SEARCH_PICTURES'];
    if (folder === undefined) return;
    writeFileSync(join(folder, `${name}.png`), await tab.page.screenshot({ fullPage: true }));
  };
  const rows = () => tab.page.locator('.found tbody tr');

  test('a value is found, narrowed, kept as a view and exported', {
    timeout: 120_000,
  }, async () => {
    const { page } = tab;
    await page.goto(`${server.origin}/history/search`);
    await comesTo(rows(), 3, 'all three requests are in the index');
    await page.getByRole('searchbox').fill('se35 5000');
    await comesToSay(page.locator('.search-count'), /2 requests/);
    await comesToSay(page.locator('.found mark'), ['SE355000', 'SE35 5000']);
    await picture('desktop');
    await page.getByLabel('Outcome', { exact: true }).selectOption('rejected');
    await comesToSay(page.locator('.search-count'), /1 request/);
    await comesToSay(page.locator('.found'), /paid twice/);
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByLabel('Name of the view').fill('Rejected accounts');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await comesToSay(page.locator('.search-views'), /Rejected accounts/);
    await page.getByRole('link', { name: 'Everything' }).click();
    await comesTo(rows(), 3, 'the filter is gone');
    await page.reload();
    await page.getByRole('link', { name: 'Rejected accounts' }).click();
    await comesTo(rows(), 1, 'the view asks again');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8').split('\r\n');
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /,rejected,/);
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('the search fits a phone, in the dark and in other languages', {
    timeout: 120_000,
  }, async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 844 });
    for (const language of ['en', 'de', 'ja']) {
      await page.evaluate(`localStorage.setItem('countersign.language', '${language}')`);
      await page.goto(`${server.origin}/history/search?text=se35`);
      await comesTo(rows(), 2, language);
      assert.ok((await overflowOf(page)) <= 0, language);
      await page.emulateMedia({ colorScheme: language === 'en' ? 'light' : 'dark' });
      await picture(`phone-${language}`);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await picture('desktop-ja-dark');
  });
});
