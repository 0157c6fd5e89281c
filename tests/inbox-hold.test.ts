// Goal: a halted session is answered in the inbox with one of two buttons, and that approves nothing. Method: an agent's
// message halts its session over the API; a person answers in Chromium, and the server says what the agent is told.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

describe('a session on hold', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let person: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['observe'], agent_ids: ['chat-bot'] });
    person = await server.person(['reviewer']);
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

  const asking =
    'I am about to delete all 41 old snapshots from backups-eu. This cannot be undone. Should I go ahead?';
  const place = async (session_id: string, text = asking): Promise<string> => {
    const body = { agent_id: 'chat-bot', session_id, text };
    const answer = await server.call('POST', '/v1/messages', { headers: agent, body });
    const { hold } = answer.body as { hold: { hold_id: string } | null };
    assert.ok(hold !== null, JSON.stringify(answer.body));
    return hold.hold_id;
  };
  const proceeds = async (id: string): Promise<boolean> => {
    const answer = await server.call('GET', `/v1/holds/${id}`, { headers: agent });
    return (answer.body as { proceed: boolean }).proceed;
  };
  const open = async (id: string, width = 1440, height = 900) => {
    const tab = await browser.open(server.origin, { as: person, viewport: { width, height } });
    tabs.push(tab);
    await tab.page.goto(`${server.origin}/holds/${id}`);
    await tab.page
      .getByRole('heading', { name: 'waits for a go-ahead' })
      .waitFor({ timeout: 60_000 });
    return tab.page;
  };

  for (const [choice, goesOn, words] of [
    ['Proceed', true, 'Answered with Proceed'],
    ['Cancel', false, 'Not answered with Proceed'],
  ] as const) {
    test(`${choice} reaches the agent, and is one of exactly two buttons`, {
      timeout,
    }, async () => {
      const id = await place(`session ${choice}`);
      const page = await open(id);
      const card = page.locator('article.card');
      await comesToSay(card.getByRole('button'), ['Cancel', 'Proceed']);
      await comesToSay(card, /Proceed approves no action: each call still gets its own decision/);
      await comesToSay(card, /Bound action\s*None/);
      // The words of the agent, with their agent and session.
      for (const shown of [
        /delete all 41 old snapshots/,
        /chat-bot/,
        new RegExp(`session ${choice}`),
      ]) {
        await comesToSay(card, shown);
      }
      // What was read in the words is underlined: what it wants, and what made it a question.
      await comesToSay(card.locator('mark'), [
        'delete all 41 old snapshots from backups-eu',
        'Should I go ahead?',
      ]);
      await comesToSay(card, /Read in its words: asks whether to go ahead\./);
      await page.keyboard.press('Enter');
      await page.keyboard.type('yes');
      assert.equal(await proceeds(id), false, 'typing is no answer');
      await card.getByRole('button', { name: choice }).click();
      await page.getByText(words).waitFor();
      assert.equal(await proceeds(id), goesOn);
    });
  }

  test('a long message opens at the words that stopped it', { timeout }, async () => {
    const before = 'First I looked at the log, and saw nothing unusual.\n'.repeat(120);
    const page = await open(
      await place(
        'session long',
        `${before}Now I will delete all 41 snapshots. Should I go ahead?`,
      ),
    );
    const mark = page.locator('mark').first();
    await mark.waitFor();
    const quote = await page.locator('blockquote').boundingBox();
    const shown = await mark.boundingBox();
    assert.ok(quote !== null && shown !== null);
    assert.ok(shown.y >= quote.y && shown.y + shown.height <= quote.y + quote.height);
    await comesToSay(page.locator('blockquote'), /saw nothing unusual/);
  });

  test('a person whom the policy does not admit is shown no words and no buttons', {
    timeout,
  }, async () => {
    const id = await place('session of others');
    const tab = await browser.open(server.origin, { as: await server.person([]) });
    tabs.push(tab);
    await tab.page.goto(`${server.origin}/holds/${id}`);
    await tab.page.getByText('You are not among the people who answer this hold').waitFor();
    await comesTo(tab.page.getByText('41 old snapshots'), 0);
    await comesTo(tab.page.getByRole('button', { name: 'Proceed' }), 0);
  });

  test('the hold page fits the screen and passes axe in light and dark, wide and narrow', {
    timeout,
  }, async () => {
    const id = await place('session looks');
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const page = await open(id, width, height);
      assert.ok((await overflowOf(page)) <= 0);
      assert.deepEqual(await accessibilityFindings(page), []);
    }
  });
});
