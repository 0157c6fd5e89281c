// Goal: a person reads several requests in one table and decides them with one touch. Method: a whole server with the built
// pages in Chromium and a virtual authenticator; what the store says afterwards is read over the API.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  type RequestRepresentation,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
  type Tab,
} from './testing/inbox-browser.ts';

const policy = `version: "1"
default: require_approval
default_chain: one
chain_by_risk: { low: one, medium: one, high: one, critical: one }
chains:
  - id: one
    stages: [{ name: desk, approvers: { roles: [operator] }, min_assurance: webauthn }]
`;

const timeout = 120_000;

describe('the page where several requests are decided together', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let tab: Tab;

  before(async () => {
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    tab = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
    await enterAsFirst(tab, server);
  });
  after(async () => {
    await tab?.close();
    await browser?.close();
    await server?.remove();
  });

  const read = async (id: string): Promise<RequestRepresentation> =>
    (await server.call('GET', `/v1/requests/${id}`, { headers: agent }))
      .body as RequestRepresentation;
  const asked = async (count: number, tool_name: string): Promise<string[]> => {
    const ids: string[] = [];
    for (let n = 1; n <= count; n++) {
      ids.push(
        await ask(server, agent, { tool_name, parameters: { list: 'board', line: `entry ${n}` } }),
      );
    }
    return ids;
  };

  test('[BA-1] [BA-2] one touch approves the rows that are taken, and a row that was taken out stays', {
    timeout,
  }, async () => {
    const { page } = tab;
    const ids = await asked(4, 'lists.append');
    await page.goto(`${server.origin}/`);
    await page
      .getByRole('link', { name: '4 lists.append of billing-bot: decide together' })
      .click();
    await page.getByText('Same in all 4 rows').waitFor();
    await comesTo(page.locator('.batch-table tbody tr'), 4);
    assert.deepEqual(await accessibilityFindings(page), []);
    const third = page.locator('.batch-table tbody tr').nth(2);
    await third.getByRole('checkbox').uncheck();
    await third.getByText('taken out by you').waitFor();
    const approve = page.getByRole('button', { name: 'Approve 3 with passkey' });
    await page
      .locator('button:not([aria-disabled="true"])', { hasText: 'Approve 3 with passkey' })
      .waitFor();
    await approve.click();
    await page.getByText('3 approved').waitFor();
    const states = await Promise.all(ids.map(read));
    assert.deepEqual(states.map(({ status }) => status).toSorted(), [
      'allowed',
      'allowed',
      'allowed',
      'pending',
    ]);
    const entries = states.flatMap(state => state.entries);
    assert.equal(new Set(entries.map(({ assertion }) => assertion?.batch?.root)).size, 1);
    assert.deepEqual(
      entries.map(({ assertion }) => assertion?.batch?.count),
      [3, 3, 3],
    );
    assert.deepEqual(tab.faults, []);
  });

  test('[BA-3] many are rejected with one reason, which every agent reads', {
    timeout,
  }, async () => {
    const { page } = tab;
    const ids = await asked(2, 'lists.clear');
    await page.goto(`${server.origin}/batch?agent=billing-bot&tool=lists.clear`);
    await page.getByRole('button', { name: 'Reject 2' }).click();
    await page.getByLabel('Reason for all of them').fill('not this list');
    await page.getByRole('button', { name: 'Reject 2, send back' }).click();
    await page.getByText('2 rejected').waitFor();
    for (const { status, entries } of await Promise.all(ids.map(read))) {
      assert.equal(status, 'denied');
      assert.equal(entries[0]?.reason, 'not this list');
    }
    assert.deepEqual(tab.faults, []);
  });
});
