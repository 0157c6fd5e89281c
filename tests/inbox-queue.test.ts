// Goal: the queue shows what waits, follows changes elsewhere without moving under the user's pointer, and works
// with a keyboard, a pointer or a thumb. Method: a real server whose agents really ask, and the built pages in
// Chromium.

import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import {
  decide,
  type SignedIn,
  type StartedServer,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  lookUntil,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

const policy = `version: "1"
default: require_approval
default_chain: reviewer
chain_by_risk: { low: reviewer, medium: reviewer, high: reviewer, critical: reviewer }
chains:
  - id: reviewer
    stages:
      - name: reviewer
        approvers: { roles: [reviewer] }
  - id: manager
    stages:
      - name: manager
        approvers: { roles: [manager] }
rules:
  - id: managers
    match: { tool: "manager.*" }
    outcome: require_approval
    chain: manager
  - id: urgent
    match: { tool: "urgent.*" }
    outcome: require_approval
    chain: reviewer
    expires_in: 5m
`;

interface Asking {
  readonly tool?: string;
  readonly plan_id?: string;
  readonly agent?: string;
}

interface Cast {
  readonly server: StartedServer;
  readonly reviewer: SignedIn;
  /** Has an agent ask; answers the id. */
  ask(resource: string, more?: Asking): Promise<string>;
  /** A colleague allows it. */
  allow(id: string): Promise<unknown>;
}

/** An agent may ask twenty times in ten minutes, so many questions take many agents. */
const agents = Array.from({ length: 12 }, (_, index) => `billing-bot-${index}`);

async function cast(settings: Record<string, unknown> = {}): Promise<Cast> {
  const server = await startedServer({ site: builtSite(), policy, settings });
  const key = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot', ...agents] });
  const colleague = await server.person(['reviewer']);
  await server.person(['manager']);
  return {
    server,
    reviewer: await server.person(['reviewer']),
    ask: async (resource, { tool = 'wire_transfer', plan_id, agent = 'billing-bot' } = {}) => {
      const target = { tool_name: tool, tool_schema_version: '1', resource };
      const body = {
        action: { ...sampleAction(agent), target },
        audience: 'billing-executor',
        ...(plan_id === undefined ? {} : { scope: { plan_id, step_id: resource } }),
      };
      const asked = await server.call('POST', '/v1/requests', { headers: key, body });
      assert.equal(asked.status, 201, JSON.stringify(asked.body));
      return (asked.body as { approval_request_id: string }).approval_request_id;
    },
    allow: id => decide(server, colleague.headers, id, 'allow'),
  };
}

describe('the queue', () => {
  let players: Cast;
  let browser: InboxBrowser;
  let tab: Tab;

  before(async () => {
    browser = await launchBrowser();
  });
  beforeEach(async () => {
    players = await cast();
    const viewport = { width: 1440, height: 900 };
    tab = await browser.open(players.server.origin, { as: players.reviewer, viewport });
  });
  afterEach(async () => {
    await tab.close();
    await players.server.remove();
    assert.deepEqual(tab.faults, []);
  });
  after(() => browser?.close());

  const go = (path = '/') => tab.page.goto(`${players.server.origin}${path}`);
  const rows = (name = 'Requests for you') =>
    tab.page.getByRole('list', { name }).getByRole('link');
  const row = (resource: string) => rows().filter({ hasText: resource });
  /** Waits until the list shows these, in this order. */
  const lists = async (expected: readonly string[]) => {
    const look = async () =>
      (await rows().allTextContents()).map(text => /acct-\d+x/.exec(text)?.[0] ?? text);
    assert.deepEqual(
      await lookUntil(rows(), look, now => isDeepStrictEqual(now, expected)),
      expected,
    );
  };
  /** Waits until the row of this resource has the focus. */
  const focusOn = (resource: string) =>
    tab.page.waitForFunction(
      wanted => document.activeElement?.textContent.includes(wanted) === true,
      resource,
    );
  /** Somewhere that is not the list. */
  const pointAway = () => tab.page.mouse.move(1200, 20);

  test('the queue shows your requests and those of others, soonest first, and opens them', {
    timeout,
  }, async () => {
    await players.ask('acct-1x');
    const second = await players.ask('acct-2x');
    await players.ask('acct-3x', { tool: 'manager.pay' });
    await go();
    await row('acct-2x').waitFor();
    await lists(['acct-1x', 'acct-2x']);
    await tab.page.waitForFunction(() => document.title.startsWith('Inbox (2)'));
    await comesToSay(row('acct-1x'), /Critical · billing-bot.*1 stage/);
    await tab.page.getByRole('tab', { name: 'For others 1' }).click();
    const hidden = rows('Requests for others').filter({ hasText: 'manager.pay' });
    await hidden.filter({ hasText: 'you may not see the values of this request' }).waitFor();
    await comesTo(hidden.filter({ hasText: 'acct-3x' }), 0);
    await tab.page.getByRole('tab', { name: 'For you 2' }).click();
    await row('acct-2x').click();
    await tab.page.waitForURL(`**/requests/${second}`);
    await tab.page.getByRole('article').waitFor();
    await comesToHave(row('acct-2x'), 'aria-current', 'true');
    assert.deepEqual(await accessibilityFindings(tab.page), []);
    await tab.page.reload();
    await tab.page.getByRole('article').waitFor();
    await comesToHave(row('acct-2x'), 'aria-current', 'true', 'the address says it');
  });

  test('the keyboard walks and searches the queue, and no key approves', {
    timeout,
  }, async () => {
    const { page } = tab;
    for (const resource of ['acct-1x', 'acct-2x', 'acct-3x']) await players.ask(resource);
    await go();
    await row('acct-3x').waitFor();
    for (const [key, found] of [
      ['j', 'acct-1x'],
      ['j', 'acct-2x'],
      ['j', 'acct-3x'],
      ['j', 'acct-3x'],
      ['k', 'acct-2x'],
      ['Home', 'acct-1x'],
      ['ArrowDown', 'acct-2x'],
    ] as const) {
      await page.keyboard.press(key);
      await focusOn(found);
    }
    await page.keyboard.press('Enter');
    await page.waitForURL('**/requests/*');
    await page.getByRole('article').waitFor();
    await page.waitForFunction(() => document.activeElement?.closest('article') !== null);

    await page.keyboard.press('/');
    await page.keyboard.type('acct-3x');
    await row('acct-1x').waitFor({ state: 'detached' });
    await comesTo(rows(), 1);
    await page.getByLabel('Search the queue').fill('tool:no.such.tool');
    await page.getByText('No waiting request matches this search.').waitFor();
    await page.keyboard.press('Escape');
    await row('acct-1x').waitFor();

    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await list.waitFor();
    await list.getByText('No shortcut approves.').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    await page.waitForURL(`${players.server.origin}/`);
    const waiting = await players.server.call('GET', '/v1/counts', {
      headers: players.reviewer.headers,
    });
    assert.equal((waiting.body as { pending?: number }).pending, 3, 'nothing was decided');
  });

  test('the queue follows changes elsewhere, and does not move under the pointer', {
    timeout,
  }, async () => {
    const first = await players.ask('acct-1x');
    await players.ask('acct-2x');
    await go();
    await pointAway();
    await tab.page.getByRole('status').filter({ hasText: 'Live' }).waitFor();
    await row('acct-2x').waitFor();
    await players.ask('acct-3x');
    await row('acct-3x').waitFor();

    await row('acct-2x').hover();
    await players.allow(first);
    await row('acct-1x').filter({ hasText: 'Approved' }).waitFor();
    await lists(['acct-1x', 'acct-2x', 'acct-3x']);
    await pointAway();
    await row('acct-1x').waitFor({ state: 'detached' });
    await lists(['acct-2x', 'acct-3x']);
  });

  test('the queue counts new rows above the pointer, and shows them on request', {
    timeout,
  }, async () => {
    await players.ask('acct-1x');
    await players.ask('acct-2x');
    await go();
    await row('acct-2x').hover();
    await players.ask('acct-0x', { tool: 'urgent.pay' });
    const pill = tab.page.getByRole('button', { name: '1 new' });
    await pill.waitFor();
    await lists(['acct-1x', 'acct-2x']);
    await pill.click();
    await row('acct-0x').waitFor();
    await lists(['acct-0x', 'acct-1x', 'acct-2x']);
    await pill.waitFor({ state: 'detached' });
  });

  test('the queue keeps the focus and the open request through changes', { timeout }, async () => {
    const { page } = tab;
    const first = await players.ask('acct-1x');
    const second = await players.ask('acct-2x');
    await go(`/requests/${second}`);
    await page.getByRole('article').waitFor();
    await row('acct-1x').focus();
    await players.allow(first);
    await row('acct-1x').filter({ hasText: 'Approved' }).waitFor();
    await focusOn('acct-1x');
    await page.getByRole('article').waitFor();
    assert.equal(new URL(page.url()).pathname, `/requests/${second}`);
    await players.allow(second);
    await row('acct-2x').filter({ hasText: 'Approved' }).waitFor();
  });

  test('the queue scrolls through hundreds of requests, renders few, and loads the rest on the way', {
    timeout,
  }, async () => {
    const { page } = tab;
    for (const agent of agents) {
      for (let count = 1; count <= 20; count++) await players.ask(`acct-${count}x`, { agent });
    }
    await players.ask('acct-last');
    await go();
    await page.getByRole('tab', { name: 'For you 100+' }).waitFor();
    assert.ok((await rows().count()) < 40, 'only what is near the screen exists');
    // Each time the end comes onto the screen the next page is loaded behind it.
    await page.waitForFunction(() => {
      const list = document.querySelector('.queue-rows');
      if (list === null) return false;
      list.scrollTop = list.scrollHeight;
      return list.textContent.includes('acct-last');
    });
    await row('acct-last').waitFor();
    await page.getByRole('tab', { name: 'For you 241' }).waitFor();
    assert.ok((await rows().count()) < 40);
  });

  test('the queue groups the steps of one plan', { timeout }, async () => {
    await players.ask('acct-1x');
    await players.ask('acct-2x', { plan_id: 'release-4' });
    await players.ask('acct-3x', { plan_id: 'release-4' });
    await go();
    await tab.page.getByText('Plan: release-4').waitFor();
    await tab.page.getByText('2 steps wait').click();
    const steps = tab.page.getByRole('region', { name: 'Steps' }).getByRole('row');
    await comesTo(steps, 3, 'a head and two steps');
    await tab.page.getByText('2 steps, 2 wait for you').first().waitFor();
    assert.deepEqual(await accessibilityFindings(tab.page), []);
    await tab.page.getByRole('link', { name: /^Open step/ }).click();
    await tab.page.locator('article.card .btn--approve').waitFor();
  });

  test('the queue says when it is not live, and reconnects by itself', { timeout }, async () => {
    const { page } = tab;
    await players.ask('acct-1x');
    const live = (words: string) => page.getByRole('status').filter({ hasText: words }).waitFor();
    await page.route('**/v1/events', route => route.abort());
    await go();
    await row('acct-1x').waitFor();
    await live('Reconnecting …');
    await page.unroute('**/v1/events');
    await live('Live');
    await page.context().setOffline(true);
    await live('Offline: what you see may be old');
    await players.ask('acct-2x');
    await comesTo(row('acct-2x'), 0);
    await page.context().setOffline(false);
    await live('Live');
    await row('acct-2x').waitFor();
  });

  test('on a phone the queue is one column: the list, then the request, and a way back', {
    timeout,
  }, async () => {
    const { page } = tab;
    await page.setViewportSize({ width: 390, height: 844 });
    await players.ask('acct-1x');
    await go();
    await row('acct-1x').waitFor();
    assert.ok((await overflowOf(page)) <= 0);
    assert.deepEqual(await accessibilityFindings(page), []);
    await row('acct-1x').click();
    await page.getByRole('article').waitFor();
    await page.getByRole('tab', { name: /For you/ }).waitFor({ state: 'hidden' });
    assert.ok((await overflowOf(page)) <= 0);
    await page
      .getByRole('link', { name: /^Inbox/ })
      .first()
      .click();
    await row('acct-1x').waitFor();
  });

  test('the pages remember the theme, and explain a wrong address', { timeout }, async () => {
    const { page } = tab;
    await page.emulateMedia({ colorScheme: 'light' });
    await go();
    await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    const background = () =>
      page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    const light = await background();
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    assert.notEqual(await background(), light);
    await page.reload();
    await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    assert.notEqual(await background(), light, 'it is remembered');

    await go('/requests/ar_00000000000000000000000000');
    await page.getByRole('heading', { name: 'This link leads to nothing' }).waitFor();
    await page.getByText('What to do').waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    for (const wrong of ['/requests/xyz', '/history/ar_1<b>', '/holds/nothing']) {
      await go(wrong);
      await page.getByRole('heading', { name: 'This link leads to nothing' }).waitFor();
      const words = page.locator('.problem-page').getByText(/route|parameter|regex|pattern/i);
      await comesTo(words, 0, wrong);
      await page.getByRole('link', { name: 'Go to the inbox' }).click();
      await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    }
  });

  test('the queue is refused to a person who was signed out, and returns with them', {
    timeout,
  }, async () => {
    const { page } = tab;
    const id = await players.ask('acct-1x');
    await go(`/requests/${id}`);
    await page.getByRole('article').waitFor();
    await page.context().clearCookies();
    await players.ask('acct-2x');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
    await page.getByText('Your session has ended.').waitFor();
    assert.equal(new URL(page.url()).pathname, `/requests/${id}`);
    await comesTo(page.getByText('acct-1x'), 0, 'nothing is left on the screen');
  });
});

describe('the first minute', () => {
  test('an empty inbox sends a sample action, which then waits', { timeout }, async () => {
    const players = await cast({ sample_agent: true });
    const browser = await launchBrowser();
    const operator = await players.server.person(['operator', 'reviewer']);
    const { page, faults } = await browser.open(players.server.origin, { as: operator });
    try {
      await page.goto(players.server.origin);
      await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
      assert.deepEqual(await accessibilityFindings(page), []);
      await page.getByRole('link', { name: 'Connect an agent' }).waitFor();
      await page.getByRole('button', { name: 'Send a sample action' }).click();
      await page.waitForURL('**/requests/*');
      await page.getByRole('article').waitFor();
      await page.getByRole('list', { name: 'Requests for you' }).getByRole('link').waitFor();
      assert.deepEqual(faults, []);
    } finally {
      await browser.close();
      await players.server.remove();
    }
  });
});
