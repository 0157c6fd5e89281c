import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dim, joined, styled } from '../terminal/styled-text.ts';
import { hangingLines, wrapText } from './wrap-text.ts';

const plain = (lines: readonly { rendered(colours: boolean): string }[]) =>
  lines.map(line => line.rendered(false));

test('a text that fits stays one line', () => {
  assert.deepEqual(plain(wrapText('four words that fit', 19)), ['four words that fit']);
});

test('a longer text is cut at spaces, and nothing of it is lost', () => {
  const words = 'the quick brown fox jumps over the lazy dog';
  for (const room of [5, 7, 10, 20]) {
    const lines = plain(wrapText(words, room));
    assert.equal(lines.join(''), words);
    assert.ok(
      lines.every(line => line.length <= room),
      `${room}: ${lines.join('|')}`,
    );
  }
});

test('a word that is longer than the line is broken at the end of the line', () => {
  const lines = plain(wrapText(`a ${'x'.repeat(95)} b`, 20));
  assert.equal(lines.join(''), `a ${'x'.repeat(95)} b`);
  assert.ok(lines.every(line => line.length <= 20));
  assert.equal(lines[0]?.length, 20, 'it begins where it stands');
});

test('no blank stands beyond the end of a line, where a terminal would begin a line for it', () => {
  for (const words of [
    'abcd efgh',
    'abcd   efgh',
    'ab cd ',
    'abcdefgh ijkl',
    `${'a '.repeat(9)}b`,
  ]) {
    for (const room of [3, 4, 5, 8]) {
      const lines = plain(wrapText(words, room));
      assert.equal(lines.join(''), words);
      assert.ok(
        lines.every(line => line.length <= room),
        `${room}: ${lines.join('|')}`,
      );
    }
  }
});

test('wide characters take two columns', () => {
  const lines = wrapText('漢字'.repeat(10), 10);
  assert.ok(lines.every(({ width }) => width <= 10));
  assert.equal(lines.length, 4);
});

test('a quoted value stays together with its quotes', () => {
  const quoted = joined(['name ', dim('"'), 'value', dim('"')]);
  assert.deepEqual(plain(wrapText(quoted, 8)), ['name ', '"value"']);
});

test('continuation lines start in the column of the first line', () => {
  assert.deepEqual(plain(hangingLines('key  ', ['one two three four five'], 22)), [
    'key  one two three ',
    '     four five',
  ]);
  assert.deepEqual(plain(hangingLines('key', [], 20)), ['key']);
  assert.deepEqual(plain(hangingLines('> ', ['a', styled('b')], 20)), ['> a', '  b']);
});
