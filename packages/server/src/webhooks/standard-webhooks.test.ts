import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, type TestContext, test } from 'node:test';
import { millisecondsOf, timestampFromMilliseconds } from '@countersign/protocol/value';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { importWebhookSecret, signWebhook, verifyWebhook } from './webhook-signature.ts';

const now = timestampFromMilliseconds(Date.UTC(2026, 10, 16, 12));
const nowSeconds = millisecondsOf(now) / 1000;
const secretText = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherText = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
const secret = importWebhookSecret(secretText);
const other = importWebhookSecret(otherText);
const body = Buffer.from('{"decision":"allow","note":"\u20ac"}');
const id = 'msg_2KWPBgLlAfxdpx2AI54pPJ85f4W';

function signOne(changes: Partial<Parameters<typeof signWebhook>[0]> = {}) {
  return signWebhook({ id, timestamp: now, body, secrets: [secret], ...changes });
}

function ourVerdict(headers: Record<string, string>, given: Uint8Array = body): boolean {
  return verifyWebhook({ headers, body: given, secrets: [secret], publicKeys: [], now }).ok;
}

/** The oracle takes the time from the process, so that is set to ours around the call. */
function oracleVerdict(
  context: TestContext,
  headers: Record<string, string>,
  given: Uint8Array = body,
  text = secretText,
): boolean {
  context.mock.timers.enable({ apis: ['Date'], now: nowSeconds * 1000 });
  try {
    new Webhook(text).verify(Buffer.from(given), headers, { jsonParse: false });
    return true;
  } catch {
    return false;
  } finally {
    context.mock.timers.reset();
  }
}

describe('beside the library of the standard', () => {
  test('the library accepts our signatures, also among unknown ones', async context => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const signer = { signBytes: async (message: Uint8Array) => sign(null, message, privateKey) };
    for (const headers of [
      await signOne(),
      await signOne({ secrets: [other, secret] }),
      await signOne({ signers: [signer] }),
    ]) {
      assert.equal(oracleVerdict(context, { ...headers }), true);
    }
    const stranger = { ...(await signOne({ secrets: [other] })) };
    assert.equal(oracleVerdict(context, stranger), false);
    assert.equal(oracleVerdict(context, stranger, body, otherText), true);
  });

  test('we accept the signatures of the library', () => {
    const timestamp = new Date(nowSeconds * 1000);
    const signature = new Webhook(secretText).sign(id, timestamp, body.toString());
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(nowSeconds),
      'webhook-signature': signature,
    };
    assert.equal(ourVerdict(headers), true);
  });

  test('[TR-1] both refuse a change of any part', async context => {
    const sound = { ...(await signOne()) };
    const forged: readonly (readonly [Record<string, string>, Uint8Array])[] = [
      [sound, Buffer.concat([body, Buffer.from(' ')])],
      [sound, body.subarray(1)],
      [{ ...sound, 'webhook-id': `${id}x` }, body],
      [{ ...sound, 'webhook-timestamp': String(nowSeconds + 1) }, body],
      [{ ...sound, 'webhook-timestamp': String(nowSeconds - 301) }, body],
      [{ ...sound, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` }, body],
      [{ ...sound, 'webhook-signature': sound['webhook-signature'].replace('v1', 'v2') }, body],
      [{ ...sound, 'webhook-signature': '' }, body],
    ];
    for (const [headers, given] of forged) {
      assert.equal(ourVerdict(headers, given), false);
      assert.equal(oracleVerdict(context, headers, given), false);
    }
  });

  test('each side accepts the other’s signature for any text and id', async context => {
    const idArbitrary = fc.stringMatching(/^[A-Za-z0-9_-]{1,40}$/);
    const text = fc.string({ unit: 'binary' }).filter(each => !/\p{Surrogate}/u.test(each));
    await fc.assert(
      fc.asyncProperty(idArbitrary, text, async (anyId, anyText) => {
        const bytes = Buffer.from(anyText);
        const headers = { ...(await signOne({ id: anyId, body: anyText })) };
        const theirs = new Webhook(secretText).sign(anyId, new Date(nowSeconds * 1000), anyText);
        assert.equal(headers['webhook-signature'], theirs);
        assert.equal(oracleVerdict(context, headers, bytes), true);
        assert.equal(ourVerdict(headers, bytes), true);
      }),
      { seed, numRuns: effort({ fast: 100, full: 2000 }) },
    );
  });
});
