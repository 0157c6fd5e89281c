// Goal: nothing is approved that was not on the screen, and no press counts that began before Approve was ready.
// Method: a whole server with the built pages in Chromium, and a user who skips, switches, opens and presses too
// early.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, Card, cardPolicy } from './testing/card-scene.ts';
import {
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const members = (count: number, start: string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`${start}_${100 + index}`, `value ${index}`]),
  );

describe('what was not on the screen', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
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

  const openCard = async (parameters: Record<string, unknown>, width: number, height: number) => {
    const id = await ask(server, agent, { parameters });
    const tab = await browser.open(server.origin, { as: reviewer, viewport: { width, height } });
    tabs.push(tab);
    const card = new Card(tab.page, server.origin);
    await card.open(id);
    return { id, card };
  };
  const scrollTo = (card: Card, place: string) =>
    card.page.evaluate(
      `new Promise(done => { document.querySelector('.card-scroll').scrollTop = ${place}; requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(done))); })`,
    );
  const bottom = `document.querySelector('.card-scroll').scrollHeight`;
  const topOf = (index: number) =>
    `document.querySelector('.card-scroll').scrollTop + document.querySelectorAll('.facts-rows')[${index}].getBoundingClientRect().top - document.querySelector('.card-scroll').getBoundingClientRect().top`;
  /** The page looks every 400 ms. Timers of one page come in the order of their times, however slow the machine is. */
  const lookedAgain = (card: Card) =>
    card.page.evaluate('new Promise(done => setTimeout(() => requestAnimationFrame(done), 450))');
  const isLocked = async (card: Card) => {
    await lookedAgain(card);
    await comesToHave(card.approve(), 'aria-disabled', 'true');
    await card.says(/of 3 parts seen/);
  };

  test('looking at the exact bytes does not count as seeing the facts', { timeout }, async () => {
    const { card } = await openCard(members(55, 'key'), 1440, 700);
    await scrollTo(card, bottom);
    await scrollTo(card, '0');
    await isLocked(card);
    await card.page.getByRole('button', { name: 'Exact JSON' }).click();
    await isLocked(card);
    await card.readAll();
    await isLocked(card);
    await card.page.getByRole('button', { name: 'Readable' }).click();
    await lookedAgain(card);
    await card.readAll();
    await card.armed();
  });

  test('a part that was opened below the seen ones does not count as seen', {
    timeout,
  }, async () => {
    const { card } = await openCard({ ...members(5, 'a'), table: members(62, 'key') }, 390, 844);
    await card.readAll();
    await card.page.getByRole('button', { name: 'Open all 32 values' }).click();
    await scrollTo(card, topOf(2));
    for (let steps = 0; steps < 12; steps++) {
      await scrollTo(card, `document.querySelector('.card-scroll').scrollTop + 300`);
    }
    await isLocked(card);
    await card.readAll();
    await card.armed();
  });

  test('a name as long as a page has to be seen, too', { timeout }, async () => {
    const { card } = await openCard({ [`k${' k'.repeat(2500)}`]: 'one\ntwo' }, 1440, 700);
    await scrollTo(card, bottom);
    await isLocked(card);
    await scrollTo(card, '0');
    await card.readAll();
    await card.armed();
  });

  test('a part under a toast does not count as seen', { timeout }, async () => {
    const next = await ask(server, agent, { parameters: { to: 'second', at: Date.now() } });
    const { card } = await openCard({ to: 'first', at: Date.now() }, 390, 844);
    const { page } = card;
    const copy = page.getByRole('button', { name: 'Copy link to this request' });
    const messages = page.locator('.toast');
    for (let count = 1; count <= 3; count++) {
      await copy.dispatchEvent('click');
      await messages.nth(count - 1).waitFor();
      // A message that has the focus stays. It would close by itself after eight seconds.
      await messages.nth(count - 1).dispatchEvent('focusin');
    }
    await page.evaluate(
      `history.pushState(null, '', '/requests/${next}'); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await page.locator('.facts').getByText('second').waitFor();
    await isLocked(card);
    await card.readAll();
    await comesToSay(page.locator('.acts .visually-hidden'), /Not seen yet: What will run/);
    while ((await messages.count()) > 0) {
      await messages.first().getByRole('button', { name: 'Close' }).click();
    }
    await scrollTo(card, '0');
    await lookedAgain(card);
    await card.readAll();
    await card.armed();
  });

  test('a press that began before Approve was ready does not count', { timeout }, async () => {
    const { id, card } = await openCard({ to: 'board@example.com', at: Date.now() }, 1440, 900);
    const { page } = card;
    const arming = async (press: () => Promise<void>) => {
      await card.armed();
      await card.approve().focus();
      await page.evaluate(`dispatchEvent(new Event('focus'))`);
      await page.locator('.btn--approve[data-state="arming"]').waitFor();
      await press();
      await card.armed();
    };
    const stillReady = async () => {
      await page.evaluate('new Promise(done => requestAnimationFrame(done))');
      await comesTo(page.locator('.btn--approve.btn--primary'), 1);
    };
    await card.readAll();
    await card.armed();
    await card.approve().hover();
    await arming(() => page.mouse.down());
    await page.mouse.up();
    await stillReady();
    await arming(() => page.keyboard.down('Space'));
    await page.keyboard.up('Space');
    await stillReady();
    await arming(() => page.keyboard.down('Enter'));
    await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await stillReady();
    const read = async () =>
      (await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers }))
        .body as RequestRepresentation;
    assert.equal((await read()).status, 'pending');
    await page.keyboard.press('Enter');
    await card.says('Approved, not started yet');
  });
});
