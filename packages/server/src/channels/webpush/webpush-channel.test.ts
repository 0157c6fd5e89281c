// Goal: people are notified in their browsers, by messages that only the browser can read and that decide nothing. Method: a
// real server, a push service on loopback, subscriptions as a browser makes them, decrypted here by the steps of RFC 8291.

import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { PreferencesFacts } from '@countersign/wire/preferences';
import { importJWK, jwtVerify } from 'jose';
import { decide } from '../../testing/sample-call.ts';
import type { SignedIn } from '../../testing/started-server.ts';
import { startTellingScene, type TellingScene } from '../testing/telling-scene.ts';
import { encryptPayload } from './encrypt-payload.ts';

interface Pushed {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

interface MadeBrowser {
  readonly pair: ECDH;
  readonly auth: Buffer;
  readonly device: { endpoint: string; keys: { p256dh: string; auth: string }; label: string };
}

interface Shown {
  readonly kind: string;
  readonly tag: string;
  readonly title: string;
  readonly body: string;
  readonly path: string;
  readonly silent: boolean;
  readonly count: number;
}

describe('notifications in browsers', () => {
  const pushed: Pushed[] = [];
  let answer = 201;
  const service = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    pushed.push({
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks),
    });
    response.statusCode = answer;
    response.end();
  });
  let scene: TellingScene;
  let at: string;

  before(async () => {
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    at = `127.0.0.1:${(service.address() as AddressInfo).port}`;
    scene = await startTellingScene({
      webpush: { contact: 'mailto:ops@example.com' },
      allow_addresses: [at],
    });
  });
  after(async () => {
    await scene?.server.remove();
    service.close();
  });

  const browser = (path: string): MadeBrowser => {
    const pair = createECDH('prime256v1');
    const p256dh = pair.generateKeys().toString('base64url');
    const auth = randomBytes(16);
    const keys = { p256dh, auth: auth.toString('base64url') };
    return { pair, auth, device: { endpoint: `http://${at}${path}`, keys, label: 'Chrome' } };
  };
  const devicesPath = '/v1/preferences/channels/webpush/devices';
  const add = ({ headers }: SignedIn, device: object) =>
    scene.server.call('POST', devicesPath, { headers, body: device });
  const whereOf = async ({ headers }: SignedIn) => {
    const { body } = await scene.server.call('GET', '/v1/preferences', { headers });
    return (body as unknown as PreferencesFacts).channels[0]?.where;
  };
  const pushedTo = (path: string) => pushed.filter(each => each.path === path);

  test('a request is pushed at once, signed for the push service and encrypted for the browser, without any value', async () => {
    const mara = await scene.newPerson(['reviewer'], null);
    const made = browser('/first');
    const added = await add(mara, made.device);
    assert.equal(added.status, 200, JSON.stringify(added.body));
    const asked = await scene.ask({ parameters: { amount: 4200, to: 'Nordvik' } });
    await scene.deliver();
    const [push, ...more] = pushedTo('/first');
    assert.ok(push);
    assert.deepEqual(more, []);
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(push.headers.authorization ?? '') ?? [];
    const facts = (added.body as unknown as PreferencesFacts).channels[0];
    assert.equal(key, facts?.device_key);
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(half =>
      half.toString('base64url'),
    );
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256');
    const { payload } = await jwtVerify(token, publicKey, { audience: `http://${at}` });
    assert.equal(payload.sub, 'mailto:ops@example.com');
    assert.equal(push.headers['content-encoding'], 'aes128gcm');
    const shown = decrypt(made, push.body);
    const { approval_request_id: id } = asked;
    assert.deepEqual(
      [shown.kind, shown.tag, shown.path, shown.count],
      ['show', id, `/requests/${id}`, 1],
    );
    assert.match(shown.title, /^billing-bot waits for you until/);
    for (const value of ['4200', 'Nordvik', 'customer-7']) {
      assert.ok(!JSON.stringify(shown).includes(value), `${value} was pushed`);
    }
    await decide(scene.server, mara.headers, id, 'deny');
    await scene.deliver();
    const withdrawn = decrypt(made, pushedTo('/first')[1]?.body ?? Buffer.alloc(0));
    assert.deepEqual([withdrawn.kind, withdrawn.tag, withdrawn.count], ['withdraw', id, 0]);
    assert.equal(pushedTo('/first')[0]?.body.length, pushedTo('/first')[1]?.body.length);
    await scene.leave(mara);
  });

  test('in quiet hours a notification makes no sound', async () => {
    const mara = await scene.newPerson(['reviewer'], null);
    const made = browser('/quiet');
    await add(mara, made.device);
    await scene.prefer(mara, { quiet_hours: { from: '00:00', to: '23:59' }, time_zone: 'UTC' });
    await scene.ask();
    await scene.deliver();
    assert.equal(decrypt(made, pushedTo('/quiet')[0]?.body ?? Buffer.alloc(0)).silent, true);
    assert.equal(pushedTo('/quiet')[0]?.headers['urgency'], 'low');
    await scene.leave(mara);
  });

  for (const [what, status] of [
    ['expired', 410],
    ['unknown', 404],
    ['of another server', 403],
  ] as const) {
    test(`a subscription that is ${what} is forgotten, and not tried again`, async () => {
      const mara = await scene.newPerson(['reviewer'], null);
      await add(mara, browser(`/${status}`).device);
      assert.equal(await whereOf(mara), 'Chrome');
      answer = status;
      await scene.ask();
      await scene.deliver();
      answer = 201;
      assert.deepEqual([pushedTo(`/${status}`).length, await whereOf(mara)], [1, null]);
      await scene.leave(mara);
    });
  }

  test('a push service that is busy is tried again', async () => {
    const mara = await scene.newPerson(['reviewer'], null);
    await add(mara, browser('/busy').device);
    answer = 503;
    await scene.ask();
    await scene.deliver();
    answer = 201;
    scene.time.move(5);
    await scene.deliver();
    assert.equal(pushedTo('/busy').length, 2);
    await scene.leave(mara);
  });

  test('a browser tells the person who registered it last, and no other', async () => {
    const first = await scene.newPerson(['reviewer'], null);
    const second = await scene.newPerson(['reviewer'], null);
    const { device } = browser('/shared');
    await add(first, device);
    await add(second, device);
    assert.deepEqual([await whereOf(first), await whereOf(second)], [null, 'Chrome']);
    const { headers } = second;
    const body = { endpoint: device.endpoint };
    await scene.server.call('POST', `${devicesPath}/remove`, { headers, body });
    assert.equal(await whereOf(second), null);
  });

  test('a subscription that leads into a private network, or has other keys, is refused', async () => {
    const mara = await scene.newPerson([], null);
    const { device } = browser('/x');
    for (const endpoint of [
      'https://127.0.0.1/push',
      'https://10.0.0.7/push',
      'https://192.168.1.1/push',
      'https://169.254.169.254/latest/meta-data',
      'https://[::1]/push',
      'https://[fd00:ec2::254]/push',
      'https://0x7f000001/push',
      'http://push.example.com/x',
      'https://user:secret@push.example.com/x',
      'file:///etc/passwd',
      'gopher://push.example.com/x',
      `https://push.example.com/${'x'.repeat(4000)}`,
    ]) {
      const { status } = await add(mara, { ...device, endpoint });
      assert.ok(status === 400 || status === 422 || status === 403, `${status} ${endpoint}`);
    }
    for (const keys of [
      { ...device.keys, p256dh: 'AAAA' },
      { ...device.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') },
      { ...device.keys, auth: 'short' },
      { ...device.keys, auth: '../../etc' },
    ]) {
      assert.equal((await add(mara, { ...device, keys })).status, 400);
    }
    assert.equal(await whereOf(mara), null);
  });

  test('a name that leads into a private network is refused when it is sent to', async () => {
    const mara = await scene.newPerson([], null);
    const { device } = browser('/x');
    await add(mara, { ...device, endpoint: 'https://localhost/push' });
    const path = '/v1/preferences/channels/webpush/test';
    const { body } = await scene.server.call('POST', path, { headers: mara.headers });
    assert.equal((body as { delivered: boolean }).delivered, false);
  });

  test('encryption gives the bytes of the example in RFC 8291', () => {
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
    const keys = {
      p256dh:
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    };
    const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
    const text = 'When I grow up, I want to be a watermelon';
    assert.equal(
      encryptPayload(text, keys, { pair, salt, padded: false }).toString('base64url'),
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    );
  });
});

/** What the browser does with a push: RFC 8291, section 3.4, with HKDF of Node. */
function decrypt({ pair, auth }: MadeBrowser, body: Buffer): Shown {
  const [salt, keyLength] = [body.subarray(0, 16), body.readUInt8(20)];
  const sender = body.subarray(21, 21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]);
  const derive = (from: Buffer, saltOf: Buffer, with_: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', from, saltOf, with_, length));
  const secret = derive(pair.computeSecret(sender), auth, info, 32);
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const sealed = body.subarray(21 + keyLength);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce);
  cipher.setAuthTag(sealed.subarray(-16));
  const record = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  return JSON.parse(record.subarray(0, record.lastIndexOf(2)).toString()) as Shown;
}
