import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { inspect } from 'node:util';
import { importPublicKey } from '@countersign/protocol/crypto';
import { ProtocolError } from '@countersign/protocol/reason';
import { millisecondsOf, timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  importWebhookKey,
  importWebhookSecret,
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookSigner,
} from './webhook-signature.ts';

const now = timestampFromMilliseconds(Date.UTC(2026, 10, 16, 12));
const nowSeconds = millisecondsOf(now) / 1000;
const secretText = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherText = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const secret = importWebhookSecret(secretText);
const other = importWebhookSecret(otherText);
const body = Buffer.from('{"decision":"allow","note":"\u20ac"}');
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';

type Received = Parameters<typeof verifyWebhook>[0];

function received(headers: Received['headers'], changes: Partial<Received> = {}): Received {
  return { headers, body, secrets: [secret], publicKeys: [], now, ...changes };
}

function detailOf(given: Received): string {
  const verdict = verifyWebhook(given);
  if (verdict.ok) return 'accepted';
  assert.equal(verdict.refusal.code, 'answer_signature_mismatch');
  return verdict.refusal.detail;
}

function signOne(changes: Partial<Parameters<typeof signWebhook>[0]> = {}) {
  return signWebhook({ id, timestamp: now, body, secrets: [secret], ...changes });
}

function ed25519Pair(): { signer: WebhookSigner; text: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return { signer: signerOf(privateKey), text: `whpk_${rawKeyOf(publicKey).toString('base64')}` };
}

function signerOf(key: KeyObject): WebhookSigner {
  return { signBytes: async message => sign(null, message, key) };
}

function rawKeyOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' }).subarray(-32);
}

describe('signing and verifying', () => {
  test('a signed message is accepted, with its id and time', async () => {
    assert.deepEqual(verifyWebhook(received({ ...(await signOne()) })), {
      ok: true,
      value: { id, timestamp: now },
    });
  });

  test('a text and its bytes have one signature, over id, seconds and body', async () => {
    const headers = await signOne({ body: body.toString() });
    assert.deepEqual(headers, await signOne());
    const message = `${id}.${nowSeconds}.${body.toString()}`;
    const tag = createHmac('sha256', Buffer.alloc(32, 7)).update(message).digest('base64');
    assert.deepEqual(headers, {
      'webhook-id': id,
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': `v1,${tag}`,
    });
  });

  test('the old and the new secret or key are both valid during a replacement', async () => {
    const [old, fresh] = [ed25519Pair(), ed25519Pair()];
    const headers = await signOne({
      secrets: [other, secret],
      signers: [old.signer, fresh.signer],
    });
    assert.deepEqual(
      headers['webhook-signature'].split(' ').map(text => text.split(',')[0]),
      ['v1', 'v1', 'v1a', 'v1a'],
    );
    for (const given of [secret, other]) {
      assert.equal(detailOf(received({ ...headers }, { secrets: [given] })), 'accepted');
    }
    for (const { text } of [old, fresh]) {
      const publicKeys = [importWebhookKey(text)];
      assert.equal(detailOf(received({ ...headers }, { secrets: [], publicKeys })), 'accepted');
    }
    const stranger = importWebhookKey(ed25519Pair().text);
    assert.match(
      detailOf(received({ ...headers }, { secrets: [], publicKeys: [stranger] })),
      /no signature matches/,
    );
  });

  test('[D2-32] [D2-37] a delivery that another service signed is refused', async () => {
    const stranger = ed25519Pair();
    const forged = [
      await signOne({ secrets: [other] }),
      await signOne({ signers: [stranger.signer], secrets: [] }),
    ];
    const publicKeys = [importWebhookKey(ed25519Pair().text)];
    for (const headers of forged) {
      assert.match(detailOf(received({ ...headers }, { publicKeys })), /no signature matches/);
    }
    assert.equal(detailOf(received({ ...(await signOne()) }, { publicKeys })), 'accepted');
  });

  test('nothing is signed or accepted without a secret or key', async () => {
    await assert.rejects(signOne({ secrets: [] }), ProtocolError);
    assert.match(
      detailOf(received({ ...(await signOne()) }, { secrets: [] })),
      /no signature matches/,
    );
  });

  test('a key of the wrong type verifies no Ed25519 signature', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { kty, crv, x, y } = publicKey.export({ format: 'jwk' });
    const signer: WebhookSigner = {
      signBytes: async message =>
        sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' }),
    };
    const headers = await signOne({ secrets: [], signers: [signer] });
    const publicKeys = [importPublicKey({ kty, crv, x, y })];
    assert.match(
      detailOf(received({ ...headers }, { secrets: [], publicKeys })),
      /no signature matches/,
    );
  });

  test('signatures of one version are refused as the other version', async () => {
    const headers = await signOne();
    const [, tag = ''] = headers['webhook-signature'].split(',');
    for (const version of ['v1a', 'v2', 'V1', 'v01']) {
      const forged = { ...headers, 'webhook-signature': `${version},${tag}` };
      assert.notEqual(detailOf(received(forged)), 'accepted', version);
    }
    const mixed = { ...headers, 'webhook-signature': `v9,whatever v1,${tag}` };
    assert.equal(detailOf(received(mixed)), 'accepted');
  });

  test('input without an unambiguous signature is not signed', async () => {
    for (const bad of ['', 'a.b', 'a b', 'a,b', 'a\nb', 'a\u00e9', 'a'.repeat(257)]) {
      await assert.rejects(signOne({ id: bad }), ProtocolError, JSON.stringify(bad));
    }
    await assert.rejects(signOne({ body: '\ud800' }), ProtocolError);
    const short: WebhookSigner = { signBytes: async () => new Uint8Array(63) };
    await assert.rejects(signOne({ signers: [short] }), ProtocolError);
    const failing: WebhookSigner = { signBytes: () => Promise.reject(new Error('no key')) };
    await assert.rejects(signOne({ signers: [failing] }), /no key/);
  });
});

describe('what is refused', () => {
  test('[TR-1] a time outside the tolerance is refused, on either side', async () => {
    for (const [offset, expected] of [
      [-300, 'accepted'],
      [-301, 'the timestamp is too old'],
      [300, 'accepted'],
      [301, 'the timestamp is in the future'],
    ] as const) {
      const timestamp = timestampFromMilliseconds((nowSeconds + offset) * 1000);
      const headers = await signOne({ timestamp });
      assert.equal(detailOf(received({ ...headers })), expected, String(offset));
    }
    const headers = { ...(await signOne({ timestamp: timestampFromMilliseconds(0) })) };
    assert.match(detailOf(received(headers, { toleranceSeconds: Number.NaN })), /too old/);
  });

  test('[TR-1] a time in any other form than plain seconds is refused', async () => {
    const sound = await signOne();
    for (const text of [
      '',
      `+${nowSeconds}`,
      `0${nowSeconds}`,
      ` ${nowSeconds}`,
      `${nowSeconds}.0`,
      `${nowSeconds}x`,
      `${nowSeconds}000`,
      '1e9',
      'NaN',
      '-1',
      now,
    ]) {
      // Signed as it is spelled, so that only the form can be what is refused.
      const message = `${id}.${text}.${body.toString()}`;
      const tag = createHmac('sha256', Buffer.alloc(32, 7)).update(message).digest('base64');
      const headers = { ...sound, 'webhook-timestamp': text, 'webhook-signature': `v1,${tag}` };
      assert.notEqual(detailOf(received(headers)), 'accepted', text);
    }
  });

  test('[TR-1] missing, repeated and joined headers are refused', async () => {
    const sound: WebhookHeaders = await signOne();
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const) {
      const value = sound[name];
      const cases: Received['headers'][] = [
        { ...sound, [name]: undefined },
        { ...sound, [name]: '' },
        { ...sound, [name]: [] },
        { ...sound, [name]: [value, value] },
        { ...sound, [name.toUpperCase()]: value },
        { ...sound, [name]: `${value}, ${value}` },
        { ...sound, [name]: `${value},${value}` },
        { ...sound, [name]: 7 as unknown as string },
      ];
      for (const headers of cases) assert.notEqual(detailOf(received(headers)), 'accepted', name);
    }
    const upper = Object.fromEntries(
      Object.entries(sound).map(([name, value]) => [name.toUpperCase(), [value]]),
    );
    assert.equal(detailOf(received(upper)), 'accepted');
  });

  test('[TR-1] a signature in any other spelling than the canonical one is refused', async () => {
    const headers = await signOne();
    const tag = headers['webhook-signature'].slice(3);
    const last = tag.at(-2) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const respelled = `${tag.slice(0, -2)}${alphabet[alphabet.indexOf(last) + 1]}=`;
    assert.deepEqual(Buffer.from(respelled, 'base64'), Buffer.from(tag, 'base64'));
    for (const text of [
      respelled,
      tag.slice(0, -1),
      `${tag}=`,
      `${tag}\n`,
      `\t${tag}`,
      `${tag.slice(0, 8)}\n${tag.slice(8)}`,
      `${tag},`,
      `${tag},v1,${tag}`,
      Buffer.from(tag, 'base64').toString('base64url'),
      Buffer.from(tag, 'base64').toString('hex'),
      '',
    ]) {
      const forged = { ...headers, 'webhook-signature': `v1,${text}` };
      assert.match(detailOf(received(forged)), /not canonical/, JSON.stringify(text));
    }
    for (const text of [`v1,${tag} `, ` v1,${tag}`, `v1,${tag}  v1,${tag}`, tag, `,${tag}`, 'v1']) {
      const forged = { ...headers, 'webhook-signature': text };
      assert.match(detailOf(received(forged)), /not canonical/, text);
    }
    const many = { ...headers, 'webhook-signature': `${'v9,a '.repeat(1000)}v1,${tag}` };
    assert.match(detailOf(received(many)), /not canonical/);
  });

  test('[TR-1] moving bytes between the id, the time and the body is refused', () => {
    const moved = Buffer.from(`${nowSeconds}.{}`);
    const message = `a.${nowSeconds}.${moved}`;
    const tag = createHmac('sha256', Buffer.alloc(32, 7)).update(message).digest('base64');
    const headers = { 'webhook-timestamp': String(nowSeconds), 'webhook-signature': `v1,${tag}` };
    const sound = { 'webhook-id': 'a', ...headers };
    assert.equal(detailOf(received(sound, { body: moved })), 'accepted');
    const forged = { 'webhook-id': `a.${nowSeconds}`, ...headers };
    assert.match(detailOf(received(forged, { body: Buffer.from('{}') })), /the id/);
  });

  test('[TR-1] any flipped bit in the body, the id, the time or the signature is refused', async () => {
    const pair = ed25519Pair();
    const publicKeys = [importWebhookKey(pair.text)];
    const plain = { ...(await signOne()) };
    const asymmetric = { ...(await signOne({ secrets: [], signers: [pair.signer] })) };
    const part = fc.constantFrom('body', 'webhook-id', 'webhook-timestamp', 'webhook-signature');
    fc.assert(
      fc.property(fc.boolean(), part, fc.nat(), (isPlain, where, place) => {
        const headers: Record<string, string> = { ...(isPlain ? plain : asymmetric) };
        const bytes =
          where === 'body' ? Buffer.from(body) : Buffer.from(headers[where] ?? '', 'latin1');
        const bit = place % (bytes.length * 8);
        bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        if (where !== 'body') headers[where] = bytes.toString('latin1');
        const given = where === 'body' ? bytes : body;
        return !verifyWebhook(received(headers, { body: given, publicKeys })).ok;
      }),
      { seed, numRuns: effort({ fast: 250, full: 100_000 }) },
    );
  });
});

describe('secrets and keys', () => {
  test('only a secret in the form of the standard is accepted', () => {
    for (const text of [
      '',
      'whsec_',
      secretText.slice(6),
      `whsec_${Buffer.alloc(23).toString('base64')}`,
      `whsec_${Buffer.alloc(65).toString('base64')}`,
      `whsec_${Buffer.alloc(32).toString('base64url')}`,
      `${secretText}\n`,
      `whpk_${secretText.slice(6)}`,
    ]) {
      assert.throws(() => importWebhookSecret(text), ProtocolError, text);
    }
    assert.doesNotThrow(() => importWebhookSecret(`whsec_${Buffer.alloc(64).toString('base64')}`));
  });

  test('a secret is hidden when it is printed', () => {
    const shown = inspect(secret, { depth: 9, showHidden: true }) + JSON.stringify(secret);
    assert.doesNotMatch(shown, /BwcH|0707|7, 7/);
  });

  test('a weak or malformed public key is refused', () => {
    for (const text of [
      '',
      `whpk_${Buffer.alloc(32).toString('base64')}`,
      `whpk_${Buffer.alloc(31, 1).toString('base64')}`,
      `whpk_${Buffer.alloc(32, 255).toString('base64')}`,
      ed25519Pair().text.replace('whpk_', 'whsk_'),
      ed25519Pair().text.slice(0, -1),
    ]) {
      assert.throws(() => importWebhookKey(text), ProtocolError, text);
    }
  });
});
