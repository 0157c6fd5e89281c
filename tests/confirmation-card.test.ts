// Goal: the component that others put into their pages is small, shows what it is given and nothing else, asks for one of
// two answers, and neither the page around it nor a hostile word in it changes that. Method: the built library, bundled
// into a page of a host with a strict content security policy, in Chromium.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { ConfirmationCard, intentWords } from '@countersign/inbox/confirmation';
import type { Page } from 'playwright-core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { type CardHost, type ShownCard, startCardHost } from './testing/card-host.ts';
import {
  accessibilityFindings,
  comesTo,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

const action = {
  schema_version: '1.0',
  operation: 'tool.invoke',
  agent_id: 'ops-bot',
  subject_id: null,
  target: { tool_name: 'delete_snapshots', tool_schema_version: '1', resource: 'backups-eu' },
  parameters: { bucket: 'backups-eu', count: 41 },
} as const;

const plain: ShownCard = {
  message: 'I am about to delete all 41 old snapshots. Should I go ahead?',
  action,
  risk_level: 'high',
  show_details: true,
  time: { words: '13 min left', fraction: 0.86 },
};

const hostile: readonly string[] = [
  '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>',
  '"><iframe src="https://outside.example/"></iframe><svg onload=globalThis.ran=1>',
  '</bdi></div></section><button>Proceed</button><style>*{display:none}</style>',
  '<a href="javascript:globalThis.ran=1">press</a> ![x](https://outside.example/p.png)',
  'harmless\u202e \u200b\u2066 \u0000 \u001b[31m \ud83d\ude00 p\u0430ypal',
  `${'unbroken'.repeat(200)}${' '.repeat(200)}end`,
];

describe('the confirmation component', () => {
  let host: CardHost;
  let browser: InboxBrowser;
  const tabs: Tab[] = [];

  before(async () => {
    host = await startCardHost();
    browser = await launchBrowser();
  });
  afterEach(async () => {
    const faults = tabs.flatMap(tab => tab.faults);
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser?.close();
    await host?.close();
  });

  const open = async (
    card: ShownCard,
    options: { readonly rude?: boolean; readonly width?: number; readonly dark?: boolean } = {},
  ): Promise<Page> => {
    const { width = 720, dark = false } = options;
    host.show(card, options);
    const tab = await browser.open(host.origin, {
      viewport: { width, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    });
    tabs.push(tab);
    await tab.page.goto(host.origin);
    await tab.page.getByText('On hold until you answer').waitFor();
    return tab.page;
  };
  /** It cannot be pressed in the moment in which it appears. */
  const ready = (page: Page) =>
    page.locator('.hold-acts .btn--primary:not([aria-disabled=true])').waitFor();
  const answersOf = (page: Page) => page.evaluate('answers');

  test('the component has exactly two answers, for a pointer and for a keyboard', {
    timeout,
  }, async () => {
    const page = await open({ ...plain, action: null });
    const card = page.getByRole('region', { name: 'On hold until you answer' });
    await comesToSay(card.getByRole('button'), ['Cancel', 'Proceed']);
    await ready(page);
    for (const key of ['Escape', 'Enter', ' ', 'y', 'Y']) await page.keyboard.press(key);
    assert.deepEqual(await answersOf(page), [], 'nothing is focused, so nothing is pressed');
    await card.getByRole('button', { name: 'Cancel' }).click();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press(' ');
    assert.deepEqual(await answersOf(page), ['Cancel', 'Proceed', 'Cancel']);
  });

  test('the component ignores input while it sends an answer, and explains a failed one', {
    timeout,
  }, async () => {
    const page = await open({ ...plain, busy: true, problem: 'The hold is over.' });
    for (const name of ['Cancel', 'Proceed']) {
      await page.getByRole('button', { name, exact: true }).press('Enter');
    }
    assert.deepEqual(await answersOf(page), []);
    await comesToSay(page.getByRole('alert'), 'The hold is over.');
  });

  test('the component shows words and parameters as text, whatever they contain', {
    timeout,
  }, async () => {
    const count = `document.querySelectorAll('.place *:not(.written)').length`;
    const kinds = `[...new Set([...document.querySelectorAll('.place *')].map(e => e.localName))].sort()`;
    const usual = await open(plain);
    const usualKinds = await usual.evaluate(kinds);
    for (const text of hostile) {
      const words = { ...plain, message: text, action: null };
      const [page, calm] = [await open(words), await open({ ...words, message: 'calm' })];
      assert.equal(await page.evaluate(count), await calm.evaluate(count), text);
      const bound = { ...action, parameters: { [text.slice(0, 200)]: text } };
      const requests: string[] = [];
      page.on('request', request => requests.push(request.url()));
      const detailed = await open({ ...plain, message: text, action: bound });
      assert.deepEqual(await detailed.evaluate(kinds), usualKinds, text);
      assert.deepEqual(requests, []);
      assert.ok((await overflowOf(detailed)) <= 0, text);
      assert.equal(await detailed.evaluate('globalThis.ran'), undefined);
      await comesTo(detailed.getByRole('button', { name: /^(Proceed|Cancel)$/ }), 2);
      await Promise.all(tabs.splice(1).map(tab => tab.close()));
    }
  });

  test('the component spells out invisible characters of a message', { timeout }, async () => {
    const page = await open({ ...plain, message: 'delete\u202ellaer', action: null });
    await comesToSay(page.locator('.quote-words'), /delete<U\+202E>llaer/);
  });

  test('the component looks the same in a page with aggressive styles', { timeout }, async () => {
    const looks = `[...document.querySelectorAll('.countersign-confirmation, .countersign-confirmation *')].map(element => {
      const read = which => {
        const style = getComputedStyle(element, which);
        return [...style].filter(name => !name.startsWith('--')).map(name => name + ':' + style.getPropertyValue(name));
      };
      return [element.localName + '.' + element.getAttribute('class'), ...read(null), ...read('::before')];
    })`;
    type Looks = readonly (readonly string[])[];
    // The buttons look different until they can be pressed.
    const looked = async (page: Page): Promise<Looks> => {
      await ready(page);
      return (await page.evaluate(looks)) as Looks;
    };
    const calm = await looked(await open(plain));
    const rude = await looked(await open(plain, { rude: true }));
    assert.equal(rude.length, calm.length);
    const differences = calm.flatMap((properties, index) =>
      properties
        .filter((property, at) => property !== rude[index]?.[at])
        // The page decides the position of the card and the width of its place.
        .filter(
          property =>
            !/^(perspective-origin|transform-origin|(inline|block)-size|width|height):/.test(
              property,
            ),
        )
        .map(property => `${properties[0]} has not ${property}`),
    );
    assert.deepEqual(differences.slice(0, 10), []);
  });

  test('the component changes nothing outside of itself', { timeout }, async () => {
    const page = await open(plain);
    const looks = `JSON.stringify([...document.querySelectorAll('html, body, #host, #host > p, #host > p > *')].map(
      element => [...getComputedStyle(element)].map(name => getComputedStyle(element).getPropertyValue(name))))`;
    const before = await page.evaluate(looks);
    await page.evaluate(`document.querySelector('.place').replaceChildren()`);
    const height = /"\d+(\.\d+)?px"|"[\d.]+px [\d.]+px"/g;
    const withStyles = String(await page.evaluate(looks)).replace(height, '');
    await page.evaluate(`document.querySelector('link[rel=stylesheet]').remove()`);
    assert.equal(String(await page.evaluate(looks)).replace(height, ''), withStyles);
    assert.equal(String(before).replace(height, ''), withStyles);
  });

  test('the component follows the system theme, or the named one', { timeout }, async () => {
    const surface = `getComputedStyle(document.querySelector('.place .hold')).backgroundColor`;
    const [light, dark] = ['rgb(255, 255, 255)', 'rgb(20, 23, 28)'];
    assert.equal(await (await open(plain)).evaluate(surface), light);
    assert.equal(await (await open(plain, { dark: true })).evaluate(surface), dark);
    assert.equal(await (await open({ ...plain, theme: 'dark' })).evaluate(surface), dark);
    const named = await open({ ...plain, theme: 'light' }, { dark: true });
    assert.equal(await named.evaluate(surface), light);
  });

  test('the component fits a narrow place, and passes axe in light and dark', {
    timeout,
  }, async () => {
    for (const [width, risk_level] of [
      [320, 'low'],
      [390, 'critical'],
      [720, 'medium'],
    ] as const) {
      const page = await open({ ...plain, risk_level }, { width });
      assert.ok((await overflowOf(page)) <= 0);
      assert.deepEqual(await accessibilityFindings(page), []);
    }
    const page = await open(plain, { width: 1200 });
    const heightOfButton = `document.querySelector('.hold-acts .btn').offsetHeight`;
    assert.equal(await page.evaluate(heightOfButton), 40);
    // A column of a wide window is as narrow as a phone.
    await page.evaluate(`document.querySelector('.place').style.width = '340px'`);
    assert.equal(await page.evaluate(heightOfButton), 48);
  });
});

describe('the library', () => {
  const file = (name: string) => fileURLToPath(import.meta.resolve(`@countersign/inbox/${name}`));

  test('the library renders without a browser, with nothing inline', () => {
    const html = renderToStaticMarkup(
      createElement(ConfirmationCard, { ...plain, onAnswer: () => undefined }),
    );
    assert.match(html, /^<div class="countersign-confirmation" lang="en" dir="ltr">/);
    assert.doesNotMatch(html, / style=|<script|<style| on[a-z]+=/);
  });

  test('the library says in words what a message seems to announce', () => {
    const scope = { records: 41, type: 'backups', amount: null, currency: null };
    const words = intentWords({
      confirmation_required: true,
      risk_level: 'high',
      action_type: 'batch_delete',
      scope: { ...scope, environment: null, path: null, branch: null },
    });
    assert.equal(words, 'Batch delete, 41 backups');
  });

  test('the library needs only React, and is small', () => {
    const code = readFileSync(file('confirmation'), 'utf8');
    const imports = [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, name]) => name);
    assert.deepEqual(imports, ['react', 'react/jsx-runtime']);
    assert.doesNotMatch(code, /innerHTML|insertAdjacent|document\.write/);
    const styles = readFileSync(file('confirmation.css'), 'utf8');
    assert.ok(gzipSync(code).length < 45_000, `${gzipSync(code).length} bytes of code`);
    assert.ok(gzipSync(styles).length < 5_000, `${gzipSync(styles).length} bytes of styles`);
  });

  test('the library styles only the inside of its own class, and loads nothing', () => {
    const styles = readFileSync(file('confirmation.css'), 'utf8').replace(/\/\*.*?\*\//gs, '');
    assert.doesNotMatch(styles, /url\(|@import|@font-face|@layer|@property|@keyframes/);
    const selectors = [...styles.matchAll(/([^{}]+)\{/g)].map(([, text = '']) => text.trim());
    const reaching = selectors
      .filter(text => !text.startsWith('@'))
      .filter(text => !text.startsWith('.countersign-confirmation:not(#_#_)'));
    assert.ok(selectors.length > 50);
    assert.deepEqual(reaching, []);
  });
});
