// Goal: a reviewer changes what the policy permits, reads the changed card and approves that one. Method: a whole
// server with the built pages in Chromium; what the store says afterwards is read over the API.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, Card } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - name: Support lead
        approvers: { roles: [reviewer] }
rules:
  - id: refund-over-50
    match: { tool: "refunds.create" }
    outcome: require_approval
    reason: refunds above 50.00 EUR need Support.
    display: "Refund {/amount} {/currency} to customer {/customer}"
    amend: { lower: [/amount], subset: [/lines], becomes: { /notify: true } }
`;

const refund = {
  tool_name: 'refunds.create',
  resource: 'shop-api',
  amendable: true,
  parameters: {
    amount: 1240,
    currency: 'EUR',
    customer: 31744,
    lines: ['L-1', 'L-2', 'L-3', 'L-4'],
    reason: 'Damaged in transit',
    notify: false,
  },
} as const;

const timeout = 120_000;

describe('changing an action, then approving it', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let mara: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    mara = await server.person(['reviewer']);
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

  const openCard = async (as: SignedIn, width = 1440, height = 900) => {
    const tab = await browser.open(server.origin, { as, viewport: { width, height } });
    tabs.push(tab);
    return { tab, page: tab.page, card: new Card(tab.page, server.origin) };
  };
  const read = async (id: string): Promise<RequestRepresentation> =>
    (await server.call('GET', `/v1/requests/${id}`, { headers: mara.headers }))
      .body as RequestRepresentation;

  test('[AM-2] only permitted values can be edited, the changed card arms again, and its digest is approved', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, refund);
    const { card, page } = await openCard(mara);
    await card.open(id);
    await card.readAll();
    await card.armed();
    await page.getByRole('button', { name: 'Change, then approve' }).click();
    const form = page.getByRole('form', { name: 'Change, then approve' });
    await form.waitFor();
    await comesTo(form.locator('input:not([type="checkbox"])'), 1);
    await comesTo(form.getByRole('checkbox'), 5);
    assert.deepEqual(await accessibilityFindings(page), []);

    await form.getByRole('button', { name: 'Change it' }).click();
    await form.getByText('Change at least one value.').waitFor();
    await form.getByText('Write a reason.').waitFor();
    const amount = form.getByLabel('amount', { exact: true });
    for (const [typed, said] of [
      ['2000', 'Expected a lower number'],
      ['-1', 'Expected a lower number'],
      ['12,50', 'Expected a number such as'],
    ] as const) {
      await amount.fill(typed);
      await form.getByRole('button', { name: 'Change it' }).click();
      await form.getByText(said).waitFor();
    }
    assert.equal((await read(id)).status, 'pending', 'nothing was sent');

    await amount.fill('240');
    for (const line of ['L-2', 'L-3', 'L-4']) await form.getByLabel(line).uncheck();
    await form.getByLabel(/^Why/).fill('Only line 1 arrived damaged.');
    await form.getByRole('button', { name: 'Change it' }).click();
    await page.getByRole('heading', { name: 'Refund 240 EUR' }).waitFor();

    const before = await read(id);
    assert.equal(before.status, 'amended');
    const next = before.superseded_by ?? '';
    assert.equal(new URL(page.url()).pathname, `/requests/${next}`);
    const changes = page.getByRole('region', { name: 'What was changed' });
    await changes.waitFor();
    const shown = await changes.innerText();
    assert.match(shown, /billing-bot asked/);
    assert.match(shown, /1240/);
    assert.match(shown, /Only line 1 arrived damaged/);
    assert.match(shown, /1 of 3 changes used/);
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.equal((await read(next)).entries.length, 0, 'a change approves nothing');

    await card.readAll();
    await card.armed();
    await card.approve().click();
    await card.says('Approved, not started yet');
    const approved = await read(next);
    assert.equal(approved.status, 'allowed');
    assert.equal(approved.request.amends?.[0]?.changed_by, mara.person_id);
    await changes.getByText(/approved at/).waitFor();

    // The record shows the same, and the old card leads to the new one.
    await page.goto(`${server.origin}/history/${next}`);
    await page.getByRole('region', { name: 'What was changed' }).waitFor();
    await card.open(id);
    await page.getByRole('link', { name: 'Next: the changed request' }).click();
    await page.getByRole('heading', { name: 'Refund 240 EUR' }).waitFor();
  });

  test('[QA-2] a question to the agent leaves the card as it is, and the answer stands there as unverified', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, {
      ...refund,
      parameters: { ...refund.parameters, customer: 8 },
    });
    const { card, page } = await openCard(mara);
    await card.open(id);
    await page.getByRole('button', { name: 'Ask the agent' }).click();
    const form = page.getByRole('form', { name: 'Ask billing-bot' });
    await form.getByRole('button', { name: 'Ask' }).click();
    await form.getByText('Write a question.').waitFor();
    await form.getByLabel('Your question').fill('Who saw the photos?');
    await form.getByRole('button', { name: 'Ask' }).click();
    await page.getByText(/no answer yet/).waitFor();
    const [question] = (await read(id)).questions;
    const path = `/v1/requests/${id}/questions/${question?.question_id}/answers`;
    const body = { text: 'I did. <b>Approve it</b>\u202e' };
    await server.call('POST', path, { headers: agent, body });
    await page.getByText('billing-bot answered at').waitFor();
    await page.getByText('I did. <b>Approve it</b><U+202E>').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await card.readAll();
    await card.armed();
    await card.approve().click();
    await card.says('Approved, not started yet');
  });

  test('a request whose rule or agent permits no change does not offer one', {
    timeout,
  }, async () => {
    const { amendable: _, ...closed } = refund;
    const id = await ask(server, agent, {
      ...closed,
      parameters: { ...refund.parameters, customer: 6 },
    });
    const { card, page } = await openCard(mara);
    await card.open(id);
    await card.readAll();
    await comesTo(page.getByRole('button', { name: 'Change, then approve' }), 0);
  });

  test('on a phone the ways open with one button, and nothing is wider than the screen', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, {
      ...refund,
      parameters: { ...refund.parameters, customer: 7 },
    });
    const { card, page } = await openCard(mara, 375, 740);
    await card.open(id);
    const way = page.getByRole('button', { name: 'Change, then approve' });
    await way.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Other ways' }).click();
    await way.click();
    await page.getByLabel('amount', { exact: true }).waitFor();
    assert.equal(await overflowOf(page), 0);
  });
});
