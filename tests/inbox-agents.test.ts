// Goal: people see which machines are guarded, worst first, and pause a guard with their passkey. Method: a whole server with
// the built pages in Chromium, guards that report over the API, and a virtual authenticator.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type StartedServer, startedServer } from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesToHold,
  comesToSay,
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
let server: StartedServer;
let browser: InboxBrowser;
let home: Tab;

/** With a name that is long, has marks and is written from right to left. */
const odd = 'claude-code.<b>kaffee‮maschine-der-sehr-langen-abteilung-im-dritten-stock';
const reports = [
  { agent_id: 'codex.jonas-mbp', agent: 'codex', state: 'not_guarded', proof: 'settings' },
  { agent_id: 'claude-code.mara-mbp', agent: 'claude-code', state: 'guarded', proof: 'canary' },
  { agent_id: 'gemini.lena-mbp', agent: 'gemini', state: 'guarded', proof: 'canary' },
  {
    agent_id: odd.replace('‮', ''),
    agent: 'claude-code',
    state: 'guarded_with_a_gap',
    proof: 'canary',
  },
] as const;
const why = {
  not_guarded: ['the hook is installed, but Codex does not trust it, and skips it'],
  guarded_with_a_gap: [
    'a project can switch hooks off. Managed settings close this: countersign guard claude-code --managed',
  ],
  guarded: [],
};

/** For a person who wants to look at what the test saw. */
async function picture(name: string): Promise<void> {
  const folder = process.env['GUARD_PICTURES'];
  if (folder === undefined) return;
  writeFileSync(join(folder, `${name}.png`), await home.page.screenshot({ fullPage: true }));
}

before(async () => {
  server = await startedServer({ site: builtSite() });
  browser = await launchBrowser();
  home = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
  await enterAsFirst(home, server);
  await home.page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
  for (const report of reports) {
    const { agent_id, state } = report;
    const headers = await server.apiKey({ verbs: ['propose'], agent_ids: [agent_id] });
    const machine = agent_id.split('.')[1] ?? '';
    const body = { agent_version: '2.1.325', machine, why: why[state], ...report };
    const { status, body: said } = await server.call('POST', '/v1/guards/report', {
      headers,
      body,
    });
    assert.equal(status, 200, JSON.stringify(said));
  }
});
after(async () => {
  await browser?.close();
  await server?.remove();
});

test('guarded machines are listed worst first, on a desk and on a phone, light and dark', {
  timeout,
}, async () => {
  const { page } = home;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${server.origin}/agents`);
  await page.getByRole('table', { name: 'Guarded machines' }).waitFor();
  await comesToSay(page.locator('.guard-cell-state'), [
    'Not guarded',
    'Guarded, with a gap',
    'Guarded',
    'Guarded',
  ]);
  await comesToSay(page.locator('tbody tr').first(), /does not trust it/);
  // Axe looks at it in light and in dark.
  for (const width of [1440, 900, 390]) {
    await page.setViewportSize({ width, height: 844 });
    assert.equal(await overflowOf(page), 0, `${width}`);
    await picture(`agents-${width}`);
    if (width !== 900) assert.deepEqual(await accessibilityFindings(page), [], `${width}`);
  }
  await page.getByRole('button', { name: 'Show the fix' }).first().click();
  await page.getByText('countersign guard codex', { exact: true }).waitFor();
  assert.deepEqual(home.faults, []);
});

test('[PA-1] a pause that a terminal asked for takes the passkey of the person, and can be ended', {
  timeout,
}, async () => {
  const { page } = home;
  await page.setViewportSize({ width: 1440, height: 900 });
  const query = new URLSearchParams({
    pause: 'claude-code.mara-mbp',
    minutes: '15',
    reason: 'Bisecting, 40 rebuilds.',
  });
  await page.goto(`${server.origin}/agents?${query}`);
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await comesToHold(dialog.getByLabel('Minutes, at most 60'), '15');
  await comesToHold(dialog.getByLabel('Reason, kept in the log'), 'Bisecting, 40 rebuilds.');
  assert.deepEqual(await accessibilityFindings(page), []);
  await dialog.getByRole('button', { name: 'Pause with your passkey' }).click();
  const end = page.getByRole('button', { name: 'End the pause of claude-code.mara-mbp' });
  await end.waitFor();
  await comesToSay(page.locator('tbody'), /Paused for 15 minutes by .*Bisecting/);
  await picture('paused');
  await end.click();
  await end.waitFor({ state: 'detached' });
  assert.deepEqual(home.faults, []);
});
