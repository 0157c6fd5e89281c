import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { facetOf, piecesOf, wordsOf } from './words.ts';

function words(text: string): string[] {
  return [...wordsOf(text)];
}

describe('the words that values are found by', () => {
  test('letter case, accents and the signs between words make no difference', () => {
    assert.deepEqual(words('Zahlung an MÜLLER-Söhne, “Ａcme”'), [
      'zahlung',
      'an',
      'muller',
      'sohne',
      'acme',
    ]);
    assert.deepEqual(words('AND OR NOT "quoted*" (a^b) col:umn {}'), [
      ...['and', 'or', 'not', 'quoted', 'a', 'b', 'col', 'umn'],
    ]);
    assert.deepEqual(words(' *"\'%_\\ \u0000'), []);
  });

  test('a number is found however its groups are written', () => {
    assert.deepEqual(words('SE35 5000 0000'), ['se35', 'se3550000000', '5000', '0000']);
    assert.ok(wordsOf('SE35 5000 0000 0549').has('se355000000000549'.replace('00000', '0000')));
    assert.deepEqual(words('4,200.00'), ['4200']);
    assert.deepEqual(words('1,234,567.00 USD'), ['1234567', 'usd']);
    assert.deepEqual(words('1.25'), ['1', '125', '25']);
  });

  test('scripts without spaces are found by pairs of characters', () => {
    assert.deepEqual(words('請求書を送る'), ['請求', '求書', '書を', 'を送', '送る']);
    assert.deepEqual(words('ABC円'), ['abc', '円']);
  });

  test('a word is cut, and never within a character', () => {
    const [word = ''] = words('a'.repeat(29) + '𝒳'.repeat(40));
    assert.ok(word.length <= 30);
    assert.equal(words('𐐨'.repeat(100))[0]?.length, 30);
    assert.equal(words(`a${'𐐨'.repeat(100)}`)[0]?.length, 29);
  });

  test('ten thousand signs of a hostile text take no longer than their length asks', () => {
    for (const sign of ['*', '"', '(', '1 ', '1,000', '.0', 'ー', '́', '-.-', 'a"b']) {
      const text = sign.repeat(10_000);
      assert.ok(piecesOf(text).length <= 20_000);
    }
  });

  test('a facet is no word, and says which fact it is', () => {
    assert.match(facetOf('agent', 'a'), /^=[0-9a-f]{20}$/);
    assert.notEqual(facetOf('agent', 'a'), facetOf('tool', 'a'));
    assert.deepEqual(words(facetOf('agent', 'a'))[0]?.startsWith('='), false);
  });
});
