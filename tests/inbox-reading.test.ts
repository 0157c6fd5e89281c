// Goal: policy says what must be read. A stage can demand every row of a table. A rule can exempt values that a program
// wrote. Method: one server with both, the built pages in Chromium, and a person who skips.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import { ask, Card } from './testing/card-scene.ts';
import { builtSite, type InboxBrowser, launchBrowser, type Tab } from './testing/inbox-browser.ts';

const timeout = 120_000;
const policy = `version: "1"
default: require_approval
default_chain: glance
chain_by_risk: { low: glance, medium: glance, high: glance, critical: glance }
chains:
  - id: glance
    stages: [{ name: Desk, approvers: { roles: [reviewer] } }]
  - id: whole
    stages: [{ name: Audit, approvers: { roles: [reviewer] }, read: every_row }]
rules:
  - { id: whole, match: { tool: "audited.*" }, outcome: require_approval, chain: whole }
  - { id: locks, match: { tool: "generated.*" }, outcome: require_approval, generated: [/content] }
`;
const payments = Array.from({ length: 200 }, (_, index) => ({
  payee: `Payee ${index}`,
  amount: `${100 + (index % 7)}.00`,
  currency: 'EUR',
}));
const lock = Array.from({ length: 600 }, (_, index) => `package-${index}@1.0.${index}`).join('\n');

describe('what policy has people read', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    reviewer = await server.person(['reviewer']);
  });
  afterEach(async () => {
    const faults = tabs.flatMap(tab => tab.faults);
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const open = async (tool_name: string, parameters: Record<string, unknown>) => {
    const id = await ask(server, agent, { tool_name, parameters });
    const viewport = { width: 1440, height: 900 };
    const tab = await browser.open(server.origin, { as: reviewer, viewport });
    tabs.push(tab);
    const card = new Card(tab.page, server.origin);
    await card.open(id);
    return card;
  };
  const locked = (card: Card) =>
    card.page.locator('.btn--approve[aria-disabled="true"]').waitFor({ timeout: 60_000 });
  /** The ends of the card on screen, and nothing between them. */
  const skip = async (card: Card) => {
    for (const place of ['0', `document.querySelector('.card-scroll').scrollHeight`]) {
      await card.page.evaluate(
        `new Promise(done => { document.querySelector('.card-scroll').scrollTop = ${place}; setTimeout(() => requestAnimationFrame(done), 450); })`,
      );
    }
  };

  test('without a demand the summary, the unusual, the first and the last rows are enough', {
    timeout,
  }, async () => {
    const card = await open('payments.batch', { payments });
    await card.says('198 rows in between, all reachable here');
    await card.readAll();
    await card.armed();
  });

  test('read: every_row keeps Approve locked until every row was on screen', {
    timeout,
  }, async () => {
    const card = await open('audited.batch', { payments });
    await card.says('198 rows in between, all of which this stage has you read');
    await skip(card);
    await locked(card);
    await card.readAll();
    await card.armed();
  });

  test('rows that a search leaves out do not count as read', { timeout }, async () => {
    const card = await open('audited.batch', { payments: payments.slice(0, 120) });
    const find = card.page.getByRole('searchbox', { name: 'Find in the rows' });
    await find.fill('Payee 11');
    await card.says(/of 118 rows found/);
    await card.readAll();
    await locked(card);
    await find.fill('');
    await card.says('118 rows in between, all of which this stage has you read');
    await card.readAll();
    await card.armed();
  });

  test('a fold counts as unread, except where a rule calls its value generated', {
    timeout,
  }, async () => {
    const plain = await open('files.write', { path: 'package.lock', content: lock });
    await plain.readAll();
    await locked(plain);
    const freed = await open('generated.write', { path: 'package.lock', content: lock });
    await freed.says(/generated, need not be opened/);
    await freed.readAll();
    await freed.armed();
  });
});
