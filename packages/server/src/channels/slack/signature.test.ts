import assert from 'node:assert/strict';
import { test } from 'node:test';
import bolt from '@slack/bolt';
import fc from 'fast-check';
import { isSignedBySlack } from './signature.ts';
import { slackHeaders } from './testing/loopback-slack.ts';

const secret = 'a signing secret';
const now = 1_800_000_000;

function ours(headers: Record<string, string>, body: string): boolean {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  return isSignedBySlack(secret, { timestamp, signature, raw: Buffer.from(body) }, now * 1000);
}

/** What Slack's own framework says of the same bytes. */
function theirs(headers: Record<string, string>, body: string): boolean {
  return bolt.isValidSlackRequest({
    signingSecret: secret,
    body,
    headers: {
      'x-slack-signature': headers['x-slack-signature'] ?? '',
      'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
    },
    nowMilliseconds: now * 1000,
  });
}

test('a request that Slack signed is accepted here and by Slack’s own framework', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.integer({ min: -300, max: 300 }),
      (body, offset) => {
        const headers = slackHeaders(secret, body, String(now + offset));
        assert.ok(ours(headers, body));
        assert.ok(theirs(headers, body));
      },
    ),
    { seed: 6, numRuns: 300 },
  );
});

test('every accepted request is accepted by Slack’s own framework too', () => {
  const mutation = fc.constantFrom<(headers: Record<string, string>, body: string) => string>(
    (_, body) => body,
    (_, body) => `${body} `,
    (headers, body) => {
      headers['x-slack-signature'] = `v1${headers['x-slack-signature']?.slice(2)}`;
      return body;
    },
    (headers, body) => {
      headers['x-slack-signature'] = (headers['x-slack-signature'] ?? '').slice(0, -1);
      return body;
    },
    (headers, body) => {
      headers['x-slack-signature'] = (headers['x-slack-signature'] ?? '').toUpperCase();
      return body;
    },
    (headers, body) => {
      headers['x-slack-request-timestamp'] = String(
        Number(headers['x-slack-request-timestamp']) + 1,
      );
      return body;
    },
  );
  fc.assert(
    fc.property(
      fc.string({ maxLength: 100 }),
      fc.integer({ min: -1000, max: 1000 }),
      fc.constantFrom(secret, 'another secret'),
      mutation,
      (body, offset, by, mutate) => {
        const headers = slackHeaders(by, body, String(now + offset));
        const sent = mutate(headers, body);
        const accepted = ours(headers, sent);
        assert.ok(!accepted || theirs(headers, sent));
        // Theirs takes what is dated in the future; here it is as suspect as what is old.
        if (offset <= 299) assert.equal(accepted, theirs(headers, sent));
      },
    ),
    { seed: 7, numRuns: 1000 },
  );
});

test('old, future and unsigned requests are refused', () => {
  for (const offset of [-301, 301, -100_000, 100_000]) {
    assert.ok(!ours(slackHeaders(secret, 'x', String(now + offset)), 'x'), String(offset));
  }
  const good = slackHeaders(secret, 'x', String(now));
  for (const signature of [undefined, '', 'v0=', 'v0=zz', ['v0=00'], 7]) {
    const timestamp = good['x-slack-request-timestamp'];
    assert.ok(
      !isSignedBySlack(secret, { timestamp, signature, raw: Buffer.from('x') }, now * 1000),
    );
  }
  for (const timestamp of [undefined, '', 'NaN', '1e9', '-1', ` ${now}`, `${now}.0`]) {
    const signature = slackHeaders(secret, 'x', String(timestamp))['x-slack-signature'];
    assert.ok(
      !isSignedBySlack(secret, { timestamp, signature, raw: Buffer.from('x') }, now * 1000),
    );
  }
});
