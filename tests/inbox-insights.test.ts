// Goal: the page Insights shows the numbers of the log in charts, with the table behind each, to any visitor: by
// keyboard, on a phone, in the dark and on paper. Method: a whole server with the built pages in Chromium, whose tallies
// are put into the store as the counting would.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Tally, TallyKind } from '@countersign/coordinator';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import { insightsTables } from '@countersign/wire/insights';
import { cardPolicy } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';
import { SignedInTerminal } from './testing/signed-in-terminal.ts';

const timeout = 120_000;

/** A week of numbers that are easy to add up. */
function sampleTallies(today: string): Tally[] {
  const tallies: Tally[] = [];
  const add = (kind: TallyKind, day: string, name: string, measure: string, count: number) =>
    tallies.push({ scope: 'all', kind, day, name, measure, count });
  const counts = { asked: 12, approved: 9, rejected: 1, expired: 2, allowed: 40, denied: 3 };
  for (let back = 0; back < 7; back++) {
    const day = new Date(Date.parse(today) - back * 86_400_000).toISOString().slice(0, 10);
    for (const [measure, count] of Object.entries(counts)) {
      add('rule', day, 'refund-any', measure, count);
      add('agent', day, 'support-agent', measure, count);
      add('tool', day, 'refunds.create', measure, count);
    }
    add('rule', day, 'invoice-any', 'asked', 10);
    add('rule', day, 'invoice-any', 'approved', 10);
    add('agent', day, '<b>billing</b>', 'asked', 10);
    add('tool', day, 'invoices.pay', 'asked', 10);
    add('stage', day, 'Support lead', '028', 8);
    add('stage', day, 'Support lead', '036', 2);
    add('deadline', day, 'Support lead', '900', 12);
    add('unanswered', day, 'Support lead', '23', 2);
    add('reason', day, 'refund-any', 'looks_manipulated', 1);
  }
  return tallies;
}

describe('insights', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let person: SignedIn;
  let tab: Tab;

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
    browser = await launchBrowser();
    person = await server.person(['reviewer', 'operator']);
    const { store, clock } = server.app.context;
    const tallies = sampleTallies(clock.now().slice(0, 10));
    for (;;) {
      const from = await store.readTallied();
      if (await store.addTallies({ from, to: from, tallies })) break;
    }
    const viewport = { width: 1440, height: 900 };
    tab = await browser.open(server.origin, { as: person, viewport });
    await tab.page.goto(`${server.origin}/insights?days=7`);
  });
  after(async () => {
    await tab?.close();
    await browser?.close();
    await server?.remove();
  });

  test('each panel shows its numbers, and the table behind it has the same ones', {
    timeout,
  }, async () => {
    const { page } = tab;
    const became = page.getByRole('region', { name: 'The outcome of 455 actions' });
    await became.waitFor();
    await comesToSay(became.locator('.strip-total').first(), /154Asked a person/);
    await comesToSay(became.locator('.insight-foot'), /People approved 95% of the 140/);
    await became.getByRole('button', { name: 'Table' }).click();
    await comesToSay(became.locator('tbody tr').first(), /22.*40.*3/);
    await became.getByRole('button', { name: 'Chart' }).click();

    const never = page.getByRole('region', { name: 'Never rejected' });
    await comesToSay(never, /invoice-any.*70 asked, 70 approved, 0 expired/);
    await comesToSay(never, /Keep asking/);
    const caught = page.getByRole('region', { name: 'Caught something' });
    await comesToSay(caught, /refund-any.*7 rejected. Most given reason: Looks manipulated/);
    const unanswered = page.getByRole('region', { name: 'No one answered' });
    await comesToSay(unanswered, /14 of 14 waited for Support lead.*between 23:00 and 00:00 UTC/);
    const pace = page.getByRole('region', { name: 'Time to decision' });
    await comesToSay(pace, /Support lead/);
    const by = page.getByRole('region', { name: 'By rule' });
    await by.getByRole('button', { name: 'Agent' }).click();
    await comesToSay(page.getByRole('region', { name: 'By agent' }), /<b>billing<\/b>/);
    assert.deepEqual(tab.faults, []);
  });

  test('the terminal prints the numbers of the page and of the API, and its tables as CSV', async () => {
    const terminal = await SignedInTerminal.at(server, person);
    const run = async (...args: readonly string[]) => {
      const { code, output, errors } = await terminal.run(['insights', ...args]);
      assert.equal(code, 0, errors);
      return output;
    };
    try {
      const shown = await run('--days', '7');
      assert.match(
        shown,
        /^455 actions: asked 154, allowed by rule 280, denied by rule 21, approved 133, rejected 7, expired 14, withdrawn 0, changed 0$/m,
      );
      assert.match(shown, /^By rule$/m);
      assert.match(shown, /^refund-any +84 +63 +7 +14 +280 +21$/m);
      assert.match(shown, /^invoice-any +70 +70 +0 +0 +0 +0$/m);
      assert.match(shown, /^refund-any +7 +7 +Looks manipulated$/m);
      assert.match(shown, /^Support lead +14 +23:00 to 00:00 +14$/m);
      const headers = person.headers;
      const read = async () => (await server.call('GET', '/v1/insights?days=7', { headers })).body;
      // The server counts on meanwhile: only answers between which nothing was counted can be compared.
      let before: unknown;
      let printed: unknown;
      let after = await read();
      do {
        before = after;
        printed = JSON.parse(await run('--days', '7', '--json'));
        after = await read();
      } while (!isDeepStrictEqual(before, after));
      assert.deepEqual(printed, after);
      for (const table of insightsTables) {
        const path = `/v1/insights/tables/${table}?days=7`;
        const answer = await server.call('GET', path, { headers });
        assert.equal(await run('--days', '7', '--table', table, '--csv'), answer.body);
        assert.match(await run('--days', '7', '--table', table), /\n\n.+\n.+\n/);
      }
      for (const args of [['--csv'], ['--csv', '--table', 'rules', '--json'], ['--days', '0']]) {
        assert.equal((await terminal.run(['insights', ...args])).code, 2, args.join(' '));
      }
      for (const option of ['--agent', '--tool']) {
        const unknown = await terminal.run(['insights', option, 'nobody']);
        assert.equal(unknown.code, 1);
        assert.match(unknown.errors, /: expected a name that was counted before/);
      }
    } finally {
      terminal.remove();
    }
  });

  test('a strip is one stop, and arrow keys read it day by day', { timeout }, async () => {
    const strip = tab.page.getByRole('slider', { name: 'Asked a person' });
    await strip.focus();
    await tab.page.keyboard.press('ArrowLeft');
    await comesToHave(strip, 'aria-valuenow', '5');
    await comesToHave(strip, 'aria-valuetext', /^\d+ \w+: 22$/);
    await tab.page.keyboard.press('Home');
    await comesToHave(strip, 'aria-valuenow', '0');
    await tab.page.keyboard.press('ArrowLeft');
    await comesToHave(strip, 'aria-valuenow', '0');
  });

  test('a panel gives its table as CSV, and the page all numbers as JSON', {
    timeout,
  }, async () => {
    const { page } = tab;
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return readFileSync(await download.path(), 'utf8');
    };
    const csv = await saved('Caught something as CSV');
    assert.equal(
      csv,
      'rule,rejected,most_given_ground,given\r\nrefund-any,7,looks_manipulated,7\r\n',
    );
    const json = JSON.parse(await saved('All numbers as JSON')) as { actions: number };
    assert.equal(json.actions, 455);
  });

  test('axe finds nothing in light and dark, at a desk and on a phone, with every table open', {
    timeout,
  }, async () => {
    const { page } = tab;
    assert.deepEqual(await accessibilityFindings(page), []);
    for (const button of await page.getByRole('button', { name: 'Table' }).all()) {
      await button.click();
    }
    for (const width of [1440, 900, 390]) {
      await page.setViewportSize({ width, height: 844 });
      assert.equal(await overflowOf(page), 0, `${width}`);
    }
    assert.deepEqual(await accessibilityFindings(page), []);
    assert.deepEqual(tab.faults, []);
  });

  test('print shows the charts and the tables', { timeout }, async () => {
    const { page } = tab;
    await page.emulateMedia({ media: 'print' });
    const visible = await page
      .locator('.insight-body')
      .evaluateAll(
        bodies => bodies.filter(each => getComputedStyle(each).display === 'none').length,
      );
    await page.emulateMedia({ media: null });
    assert.equal(visible, 0);
  });

  test('an agent or a tool that was never counted is refused in words', { timeout }, async () => {
    const { page } = tab;
    await page.goto(`${server.origin}/insights?agent=nobody`);
    await page.getByText('No action of this agent, or with this tool').first().waitFor();
    await page.getByRole('combobox', { name: 'Agent' }).selectOption('');
    await page.getByRole('region', { name: /The outcome of/ }).waitFor();
  });
});
