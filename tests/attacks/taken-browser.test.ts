// Disproves: "A person who learns the address of another person's browser at a push service can silence that person."

import assert from 'node:assert/strict';
import { createECDH, randomBytes } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { type SignedIn, type StartedServer, startedServer } from '@countersign/server/testing';
import type { PreferencesFacts } from '@countersign/wire/preferences';

describe('the browser of another person', () => {
  let server: StartedServer;
  let victim: SignedIn;
  let thief: SignedIn;
  before(async () => {
    const webpush = { contact: 'mailto:ops@example.com' };
    server = await startedServer({ settings: { webpush } });
    victim = await server.person(['reviewer']);
    thief = await server.person([]);
  });
  after(() => server?.remove());

  const path = '/v1/preferences/channels/webpush/devices';
  const keys = () => ({
    p256dh: createECDH('prime256v1').generateKeys().toString('base64url'),
    auth: randomBytes(16).toString('base64url'),
  });
  const whereOf = async ({ headers }: SignedIn) => {
    const { body } = await server.call('GET', '/v1/preferences', { headers });
    return (body as PreferencesFacts).channels.find(({ name }) => name === 'webpush')?.where;
  };
  const endpoint = 'https://push.example.net/subscription/1';
  const own = { endpoint, keys: keys(), label: 'Chrome' };

  test('the address alone takes no browser from its person', async () => {
    await server.call('POST', path, { headers: victim.headers, body: own });
    assert.equal(await whereOf(victim), 'Chrome');
    for (const stolen of [
      { endpoint, keys: keys(), label: 'Eve' },
      { endpoint, keys: { ...own.keys, auth: keys().auth }, label: 'Eve' },
      { endpoint, keys: { ...own.keys, p256dh: keys().p256dh }, label: 'Eve' },
    ]) {
      await server.call('POST', path, { headers: thief.headers, body: stolen });
      assert.equal(await whereOf(victim), 'Chrome');
    }
    await server.call('POST', `${path}/remove`, { headers: thief.headers, body: { endpoint } });
    assert.equal(await whereOf(victim), 'Chrome');
  });

  test('a browser that proves its keys belongs to the person who registered it last', async () => {
    await server.call('POST', path, { headers: thief.headers, body: own });
    assert.equal(await whereOf(victim), null);
    assert.equal(await whereOf(thief), 'Chrome');
  });
});
