// Goal: every view of a card can be read by everyone: light, dark, on a phone, enlarged, with keys alone, on paper. Method: one
// real action of each shape on a whole server, one page for all of them, and pictures of what Chromium draws.
// CARD_PICTURES names a folder that keeps the pictures.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import type { Page } from 'playwright-core';
import { ask, Card, cardPolicy } from './testing/card-scene.ts';
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
import { shapeScenes } from './testing/shape-scenes.ts';

const timeout = 300_000;
const desk = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };
/** A window of a desk at 200 % has half of its width and height. */
const enlarged = { width: 720, height: 450 };

/** The text of the panel with every written-out character back in its place, without blanks. */
const readPanel = `(() => {
  const read = node => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!(node instanceof HTMLElement) || node.matches('.visually-hidden, .mark-note')) return '';
    if (!node.classList.contains('written')) return [...node.childNodes].map(read).join('');
    const [, point = '20', count = '1'] = /<U\\+([0-9A-F]+)(?: x(\\d+))?>/.exec(node.textContent) ?? [];
    return String.fromCodePoint(parseInt(point, 16)).repeat(Number(count));
  };
  return read(document.querySelector('.facts')).replaceAll(/\\s/g, '');
})()`;

/** Buttons of the bar whose words do not fit into them. */
const spilling = `[...document.querySelectorAll('.bar button')]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
  .map(({ textContent }) => textContent)`;

function linesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(linesIn);
  return String(value).split('\n');
}

describe('the views of a card', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  let tab: Tab;

  before(async () => {
    // Every action asks one reviewer in a session.
    const policy = cardPolicy.slice(0, cardPolicy.indexOf('rules:'));
    server = await startedServer({ policy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['coding-agent'] });
    reviewer = await server.person(['reviewer']);
    tab = await browser.open(server.origin, { as: reviewer, viewport: desk });
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    const folder = process.env['CARD_PICTURES'];
    const bytes = await page.screenshot(
      folder === undefined ? {} : { path: `${folder}/${name}.png` },
    );
    assert.ok(bytes.length > 5000, `${name}: a picture with something on it`);
  };

  for (const [index, { name, tool, parameters }] of shapeScenes.entries()) {
    test(`the view of ${name} is drawn in light, dark, on a phone, enlarged and on paper`, {
      timeout,
    }, async () => {
      const { page } = tab;
      const card = new Card(page, server.origin);
      const asked = { tool_name: tool, agent_id: 'coding-agent', parameters };
      const id = await ask(server, agent, asked);
      await (index === 0 ? card.open(id) : card.goOn(id));
      await page.evaluate('document.fonts.ready');
      if (name === 'edit') await saysWhyItIsGraver(page);

      await picture(page, `${name}-light`);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await picture(page, `${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      // With reduced motion nothing goes on moving.
      await page.waitForFunction(
        'document.getAnimations().every(({ playState }) => playState !== "running")',
      );
      await page.setViewportSize(phone);
      await picture(page, `${name}-phone`);
      await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
      await picture(page, `${name}-phone-dark`);
      await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
      assert.deepEqual(await page.evaluate(spilling), [], 'no button is wider than its room');
      assert.ok((await overflowOf(page)) <= 0, 'a phone scrolls in one direction');
      // On a phone a row of a table is drawn as a block. It stays a row for a screen reader.
      if (name === 'records') {
        await page.getByRole('row').nth(10).waitFor({ state: 'attached' });
        assert.deepEqual(await accessibilityFindings(page), []);
      }
      await page.setViewportSize(enlarged);
      assert.ok((await overflowOf(page)) <= 0, 'enlarged, it scrolls in one direction');
      await page.setViewportSize(desk);
      assert.deepEqual(await accessibilityFindings(page), []);

      await usesKeys(page);

      await page.emulateMedia({ media: 'print' });
      await comesTo(page.locator('.facts .fold'), 0, 'paper has no folds');
      const panel = await page.evaluate<string>(readPanel);
      for (const line of linesIn(parameters)) {
        // The sign of a line of a patch is drawn in a column of its own.
        const own = name === 'patch' ? line.slice(1) : line;
        assert.ok(panel.includes(own.replaceAll(/\s/g, '')), `on paper: ${own.slice(0, 80)}`);
      }
      await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
      assert.deepEqual(tab.faults, []);
    });
  }

  test('old and new text stand side by side in a card of 1,040, and the queue gives way', {
    timeout,
  }, async () => {
    const { page } = tab;
    const scene = shapeScenes.find(({ name }) => name === 'edit');
    const asked = { tool_name: 'fs.edit', agent_id: 'coding-agent', ...scene };
    await new Card(page, server.origin).goOn(await ask(server, agent, asked));
    await page.getByRole('button', { name: 'Side by side' }).click();
    await page.getByText('The queue is hidden while lines stand side by side.').waitFor();
    await comesTo(page.locator('.queue:visible'), 0, 'the queue is hidden');
    const panel = await page.locator('.facts').boundingBox();
    assert.ok((panel?.width ?? 0) >= 1040, `the panel has ${panel?.width} pixels`);
    const heads = await page.locator('.side-heads').innerText();
    assert.match(heads, /Before, 59 lines, sha256:[\s\S]*After, 59 lines, sha256:/);
    // The note stands below the new text, of which it speaks.
    const note = page.locator('.side-note--new .mark-note b').first();
    const [said, column] = [await note.boundingBox(), await page.locator('.facts').boundingBox()];
    assert.ok((said?.x ?? 0) > (column?.x ?? 0) + (column?.width ?? 0) / 2);
    await picture(page, 'edit-sides-light');
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
    await picture(page, 'edit-sides-dark');
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    assert.deepEqual(await accessibilityFindings(page), []);
    // Where there is no room for it, the same lines are one column, and nothing offers the other.
    await page.setViewportSize({ width: 1327, height: 900 });
    await comesTo(page.locator('.diff[data-layout=unified]'), 1, 'one column');
    await comesTo(page.getByRole('button', { name: 'Side by side' }), 0, 'no switch');
    await page.locator('.queue').waitFor();
    await page.setViewportSize(desk);
    await comesTo(page.locator('.diff[data-layout=sides]'), 1, 'two columns again');
    await page.keyboard.press('u');
    await page.locator('.queue').waitFor();
  });

  test('environment and digests of a command are one line each until opened, and what is marked stays', {
    timeout,
  }, async () => {
    const { page } = tab;
    const scene = shapeScenes.find(({ name }) => name === 'command');
    const digest = (of: string) => `sha256:${of.repeat(64)}`;
    const files = { 'a.js': digest('a'), 'b.js': digest('b'), lock: digest('c'), sh: digest('d') };
    const asked = {
      tool_name: 'shell.run',
      agent_id: 'coding-agent',
      parameters: { ...scene?.parameters, digests: files, few: { 'a.js': digest('f') } },
    };
    await new Card(page, server.origin).goOn(await ask(server, agent, asked));
    const fold = page.locator('.fold').filter({ hasText: 'Env, 5 values, not opened yet' });
    await fold.waitFor();
    await comesToSay(fold, /\d+ bytes[\s\S]*sha256:/);
    await page.getByText('/srv/web-shop', { exact: true }).waitFor();
    await page.locator('.facts .mark-note').getByText('Changes production').waitFor();
    await comesTo(page.getByText('Europe/Berlin'), 0, 'what is not marked is folded');
    const second = page.locator('.fold').filter({ hasText: 'Digests, 4 values, not opened yet' });
    await comesToSay(second, /\d+ bytes[\s\S]*sha256:/);
    await comesTo(page.getByText(digest('a')), 0, 'digests are folded');
    await comesTo(page.getByText(digest('f')), 1, 'a few values stand where they are');
    await page.getByRole('button', { name: 'Open digests to approve' }).waitFor();
    await second.getByRole('button').click();
    await page.getByText(digest('d')).waitFor();
    await page.getByRole('button', { name: 'Open env to approve' }).waitFor();
    await fold.getByRole('button').click();
    await page.getByText('Europe/Berlin').waitFor();
    await comesTo(fold, 0, 'the line is open');
  });

  /** The policy weighed the edit as low. What stands out in it is not, and list and card both say so. */
  const saysWhyItIsGraver = async (page: Page): Promise<void> => {
    await page.locator('.card-head span.risk--critical').waitFor();
    await page.locator('.row[aria-current=true] .risk--critical').waitFor();
    const why = page.locator('.sec--first');
    await comesToSay(why, /policy weighed this as low risk.*Widens a condition/);
    await why.getByRole('button', { name: 'Show where: Widens a condition' }).click();
    await page.locator('.mark-note--critical:focus').waitFor();
    await page.evaluate(`document.querySelector('.card-scroll').scrollTo(0, 0)`);
  };

  /** Marks, folds, the exact bytes and a search, without a pointer. */
  const usesKeys = async (page: Page): Promise<void> => {
    await page.locator('.card-scroll').focus();
    if ((await page.locator('.facts .mark-note').count()) > 0) {
      await page.keyboard.press('n');
      await page.locator('.mark-note:focus').waitFor();
    }
    const folds = page.locator('.facts [data-opens]');
    for (let left = await folds.count(); left > 0; left--) {
      await page.keyboard.press('o');
      await comesTo(folds, left - 1, 'a fold opens');
    }
    await page.keyboard.press('e');
    await page.getByRole('button', { name: 'Copy the exact JSON' }).waitFor();
    await page.keyboard.press('f');
    await page.getByRole('searchbox', { name: 'Find in this card' }).fill('tool.invoke');
    await page.getByRole('search').getByText('1 of 1').waitFor();
    await page.keyboard.press('Escape');
    await comesTo(page.getByRole('search'), 0, 'Escape closes the search');
    await page.keyboard.press('e');
    await page
      .getByRole('button', { name: 'Readable' })
      .and(page.locator('[aria-pressed=true]'))
      .waitFor();
  };
});
