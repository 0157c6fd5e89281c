// Goal: the card shows what will run, from the bound bytes and nothing else. Method: a whole server with the built
// pages in Chromium; answers are changed on their way to the page, one byte at a time, as an attacker on the network
// could.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import {
  decide,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, Card, cardPolicy, wire } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

describe('the card of a request', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  let finance: SignedIn;
  const tabs: Tab[] = [];

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose', 'observe'], agent_ids: ['billing-bot'] });
    reviewer = await server.person(['reviewer']);
    finance = await server.person(['finance']);
    await server.person(['treasury']);
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

  const newCard = async (as: SignedIn, width = 1440, height = 900): Promise<Card> => {
    const tab = await browser.open(server.origin, { as, viewport: { width, height } });
    tabs.push(tab);
    return new Card(tab.page, server.origin);
  };

  test('the card of a withdrawn request shows the reason that the agent gave', {
    timeout,
  }, async () => {
    const id = await ask(server, agent);
    const reason = 'The invoice was <b>paid</b> twice already.';
    await server.call('POST', `/v1/requests/${id}/cancel`, { headers: agent, body: { reason } });
    const card = await newCard(reviewer, 390, 844);
    await card.open(id);
    await card.says('Withdrawn, nothing ran');
    await card.says(new RegExp(`The reason given: “${reason}”`));
    assert.deepEqual(await accessibilityFindings(card.page), []);
    assert.ok((await overflowOf(card.page)) <= 0);
  });

  test('an open card says that its agent stopped waiting, until the agent is back', {
    timeout,
  }, async () => {
    const agent_id = 'waiting-bot';
    const waiting = await server.apiKey({ verbs: ['propose'], agent_ids: [agent_id] });
    const id = await ask(server, waiting, { agent_id });
    const wait = async (): Promise<() => void> => {
      const leave = new AbortController();
      const { signal } = leave;
      const stream = await fetch(`${server.origin}/v1/requests/${id}/events`, {
        headers: { ...waiting },
        signal,
      });
      await stream.body?.getReader().read();
      return () => leave.abort();
    };
    const leave = await wait();
    const card = await newCard(reviewer);
    await card.open(id);
    const notice = card.page.getByText(/The agent stopped waiting at/);
    await comesTo(notice, 0);
    leave();
    await comesTo(notice, 1);
    assert.deepEqual(await accessibilityFindings(card.page), []);
    const leaveAgain = await wait();
    await comesTo(notice, 0);
    leaveAgain();
  });

  test('the exact JSON is copied byte for byte', { timeout }, async () => {
    const id = await ask(server, agent);
    const card = await newCard(reviewer);
    await card.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await card.open(id);
    await card.page.getByRole('button', { name: 'Exact JSON' }).click();
    await card.page.getByRole('button', { name: 'Copy the exact JSON' }).click();
    await card.says('Copied');
    const { headers } = reviewer;
    const view = await server.call('GET', `/v1/requests/${id}/view`, { headers });
    const copied = await card.page.evaluate('navigator.clipboard.readText()');
    assert.equal(copied, (view.body as { action_text: string }).action_text);
    assert.deepEqual(await accessibilityFindings(card.page), []);
  });

  test('the card writes the action in the sentence of its rule and shows every value beside it', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, { ...wire, agent_reasoning: 'It is due today.' });
    const card = await newCard(finance);
    await card.open(id);
    await comesToSay(card.heading(), 'Wire 4,200.00 USD to Nordvik Paper AB');
    const facts = card.page.locator('.facts');
    await comesToSay(facts, /All 7 values shown, from the bytes that will run/);
    for (const value of ['4200.00', 'USD', 'Nordvik Paper AB', 'SE35 5000 0000 0549 1000 0003']) {
      await facts.getByText(value).first().waitFor();
    }
    const view = await server.call('GET', `/v1/requests/${id}/view`, { headers: finance.headers });
    const { short_code, action_text } = view.body as { short_code: string; action_text: string };
    await facts.getByText(short_code).waitFor();
    await card.says(/wires above 1,000 need Finance and Treasury/);
    const quote = card.page.locator('.quote');
    await comesToSay(quote, /billing-bot wrote.*Not verified.*“It is due today.”/s);
    await card.page.getByRole('button', { name: 'Exact JSON' }).click();
    await comesToSay(card.page.locator('.block .line'), action_text.split('\n'));
  });

  test('the card marks sealed values, and never with something that looks like a length', {
    timeout,
  }, async () => {
    const commitment = `${'A'.repeat(11)}.${'B'.repeat(42)}A`;
    const id = await ask(server, agent, {
      parameters: { password: { $sealed: 'v1', commitment }, host: 'db-1' },
    });
    const card = await newCard(reviewer);
    await card.open(id);
    await card.says('Sealed, the value never left the executor');
  });

  for (const [what, path, change] of [
    [
      'a parameter',
      '/view',
      (text: string) => text.replaceAll('board@example.com', 'bored@example.com'),
    ],
    ['the digest of the view', '/view', (text: string) => flipDigest(text, 'view_digest')],
    [
      'the short code',
      '/view',
      (text: string) =>
        text.replace(
          /("short_code":")(.)/,
          (_, start: string, first: string) => `${start}${first === '0' ? '1' : '0'}`,
        ),
    ],
    [
      'the reason in the request',
      '',
      (text: string) => text.replace('"operation":"tool.invoke"', '"operation":"tool.invoked"'),
    ],
    [
      'the deadline',
      '',
      (text: string) =>
        text.replace(/(?<="expires_at":"\d{3})\d/, year => (year === '9' ? '8' : '9')),
    ],
    ['what an agent said', '', (text: string) => text.replace('It is fine.', 'It is good.')],
    [
      'a number written twice',
      '/view',
      (text: string) => text.replace('{\\"mail\\":', '{\\"mail\\":\\"x\\",\\"mail\\":'),
    ],
  ] as const) {
    test(`one changed byte blocks everything: ${what}`, { timeout }, async () => {
      const id = await ask(server, agent, { agent_reasoning: 'It is fine.' });
      const card = await newCard(reviewer);
      let changed = 0;
      await card.page.route(new RegExp(`/v1/requests/${id}${path}$`), async route => {
        const response = await route.fetch();
        const before = await response.text();
        const body = change(before);
        if (body !== before) changed += 1;
        await route.fulfill({ response, body });
      });
      await card.open(id);
      assert.ok(changed > 0, 'the plant is in the answer');
      await card.says('The bytes do not match. Nothing can be approved here.');
      await comesTo(card.page.locator('.facts'), 0, 'nothing of it is shown as a fact');
      await comesToHave(card.approve(), 'aria-disabled', 'true');
      await card.approve().click({ force: true });
      const { status } = (
        await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers })
      ).body;
      assert.equal(status, 'pending');
    });
  }

  test('a request that does not match can still be rejected', { timeout }, async () => {
    const id = await ask(server, agent);
    const card = await newCard(reviewer);
    await card.page.route(`**/v1/requests/${id}/view`, async route => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll('board@example.com', 'bored@example.com');
      await route.fulfill({ response, body });
    });
    await card.open(id);
    await card.says('The bytes do not match. Nothing can be approved here.');
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.page.getByRole('radio', { name: 'Never' }).click();
    await card.page.getByRole('radio', { name: 'Looks manipulated' }).click();
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.says('Rejected, nothing ran');
    const { entries } = (
      await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers })
    ).body as RequestRepresentation;
    assert.equal(entries[0]?.view_digest, null, 'no view is claimed that was not shown');
  });

  test('the card shows a command line by line, spells out characters in place, and folds only the middle', {
    timeout,
  }, async () => {
    const lines = Array.from({ length: 214 }, (_, index) => `echo ${index + 1}`);
    lines[2] = 'rm -rf /srv/old\u200b /srv/\u202euploads';
    const command = lines.join('\n');
    const id = await ask(server, agent, { parameters: { command } });
    const card = await newCard(reviewer);
    await card.open(id);
    await card.says('2 hidden characters in 1 value. They are written out where they stand.');
    await card.says(/command, line 3/);
    await comesToSay(card.page.locator('.line--hit'), /old<U\+200B> \/srv\/<U\+202E>uploads/);
    await card.says(/Lines 7 to 210 not opened yet/);
    await card.says('echo 214');
    await card.readAll();
    await card.page.getByRole('button', { name: 'Open command to approve' }).waitFor();
    await card.page.getByRole('button', { name: 'Go to the next' }).click();
    await card.page.locator('.line').getByText('echo 100', { exact: true }).waitFor();
    const shown = command.replace('\u200b', '<U+200B>').replace('\u202e', '<U+202E>');
    await comesToSay(card.page.locator('.line'), shown.split('\n'));
    await comesToHave(card.approve(), 'aria-disabled', 'true', 'opened is not seen');
    await card.readAll();
    await card.armed();
  });

  test('the card compares each value with the round before', { timeout }, async () => {
    const first = await ask(server, agent, { parameters: { amount: 10, to: 'a', gone: true } });
    await decide(server, reviewer.headers, first, 'deny');
    const id = await ask(server, agent, {
      parameters: { amount: 9, to: 'a', added: ['x'] },
      after: { id: first, change: 'A smaller amount.' },
    });
    const card = await newCard(reviewer);
    await card.open(id);
    const rows = card.page.locator('.differences tbody tr');
    await comesTo(rows, 3);
    await comesToSay(rows, /\/parameters\/added\/0, Addednot therex/);
    await comesToSay(rows, /\/parameters\/amount, Changed109/);
    await comesToSay(rows, /\/parameters\/gone, Removedtruenot there/);
    await card.says(/A smaller amount/);
  });

  test('the card shows earlier outcomes of the same tool and agent', { timeout }, async () => {
    const tool_name = 'similar.tool';
    const past: ('allow' | 'deny')[] = ['allow', 'deny', 'allow'];
    for (const [index, decision] of past.entries()) {
      const id = await ask(server, agent, { tool_name, parameters: { index } });
      await decide(server, reviewer.headers, id, decision);
    }
    const id = await ask(server, agent, { tool_name, parameters: { index: 'now' } });
    const card = await newCard(reviewer);
    await card.open(id);
    await comesToSay(card.page.locator('.before'), /2 approved, 1 rejected/);
  });

  test('the card fits the screen and passes axe in light and dark, wide and narrow', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, {
      ...wire,
      agent_reasoning: 'It is due today.',
      parameters: { ...wire.parameters, reference: 'INV-20932 October paper stock' },
    });
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      const card = await newCard(finance, width, height);
      await card.open(id);
      await card.readAll();
      await card.armed();
      assert.ok((await overflowOf(card.page)) <= 0);
      const wide = await card.page.evaluate<number>(
        `(() => { const s = document.querySelector('.card-scroll'); return s.scrollWidth - s.clientWidth; })()`,
      );
      assert.ok(wide <= 0, `${wide} too wide`);
      assert.deepEqual(await accessibilityFindings(card.page), []);
      await card.page.getByRole('button', { name: 'Reject' }).click();
      assert.deepEqual(await accessibilityFindings(card.page), []);
    }
  });
});

/** Another first digit of a digest. */
function flipDigest(text: string, member: string): string {
  return text.replace(
    new RegExp(`("${member}":"sha256:)(.)`),
    (_, start: string, first: string) => `${start}${first === '0' ? '1' : '0'}`,
  );
}
