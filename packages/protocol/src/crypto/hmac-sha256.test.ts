import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { hmacSha256, isHmacSha256 } from './hmac-sha256.ts';

describe('HMAC-SHA-256', () => {
  test('the code gives the published values of RFC 4231', () => {
    assert.equal(
      hmacSha256('Jefe', 'what do ya want for nothing?'),
      '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    );
    assert.equal(
      hmacSha256('\v'.repeat(20), 'Hi There'),
      'b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7',
    );
  });

  test('the code agrees with Node on every secret and text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary', maxLength: 200 }),
        (secret, text) => {
          const value = createHmac('sha256', secret).update(text, 'utf8').digest('hex');
          assert.equal(hmacSha256(secret, text), value);
          assert.ok(isHmacSha256(secret, text, value));
          assert.ok(!isHmacSha256(secret, text, value.slice(1)));
          assert.ok(!isHmacSha256(secret, text, `${value}0`));
          assert.ok(!isHmacSha256(secret, `${text}.`, value));
        },
      ),
      { seed, numRuns: effort({ fast: 60, full: 10_000 }) },
    );
  });
});
