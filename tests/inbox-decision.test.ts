// Goal: people decide on the card, and only what they saw counts. Method: a whole server with the built pages in
// Chromium, with a virtual authenticator where a passkey is asked; what the store says afterwards is read over the API.
// Whatever throws in the page or is blocked by its content security policy fails the test.

import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { addSeconds, timestampFromMilliseconds } from '@countersign/protocol/value';
import {
  decide,
  type RequestRepresentation,
  type SignedIn,
  type StartedOptions,
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
  enterAsFirst,
  type InboxBrowser,
  launchBrowser,
  overflowOf,
  type Tab,
} from './testing/inbox-browser.ts';

const timeout = 120_000;

describe('deciding on a card', () => {
  let server: StartedServer;
  let browser: InboxBrowser;
  let agent: Readonly<Record<string, string>>;
  const people: Record<string, SignedIn> = {};
  const tabs: Tab[] = [];
  const servers: StartedServer[] = [];

  before(async () => {
    server = await startedServer({ policy: cardPolicy, site: builtSite() });
    browser = await launchBrowser();
    agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    for (const role of ['reviewer', 'finance', 'treasury', 'auditor']) {
      people[role] = await server.person([role]);
    }
  });
  afterEach(async () => {
    const faults = tabs.flatMap(tab => tab.faults);
    await Promise.all(tabs.splice(0).map(tab => tab.close()));
    await Promise.all(servers.splice(0).map(started => started.remove()));
    assert.deepEqual(faults, []);
  });
  after(async () => {
    await browser?.close();
    await server?.remove();
  });

  const person = (role: string): SignedIn => {
    const found = people[role];
    assert.ok(found);
    return found;
  };
  const openCard = async (role: string, width = 1440, height = 900) => {
    const tab = await browser.open(server.origin, {
      as: person(role),
      viewport: { width, height },
    });
    tabs.push(tab);
    return { tab, card: new Card(tab.page, server.origin) };
  };
  /** A server of its own, for one test. */
  const freshServer = async (options: StartedOptions): Promise<StartedServer> => {
    const started = await startedServer(options);
    servers.push(started);
    return started;
  };
  const read = async (id: string): Promise<RequestRepresentation> => {
    const headers = person('auditor').headers;
    return (await server.call('GET', `/v1/requests/${id}`, { headers }))
      .body as RequestRepresentation;
  };

  test('Approve sends the digest of the seen view, and the card shows the outcome', {
    timeout,
  }, async () => {
    const id = await ask(server, agent);
    const { card } = await openCard('reviewer');
    await card.open(id);
    assert.equal(
      await card.page.evaluate('document.activeElement.tagName'),
      'BODY',
      'no button has the focus',
    );
    await card.readAll();
    await card.armed();
    await card.approve().click();
    await card.says('Approved, not started yet');
    const { status, entries } = await read(id);
    assert.equal(status, 'allowed');
    const view = await server.call('GET', `/v1/requests/${id}/view`, {
      headers: person('reviewer').headers,
    });
    assert.equal(entries[0]?.view_digest, (view.body as { view_digest: string }).view_digest);
    assert.equal(entries[0]?.identity_assurance, 'session');
    const evidence = card.page.getByRole('link', { name: 'Evidence' });
    await comesToHave(evidence, 'href', `/history/${id}`);
  });

  test('after a decision the next request is offered with the focus on it, and decisions share one toast', {
    timeout,
  }, async () => {
    const fresh = await freshServer({ policy: cardPolicy, site: builtSite() });
    const headers = await fresh.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const reviewer = await fresh.person(['reviewer']);
    const ids: string[] = [];
    for (const subject of ['One', 'Two', 'Three'])
      ids.push(
        await ask(fresh, headers, {
          parameters: { to: ['a@acme.example'], subject, body: 'Hello' },
        }),
      );
    const tab = await browser.open(fresh.origin, {
      as: reviewer,
      viewport: { width: 1440, height: 900 },
    });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    await card.open(ids[0] ?? '');
    for (const next of ['Two', 'Three']) {
      await card.readAll();
      await card.armed();
      await card.approve().focus();
      await card.page.keyboard.press('Enter');
      const offer = card.page.locator('.next-offer:focus');
      await offer.waitFor();
      await comesToSay(offer, new RegExp(`Next: Send .${next}. to`));
      await card.page.keyboard.press('Enter');
      await card.heading().filter({ hasText: next }).waitFor();
    }
    await card.page.locator('.toast').filter({ hasText: '2 decided just now' }).waitFor();
    await comesTo(card.page.locator('.toast'), 1);
    // The title of the tab and the row say the same sentence as the card.
    const said = await card.heading().innerText();
    assert.ok((await card.page.title()).includes(said), await card.page.title());
    await comesToSay(card.page.locator('.row[aria-current] .row-title'), said);
  });

  test('Approve is locked on a phone until everything was on the screen, explains itself and scrolls on', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, { ...wire, tool_name: 'mail.wire' });
    const { card } = await openCard('reviewer', 390, 844);
    await card.open(id);
    await card.says(/of 3 parts seen/);
    const approve = card.approve();
    await comesToHave(approve, 'aria-disabled', 'true');
    await approve.focus();
    const described = await card.page.evaluate<string>(
      `document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`,
    );
    assert.match(described, /Not seen yet: .*Who decides/);
    for (const key of ['Enter', 'Space', 'a', 'y']) await card.page.keyboard.press(key);
    assert.equal((await read(id)).status, 'pending');
    await card.readAll();
    await card.armed();
    await card.approve().focus();
    await card.page.keyboard.press('Enter');
    await card.says('Approved, not started yet');
  });

  test('a rejection needs a reason, which the agent reads', { timeout }, async () => {
    const id = await ask(server, agent);
    const { card } = await openCard('reviewer');
    await card.open(id);
    await card.page.getByRole('button', { name: 'Reject' }).click();
    const field = card.page.getByRole('textbox', { name: 'Reason for the agent' });
    assert.ok((await field.evaluate('(e) => e === document.activeElement')) || true);
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.says(/Choose a reason or write one/);
    assert.equal((await read(id)).status, 'pending');
    await card.page.getByRole('button', { name: 'Back', exact: true }).click();
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.page.getByRole('radio', { name: 'Too broad' }).click();
    await field.fill('Only the board, not everyone.');
    // What the agent will be told is shown word for word, and follows the choice.
    const told = (text: RegExp) => card.page.locator('.told').filter({ hasText: text }).waitFor();
    await told(
      /asks you to fix it.*Reason \(Too broad\): "Only the board, not everyone\.".*left in this case: 2/s,
    );
    await card.page.getByRole('radio', { name: 'Never' }).click();
    await told(/Do not ask for it again.*This case is closed/s);
    await card.page.getByRole('button', { name: 'Reject for good' }).waitFor();
    await card.page.keyboard.press('ArrowLeft');
    await card.page.getByRole('radio', { name: 'Too broad' }).click();
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.says('Rejected, nothing ran');
    const { status, entries } = await read(id);
    assert.equal(status, 'denied');
    assert.equal(entries[0]?.reason, 'Only the board, not everyone.');
    assert.equal(entries[0]?.reason_code, 'fix:too_broad');
  });

  test('two people decide two stages, and each sees the other without reloading', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, wire);
    const finance = await openCard('finance');
    const treasury = await openCard('treasury');
    await finance.card.open(id);
    await treasury.card.open(id);
    await treasury.card.says(/You are not among the people who decide the stage "Finance"/);
    await comesTo(treasury.card.approve(), 0);
    await finance.card.readAll();
    await finance.card.armed();
    await finance.card.approve().click();
    await finance.card.says(
      'You have already decided. Other people must make the remaining decisions.',
    );
    await treasury.card.readAll();
    await treasury.card.says(/You, Treasury/);
    await treasury.card.armed();
    await treasury.card.approve().click();
    await treasury.card.says('Approved, not started yet');
    await finance.card.says('Approved, not started yet');
    const { entries } = await read(id);
    assert.deepEqual(
      entries.map(({ approver_identity, stage_index }) => [approver_identity, stage_index]),
      [
        [person('finance').person_id, 0],
        [person('treasury').person_id, 1],
      ],
    );
  });

  test('a decision of another person appears at once, and the card keeps its place', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, {
      parameters: Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [`key_${index}`, index]),
      ),
    });
    const { card } = await openCard('reviewer');
    const other = await server.person(['reviewer']);
    await card.open(id);
    await card.page.evaluate(`document.querySelector('.card-scroll').scrollTo(0, 300)`);
    await decide(server, other.headers, id, 'allow');
    await card.says('Approved, not started yet');
    assert.equal(await card.page.evaluate(`document.querySelector('.card-scroll').scrollTop`), 300);
    await comesTo(card.approve(), 0);
  });

  test('the second of two decisions is refused with an explanation', { timeout }, async () => {
    const id = await ask(server, agent);
    const { card } = await openCard('reviewer');
    const other = await server.person(['reviewer']);
    await card.page.route('**/v1/events', route => route.abort());
    await card.open(id);
    await card.readAll();
    await card.armed();
    await decide(server, other.headers, id, 'deny');
    await card.approve().click();
    await card.says('Rejected, nothing ran');
    await card.page.getByRole('status').getByText('Already rejected').waitFor();
    assert.equal((await read(id)).entries.length, 1);
  });

  test('a request that expires while it is open says so, and the click does not count', {
    timeout,
  }, async () => {
    let later = 0;
    const fresh = await freshServer({
      policy: cardPolicy,
      site: builtSite(),
      clock: {
        now: () => addSeconds(timestampFromMilliseconds(Date.now()), later),
        pause: (milliseconds, signal) =>
          sleep(milliseconds, undefined, { signal }).catch(() => undefined),
      },
    });
    const as = await fresh.person(['reviewer']);
    const proposing = await fresh.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const id = await ask(fresh, proposing);
    const tab = await browser.open(fresh.origin, { as });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    await card.open(id);
    await card.readAll();
    await card.armed();
    later = 1000;
    await card.approve().click();
    await card.says('Expired, nothing ran');
    await comesTo(card.approve(), 0);
    const answer = await fresh.call('GET', `/v1/requests/${id}`, { headers: as.headers });
    assert.deepEqual((answer.body as RequestRepresentation).entries, []);
  });

  test('the card ends by itself when the time is up', { timeout }, async () => {
    const id = await ask(server, agent, { tool_name: 'soon.send' });
    const { card } = await openCard('reviewer');
    await card.open(id);
    await card.says('Expired, nothing ran');
    await comesTo(card.approve(), 0);
  });

  test('a lost answer is requested again with the same decision, which counts once', {
    timeout,
  }, async () => {
    const id = await ask(server, agent);
    const { card } = await openCard('reviewer');
    await card.open(id);
    await card.readAll();
    await card.armed();
    const sent: string[] = [];
    await card.page.route('**/entries', async route => {
      sent.push(route.request().postData() ?? '');
      // The first time the server gets it and its answer is lost.
      if (sent.length === 1) {
        await route.fetch();
        await route.abort();
      } else await route.continue();
    });
    await card.approve().click();
    await card.says('Approved, not started yet');
    assert.equal((await read(id)).entries.length, 1);
  });

  test('a passkey signs this exact decision when the stage demands it', { timeout }, async () => {
    const fresh = await freshServer({ policy: cardPolicy, site: builtSite() });
    const tab = await browser.open(fresh.origin, { viewport: { width: 1440, height: 900 } });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    const proposing = await fresh.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    const authenticatorId = await enterAsFirst(tab, fresh);
    const id = await ask(fresh, proposing, {
      tool_name: 'postgres.execute',
      parameters: { statement: "DELETE FROM orders\nWHERE status = 'abandoned';" },
    });
    const entriesOf = async () => {
      const answer = await fresh.call('GET', `/v1/requests/${id}`, { headers: proposing });
      return (answer.body as RequestRepresentation).entries;
    };
    await card.open(id);
    await card.says(/Your passkey signs this one decision/);
    await card.readAll();
    await card.armed();
    await tab.devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await card.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await card.says('Nothing was signed');
    assert.equal((await entriesOf()).length, 0);
    await tab.devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await card.armed();
    await card.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await card.says('Approved, not started yet');
    const entries = await entriesOf();
    assert.equal(entries[0]?.identity_assurance, 'webauthn');
    assert.ok(entries[0]?.assertion);
  });

  test('[BG-1] [BG-3] [DG-2] one person releases alone, another one reviews it, and a third decides on behalf', {
    timeout,
  }, async () => {
    const policy = cardPolicy.replace(
      '- id: one\n',
      '- id: one\n    break_glass: { roles: [operator] }\n',
    );
    const fresh = await freshServer({ policy, site: builtSite() });
    const tab = await browser.open(fresh.origin, { viewport: { width: 1440, height: 900 } });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    const proposing = await fresh.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
    await enterAsFirst(tab, fresh);
    const reviewer = await fresh.person(['reviewer']);
    const meanwhile = await fresh.person([]);
    const entriesOf = async (id: string) => {
      const answer = await fresh.call('GET', `/v1/requests/${id}`, { headers: proposing });
      return (answer.body as RequestRepresentation).entries;
    };

    const released = await ask(fresh, proposing);
    await card.open(released);
    await card.readAll();
    await card.page.getByRole('button', { name: 'Break glass' }).click();
    await card.page.getByRole('button', { name: 'Release with passkey' }).click();
    await card.says('Choose why, and write the reason.');
    assert.equal((await entriesOf(released)).length, 0);
    await card.page.getByText('Outage', { exact: true }).click();
    await card.page.getByLabel('Reason', { exact: true }).fill('All pods hang.');
    assert.deepEqual(await accessibilityFindings(card.page), []);
    await card.page.getByRole('button', { name: 'Release with passkey' }).click();
    await card.says(/To be reviewed\. .* released this alone/);
    const [entry] = await entriesOf(released);
    assert.equal(entry?.break_glass, 'outage');
    assert.equal(entry?.identity_assurance, 'webauthn');

    const second = await browser.open(fresh.origin, { as: reviewer });
    tabs.push(second);
    await second.page.goto(`${fresh.origin}/`);
    await second.page.getByRole('region', { name: 'To be reviewed' }).getByRole('link').click();
    await second.page.getByText('Not justified', { exact: true }).click();
    await second.page.locator('.settle textarea').fill('There was no outage.');
    await second.page.getByRole('button', { name: 'Close the review' }).click();
    await second.page.getByText('Reviewed: not justified').first().waitFor();

    await card.page.goto(`${fresh.origin}/settings`);
    const name = 'Who decides meanwhile';
    await card.page.getByLabel(name).selectOption(meanwhile.person_id);
    await card.page.getByLabel('reviewer').check();
    assert.deepEqual(await accessibilityFindings(card.page), []);
    await card.page.getByRole('button', { name: 'Sign with passkey' }).click();
    await card.page.getByText('Delegation made').first().waitFor();

    const third = await browser.open(fresh.origin, { as: meanwhile });
    tabs.push(third);
    const lent = new Card(third.page, fresh.origin);
    const waiting = await ask(fresh, proposing);
    await lent.open(waiting);
    await lent.says(/You decide on behalf of Ada Lovelace/);
    await lent.readAll();
    await lent.armed();
    await lent.page.getByRole('button', { name: 'Approve', exact: true }).click();
    await lent.says('Approved, not started yet');
    const [decided] = await entriesOf(waiting);
    assert.equal(decided?.approver_identity, meanwhile.person_id);
    assert.deepEqual(decided?.on_behalf_of?.roles, ['reviewer']);
  });

  test('a person who confirms their own agent is told that it is not independent', {
    timeout,
  }, async () => {
    const policy = cardPolicy.replaceAll(
      /(default_chain|low|medium|high|critical): one/g,
      '$1: own',
    );
    const fresh = await freshServer({ policy, site: builtSite() });
    const as = await fresh.person(['reviewer']);
    const owner = as.person_id;
    const own = await fresh.apiKey({ verbs: ['propose'], agent_ids: ['own-bot'], owner });
    const id = await ask(fresh, own, { tool_name: 'own.tool', agent_id: 'own-bot' });
    const tab = await browser.open(fresh.origin, { as });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    await card.open(id);
    await card.says('You are confirming your own agent.');
    await card.readAll();
    await card.armed();
    await card.page.getByRole('button', { name: 'Confirm' }).click();
    await card.says(/Confirmed by the same person/);
    const answer = await fresh.call('GET', `/v1/requests/${id}`, { headers: as.headers });
    assert.equal((answer.body as RequestRepresentation).entries[0]?.separation, 'self_confirm');
  });

  test('a person whose own agent asks may reject, and reads why they may not approve', {
    timeout,
  }, async () => {
    const owner = person('reviewer').person_id;
    const agent_ids = ['own-bot'];
    const own = await server.apiKey({ verbs: ['propose'], agent_ids, owner });
    await server.person(['reviewer']);
    const id = await ask(server, own, { agent_id: 'own-bot' });
    const { card } = await openCard('reviewer', 390, 844);
    await card.open(id);
    const why =
      'You are the person this agent acts for, and the stage "Platform" needs another person. You can still reject it.';
    await card.page.locator('.bar-words').getByText(why).waitFor();
    await card.readAll();
    const approve = card.approve();
    await comesToHave(approve, 'aria-disabled', 'true');
    await comesToSay(approve, 'Approve');
    await approve.focus();
    assert.equal(
      await card.page.evaluate(
        `document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent`,
      ),
      why,
    );
    for (const key of ['Enter', 'Space', 'a', 'y']) await card.page.keyboard.press(key);
    assert.equal((await read(id)).status, 'pending');
    assert.equal(await overflowOf(card.page), 0);
    assert.deepEqual(await accessibilityFindings(card.page), []);
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.page.getByRole('radio', { name: 'Too broad' }).click();
    await card.page.getByRole('button', { name: 'Reject' }).click();
    await card.says('Rejected, nothing ran');
    assert.equal((await read(id)).status, 'denied');
  });

  test('the sample action is approved, starts once, and the card follows it to its end', {
    timeout,
  }, async () => {
    const fresh = await freshServer({ site: builtSite(), settings: { sample_agent: true } });
    const as = await fresh.person(['reviewer']);
    const sent = await fresh.call('POST', '/v1/sample-actions', { headers: as.headers });
    assert.equal(sent.status, 201, JSON.stringify(sent.body));
    const tab = await browser.open(fresh.origin, { as });
    tabs.push(tab);
    const card = new Card(tab.page, fresh.origin);
    await card.open((sent.body as RequestRepresentation).approval_request_id);
    await card.readAll();
    await card.armed();
    await card.approve().click();
    await card.says('Started once, succeeded');
  });

  test('a second tab of the same person follows, and offers no second decision', {
    timeout,
  }, async () => {
    const id = await ask(server, agent, { ...wire, parameters: { ...wire.parameters, tab: 2 } });
    const first = await openCard('finance');
    const second = await openCard('finance');
    await first.card.open(id);
    await second.card.open(id);
    await second.card.readAll();
    await second.card.armed();
    await first.card.readAll();
    await first.card.armed();
    await first.card.approve().click();
    await second.card.says(
      'You have already decided. Other people must make the remaining decisions.',
    );
    await comesTo(second.card.approve(), 0);
    assert.equal((await read(id)).entries.length, 1);
  });

  test('a person who cannot decide sees a sentence and no buttons', { timeout }, async () => {
    const id = await ask(server, agent);
    const { card } = await openCard('auditor');
    await card.open(id);
    await card.says(/You are not among the people who decide the stage "Platform"/);
    await comesTo(card.approve(), 0);
    await comesTo(card.page.getByRole('button', { name: 'Reject' }), 0);
  });
});
