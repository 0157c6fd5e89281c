import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { factsOf } from '@countersign/protocol/view';
import { factRows, isKeyFolded, pathOf, rowLines } from './fact-lines.ts';

function shown(value: JsonValue, { columns = 60, full = false } = {}): string[] {
  const [, ...facts] = factsOf(value);
  return rowLines(factRows(facts, 0, full), { columns, indent: 2 }).map(line =>
    line.rendered(false),
  );
}

test('every member is a row under its own name, and nested members are indented', () => {
  assert.deepEqual(shown({ amount: 4200, to: { name: 'Nordvik', tags: ['a'] }, urgent: false }), [
    '  amount  4200',
    '  to      2 members',
    '    name  "Nordvik"',
    '    tags  list of 1',
    '      0   "a"',
    '  urgent  false',
  ]);
});

test('values of different kinds never look alike', () => {
  const lines = shown({
    a: 1,
    b: '1',
    c: null,
    d: 'null',
    e: '',
    f: {},
    g: [],
    h: true,
    i: 'true',
  });
  const values = lines.map(line => line.slice(5));
  assert.equal(new Set(values).size, values.length, values.join('|'));
});

test('a line break in a value is shown by name at its place', () => {
  assert.deepEqual(shown({ script: 'one\ntwo' }), ['  script  "one<U+000A>', '          two"']);
});

test('a long value is folded and shows its size, and is shown whole on request', () => {
  const value = { memo: 'x'.repeat(3000) };
  assert.match(shown(value).join('\n'), /\[2,520 of 3,000 bytes folded; --full\]/);
  const whole = shown(value, { full: true }).join('');
  assert.equal(whole.match(/x/g)?.length, 3000);
});

test('a member name chosen by an agent cannot break out of its column', () => {
  const lines = shown({ [`evil\u001b[2K\r${'k'.repeat(500)}`]: 'value' });
  assert.ok(lines.every(line => !/\p{Cc}/u.test(line)));
  assert.match(lines[0] ?? '', /^ {2}evil<U\+001B>\[2K<U\+000D>k+\[\d+ bytes folded\]k+$/);
  assert.match(lines[1] ?? '', /^ +"value"$/);
});

test('a folded name looks different from a name that is shown whole', () => {
  const folded = (key: string) => factsOf({ [key]: 1 }).map(isKeyFolded);
  assert.deepEqual(folded('recipient'), [false, false]);
  assert.deepEqual(folded(`to ${'k'.repeat(200)} or to others`), [false, true]);
});

test('a pointer is split back into the member names it was made from', () => {
  const [, fact] = factsOf({ 'a/b~c': 1 });
  assert.deepEqual(fact === undefined ? null : pathOf(fact), ['a/b~c']);
});
