// Goal: a person who is told to link their account in the inbox finds where. Method: a server that is connected to a
// chat and an identity provider, and its page in Chromium.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type StartedServer, startedServer } from '@countersign/server/testing';
import {
  accessibilityFindings,
  builtSite,
  comesToSay,
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

describe('accounts elsewhere', () => {
  let server: StartedServer;
  let browser: InboxBrowser;

  before(async () => {
    server = await startedServer({
      site: builtSite(),
      settings: {
        slack: {
          bot_token: 'xoxb-none',
          signing_secret: 'none',
          channel: 'C1',
          team_id: 'T1',
          api_url: 'http://127.0.0.1:9/',
        },
        oidc: { issuer: 'https://id.example.com', client_id: 'countersign', roles: {} },
      },
    });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  test('a person links accounts from their own page, and the command for the chat is shown once', {
    timeout,
  }, async () => {
    const tab = await browser.open(server.origin, { viewport: { width: 1440, height: 900 } });
    const { page } = tab;
    await enterAsFirst(tab, server, 'Ada');
    await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
    await page.goto(`${server.origin}/people`);
    await page.getByRole('tab', { name: /Your passkeys/ }).click();
    await page.getByRole('button', { name: 'Link the account at your organisation' }).waitFor();
    await page.getByRole('button', { name: 'Link a Slack account' }).click();
    const command = page.locator('.copy-line code');
    await command.waitFor();
    await comesToSay(command, /^\/\S+ link \S+$/);
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.deepEqual(tab.faults, []);
  });
});
