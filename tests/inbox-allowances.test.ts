// Goal: a person proposes an allowance from a request, signs it with a passkey, and ends it. Method: a whole server with the
// built pages in Chromium and a virtual authenticator; agents ask over the API.

import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type StartedServer, startedServer } from '@countersign/server/testing';
import { ask, Card } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesToSay,
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - name: Finance
        approvers: { roles: [operator] }
        separation: self_confirm
rules:
  - id: invoices
    match: { tool: "invoices.file" }
    outcome: require_approval
    display: "File invoice {/number} of {/amount} {/currency}"
    allowances: { lifetime: 1d, any: [/number] }
`;

const invoice = (number: string, amount: number) => ({
  tool_name: 'invoices.file',
  resource: 'books',
  parameters: { number, amount, currency: 'EUR' },
});

const timeout = 120_000;
let server: StartedServer;
let browser: InboxBrowser;
let home: Tab;
let agent: Readonly<Record<string, string>>;

/** For a person who wants to look at what the test saw. */
async function picture(name: string): Promise<void> {
  const folder = process.env['PICTURES_DIR'];
  if (folder === undefined) return;
  writeFileSync(join(folder, `${name}.png`), await home.page.screenshot({ fullPage: true }));
}

async function statusOf(id: string): Promise<string> {
  const { body } = await server.call('GET', `/v1/requests/${id}`, { headers: agent });
  return (body as { status: string }).status;
}

before(async () => {
  server = await startedServer({ policy, site: builtSite() });
  browser = await launchBrowser();
  home = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
  await enterAsFirst(home, server);
  await home.page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
  agent = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
});
after(async () => {
  await browser?.close();
  await server?.remove();
});

test('[AL-6] a template starts pinned, counts what it would have covered, and is signed with a passkey', {
  timeout,
}, async () => {
  const { page } = home;
  const earlier = await ask(server, agent, invoice('A-1', 30));
  const start = await ask(server, agent, invoice('A-2', 40));
  await page.goto(`${server.origin}/requests/${start}`);
  await page.getByRole('link', { name: 'Approve, and allow similar' }).click();
  await page.getByRole('heading', { name: 'Allow similar' }).waitFor();
  await comesToSay(page.getByRole('status').filter({ hasText: 'covered' }), ['1 of 2 covered']);
  await page.getByLabel('Covered /number').selectOption('any');
  await page.getByLabel('Covered /amount').selectOption('at_most');
  await page.getByLabel('Bound /amount').fill('50');
  await comesToSay(page.getByRole('status').filter({ hasText: 'covered' }), ['2 of 2 covered']);
  await page.getByLabel('At most this many uses').fill('2');
  await page.getByText('A field cannot be read.').waitFor();
  await page.getByLabel('within this many minutes').fill('90');
  await page.getByLabel('The same action may run again').check();
  await comesToSay(page.getByRole('status').filter({ hasText: 'covered' }), ['2 of 2 covered']);
  await comesToSay(page.locator('.allow-sentence'), [
    'Up to 10 times within 8 hours. /amount at most 50. /number any. All other values exactly as in this request.',
  ]);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await overflowOf(page), 0, `${width}`);
    await picture(`allow-similar-${width}`);
    assert.deepEqual(await accessibilityFindings(page), [], `${width}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Propose the allowance' }).click();
  await page.waitForURL(url => !url.pathname.includes(start) && /ar_/.test(url.pathname));
  assert.equal(await statusOf(earlier), 'pending', 'proposing allows nothing');
  const card = new Card(page, server.origin);
  await card.open(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  await card.readAll();
  await card.armed();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await card.says(/Approved|Carried out/);
  await page.goto(`${server.origin}/allowances`);
  await comesToSay(page.locator('.state-mark'), ['In force']);
  const covered = await ask(server, agent, invoice('A-3', 45));
  assert.equal(await statusOf(covered), 'allowed');
  assert.equal(await statusOf(await ask(server, agent, invoice('A-4', 51))), 'pending');
  assert.equal(await statusOf(await ask(server, agent, invoice('A-6', 45))), 'allowed');
  assert.equal(await statusOf(await ask(server, agent, invoice('A-7', 45))), 'pending', 'AL-3');
  await comesToSay(
    page.locator('tbody tr td').nth(2),
    /2 of 10.*At most 2 uses within 90 minutes\.The same action may run again\./,
  );
  await page.getByText('What it covered, the last first').click();
  await comesToSay(page.locator('.allowance-table li a'), [
    'File invoice A-6 of 45 EUR',
    'File invoice A-3 of 45 EUR',
  ]);
});

test('[AL-12] the terminal says how fast an allowance may be used, and whether the same may run again', async () => {
  const terminal = await SignedInTerminal.at(server, await server.person(['operator']));
  try {
    const listed = await terminal.run(['allowance', '--json']);
    const { allowances } = JSON.parse(listed.output) as {
      allowances: { allowance_id: string; terms: { rate: unknown; repeat: boolean } }[];
    };
    assert.deepEqual(allowances[0]?.terms.rate, { uses: 2, seconds: 5400 });
    const shown = await terminal.run(['allowance', 'show', allowances[0]?.allowance_id ?? '']);
    assert.equal(shown.code, 0, shown.errors);
    assert.match(shown.output, /^at most 2 uses within 90 minutes$/m);
    assert.match(shown.output, /^the same action may run again$/m);
  } finally {
    terminal.remove();
  }
});

test('[AL-4] an allowance is revoked in its row, with a reason', { timeout }, async () => {
  const { page } = home;
  await page.goto(`${server.origin}/allowances`);
  await comesToSay(page.locator('.state-mark'), ['In force']);
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    assert.equal(await overflowOf(page), 0, `${width}`);
    await picture(`allowances-${width}`);
    assert.deepEqual(await accessibilityFindings(page), [], `${width}`);
  }
  await page.getByRole('button', { name: 'Revoke' }).click();
  await page.getByLabel('Reason').fill('The contract ended.');
  await page.getByRole('button', { name: 'Revoke' }).click();
  await comesToSay(page.locator('.state-mark'), ['Revoked']);
  assert.equal(await statusOf(await ask(server, agent, invoice('A-5', 45))), 'pending');
  assert.deepEqual(home.faults, []);
});
