import assert from 'node:assert/strict';
import { test } from 'node:test';
import { segmentText } from '@countersign/protocol/view';
import { linesOf } from './data-text.ts';

const shown = (value: string): string[] =>
  linesOf(segmentText(value)).map(({ pieces }) => pieces.map(({ text }) => text).join(''));

test('a text of several lines keeps its indentation', () => {
  assert.deepEqual(shown('if (a) {\n   b();\n}'), ['if (a) {<U+000A>', '   b();<U+000A>', '}']);
});

test('blanks that are no indentation are counted', () => {
  assert.deepEqual(shown('   one line'), ['<U+0020 x3>one line']);
  assert.deepEqual(shown('a\nb   c'), ['a<U+000A>', 'b<U+0020 x3>c']);
  assert.deepEqual(shown(`a\n${' '.repeat(60)}b`), ['a<U+000A>', '<U+0020 x60>b']);
});
