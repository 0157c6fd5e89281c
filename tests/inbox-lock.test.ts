// Goal: one button locks, every page says what is locked, and an operator lifts it with a passkey. Method: a whole server
// with the built pages in Chromium and a virtual authenticator.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  governedPolicy,
  propose,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { approveHouse, governedScene } from './testing/governed-scene.ts';
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

describe('the lock of the inbox', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let home: Tab;

  before(async () => {
    server = await startedServer({ site: builtSite() });
    browser = await launchBrowser();
    home = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
    await enterAsFirst(home, server);
    await home.page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  test('[LK-1] [LK-5] an operator locks an agent, every page says so, and a passkey lifts it', {
    timeout,
  }, async () => {
    const { page } = home;
    const bot = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const reviewer = await server.person(['reviewer']);
    const { approval_request_id: id } = await propose(server, bot, sampleAction());
    await page.goto(`${server.origin}/people`);
    await page.getByRole('button', { name: 'Lock …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Lock it' }).click();
    await dialog.getByText('Choose what to lock.').waitFor();
    await dialog.getByRole('combobox', { name: 'Agent' }).fill('billing-bot');
    await dialog.getByText('waiting request closes').waitFor();
    await dialog.getByRole('button', { name: /^Show: waiting request closes/ }).click();
    const shown = dialog.getByRole('link');
    await comesTo(shown, 1, 'the request that would close');
    await comesToHave(shown, 'href', `/requests/${id}`);
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.ok((await overflowOf(page)) <= 0);
    await dialog.getByRole('button', { name: /^Hide: waiting request closes/ }).click();
    await comesTo(shown, 0, 'hidden again');
    await dialog.getByRole('button', { name: 'Lock billing-bot' }).click();
    await dialog.getByText('Write the reason.').waitFor();
    await dialog.getByLabel(/^Reason/).fill('It pays to changed accounts <b>.');
    assert.deepEqual(await accessibilityFindings(page), []);
    await dialog.getByRole('button', { name: 'Lock billing-bot' }).click();

    const banner = page.getByRole('region', { name: 'Locks in force' });
    await banner.getByText('billing-bot is locked').waitFor();
    await comesToSay(banner, /by Ada Lovelace: “It pays to .* <b>\.”/);
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.ok((await overflowOf(page)) <= 0);

    // Someone else sees it too, on the card that the lock closed, and cannot lift it.
    const other = await browser.open(server.origin, {
      as: reviewer,
      viewport: { width: 390, height: 844 },
    });
    await other.page.goto(`${server.origin}/requests/${id}`);
    await other.page.getByText('Closed by a lock, nothing ran').first().waitFor();
    const seen = other.page.getByRole('region', { name: 'Locks in force' });
    await seen.getByText('billing-bot is locked').waitFor();
    await comesTo(seen.getByRole('button'), 0, 'only an operator lifts it');
    assert.ok((await overflowOf(other.page)) <= 0);
    await other.close();

    await banner.getByRole('button', { name: 'Lift the lock on billing-bot' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('The accounts are right.');
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the lock' }).click();
    await comesTo(banner, 0, 'the banner goes with the last lock');
    await propose(server, bot, sampleAction());
    assert.deepEqual(home.faults, []);
  });

  test('[LK-3] a lock on everything signs everyone out, and they sign in again to lift it', {
    timeout,
  }, async () => {
    const { page } = home;
    await page.goto(`${server.origin}/people`);
    await page.getByRole('button', { name: 'Lock …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Everything', { exact: true }).click();
    await dialog.getByLabel(/^Reason/).fill('We do not know how far this goes.');
    await dialog.getByRole('button', { name: 'Lock everything' }).click();
    await page
      .getByRole('button', { name: /passkey/i })
      .first()
      .click();
    const banner = page.getByRole('region', { name: 'Locks in force' });
    await banner.getByText('Everything is locked').waitFor();
    await banner.getByRole('button', { name: 'Lift the lock on Everything' }).click();
    await page
      .getByRole('dialog')
      .getByLabel(/^Reason/)
      .fill('It was a drill.');
    await page.getByRole('dialog').getByRole('button', { name: 'Lift the lock' }).click();
    await comesTo(banner, 0, 'the banner goes with the last lock');
  });
});

test('[LK-5] where a chain lifts locks, the dialog says so, an operator asks, and the card names the lock', {
  timeout,
}, async t => {
  const { server, mara, jonas } = await governedScene({
    policy: governedPolicy.replace(
      '{ default: reviewer }',
      '{ default: reviewer, lock.lift: reviewer }',
    ),
    site: builtSite(),
  });
  t.after(() => server.remove());
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const tab = await browser.open(server.origin, { as: mara });
  const { page } = tab;
  await page.goto(`${server.origin}/people`);
  await page.getByRole('button', { name: 'Lock …' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Agent' }).fill('billing-bot');
  await dialog.getByText(/The chain reviewer lifts it/).waitFor({ timeout: 60_000 });
  await dialog.getByLabel(/^Reason/).fill('It pays to changed accounts.');
  await dialog.getByRole('button', { name: 'Lock billing-bot' }).click();
  const banner = page.getByRole('region', { name: 'Locks in force' });
  await banner.getByRole('button', { name: 'Lift the lock on billing-bot' }).click();
  await dialog.getByLabel(/^Reason/).fill('The accounts are right.');
  await dialog.getByRole('button', { name: 'Lift the lock' }).click();
  await comesTo(dialog, 0, 'the dialog closes once it was asked');
  await banner.getByText('billing-bot is locked').waitFor();
  const { rows } = await server.app.context.store.listRequests({ status: 'pending', limit: 10 });
  const id = rows.find(
    ({ operation }) => operation === 'countersign.lock.lift',
  )?.approval_request_id;
  assert.ok(id);
  await page.goto(`${server.origin}/requests/${id}`);
  await page.getByText('Lift a lock').first().waitFor({ timeout: 60_000 });
  assert.deepEqual(await accessibilityFindings(page), []);
  await approveHouse(server, jonas, id);
  await page.goto(`${server.origin}/people`);
  await page.getByRole('button', { name: 'Lock …' }).waitFor();
  await comesTo(banner, 0, 'the banner goes with the lock');
  assert.deepEqual(tab.faults, []);
  await tab.close();
});
