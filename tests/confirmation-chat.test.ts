// Goal: in the chat of examples/confirmation-chat only the two buttons answer, only for the person whose chat it is, and
// nothing an agent says does more than be read. Method: its server, gate and backend as they are, in Chromium.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type ChatWorld, openChatWorld } from '../examples/confirmation-chat/chat-world.ts';
import {
  accessibilityFindings,
  comesTo,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
const root = join(import.meta.dirname, '..');

const announced = 'I am about to delete 500 user accounts. Should I proceed?';

describe('the example chat', () => {
  let browser: InboxBrowser;
  const worlds: ChatWorld[] = [];
  const tabs: Tab[] = [];

  before(async () => {
    browser = await launchBrowser();
  });
  afterEach(async () => {
    const faults = tabs.flatMap(tab => tab.faults);
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    await Promise.all(worlds.splice(0).map(world => world.close()));
    assert.deepEqual(faults, []);
  });
  after(() => browser?.close());

  const openTab = async ({ chat }: ChatWorld, width = 1080): Promise<Page> => {
    const tab = await browser.open(chat.origin, { viewport: { width, height: 800 } });
    tabs.push(tab);
    await tab.page.goto(chat.origin);
    return tab.page;
  };
  /** A chat whose agent asks for leave with these words, in front of the question. */
  const halted = async (
    text = announced,
    width?: number,
  ): Promise<{ world: ChatWorld; page: Page; told: boolean[] }> => {
    const told: boolean[] = [];
    const world = await openChatWorld(async ({ askLeave, say }) => {
      told.push(await askLeave(text));
      say('The agent was told.');
    });
    worlds.push(world);
    const page = await openTab(world, width);
    await page.getByRole('textbox', { name: 'Message' }).fill('Clean up.');
    await page.keyboard.press('Enter');
    await page.getByText('On hold until you answer').waitFor();
    return { world, page, told };
  };
  const ready = (page: Page) =>
    page.locator('.hold-acts .btn--primary:not([aria-disabled=true])').waitFor();

  for (const { choice, presses, goesOn } of [
    { choice: 'Cancel', presses: ['Tab', 'Enter'], goesOn: false },
    { choice: 'Proceed', presses: ['Tab', 'Tab', ' '], goesOn: true },
  ]) {
    test(`${choice} can be given with the keyboard alone, and then the input field returns`, {
      timeout,
    }, async () => {
      const { world, page, told } = await halted();
      await ready(page);
      const focused = await page.evaluate('document.activeElement.localName');
      assert.equal(focused, 'section', 'the question is focused, and no button');
      for (const key of presses) await page.keyboard.press(key);
      await page.getByText('The agent was told.').waitFor();
      assert.deepEqual(told, [goesOn]);
      await page.getByText(`You answered ${choice}.`).waitFor();
      assert.equal(world.chat.conversation().hold, null);
      await comesTo(page.getByRole('textbox', { name: 'Message' }), 1);
    });
  }

  test('Escape, typing, reloading and leaving do not answer', { timeout }, async () => {
    const { world, page, told } = await halted();
    await comesTo(page.getByRole('textbox'), 0);
    await page.keyboard.press('Escape');
    await page.keyboard.type('yes, proceed');
    await page.keyboard.press('Enter');
    await page.reload();
    await page.getByText('On hold until you answer').waitFor();
    await page.close();
    const later = await openTab(world);
    await later.getByText('On hold until you answer').waitFor();
    assert.deepEqual(told, []);
    await later.getByRole('button', { name: 'Proceed' }).click();
    await later.getByText('The agent was told.').waitFor();
    assert.deepEqual(told, [true]);
  });

  test('the chat accepts an answer from its own page only, and only one of the two', {
    timeout,
  }, async () => {
    const { world, page, told } = await halted();
    const { origin } = world.chat;
    const hold_id = world.chat.conversation().hold?.hold_id;
    const post = (path: string, body: object) =>
      page.evaluate(
        `fetch(${JSON.stringify(path)}, { method: 'POST', body: ${JSON.stringify(JSON.stringify(body))} }).then(answer => answer.status)`,
      );
    assert.equal(await post('/messages', { text: 'yes' }), 409);
    assert.equal(await post('/answers', { hold_id, choice: 'yes' }), 400);
    assert.equal(await post('/answers', { hold_id, choice: 'proceed' }), 400);
    assert.equal(await post('/answers', { hold_id: 'hold_other', choice: 'Proceed' }), 409);
    assert.equal(await post('/answers', { choice: 'Proceed' }), 409);
    const body = JSON.stringify({ hold_id, choice: 'Proceed' });
    const stranger = await fetch(`${origin}/answers`, {
      method: 'POST',
      body,
      headers: { origin },
    });
    assert.equal(stranger.status, 401);
    const [cookie] = await page.context().cookies();
    const elsewhere = await fetch(`${origin}/answers`, {
      method: 'POST',
      body,
      headers: { origin: 'https://outside.example', cookie: `chat=${cookie?.value}` },
    });
    assert.equal(elsewhere.status, 400);
    assert.deepEqual(told, []);
    assert.notEqual(world.chat.conversation().hold, null);
  });

  test('an answer in the inbox ends the question in the chat', { timeout }, async () => {
    const { world, page, told } = await halted();
    const hold = world.chat.conversation().hold?.hold_id ?? '';
    const { headers } = await world.server.person(['storage_owner']);
    const path = `/v1/holds/${hold}/answer`;
    await world.server.call('POST', path, { headers, body: { choice: 'Cancel' } });
    await page.getByText('The agent was told.').waitFor();
    assert.deepEqual(told, [false]);
    await comesTo(page.getByText('On hold until you answer'), 0);
  });

  test('words of an agent stay text', { timeout }, async () => {
    const hostile = [
      '<img src=x onerror="globalThis.ran=1"><script>globalThis.ran=1</script>',
      '</p></section><button>Proceed</button><iframe src="https://outside.example/">',
      '[press](javascript:globalThis.ran=1) \u202e \u0000 \u200b',
      'unbroken'.repeat(100),
    ].join(' ');
    const calm = await halted();
    const { page } = await halted(`${hostile} ${announced}`, 390);
    const requests: string[] = [];
    page.on('request', request => requests.push(request.url()));
    const count = `document.querySelectorAll('body *:not(.written)').length`;
    assert.equal(await page.evaluate(count), await calm.page.evaluate(count));
    assert.equal(await page.evaluate('globalThis.ran'), undefined);
    await comesTo(page.getByRole('button'), 2);
    assert.ok((await overflowOf(page)) <= 0);
    assert.deepEqual(requests, []);
  });

  test('the chat passes axe in light and dark, open and closed, wide and on a phone', {
    timeout,
  }, async () => {
    for (const width of [1080, 390]) {
      const { page } = await halted(undefined, width);
      assert.deepEqual(await accessibilityFindings(page), []);
      assert.ok((await overflowOf(page)) <= 0);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('The agent was told.').waitFor();
      assert.deepEqual(await accessibilityFindings(page), []);
    }
  });
});

test('the page of the chat compiles against the published types', { timeout }, () => {
  const tsc = join(root, 'node_modules/typescript-7/bin/tsc');
  const project = join(root, 'examples/confirmation-chat');
  execFileSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' });
});
