// The chat of another product with the component for confirmations in it: an agent says that it is about to delete
// snapshots, the conversation halts, and one of two buttons lets it continue or ends its plan. Proceed approves no
// action. Runs itself in a browser without a window and exits non-zero if any part of the story does not hold; with
// --serve it stays up for a visitor.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import chromiumBinary from '@sparticuz/chromium';
import { chromium, type Page } from 'playwright-core';
import { openChatWorld } from './chat-world.ts';

const world = await openChatWorld();
const { chat, pendingTools } = world;

if (process.argv.some(word => word === '--serve' || word === '--open')) {
  console.log(`The chat is at ${chat.origin}/. Ask it to clean up; Ctrl+C ends it.`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await world.close();
  process.exit(0);
}

const browser = await chromium.launch({
  executablePath: await chromiumBinary.executablePath(),
  headless: true,
  args: ['--no-sandbox', '--disable-gpu'],
});

try {
  const page = await browser.newPage();
  await page.goto(chat.origin);

  await ask(page, 'The backup bucket is nearly full. Can you find out what we could remove?');
  const card = page.getByRole('region', { name: 'On hold until you answer' });
  await card.waitFor();
  assert.deepEqual(await card.getByRole('button').allTextContents(), ['Cancel', 'Proceed']);
  console.log('The agent asks for leave, and the conversation halts in front of two buttons.');

  assert.equal(await page.getByRole('textbox').count(), 0);
  await page.keyboard.type('yes');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  const typed = await page.evaluate(
    `fetch('/messages', { method: 'POST', body: '{"text":"yes"}' }).then(answer => answer.status)`,
  );
  assert.equal(typed, 409);
  assert.notEqual(chat.conversation().hold, null);
  console.log('The text box is closed: typing "yes" is no answer, and neither is leaving.');

  await card.getByRole('button', { name: 'Proceed' }).click();
  await page.getByText('It waits in the inbox for an approval of its own.').waitFor();
  assert.deepEqual(await pendingTools(), ['delete_snapshots']);
  console.log(
    'Proceed lets the agent go on. It approved nothing: the deletion is asked for itself.',
  );

  await ask(page, 'Look again.');
  await card.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('I stop here.').waitFor();
  assert.deepEqual(await pendingTools(), ['delete_snapshots']);
  console.log('Cancel ends the plan: the agent is told no, and asks for nothing.');
} finally {
  await browser.close();
  await world.close();
}

async function ask(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}
