// Goal: every page can be read in German and Japanese, at a desk and on a phone, and what will run looks the same in every
// language. Method: a whole server with the built pages in Chromium, whose languages are set. Pictures of a card are written beside
// other temporary files, or to PICTURES_DIR together with pictures of all pages.

import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import {
  decide,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, cardPolicy, wire } from './testing/card-scene.ts';
import {
  builtSite,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 180_000;
const widths = [
  { name: 'desktop', width: 1440, height: 900 },
  { name: 'phone', width: 390, height: 844 },
] as const;
const everyPicture = process.env['PICTURES_DIR'] !== undefined;
const folder = process.env['PICTURES_DIR'] ?? join(tmpdir(), 'countersign-pictures');

const languages = [
  {
    language: 'en',
    locale: 'en-GB',
    approve: 'Approve',
    inbox: 'Inbox',
    refused: 'No action of this agent',
    says: 'Run rm -rf ~/data in shop',
    marks: 'Deletes ~/data and everything in it',
  },
  {
    language: 'de',
    locale: 'de-DE',
    approve: 'Freigeben',
    inbox: 'Eingang',
    refused: 'wurde nie eine Aktion gezählt',
    says: 'rm -rf ~/data in shop ausführen',
    marks: 'Löscht ~/data mit allem',
  },
  {
    language: 'ja',
    locale: 'ja-JP',
    approve: '承認',
    inbox: '受信箱',
    refused: '一度も集計されていません',
    says: 'shop で rm -rf ~/data を実行',
    marks: '~/data を中身ごと削除',
  },
] as const;

describe('the pages in three languages', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let person: SignedIn;
  let requestId: string;
  let decidedId: string;
  let runId: string;
  let holdId: string;

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
    browser = await launchBrowser();
    const agent_ids = ['billing-bot', 'cleaning-bot'];
    const agent = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids });
    person = await server.person(['reviewer', 'finance', 'operator']);
    await server.person(['treasury']);
    requestId = await ask(server, agent, { ...wire, agent_reasoning: 'It is due today.' });
    decidedId = await ask(server, agent);
    const run = { command: 'rm -rf ~/data', cwd: '/srv/shop' };
    runId = await ask(server, agent, { tool_name: 'shell.run', parameters: run });
    await decide(server, person.headers, decidedId, 'deny');
    await decide(server, person.headers, await ask(server, agent), 'deny');
    const said = await server.call('POST', '/v1/messages', {
      headers: agent,
      body: {
        agent_id: 'cleaning-bot',
        session_id: 'clean-up',
        text: 'I am about to delete all 41 old snapshots. This cannot be undone. Should I go ahead?',
      },
    });
    holdId = (said.body as { hold: { hold_id: string } }).hold.hold_id;
    mkdirSync(folder, { recursive: true });
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const open = (locale: string, as: SignedIn | null = person): Promise<Tab> =>
    browser.open(server.origin, {
      locale,
      viewport: { width: 1440, height: 900 },
      ...(as === null ? {} : { as }),
    });

  const shownBytes = new Map<string, string>();
  for (const { language, locale, approve, inbox, says, marks } of languages) {
    test(`a card is read and decided in ${language}, and its bytes are the same`, {
      timeout,
    }, async () => {
      const tab = await open(locale);
      const { page } = tab;
      await page.goto(`${server.origin}/requests/${requestId}`);
      await page.locator('.btn--approve').first().waitFor();
      assert.equal(await page.evaluate('document.documentElement.lang'), language);
      await page.locator('.btn--approve', { hasText: approve }).first().waitFor();
      for (const { name, width, height } of widths) {
        await page.setViewportSize({ width, height });
        assert.ok((await overflowOf(page)) <= 0, `${language}, ${width} px`);
        writeFileSync(join(folder, `card-${language}-${name}.png`), await page.screenshot());
      }
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.keyboard.press('e');
      await page.locator('.facts-foot').waitFor();
      const code = await page.locator('.short-code b').first().innerText();
      const json = await page.locator('.block-lines').first().innerText();
      shownBytes.set(language, `${code}\n${json}`);
      assert.equal(shownBytes.get(language), shownBytes.get('en'));
      await page.locator('nav', { hasText: inbox }).first().waitFor();
      // Without a sentence of its rule, an action is told in the language of the page: on its card and in the list.
      await page.goto(`${server.origin}/requests/${runId}`);
      await page.locator('h1, h2').filter({ hasText: says }).first().waitFor();
      await page.locator('.mark-note', { hasText: marks }).first().waitFor();
      // The list says the same as the card.
      await page.getByText(says).nth(1).waitFor({ state: 'attached' });
      for (const { name, width, height } of widths) {
        await page.setViewportSize({ width, height });
        assert.ok((await overflowOf(page)) <= 0, `${language}, ${width} px`);
        writeFileSync(join(folder, `command-${language}-${name}.png`), await page.screenshot());
      }
      await tab.close();
      assert.deepEqual(tab.faults, []);
    });
  }

  for (const { language, locale, refused } of languages.slice(1)) {
    test(`no page is wider than a phone or a desk in ${language}`, { timeout }, async () => {
      const tab = await open(locale);
      const { page } = tab;
      const wide: string[] = [];
      const paths = [
        '/',
        `/history/${decidedId}`,
        `/holds/${holdId}`,
        '/policy',
        '/insights',
        '/history',
        '/people',
        '/agents',
        '/connect',
        '/settings',
        '/no-such-page',
      ];
      for (const path of paths) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(`${server.origin}${path}`);
        await page.locator('h1:visible, h2:visible').first().waitFor();
        for (const { name, width, height } of widths) {
          await page.setViewportSize({ width, height });
          const over = await overflowOf(page);
          const picture = `page-${language}-${path.slice(1).replace(/\/.+/, '-one') || 'inbox'}-${name}.png`;
          if (everyPicture) writeFileSync(join(folder, picture), await page.screenshot());
          if (over > 0) wide.push(`${path} at ${width} px is ${over} px too wide`);
        }
      }
      // At the width of a small phone the names of the sections still stand apart.
      await page.setViewportSize({ width: 360, height: 640 });
      assert.ok((await smallestGap(page)) >= 4, 'the sections of the menu touch each other');
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`${server.origin}/history`);
      await page.locator('.history-row').nth(1).waitFor();
      assert.ok((await rowGap(page)) >= 0, 'a row of the history runs into the next one');
      // A reason that the server gives in English is said in the language of the page.
      await page.goto(`${server.origin}/insights?agent=nobody`);
      await page.getByText(refused).waitFor();
      await tab.close();
      assert.deepEqual(wide, []);
      assert.deepEqual(tab.faults, []);
    });
  }

  test('a choice under Your settings counts before the language of the browser', {
    timeout,
  }, async () => {
    const tab = await open('de-DE');
    const { page } = tab;
    await page.goto(`${server.origin}/settings`);
    await page.getByRole('heading', { name: 'Ihre Einstellungen' }).waitFor();
    await page.getByRole('combobox', { name: 'Sprache' }).selectOption('日本語');
    await page.getByRole('heading', { name: 'あなたの設定' }).waitFor();
    await page.getByRole('combobox', { name: '言語' }).selectOption('browser');
    await page.getByRole('heading', { name: 'Ihre Einstellungen' }).waitFor();
    await tab.close();
  });

  test('the page to sign in is in the language of the browser, and in English where the texts do not arrive', {
    timeout,
  }, async () => {
    const tab = await open('ja-JP', null);
    const { page } = tab;
    await page.goto(server.origin);
    await page.getByRole('heading', { name: 'サインイン' }).waitFor();
    await page.route(/\/assets\/japanese-/, route => route.abort());
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    assert.equal(await page.evaluate('document.documentElement.lang'), 'en');
    await tab.close();
  });
});

/** Pixels between the words of neighbours in the menu. */
function smallestGap(page: Tab['page']): Promise<number> {
  return page.locator('.frame-label').evaluateAll(labels => {
    const places = labels.map(label => {
      const words = document.createRange();
      words.selectNodeContents(label);
      return words.getBoundingClientRect();
    });
    return Math.min(
      ...places.slice(1).map((place, index) => place.left - (places[index]?.right ?? 0)),
    );
  });
}

/** Pixels between the words of the first row of the history and the second row. */
async function rowGap(page: Tab['page']): Promise<number> {
  const words = await page.locator('.history-row .row-more').first().boundingBox();
  const next = await page.locator('.history-row').nth(1).boundingBox();
  assert.ok(words !== null && next !== null);
  return next.y - (words.y + words.height);
}
