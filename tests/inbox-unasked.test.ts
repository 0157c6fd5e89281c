// Goal: a person sees what ran without a question, and an operator declares a tool from its card. Method: a whole
// server with governance and the built pages in Chromium.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  governedPolicy,
  propose,
  type SignedIn,
  type StartedServer,
  sampleAction,
  sequenceAnswers,
} from '@countersign/server/testing';
import { approveHouse, governedScene } from './testing/governed-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const policy = `${governedPolicy}retention: { unasked: parameters, for: 30d }\n`;
const hostile = '<img src=x onerror=globalThis.broken=1>';

describe('what ran unasked, and tools that are not known', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let mara: SignedIn;
  let jonas: SignedIn;
  let eve: SignedIn;
  let bot: Readonly<Record<string, string>>;
  const tabs: Tab[] = [];

  before(async () => {
    ({ server, mara, jonas, eve, bot } = await governedScene({ policy, site: builtSite() }));
    browser = await launchBrowser();
    for (const [tool_name, parameters] of [
      ['read.ledger', { month: 'May of the ledger', note: hostile }],
      ['forbidden.wipe', {}],
    ] as const) {
      const target = { tool_name, tool_schema_version: '1', resource: 'acct-42' };
      const body = { action: { ...sampleAction(), target, parameters }, audience: 'runner' };
      const answer = await server.call('POST', '/v1/requests', { headers: bot, body });
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    await sequenceAnswers(server);
  });
  after(async () => {
    assert.deepEqual(
      tabs.flatMap(({ faults }) => faults),
      [],
    );
    await browser.close();
    await server.remove();
  });

  async function open(path: string, as: SignedIn): Promise<Tab['page']> {
    const tab = await browser.open(server.origin, { as });
    tabs.push(tab);
    await tab.page.goto(`${server.origin}${path}`);
    return tab.page;
  }

  test('an operator finds an unasked action by its tool and reads its parameters', {
    timeout,
  }, async () => {
    const page = await open('/history', mara);
    await page.getByRole('link', { name: 'Ran unasked' }).click();
    const list = page.getByRole('list', { name: 'Unasked actions' });
    await list.getByText('forbidden.wipe').waitFor();
    await page.getByRole('searchbox').fill('tool:read.ledger');
    await list.getByText('forbidden.wipe').waitFor({ state: 'detached' });
    const row = list.getByRole('listitem').filter({ hasText: 'read.ledger' });
    await row.getByText('What is kept').click();
    await row.getByText('The policy keeps the parameters.').waitFor();
    await row.getByText(hostile).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.equal(await overflowOf(page), 0);
  });

  test('a person who neither operates nor audits sees that it ran, and no values', {
    timeout,
  }, async () => {
    const page = await open('/history/unasked', eve);
    const row = page.getByRole('listitem').filter({ hasText: 'read.ledger' });
    await row.getByText('What is kept').click();
    await row.getByText('Operators, auditors and the owner of the agent').waitFor();
    assert.ok(!(await page.content()).includes('May of the ledger'));
  });

  test('an operator asks from the card to declare an unknown tool, and it is declared once approved', {
    timeout,
  }, async () => {
    const target = { tool_name: 'parcels.zwickle', tool_schema_version: '1', resource: null };
    const asked = await propose(server, bot, { ...sampleAction(), target, parameters: {} });
    const page = await open(`/requests/${asked.approval_request_id}`, mara);
    await page.getByText('Declare this tool').click();
    await page.getByLabel('Effect').selectOption('read');
    await page.getByLabel('Undo').selectOption('read_only');
    await page.getByLabel('Reason').fill('Reads one parcel.');
    const line =
      '- { tool: "parcels.zwickle", effect: read, reversibility: read_only, reason: "Reads one parcel." }';
    await page.getByText(line, { exact: true }).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.getByRole('button', { name: 'Ask to declare it' }).click();
    const dialog = page.getByRole('dialog', { name: 'Waits for approval' });
    const href = await dialog.getByRole('link').getAttribute('href');
    const houseId = href?.split('/').at(-1) ?? assert.fail();
    await approveHouse(server, jonas, houseId);
    const { tools = [] } = server.app.policies.policy.riskSettings;
    assert.deepEqual(
      tools.map(({ tool, effect }) => [tool, effect]),
      [['parcels.zwickle', 'read']],
    );
  });

  test('the page of the policy lists every tool seen with why, and what is approved again and again', {
    timeout,
  }, async () => {
    await sequenceAnswers(server);
    const page = await open('/policy', mara);
    await page.getByRole('tab', { name: 'Tools' }).click();
    const tools = page.getByRole('list', { name: 'Tools' });
    const declared = tools.getByRole('listitem').filter({ hasText: 'parcels.zwickle' });
    await declared.getByText('The operator declared it in the policy.').waitFor();
    const ledger = tools.getByRole('listitem').filter({ hasText: 'read.ledger' });
    await ledger.getByText('Only the words of its name suggest it.').waitFor();
    await ledger.getByText('Declare this tool').click();
    await ledger
      .getByText('- { tool: "read.ledger", effect: read, reversibility: read_only }')
      .waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.equal(await overflowOf(page), 0);
    await page.getByRole('tab', { name: 'Proposals' }).click();
    await page.getByText(/No action was approved 5 times/).waitFor();
  });
});
