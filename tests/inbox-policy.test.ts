// Goal: a reader of the policy page sees the rules in force and their answer about an action, and nothing they write
// or try changes anything. Method: a whole server with the built pages in Chromium.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  governedPolicy,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { ask } from './testing/card-scene.ts';
import { governedScene, lookAtFiles } from './testing/governed-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToHold,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  lookUntil,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const hostile = '<img src=x onerror=globalThis.broken=1> &amp; "quoted"';

const policy = `version: "14"
default: deny
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages:
      - name: platform
        approvers: { roles: [reviewer] }
  - id: payments
    stages:
      - name: finance
        approvers: { roles: [finance] }
      - name: treasury
        approvers: { roles: [treasury] }
        min_assurance: webauthn
rules:
  - id: no-ledger-shell
    match: { tool: shell.exec, resource: "ledger-*" }
    outcome: deny
    reason: no shell on the ledger hosts
  - id: wire-over-1000
    match: { tool: payments.wire }
    when: parameters.amount > 1000
    outcome: require_approval
    chain: payments
    reason: wires above 1,000
  - id: wires
    match: { tool: payments.wire }
    outcome: require_approval
    chain: one
  - id: hostile
    match: { tool: "hostile.*" }
    outcome: require_approval
    reason: ${JSON.stringify(hostile)}
  - id: reading
    match: { tool: ["*.read", "*.list"] }
    outcome: allow
    reason: reading
`;

describe('the page of the policy', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let person: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    person = await server.person(['reviewer', 'finance']);
    await server.person(['reviewer']);
    await server.person(['finance']);
    await server.person(['treasury']);
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

  const open = async (path = '/policy', width = 1440, height = 900) => {
    const tab = await browser.open(server.origin, { as: person, viewport: { width, height } });
    tabs.push(tab);
    await tab.page.goto(`${server.origin}${path}`);
    await tab.page.getByRole('heading', { level: 1, name: 'Policy' }).waitFor({ timeout: 60_000 });
    return tab.page;
  };

  test('the page shows the rules in force by their answer, strictest first, with the approvers', {
    timeout,
  }, async () => {
    const page = await open();
    const groups = await page.locator('.rules').evaluateAll(all => all.map(each => each.ariaLabel));
    assert.deepEqual(groups, ['Deny', 'Ask', 'Allow']);
    const deny = page.getByRole('region', { name: 'Deny' });
    await deny.getByText('No shell on the ledger hosts').waitFor();
    await deny.getByText('Everything that no rule covers').waitFor();
    const asked = page.getByRole('region', { name: 'Ask' }).getByRole('listitem');
    const wire = asked.filter({ hasText: 'wire-over-1000' });
    await comesToSay(wire, /Wires above 1,000.*payments\.wire.*when parameters\.amount > 1000/);
    await comesToSay(wire, /Finance, then Treasury/);
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.getByRole('tab', { name: 'Chains 2' }).click();
    await page.getByText('Treasury, passkey').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.getByRole('tab', { name: 'Documents 1' }).click();
    const lines = page.locator('.block .line');
    await lines.first().waitFor();
    const open_all = page.getByRole('button', { name: /^Open all/ });
    if ((await open_all.count()) > 0) await open_all.click();
    const look = async () => (await lines.allTextContents()).join('\n').trimEnd();
    const text = await lookUntil(lines, look, now => now === policy.trimEnd());
    assert.equal(text, policy.trimEnd());
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('the page shows the answer for an action, the deciding rule, and the values of each condition', {
    timeout,
  }, async () => {
    const page = await open();
    const before = await server.call('GET', '/v1/counts', { headers: person.headers });
    await page.getByRole('button', { name: 'Evaluate' }).click();
    const answer = page.getByRole('region', { name: 'Answer' });
    await answer.getByText('Ask: Finance, then Treasury').waitFor();
    await answer.getByText('2 of 5 rules apply. The strictest decides.').waitFor();
    const decides = answer.locator('.conds').first();
    await comesToSay(decides, /Decides: wire-over-1000/);
    const amount = decides.getByRole('listitem').filter({ hasText: 'parameters.amount > 1000' });
    await comesToSay(amount, /saw 4200$/);
    await answer.getByText('Treasury, passkey').waitFor();
    await comesTo(page.locator('.rule[data-hit="true"]'), 2);
    await answer.getByText('3 rules do not apply').click();
    await answer.getByText('no-ledger-shell').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    const after = await server.call('GET', '/v1/counts', { headers: person.headers });
    assert.deepEqual(after.body, before.body, 'nothing was recorded');
  });

  test('the page shows deny and allow, and the default when no rule matches', {
    timeout,
  }, async () => {
    const page = await open();
    const answer = page.getByRole('region', { name: 'Answer' });
    const evaluate = async (tool: string, parameters: string) => {
      await page.getByLabel('Tool', { exact: true }).fill(tool);
      await page.getByLabel('Parameters, as JSON').fill(parameters);
      await page.getByLabel('Parameters, as JSON').press('Control+Enter');
    };
    await evaluate('crm.read', '{}');
    await answer.locator('.answer-head').getByText('Allow', { exact: true }).waitFor();
    await evaluate('nobody.knows', '');
    await answer.locator('.answer-head').getByText('Deny', { exact: true }).waitFor();
    await answer.getByText('default.operator').waitFor();
    await page.getByText('Target and context').click();
    await page.getByLabel('Target', { exact: true }).fill('ledger-1');
    await evaluate('shell.exec', '{"command":"ls"}');
    await answer.getByText('no-ledger-shell').first().waitFor();
  });

  test('input that is not exact JSON is refused with an explanation, before anything is sent', {
    timeout,
  }, async () => {
    const page = await open();
    let sent = 0;
    page.on('request', request => {
      if (request.url().endsWith('/v1/policy/explain')) sent += 1;
    });
    const field = page.getByLabel('Parameters, as JSON');
    for (const wrong of ['{"amount": 1, "amount": 2}', '{"amount": }', '[]', '{"a": 1e999}']) {
      await field.fill(wrong);
      await page.getByRole('button', { name: 'Evaluate' }).click();
      await comesToSay(page.getByRole('alert'), /^[A-Z].+\.$/, wrong);
      await comesToHave(field, 'aria-invalid', 'true');
    }
    assert.equal(sent, 0);
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('the page takes an action from history, exactly', { timeout }, async () => {
    const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const parameters = { amount: 500, to: { name: 'Nordvik' } };
    const id = await ask(server, agent, { tool_name: 'payments.wire', parameters });
    const page = await open(`/policy?from=${id}`);
    await page.getByText('Taken from history').waitFor();
    const field = page.getByLabel('Parameters, as JSON');
    await comesToHold(field, '{\n  "amount": 500,\n  "to": { "name": "Nordvik" }\n}');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('Ask: Platform').waitFor();
  });

  test('text of a policy stays text, and nothing is wider than a phone', { timeout }, async () => {
    const page = await open('/policy', 390, 844);
    await page.getByLabel('Tool', { exact: true }).fill('hostile.tool');
    await page.getByLabel('Agent', { exact: true }).fill(hostile);
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByRole('region', { name: 'Answer' }).waitFor();
    await comesTo(page.locator('main img'), 0);
    assert.equal(await page.evaluate('globalThis.broken'), undefined);
    const rule = page.locator('.rule').filter({ hasText: 'hostile' });
    await comesToSay(rule.first(), /<img src=x onerror=globalThis.broken=1> &amp;/);
    assert.equal(await overflowOf(page), 0);
    assert.deepEqual(await accessibilityFindings(page), []);
  });
});

test('[GT-10] the policy page and the card of a request for the policy name what would end, and why', {
  timeout,
}, async t => {
  let onDisk = governedPolicy;
  const { server, mara, eve, bot } = await governedScene({
    policy: () => onDisk,
    site: builtSite(),
  });
  t.after(() => server.remove());
  const browser = await launchBrowser();
  t.after(() => browser.close());
  await propose(server, bot, sampleAction());
  const target = { tool_name: 'mail.send', tool_schema_version: '1', resource: null };
  const { approval_request_id: id } = await propose(server, bot, { ...sampleAction(), target });
  onDisk = governedPolicy.replace('tool: "forbidden.*"', 'tool: "mail.*"');
  await lookAtFiles(server);

  const tab = await browser.open(server.origin, { as: mara });
  await tab.page.goto(`${server.origin}/policy`);
  const preview = tab.page.getByRole('region', { name: 'What would end' });
  await preview.getByText('1 pending request would end. 1 would stay open.').waitFor({
    timeout: 60_000,
  });
  const ending = preview.getByRole('listitem');
  await comesToSay(ending, 'mail.send of billing-bot: rule "never" now answers deny');
  await comesToHave(ending.getByRole('link'), 'href', `/requests/${id}`);
  await preview.getByText('Requests that would stay open').click();
  await preview.getByText('wire_transfer').waitFor();
  assert.deepEqual(await accessibilityFindings(tab.page), []);
  await tab.close();

  const other = await browser.open(server.origin, { as: eve });
  await other.page.goto(`${server.origin}/policy`);
  await other.page.getByText('The files of the server say something else.').waitFor();
  const ended = other.page.getByRole('region', { name: 'What would end' });
  await comesTo(ended, 0);
  const asked = await server.call('POST', '/v1/policy/requests', {
    headers: mara.headers,
    body: {},
  });
  const { house_request } = asked.body as { house_request: { approval_request_id: string } };
  await other.page.goto(`${server.origin}/requests/${house_request.approval_request_id}`);
  await ended.getByText('1 pending request would end. 1 would stay open.').waitFor({
    timeout: 60_000,
  });
  await ended.getByText('mail.send of billing-bot: rule "never" now answers deny').waitFor();
  assert.deepEqual(await accessibilityFindings(other.page), []);
  assert.deepEqual([...tab.faults, ...other.faults], []);
  await other.close();
});
