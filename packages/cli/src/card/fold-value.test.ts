import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSegments, segmentText } from '@countersign/protocol/view';
import { foldValue, keyFold, valueFold } from './fold-value.ts';

const fold = (value: string, limits = valueFold) =>
  foldValue(segmentText(value), Buffer.byteLength(value), limits);

test('a short value is not folded', () => {
  assert.equal(fold(''), null);
  assert.equal(fold('a'.repeat(700)), null);
});

test('a long value keeps its beginning and its end, and says how much is left out', () => {
  const value = `begin${'é'.repeat(5000)}end`;
  const folded = fold(value);
  assert.ok(folded !== null);
  const [head, tail] = [joinSegments(folded.head), joinSegments(folded.tail)];
  assert.ok(value.startsWith(head) && value.endsWith(tail));
  assert.ok(head.startsWith('begin') && tail.endsWith('end'));
  const kept = Buffer.byteLength(head) + Buffer.byteLength(tail);
  assert.equal(folded.hiddenBytes, Buffer.byteLength(value) - kept);
});

test('characters that are spelled out count with the width they take on the screen', () => {
  const value = '\u202e\u2066'.repeat(2000);
  const folded = fold(value);
  assert.ok(folded !== null);
  assert.ok(folded.head.length <= valueFold.head / '<U+202E>'.length);
  assert.ok(value.startsWith(joinSegments(folded.head)));
});

test('text that spells a character name is not cut into another name', () => {
  const value = '<U+202E>'.repeat(300);
  const folded = fold(value);
  assert.ok(folded !== null);
  assert.ok(value.startsWith(joinSegments(folded.head)));
  assert.ok(value.endsWith(joinSegments(folded.tail)));
});

test('a surrogate pair is never cut in two', () => {
  const folded = fold('😀'.repeat(1000), keyFold);
  assert.ok(folded !== null);
  for (const part of [folded.head, folded.tail]) {
    assert.match(joinSegments(part), /^(?:😀)+$/u);
  }
});
