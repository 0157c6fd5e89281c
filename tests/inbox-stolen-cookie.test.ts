// Goal: a page on another port of this host gets the session cookie and decides nothing, while the person goes on in two
// tabs. Method: Chromium with a virtual authenticator signs in through the built pages, then visits a server on another
// port, which keeps whatever arrives there.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  entryFor,
  keptKeyIdScript,
  propose,
  sampleAction,
  startedServer,
} from '@countersign/server/testing';
import { builtSite, enterAsFirst, launchBrowser } from './testing/inbox-browser.ts';

const keyScript = `new Promise((done, failed) => {
  const opening = indexedDB.open('countersign', 1);
  opening.onerror = failed;
  opening.onsuccess = () => {
    const asked = opening.result.transaction('keys').objectStore('keys').get('current');
    asked.onsuccess = async () => {
      const { private_key } = asked.result;
      const exported = await crypto.subtle.exportKey('jwk', private_key).then(() => 'told', e => e.name);
      done([private_key.extractable, exported]);
    };
  };
})`;

const clearScript = `new Promise((done, failed) => {
  const gone = indexedDB.deleteDatabase('countersign');
  gone.onsuccess = () => done();
  gone.onerror = failed;
})`;

test('[SS-1] a page of another port gets the cookie and decides nothing', {
  timeout: 120_000,
}, async context => {
  const server = await startedServer({ site: builtSite() });
  const browser = await launchBrowser();
  const seen: string[] = [];
  const elsewhere = createServer((request, response) => {
    seen.push(request.headers.cookie ?? '');
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><title>dev</title>');
  });
  await new Promise<void>(done => elsewhere.listen(0, '127.0.0.1', done));
  context.after(async () => {
    await browser.close();
    elsewhere.close();
    await server.remove();
  });
  const tab = await browser.open(server.origin);
  const { page } = tab;
  await enterAsFirst(tab, server, 'Ada');
  await page.getByRole('heading', { name: 'Nothing is waiting for you' }).waitFor();
  assert.deepEqual(await page.evaluate(keyScript), [false, 'InvalidAccessError']);
  const keyId = await page.evaluate<string | null>(keptKeyIdScript);
  assert.ok(keyId !== null);

  const dev = await page.context().newPage();
  const port = (elsewhere.address() as AddressInfo).port;
  await dev.goto(`http://localhost:${port}/`);
  const cookie = seen.find(each => each.includes('countersign=')) ?? '';
  assert.notEqual(cookie, '', 'cookies ignore ports');
  assert.equal(await dev.evaluate(keptKeyIdScript), null, 'keys do not');
  const agent = await server.apiKey({ verbs: ['propose'], agent_ids: ['billing-bot'] });
  const { approval_request_id } = await propose(server, agent, sampleAction());
  const path = `/v1/requests/${approval_request_id}`;
  const reviewer = await server.person(['reviewer']);
  const body = await entryFor(server, reviewer.headers, approval_request_id, 'allow');
  const byPage = `fetch('${server.origin}${path}/entries', { method: 'POST', mode: 'no-cors',
    credentials: 'include', body: ${JSON.stringify(JSON.stringify(body))} }).then(() => 'answered', () => 'blocked')`;
  assert.equal(await dev.evaluate(byPage), 'blocked');
  const stolen = { cookie, origin: server.origin };
  for (const [method, at, sent] of [
    ['GET', '/v1/session', undefined],
    ['GET', path, undefined],
    ['POST', `${path}/entries`, body],
    ['DELETE', '/v1/session', undefined],
  ] as const) {
    const refused = await server.call(method, at, {
      headers: stolen,
      ...(sent === undefined ? {} : { body: sent }),
    });
    assert.equal((refused.body as { code: string }).code, 'session_proof_missing', at);
  }
  const still = await server.call('GET', path, { headers: reviewer.headers });
  assert.equal((still.body as { status: string }).status, 'pending');

  // The person continues as before: in this tab, after a reload, and in a second tab.
  await page.reload();
  const second = await page.context().newPage();
  await second.goto(`${server.origin}/inbox`);
  for (const each of [page, second]) {
    await each.getByRole('button', { name: 'Account of Ada' }).waitFor();
    assert.equal(await each.evaluate(keptKeyIdScript), keyId);
  }
  await second.locator(`a[href*="${approval_request_id}"]`).first().waitFor();

  // Clearing the storage removes the key. The page says so.
  await page.evaluate(clearScript);
  await page.reload();
  await page.getByText('This browser no longer has the key of your session.').waitFor();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Account of Ada' }).waitFor();
  await second.reload();
  await second.getByRole('button', { name: 'Account of Ada' }).click();
  await second.getByRole('menuitem', { name: 'Sign out' }).click();
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.evaluate(keptKeyIdScript), null, 'signing out removes the key');
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.deepEqual(tab.faults, []);
});
