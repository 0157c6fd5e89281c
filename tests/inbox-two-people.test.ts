// Goal: a page never names one person while another one is signed in. Method: the session of a browser changes as if
// in another tab, and then this tab becomes visible again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startedServer } from '@countersign/server/testing';
import { builtSite, launchBrowser, signInTab, takeCookie } from './testing/inbox-browser.ts';

test('a tab shows the person who signed in in another tab when it is visible again', {
  timeout: 120_000,
}, async context => {
  const server = await startedServer({ site: builtSite() });
  const browser = await launchBrowser();
  context.after(async () => {
    await browser.close();
    await server.remove();
  });
  const [first, second] = [await server.person(['reviewer']), await server.person(['treasury'])];
  const { page, faults } = await browser.open(server.origin, { as: first });
  await page.goto(`${server.origin}/inbox`);
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.filter({ hasText: 'reviewer' }).waitFor();

  await signInTab(page, server.origin, second);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await account.filter({ hasText: 'treasury' }).waitFor({ timeout: 60_000 });

  await page.context().clearCookies();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 60_000 });
  assert.deepEqual(faults, []);
});

// A call of this tab between the two halves of a sign-in elsewhere is refused, and this tab then asks for a sign-in.
test('a tab that was refused while another tab signed in shows the person when it is visible again', {
  timeout: 120_000,
}, async context => {
  const server = await startedServer({ site: builtSite() });
  const browser = await launchBrowser();
  context.after(async () => {
    await browser.close();
    await server.remove();
  });
  const [first, second] = [await server.person(['reviewer']), await server.person(['treasury'])];
  const { page, faults } = await browser.open(server.origin, { as: first });
  await page.goto(`${server.origin}/inbox`);
  const account = page.getByRole('button', { name: /^Account of/ });
  await account.filter({ hasText: 'reviewer' }).waitFor();

  await takeCookie(page, server.origin, second);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 60_000 });

  await signInTab(page, server.origin, second);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await account.filter({ hasText: 'treasury' }).waitFor({ timeout: 60_000 });
  assert.deepEqual(faults, []);
});
