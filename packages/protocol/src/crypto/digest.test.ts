import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { ProtocolError } from '../reason/protocol-error.ts';
import { Digest, equalDigests, sha256, sha256OfBytes, sha256OfText } from './digest.ts';

const digestOfEmptyObject =
  'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a';
const other = digestOfEmptyObject.replace(/a$/, 'b');

const withCode = (code: string) => (error: unknown) =>
  error instanceof ProtocolError && error.code === code;

describe('digest', () => {
  test('a value is digested over its canonical text', () => {
    assert.equal(sha256({}), digestOfEmptyObject);
    const text = '{"a":[1,"é"],"b":null}';
    const expected = `sha256:${createHash('sha256').update(text, 'utf8').digest('hex')}`;
    assert.equal(sha256({ b: null, a: [1.0, 'é'] }), expected);
  });

  test('a text and its bytes have the same digest', () => {
    for (const text of ['', '{}', 'é😂', '\u0000']) {
      assert.equal(sha256OfText(text), sha256OfBytes(new TextEncoder().encode(text)));
    }
    assert.equal(sha256OfText('{}'), digestOfEmptyObject);
  });

  test('[AB-5] a value without canonical text has no digest', () => {
    assert.throws(() => sha256({ a: undefined }), withCode('json_value_not_plain'));
    assert.throws(() => sha256([[1]], { depthMax: 1 }), withCode('json_too_deep'));
  });

  test('[AB-5] ill-formed text is refused, not digested with replacement characters', () => {
    assert.throws(() => sha256OfText('\ud800'), withCode('json_surrogate_lone'));
    assert.throws(() => sha256OfText('a\udc00b'), withCode('json_surrogate_lone'));
  });

  test('a value that is neither text nor bytes is refused', () => {
    const posing = new Proxy(new Uint8Array(1), {});
    for (const input of [
      undefined,
      null,
      5,
      {},
      [1],
      new ArrayBuffer(1),
      new Uint16Array(1),
      posing,
    ]) {
      assert.throws(() => sha256OfText(input as unknown as string), ProtocolError);
      assert.throws(() => sha256OfBytes(input as unknown as Uint8Array), ProtocolError);
    }
  });

  test('the schema accepts exactly one spelling of a digest', () => {
    assert.equal(Digest.parse(digestOfEmptyObject), digestOfEmptyObject);
    const hex = digestOfEmptyObject.slice(7);
    for (const wrong of [
      hex,
      `SHA256:${hex}`,
      `sha256:${hex.toUpperCase()}`,
      `sha256:${hex}0`,
      `sha256:${hex.slice(1)}`,
      ` ${digestOfEmptyObject}`,
      `${digestOfEmptyObject}\n`,
      `sha512:${hex}`,
      '',
      null,
      undefined,
    ]) {
      assert.equal(Digest.safeParse(wrong).success, false, String(wrong));
    }
  });

  test('digests are compared at every position', () => {
    assert.equal(equalDigests(digestOfEmptyObject, `${digestOfEmptyObject}`), true);
    assert.equal(equalDigests(digestOfEmptyObject, other), false);
    for (let i = 7; i < digestOfEmptyObject.length; i++) {
      const flipped = digestOfEmptyObject[i] === '0' ? '1' : '0';
      const changed = digestOfEmptyObject.slice(0, i) + flipped + digestOfEmptyObject.slice(i + 1);
      assert.equal(equalDigests(digestOfEmptyObject, changed), false, `position ${i}`);
      assert.equal(equalDigests(changed, digestOfEmptyObject), false, `position ${i}`);
    }
  });

  test('[AB-4] a missing or malformed digest matches nothing, not even itself', () => {
    const nothings = [null, undefined, '', 'sha256:', 'null', digestOfEmptyObject.toUpperCase()];
    for (const nothing of nothings) {
      assert.equal(equalDigests(nothing, nothing), false, String(nothing));
      assert.equal(equalDigests(nothing, digestOfEmptyObject), false, String(nothing));
      assert.equal(equalDigests(digestOfEmptyObject, nothing), false, String(nothing));
    }
    const array = [digestOfEmptyObject] as unknown as string;
    assert.equal(equalDigests(array, digestOfEmptyObject), false);
  });

  test('equality of digests is equality of strings', () => {
    const digest = fc.constantFrom('a', 'b', 'c').map(sha256OfText);
    fc.assert(
      fc.property(digest, digest, (a, b) => equalDigests(a, b) === (a === b)),
      { seed, numRuns: effort({ fast: 250, full: 10_000 }) },
    );
  });
});
