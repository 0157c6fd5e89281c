// Goal: a decision can be looked up, followed event by event, and proven in the page itself. Method: a whole server
// with the built pages in Chromium; the bundle is changed on its way to the page, as an attacker on the network
// could. Any exception in the page and any block by its content security policy fails the test.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, afterEach, before, describe, test } from 'node:test';
import { addSeconds, type Timestamp, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  decide,
  grantOf,
  provenHeaders,
  type RequestRepresentation,
  type SignedIn,
  type StartedServer,
  startedServer,
} from '@countersign/server/testing';
import { ask, cardPolicy, wire } from './testing/card-scene.ts';
import {
  accessibilityFindings,
  builtSite,
  comesTo,
  comesToHave,
  comesToHold,
  comesToSay,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;
/** An agent may ask twenty times in ten minutes, so many questions take many agents. */
const agents = Array.from({ length: 12 }, (_, index) => `agent-${index}`);
const hostile =
  '<img src=x onerror="globalThis.broken=1"><script>globalThis.broken=1</script>\u202Egnp\u200B';

describe('the history', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  let executor: Readonly<Record<string, string>>;
  let reviewer: SignedIn;
  let operator: SignedIn;
  let later = 0;
  const tabs: Tab[] = [];

  before(async () => {
    const now = (): Timestamp => addSeconds(timestampFromMilliseconds(Date.now()), later);
    const pause = (milliseconds: number, signal?: AbortSignal) =>
      new Promise<void>(done => {
        const timer = setTimeout(done, milliseconds);
        signal?.addEventListener('abort', () => {
          clearTimeout(timer);
          done();
        });
      });
    server = await startedServer({ policy: cardPolicy, site: builtSite(), clock: { now, pause } });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot', ...agents] });
    executor = await server.apiKey({ verbs: ['consume'], executor: 'gateway' });
    reviewer = await server.person(['reviewer']);
    operator = await server.person(['operator', 'reviewer', 'finance']);
    await server.person(['finance']);
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

  const open = async (path: string, as = reviewer, width = 1440, height = 900) => {
    const viewport = { width, height };
    const tab = await browser.open(server.origin, { as, viewport, acceptDownloads: true });
    tabs.push(tab);
    await tab.page.goto(`${server.origin}${path}`);
    return tab.page;
  };
  const read = async (id: string): Promise<RequestRepresentation> =>
    (await server.call('GET', `/v1/requests/${id}`, { headers: reviewer.headers }))
      .body as RequestRepresentation;
  const start = async (id: string): Promise<void> => {
    const view = await server.call('GET', `/v1/requests/${id}/view`, { headers: reviewer.headers });
    const { action_text } = view.body as { action_text: string };
    const grant = await grantOf(server, executor, id);
    const body = { action: JSON.parse(action_text), grant, attempt: 'one' };
    const path = `/v1/requests/${id}/consume`;
    const consumed = await server.call('POST', path, { headers: executor, body });
    assert.equal(consumed.status, 200, JSON.stringify(consumed.body));
  };
  const report = async (id: string, more: Record<string, unknown>): Promise<void> => {
    const body = { attempt: 'one', ...more };
    const path = `/v1/requests/${id}/report`;
    const reported = await server.call('POST', path, { headers: executor, body });
    assert.ok(reported.status < 300, JSON.stringify(reported.body));
  };
  const ran = async (outcome = 'succeeded', more: Record<string, unknown> = {}) => {
    const id = await ask(server, agent);
    await decide(server, reviewer.headers, id, 'allow');
    await start(id);
    await report(id, { outcome, ...more });
    return id;
  };

  test('the history shows what ran, event by event, and verifies the evidence in the page', {
    timeout,
  }, async () => {
    const id = await ran('succeeded', { result_digest: `sha256:${'0c'.repeat(32)}` });
    const page = await open(`/history/${id}`);
    await page.getByText('Verified with the keys of this server').waitFor({ timeout: 90_000 });
    await page
      .getByRole('heading', { level: 1, name: 'Send “Minutes” to board@example.com' })
      .waitFor();
    const record = page.getByRole('region', { name: 'Record' });
    await record.getByText('Started once, succeeded').waitFor();
    await comesToSay(page.locator('.event b'), [
      'Policy asked for approval',
      'Request opened',
      'Platform approved',
      'Every required stage approved',
      'Grant issued',
      'Consumed',
      'Started',
      'Succeeded',
    ]);
    await comesToSay(page.locator('.event time'), /^(\d\d:\d\d:\d\d\.\d{3}\n?){8}$/);
    const claims = page.locator('.check b');
    await claims.getByText('What ran is what was approved', { exact: true }).waitFor();
    await claims.getByText('Used once, started once', { exact: true }).waitFor();
    const panel = page.getByRole('complementary', { name: 'Evidence' });
    await comesToSay(panel, /relies on the signing key that this server/);
    await record.getByRole('button', { name: /Show all 3 values/ }).click();
    await record.getByText('board@example.com').last().waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('the page saves the exact verified bytes, and shows the command that checks them', {
    timeout,
  }, async () => {
    const id = await ran();
    const page = await open(`/history/${id}`);
    await page.getByText('Verified with the keys of this server').waitFor({ timeout: 90_000 });
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Download bundle, \d+ KB$/ }).click(),
    ]);
    assert.equal(download.suggestedFilename(), `${id}.bundle.json`);
    const saved = readFileSync(await download.path(), 'utf8');
    assert.equal(JSON.parse(saved).approval_request_id, id);
    await page.getByText(`countersign verify ${id}.bundle.json --keys keys.json`).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy command' }).click();
    await page.getByText('Copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.equal(copied, `countersign verify ${id}.bundle.json --keys keys.json`);
  });

  test('a changed byte does not verify, and the failed statements come first', {
    timeout,
  }, async () => {
    const id = await ran();
    const page = await open('/history');
    await page.route(`**/v1/requests/${id}/bundle`, async route => {
      const response = await route.fetch();
      const body = (await response.text()).replace('board@example.com', 'bored@example.com');
      await route.fulfill({ response, body });
    });
    await page.locator(`[data-request="${id}"]`).click();
    await page.getByText('Does not verify').waitFor({ timeout: 90_000 });
    const first = page.locator('.check').first();
    await comesToHave(first, 'class', /check--failed/);
    await comesTo(page.getByText('Verified with the keys of this server'), 0);
    assert.deepEqual(await accessibilityFindings(page), []);
  });

  test('a valid bundle of another request does not verify', {
    timeout,
  }, async () => {
    const [id, other] = [await ran(), await ran()];
    const page = await open('/history');
    await page.route(`**/v1/requests/${id}/bundle`, async route => {
      const path = `/v1/requests/${other}/bundle`;
      const call = { origin: server.origin, method: 'GET', path };
      const headers = provenHeaders(call, operator.headers, Date.now() + later * 1000);
      const response = await route.fetch({ url: `${server.origin}${path}`, headers });
      await route.fulfill({ response });
    });
    await page.locator(`[data-request="${id}"]`).click();
    await page.getByText('Does not verify').waitFor({ timeout: 90_000 });
    await page
      .getByText('The bundle belongs to another request than the one on this page.')
      .waitFor();
    await comesTo(page.getByText('Verified with the keys of this server'), 0);
  });

  test('without the keys of the server the page says that it cannot check, and what is missing', {
    timeout,
  }, async () => {
    const id = await ran();
    const page = await open('/history');
    await page.route('**/v1/keys', route => route.fulfill({ status: 404, body: '' }));
    await page.locator(`[data-request="${id}"]`).click();
    await page.getByText('Cannot be checked here').waitFor({ timeout: 90_000 });
    await page.getByText(/The bundle was not read/).waitFor();
  });

  test('the history can be searched by outcome, tool, agent, id and terminal code', {
    timeout,
  }, async () => {
    const rejected = await ask(server, agent, { tool_name: 'files.remove', resource: 'report-x' });
    await decide(server, reviewer.headers, rejected, 'deny');
    const expired = await ask(server, agent, { tool_name: 'soon.over', resource: 'soon-x' });
    const other = await ask(server, agent, { agent_id: 'agent-1', tool_name: 'crm.export' });
    await decide(server, reviewer.headers, other, 'deny');
    later = 10;
    const page = await open('/history');
    const rows = page.getByRole('list', { name: 'Requests' }).getByRole('link');
    await rows.first().waitFor();
    await page.getByRole('tab', { name: 'Rejected' }).click();
    await rows.filter({ hasText: 'Remove files' }).waitFor();
    // A run may pass midnight.
    await page
      .getByText(/^(Today|Yesterday)$/)
      .first()
      .waitFor();
    await comesTo(rows.filter({ hasText: 'soon.over' }), 0);
    await page.getByRole('tab', { name: 'Expired' }).click();
    await rows.filter({ hasText: 'soon.over' }).waitFor();
    await comesToSay(rows.first(), /Expired, nothing ran/);
    await page.getByRole('tab', { name: 'All' }).click();
    const box = page.getByRole('searchbox', { name: 'Search the history' });
    await box.fill('crm.export');
    await page.getByRole('button', { name: 'Tool is crm.export' }).click();
    await comesToHold(box, 'tool:crm.export');
    await rows.filter({ hasText: 'agent-1' }).waitFor();
    await comesTo(rows, 1);
    await box.fill('agent:agent-1');
    await rows.filter({ hasText: 'Export crm' }).waitFor();
    await box.fill('nothing fits this');
    await page.getByText('Nothing matches this search.').waitFor();
    await box.fill(expired);
    await page.getByRole('link', { name: /Open this request/ }).click();
    await page.getByText('Expired, nothing ran').first().waitFor();
    const view = await server.call('GET', `/v1/requests/${rejected}/view`, {
      headers: reviewer.headers,
    });
    const { short_code } = view.body as { short_code: string };
    await box.fill(short_code.toLowerCase());
    await page.getByRole('link', { name: new RegExp(short_code) }).click();
    await page.waitForURL(`**/history/${rejected}`);
  });

  test('an unknown outcome is settled by a person, with a reason', { timeout }, async () => {
    const id = await ran('unknown');
    const page = await open('/history', operator);
    await page.getByRole('tab', { name: 'Unknown' }).click();
    await page.locator(`[data-request="${id}"]`).click();
    await page.getByRole('heading', { name: 'The outcome is unknown' }).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.getByRole('button', { name: 'Settle the outcome' }).click();
    await page.getByText('Choose the outcome.').waitFor();
    await page.getByRole('radio', { name: 'It succeeded' }).check();
    await page.getByRole('button', { name: 'Settle the outcome' }).click();
    await page.getByText('Write how you know this.').waitFor();
    await page.getByLabel('Reason, kept in the log').fill(hostile);
    await page.getByRole('button', { name: 'Settle the outcome' }).click();
    await page.getByText('Settled by a person: succeeded').waitFor();
    await page.getByText('Started once, succeeded').waitFor();
    assert.equal((await read(id)).receipts.at(-1)?.outcome, 'succeeded');
    await comesToSay(page.locator('.event').last(), /<U\+202E>gnp<U\+200B>/);
    assert.equal(await page.evaluate('globalThis.broken'), undefined);
  });

  test('an unused approval is revoked, and nothing runs', { timeout }, async () => {
    const id = await ask(server, agent);
    await decide(server, reviewer.headers, id, 'allow');
    const page = await open(`/history/${id}`, operator);
    await page.getByRole('heading', { name: 'Approved, not used yet' }).waitFor();
    await page.getByLabel('Reason, kept in the log').fill('the supplier changed');
    await page.getByRole('button', { name: 'Revoke the approval' }).click();
    await page.getByText('Revoked, nothing ran').waitFor();
    assert.equal((await read(id)).status, 'revoked');
    await page.getByText('“the supplier changed”').waitFor();
  });

  test('[GT-4] an operator lifts a rejection for good, and the agent may ask again', {
    timeout,
  }, async () => {
    const question = { tool_name: 'crm.erase' };
    const id = await ask(server, agent, question);
    await decide(server, reviewer.headers, id, 'deny', { reason_code: 'never:not_needed' });
    const page = await open(`/history/${id}`, operator);
    await page.getByRole('heading', { name: 'Rejected for good' }).waitFor();
    assert.deepEqual(await accessibilityFindings(page), []);
    await page.getByLabel('Reason, kept in the log').fill('the contract ended');
    await page.getByRole('button', { name: 'Lift the rejection' }).click();
    await page.getByText('“the contract ended”').waitFor();
    await page.getByRole('heading', { name: 'Rejected for good' }).waitFor({ state: 'detached' });
    const { status, rejected_for_good } = await read(id);
    assert.deepEqual([status, rejected_for_good], ['denied', false]);
    assert.notEqual(await ask(server, agent, question), id);
  });

  test('a person who may not settle an outcome is told so, and nothing changes', {
    timeout,
  }, async () => {
    const id = await ask(server, agent);
    await decide(server, reviewer.headers, id, 'allow');
    const page = await open(`/history/${id}`, await server.person(['auditor']));
    await page.getByLabel('Reason, kept in the log').fill('because');
    await page.getByRole('button', { name: 'Revoke the approval' }).click();
    await page.getByRole('alert').waitFor();
    assert.equal((await read(id)).status, 'allowed');
  });

  test('the rounds of a case link to each other', { timeout }, async () => {
    const first = await ask(server, agent, { ...wire, audience: 'gateway' });
    const finance = await server.person(['finance']);
    await decide(server, finance.headers, first, 'deny');
    const view = await server.call('GET', `/v1/requests/${first}/view`, {
      headers: finance.headers,
    });
    const { action_text } = view.body as { action_text: string };
    const body = { action: JSON.parse(action_text), audience: 'gateway', change: 'asked again' };
    const path = `/v1/requests/${first}/rounds`;
    const again = await server.call('POST', path, { headers: agent, body });
    assert.equal(again.status, 201, JSON.stringify(again.body));
    const page = await open(`/history/${first}`, finance);
    const rounds = page.getByRole('navigation', { name: 'Rounds of this case' });
    await rounds.getByRole('link', { name: /Round 2/ }).click();
    const { approval_request_id: second } = again.body as RequestRepresentation;
    await page.waitForURL(`**/history/${second}`);
    await rounds.getByRole('link', { name: /Round 1 Rejected/ }).waitFor();
    await page.getByRole('link', { name: 'Open to decide' }).waitFor();
  });

  test('hostile strings stay text, also at the width of a phone', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, {
      tool_name: 'notes.write',
      resource: hostile,
      parameters: { [hostile]: hostile, long: 'x'.repeat(5000) },
    });
    await decide(server, reviewer.headers, id, 'allow');
    await start(id);
    await report(id, { outcome: 'failed', error: hostile.repeat(20) });
    for (const width of [1440, 390]) {
      const page = await open(`/history/${id}`, reviewer, width, 844);
      await page.getByText('Verified with the keys of this server').waitFor({ timeout: 90_000 });
      // A long value is what ran, so the record shows all values without a press.
      await page.getByRole('button', { name: 'Show a few values' }).waitFor();
      await comesTo(page.locator('main img, main script'), 0);
      assert.equal(await page.evaluate('globalThis.broken'), undefined);
      assert.equal(await overflowOf(page), 0, `${width}`);
      await comesToSay(page.locator('.timeline'), /<U\+202E>/);
    }
  });

  test('hundreds of rows load while scrolling, and only near ones are in the page', {
    timeout,
  }, async () => {
    for (const [index, agent_id] of agents.entries()) {
      for (let each = 0; each < 11; each++) {
        const resource = `many-${index}-${each}x`;
        const id = await ask(server, agent, { agent_id, tool_name: 'many.things', resource });
        await decide(server, reviewer.headers, id, 'deny');
      }
    }
    const page = await open('/history');
    const box = page.getByRole('searchbox', { name: 'Search the history' });
    await box.fill('tool:many.things');
    const rows = page.getByRole('list', { name: 'Requests' }).getByRole('link');
    await rows.filter({ hasText: 'many-11-10x' }).waitFor();
    assert.ok((await rows.count()) < 60);
    const end = page.locator('.queue-rows');
    for (let tries = 0; tries < 200; tries++) {
      if ((await rows.filter({ hasText: 'many-0-0x' }).count()) > 0) break;
      await end.evaluate(list => list.scrollTo(0, list.scrollHeight));
      await page.evaluate('new Promise(done => requestAnimationFrame(done))');
    }
    await rows.filter({ hasText: 'many-0-0x' }).first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator('h1').click();
    await page.keyboard.press('j');
    await page.locator('.queue-rows a:focus').waitFor({ timeout: 60_000 });
  });
});
