// Goal: every page of the inbox can be used by any visitor: with a keyboard alone, with a screen reader, on a phone,
// in the dark, and while the server does not answer. Method: a whole server with the built pages in Chromium; axe
// checks each page in light and in dark, at the width of a desk and of a phone.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  decide,
  firstRunLink,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import type { Page } from 'playwright-core';
import { ask, cardPolicy, wire } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const between = 900;
const widths = [1440, between, 390];

describe('every page', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let person: SignedIn;
  let requestId: string;
  let decidedId: string;
  let holdId: string;
  let userCode: string;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
    browser = await launchBrowser();
    // A hold also stops the calls that its agent makes without a session, so another agent waits for the answer.
    const agent_ids = ['billing-bot', 'cleaning-bot'];
    agent = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids });
    person = await server.person(['reviewer', 'finance', 'operator']);
    await server.person(['treasury']);
    requestId = await ask(server, agent, { ...wire, agent_reasoning: 'It is due today.' });
    const command = Array.from({ length: 90 }, (_, line) => `rm -rf ./old\u200b-${line}`);
    await ask(server, agent, { parameters: { command: command.join('\n') } });
    decidedId = await ask(server, agent);
    await decide(server, person.headers, decidedId, 'deny');
    const said = await server.call('POST', '/v1/messages', {
      headers: agent,
      body: {
        agent_id: 'cleaning-bot',
        session_id: 'clean-up',
        text: 'I am about to delete all 41 old snapshots. This cannot be undone. Should I go ahead?',
      },
    });
    holdId = (said.body as { hold: { hold_id: string } }).hold.hold_id;
    const started = await server.call('POST', '/v1/terminal-sign-ins', {
      headers: { origin: server.origin },
      body: { label: 'build-07, ada' },
    });
    userCode = (started.body as { user_code: string }).user_code;
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

  const open = async (path: string, as: SignedIn | null = person) => {
    const viewport = { width: 1440, height: 844 };
    const tab = await browser.open(server.origin, { viewport, ...(as === null ? {} : { as }) });
    tabs.push(tab);
    await tab.page.goto(path.startsWith('http') ? path : `${server.origin}${path}`);
    await tab.page.getByRole('heading', { level: 1 }).first().waitFor({ timeout: 60_000 });
    return tab.page;
  };

  const pages: readonly (readonly [
    what: string,
    path: () => string,
    ready?: (page: Page) => unknown,
  ])[] = [
    ['the queue', () => '/'],
    ['a request', () => `/requests/${requestId}`],
    [
      'rejecting',
      () => `/requests/${requestId}`,
      page => page.getByRole('button', { name: 'Reject' }).click(),
    ],
    ['a decided request', () => `/requests/${decidedId}`],
    ['a hold', () => `/holds/${holdId}`],
    ['the history', () => '/history', page => page.locator('.history-row').first().waitFor()],
    [
      'a record',
      () => `/history/${decidedId}`,
      page => page.getByText('Verified with the keys of this server').waitFor({ timeout: 30_000 }),
    ],
    ['the policy', () => '/policy'],
    ['people', () => '/people'],
    ['the keys', () => '/people', page => page.getByRole('tab', { name: /^API keys/ }).click()],
    ['what was not delivered', () => '/dead-letters'],
    ['the own settings', () => '/settings'],
    ['what ran unasked', () => '/history/unasked'],
    ['a terminal', () => `/terminal?code=${userCode}`],
    ['no page', () => '/nowhere'],
    ['no request', () => '/requests/ar_00000000000040008000000000000000'],
    ['no record', () => '/history/ar_00000000000040008000000000000000'],
  ];
  for (const [what, path, ready] of pages) {
    test(`${what}: axe finds nothing, light and dark, and nothing is wider than the window`, {
      timeout,
    }, async () => {
      const page = await open(path());
      await ready?.(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 });
        assert.equal(await overflowOf(page), 0, `${width}`);
        if (width !== between) {
          assert.deepEqual(await accessibilityFindings(page), [], `${width}`);
        }
      }
    });
  }

  test('the sign-in pages pass axe, and nothing is wider than the window', {
    timeout,
  }, async () => {
    const empty = await startedServer({ site: builtSite() });
    try {
      const link = await firstRunLink(empty.app);
      assert.ok(link.ok && link.value !== null);
      for (const path of [link.value, `${empty.origin}/`, `${empty.origin}/join#wrong`]) {
        const page = await open(path, null);
        for (const width of widths) {
          await page.setViewportSize({ width, height: 844 });
          assert.equal(await overflowOf(page), 0, `${width} ${path}`);
        }
        assert.deepEqual(await accessibilityFindings(page), [], path);
      }
    } finally {
      await empty.remove();
    }
  });

  test('a person gets from the queue to an approval with the keyboard alone', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, { tool_name: 'crm.note', resource: 'keyboard-x' });
    const page = await open('/');
    const row = page.getByRole('link').filter({ hasText: 'keyboard-x' });
    await row.waitFor();
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press('j');
      if (await row.evaluate(link => link === link.ownerDocument.activeElement)) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/requests/${id}`);
    await page.locator('article.card h1').waitFor();
    await page.locator('h1:focus').waitFor({ timeout: 60_000 });
    const approve = page.locator('.btn--approve');
    for (let presses = 0; presses < 40; presses++) {
      if (await approve.evaluate(button => button === button.ownerDocument.activeElement)) break;
      await page.keyboard.press('Tab');
      await page.keyboard.press('End');
    }
    await page.locator('.btn--approve.btn--primary:not([aria-disabled="true"])').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Approved, not started yet').waitFor();
    const read = await server.call('GET', `/v1/requests/${id}`, { headers: person.headers });
    assert.equal((read.body as RequestRepresentation).status, 'allowed');
  });

  test('the sections are reached with two keys, and a list of the keys is offered', {
    timeout,
  }, async () => {
    const page = await open('/');
    for (const [key, heading] of [
      ['h', 'History'],
      ['p', 'Policy'],
      ['k', 'People and keys'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.locator('h1:focus').waitFor({ timeout: 60_000 });
    }
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('each page says that the server does not answer, and recovers on request', {
    timeout,
  }, async () => {
    for (const [path, blocked, there] of [
      ['/history', '**/v1/requests?*', '.history-row'],
      [`/history/${decidedId}`, `**/v1/requests/${decidedId}`, '.timeline'],
      ['/policy', '**/v1/policy', '.rule'],
      ['/people', '**/v1/people*', '.access-row'],
      ['/dead-letters', '**/v1/dead-letters*', '.access-none'],
    ] as const) {
      const tab = await browser.open(server.origin, { as: person });
      tabs.push(tab);
      await tab.page.route(blocked, route => route.abort());
      await tab.page.goto(`${server.origin}${path}`);
      await tab.page.getByText('The server does not answer.').first().waitFor({ timeout: 60_000 });
      assert.deepEqual(await accessibilityFindings(tab.page), [], path);
      await tab.page.unroute(blocked);
      await tab.page.getByRole('button', { name: 'Try again' }).first().click();
      await tab.page.locator(there).first().waitFor({ timeout: 60_000 });
    }
  });
});
