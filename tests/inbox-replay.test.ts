// Goal: before a policy changes, an operator sees what it would have answered in the last days. Actions that a person
// rejected come first, and the operator must open them before asking for the policy. Method: a whole server with the
// built pages in Chromium.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide, governedPolicy, propose, sampleAction } from '@countersign/server/testing';
import { governedScene } from './testing/governed-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  launchBrowser,
  overflowOf,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const looser = governedPolicy.replace(
  'rules:\n',
  'rules:\n  - { id: notes, match: { tool: "notes.*" }, outcome: allow }\n',
);

test('the operator replays a draft, opens what had been rejected, and then asks for it', {
  timeout,
}, async t => {
  const { server, mara, eve, bot } = await governedScene({
    policy: governedPolicy,
    site: builtSite(),
  });
  t.after(() => server.remove());
  const browser = await launchBrowser();
  t.after(() => browser.close());
  const target = { tool_name: 'notes.create', tool_schema_version: '1', resource: null };
  const parameters = { title: 'Autumn offer' };
  const { approval_request_id: id } = await propose(server, bot, {
    ...sampleAction(),
    target,
    parameters,
  });
  await decide(server, eve.headers, id, 'deny', { reason: 'Load test runs until Friday.' });
  await propose(server, bot, sampleAction());

  const tab = await browser.open(server.origin, { as: mara });
  const { page } = tab;
  await page.goto(`${server.origin}/policy`);
  await page.getByRole('tab', { name: 'Replay' }).click();
  const answer = page.getByRole('complementary', { name: 'Replay' });
  const replay = answer.getByRole('button', { name: 'Replay the draft', exact: true });
  await replay.click();
  await answer.getByText('Nothing changes.').waitFor({ timeout: 60_000 });
  const asking = answer.getByRole('button', { name: /propose|in force/ });
  await comesTo(asking, 0);

  const text = page.getByRole('textbox', { name: /^Text of / });
  await text.fill('version: [');
  await answer.getByText('This is the answer to an earlier draft.').waitFor();
  await replay.click();
  await answer
    .getByRole('alert')
    .getByText(/policy\.yaml\D+1\D/)
    .waitFor({ timeout: 60_000 });

  await text.fill(looser);
  await comesToHave(asking, 'aria-disabled', 'true');
  await replay.click();
  const group = answer.getByRole('region', { name: '1 newly allowed, 1 had been rejected' });
  await group.waitFor({ timeout: 60_000 });
  const rejected = group.getByRole('listitem');
  await comesToSay(rejected, /Autumn offer/);
  await comesToSay(rejected, /Was asked, rejected: “Load test runs until Friday.”. Now notes/);
  await comesToSay(asking, 'Open 1 rejected to propose');
  await comesToHave(asking, 'aria-disabled', 'true');
  assert.deepEqual(await accessibilityFindings(page), []);
  await page.getByRole('button', { name: 'Changes', exact: true }).click();
  await comesToSay(page.locator('.diff-line--added'), /id: notes/);
  assert.deepEqual(await accessibilityFindings(page), []);

  const opening = page.context().waitForEvent('page');
  await rejected.getByRole('link', { name: 'Open' }).click();
  const opened = await opening;
  await opened.waitForURL(`${server.origin}/requests/${id}`, { timeout: 60_000 });
  await opened.close();
  await comesToSay(asking, 'Ask to put it in force');
  await page.setViewportSize({ width: 390, height: 844 });
  assert.equal(await overflowOf(page), 0);
  await asking.click();
  await page.getByRole('dialog', { name: 'Waits for approval' }).waitFor({ timeout: 60_000 });
  assert.deepEqual(tab.faults, []);
  await tab.close();
});
