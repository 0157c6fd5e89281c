import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import { p256 } from '@noble/curves/nist.js';
import fc from 'fast-check';
import { ecdsaSignatureFromDer } from './ecdsa-signature.ts';

const hex = (text: string): Uint8Array =>
  new Uint8Array(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** DER with minimal integers, written independently of the parser. */
function derOf(r: bigint, s: bigint): Uint8Array {
  const integer = (value: bigint): number[] => {
    const digits = value.toString(16);
    const bytes = [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')];
    const content = (bytes[0] ?? 0) >= 0x80 ? [0, ...bytes] : bytes;
    return [0x02, content.length, ...content];
  };
  const body = [...integer(r), ...integer(s)];
  return Uint8Array.from([0x30, body.length, ...body]);
}

describe('ECDSA signatures in DER', () => {
  test('every pair of 256-bit integers in minimal DER becomes r || s', () => {
    const integer = fc.oneof(
      fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
      fc.constantFrom(0n, 1n, 127n, 128n, 255n, 256n, 2n ** 255n - 1n, 2n ** 255n, 2n ** 256n - 1n),
    );
    fc.assert(
      fc.property(integer, integer, (r, s) => {
        const expected = (r << 256n) | s;
        const raw = ecdsaSignatureFromDer(derOf(r, s));
        assert.equal(raw?.length, 64);
        assert.equal(BigInt(`0x${Buffer.from(raw ?? []).toString('hex')}`), expected);
      }),
      { seed, numRuns: effort({ fast: 250, full: 50_000 }) },
    );
  });

  test('the output of OpenSSL is read correctly', () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    for (let index = 0; index < 200; index += 1) {
      const der = new Uint8Array(sign('sha256', Buffer.from([index]), privateKey));
      const raw = ecdsaSignatureFromDer(der);
      assert.deepEqual(raw, p256.Signature.fromBytes(der, 'der').toBytes('compact'));
    }
  });

  test('every other encoding of the same integers is refused', () => {
    const good = hex('30 06 02 01 01 02 01 02');
    assert.equal(ecdsaSignatureFromDer(good)?.[63], 2);
    const others = {
      empty: '',
      'only a tag': '30',
      'another outer tag': '31 06 02 01 01 02 01 02',
      'a long-form length': '30 81 06 02 01 01 02 01 02',
      'an indefinite length': '30 80 02 01 01 02 01 02 00 00',
      'a trailing byte outside': '30 06 02 01 01 02 01 02 00',
      'a trailing byte inside': '30 07 02 01 01 02 01 02 00',
      'an outer length too short': '30 05 02 01 01 02 01 02',
      'an outer length too long': '30 07 02 01 01 02 01 02',
      'a padded r': '30 07 02 02 00 01 02 01 02',
      'a padded s': '30 07 02 01 01 02 02 00 02',
      'a negative r': '30 06 02 01 81 02 01 02',
      'a negative s': '30 06 02 01 01 02 01 82',
      'an empty r': '30 05 02 00 02 01 02',
      'an empty s': '30 05 02 01 01 02 00',
      'no s': '30 03 02 01 01',
      'a third integer': '30 09 02 01 01 02 01 02 02 01 03',
      'another integer tag': '30 06 03 01 01 02 01 02',
      'an integer that runs past the end': '30 06 02 01 01 02 05 02',
      'a long-form integer length': '30 07 02 81 01 01 02 01 02',
      'an r of 257 bits': `30 26 02 21 01${'00'.repeat(32)} 02 01 02`,
      'an r of 34 bytes': `30 27 02 22 00 80${'00'.repeat(32)} 02 01 02`,
    };
    for (const [name, text] of Object.entries(others)) {
      assert.equal(ecdsaSignatureFromDer(hex(text)), null, name);
    }
  });

  test('any accepted bytes are the minimal DER of the result', () => {
    const mutated = fc
      .tuple(
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
        fc.nat({ max: 71 }),
        fc.nat({ max: 255 }),
      )
      .map(([r, s, index, byte]) => {
        const der = derOf(r, s);
        if (index < der.length) der[index] = byte;
        return der;
      });
    fc.assert(
      fc.property(fc.oneof(mutated, fc.uint8Array({ maxLength: 80 })), der => {
        const raw = ecdsaSignatureFromDer(der);
        if (raw === null) return;
        const digits = Buffer.from(raw).toString('hex');
        assert.deepEqual(
          der,
          derOf(BigInt(`0x${digits.slice(0, 64)}`), BigInt(`0x${digits.slice(64)}`)),
        );
      }),
      { seed, numRuns: effort({ fast: 500, full: 100_000 }) },
    );
  });
});
