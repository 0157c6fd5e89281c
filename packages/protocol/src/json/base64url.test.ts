import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { ProtocolError } from '../reason/protocol-error.ts';
import { base64urlText, decodeBase64url, encodeBase64url } from './base64url.ts';

describe('base64url', () => {
  test('the bytes of RFC 4648 section 10 have the published encodings, without padding', () => {
    const pairs = [
      ['', ''],
      ['f', 'Zg'],
      ['fo', 'Zm8'],
      ['foo', 'Zm9v'],
      ['foob', 'Zm9vYg'],
      ['fooba', 'Zm9vYmE'],
      ['foobar', 'Zm9vYmFy'],
    ] as const;
    for (const [plain, encoded] of pairs) {
      assert.equal(encodeBase64url(Buffer.from(plain)), encoded);
      assert.deepEqual(Buffer.from(decodeBase64url(encoded)), Buffer.from(plain));
    }
  });

  test('any bytes are encoded like Buffer does, and decode to themselves', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), bytes => {
        const text = encodeBase64url(bytes);
        assert.equal(text, Buffer.from(bytes).toString('base64url'));
        assert.deepEqual(decodeBase64url(text), bytes);
      }),
      { seed, numRuns: effort({ fast: 250, full: 100_000 }) },
    );
  });

  test('any text is refused unless it is the one encoding of its bytes', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'ABCDwxyz0189-_+/= \n\u00e9'),
      maxLength: 12,
    });
    let accepted = 0;
    fc.assert(
      fc.property(letters, text => {
        const schemaSays = base64urlText({ min: 0, max: 9 }).safeParse(text).success;
        try {
          assert.equal(encodeBase64url(decodeBase64url(text)), text);
          accepted += 1;
          assert.equal(schemaSays, true);
        } catch (error) {
          if (!(error instanceof ProtocolError)) throw error;
          assert.equal(error.code, 'object_malformed');
          assert.equal(schemaSays, false);
          const respelled = Buffer.from(text, 'base64url').toString('base64url');
          assert.notEqual(respelled, text);
        }
      }),
      { seed, numRuns: effort({ fast: 625, full: 200_000 }) },
    );
    assert.ok(accepted > 100);
  });

  test('a last letter with unused bits set is refused', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const accepted = (head: string) =>
      [...alphabet].filter(letter => {
        try {
          return decodeBase64url(head + letter).length > 0;
        } catch {
          return false;
        }
      });
    assert.equal(accepted('A').length, 4);
    assert.equal(accepted('AA').length, 16);
    assert.equal(accepted('AAA').length, 64);
    assert.equal(accepted('').length, 0);
  });

  test('padding, whitespace, plain base64, odd lengths and other characters are refused with a path', () => {
    const texts = [
      'Zg==',
      'Zg=',
      'Zm9v=',
      ' Zm9v',
      'Zm9v\n',
      'Zm 9v',
      '+_8A',
      '/_8A',
      'A',
      'Zm9vA',
    ];
    for (const text of [...texts, 'Zm9\u0000', 'Zm9\u0176', 'Zm9\ud83d\ude00', '\u{1D400}AAA']) {
      assert.throws(
        () => decodeBase64url(text, '/sig'),
        (error: unknown) => error instanceof ProtocolError && error.path === '/sig',
        JSON.stringify(text),
      );
    }
  });

  test('a text of many megabytes is decoded and refused without recursion', () => {
    const long = 'A'.repeat(8 * 2 ** 20);
    assert.equal(decodeBase64url(long).length, 6 * 2 ** 20);
    assert.throws(() => decodeBase64url(`${long.slice(1)}!`), ProtocolError);
    assert.equal(base64urlText({ min: 0, max: 10 }).safeParse(long).success, false);
    const megabyte = long.slice(0, 2 ** 20);
    assert.equal(base64urlText({ min: 0, max: 2 ** 20 }).safeParse(megabyte).success, true);
  });
});
