// Goal: a newcomer who has just cloned the repository gets from `npm start` to an action that they approved and that
// ran once. Method: a copy of what git would give them, npm of the machine on the machine's own Node, a real
// terminal, and Chromium with a virtual authenticator. Only the download is left out: what npm would install is
// linked.

import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { after, describe, test } from 'node:test';
import { freePort } from '@countersign/server/testing';
import { Card } from './testing/card-scene.ts';
import { FreshClone } from './testing/fresh-clone.ts';
import { launchBrowser } from './testing/inbox-browser.ts';
import { findOldNode } from './testing/machine-node.ts';
import { keys, TerminalScreen } from './testing/terminal-screen.ts';

const timeout = 300_000;
const oldNode = await findOldNode();
const isNode20 = oldNode?.version.startsWith('20.') === true;

test(
  'the first start runs on a Node 20 of this machine',
  {
    skip:
      !isNode20 && `found ${oldNode?.version ?? process.version}; the first start is made on that`,
  },
  () => assert.match(oldNode?.version ?? '', /^20\./),
);

describe('a newcomer', () => {
  const clone = new FreshClone();
  after(() => {
    TerminalScreen.endAll();
    clone.remove();
  });

  const npmStart = (port: number): TerminalScreen => {
    const path = process.env['PATH'] ?? '';
    return new TerminalScreen('npm', ['start', '--', '--port', `${port}`], {
      cwd: clone.folder,
      columns: 160,
      env: {
        HOME: clone.home,
        // The programs that this test itself runs with are not on the path of a newcomer.
        PATH: oldNode === null ? path : `${dirname(oldNode.path)}:${withoutOurs(path)}`,
        npm_config_update_notifier: 'false',
      },
    });
  };

  test('a newcomer starts the server, joins, approves the sample action with a passkey, sees it run once, and stops it', {
    timeout,
  }, async context => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const screen = npmStart(port);
    await screen.shows(/Building the pages of the inbox …/);
    await screen.shows(/Done after \d+\.\d s\./);
    const [link] = await screen.shows(/http:\S+\/join#\S+/);
    await screen.shows(/Stop with Ctrl-C/);
    const said = screen.text();
    assert.match(said, new RegExp(`Countersign is at ${origin}\\n`));
    assert.match(said, new RegExp(`Data: ${clone.folder}/countersign-data\\n`));
    assert.match(said, /press Send a sample action/);
    assert.doesNotMatch(said, /^\{/m, 'no log lines between the words');
    assert.equal((await fetch(`${origin}/readyz`)).status, 200);

    const browser = await launchBrowser();
    context.after(() => browser.close());
    const tab = await browser.open(origin);
    const { page } = tab;
    const press = (name: string) => page.getByRole('button', { name }).click();
    await tab.addAuthenticator();
    await page.goto(link);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await press('Create a passkey');
    await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    await press('Send a sample action');
    const card = new Card(page, origin);
    await card.heading().waitFor();
    await card.says(/4200\.00|4,200/);
    await card.readAll();
    await card.armed();
    await press('Approve with passkey');
    await card.says('Started once, succeeded');
    assert.deepEqual(tab.faults, []);
    await browser.close();

    screen.type(keys.interrupt);
    assert.equal(await screen.ended, 0, screen.text());
    assert.match(screen.text(), /Stopping …/);
    assert.doesNotMatch(screen.text(), /npm error|ERR!|Failed:/);
    await assert.rejects(fetch(`${origin}/readyz`), 'nothing listens there any more');
  });

  test('a newcomer starts the server again without building anything, and finds the earlier data', {
    timeout,
  }, async () => {
    clone.linkPrograms();
    const port = await freePort();
    const screen = npmStart(port);
    await screen.shows(/Stop with Ctrl-C/);
    assert.doesNotMatch(screen.text(), /Building|Installing|join#/);
    assert.match(screen.text(), new RegExp(`Open http://localhost:${port}, then press`));
    screen.type(keys.interrupt);
    assert.equal(await screen.ended, 0, screen.text());
  });
});

function withoutOurs(path: string): string {
  return path
    .split(':')
    .filter(folder => !folder.endsWith('node_modules/.bin'))
    .join(':');
}
