import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readYaml } from './read-yaml.ts';
import { nodeAt, plainValue } from './yaml-node.ts';

function problems(text: string): readonly string[] {
  const reading = readYaml('f', text);
  return reading.ok
    ? []
    : reading.problems.map(({ line, column, message }) => `${line}:${column} ${message}`);
}

function valueOfText(text: string): unknown {
  const reading = readYaml('f', text);
  assert.ok(reading.ok);
  return plainValue(reading.root);
}

describe('hazards of YAML', () => {
  for (const [name, text, expected] of [
    ['duplicate keys', 'a: 1\nb: 2\na: 3', /^3:1 .*each key once.*"a"/],
    ['duplicate keys, quoted otherwise', 'a: 1\n"a": 3', /^2:1 .*each key once/],
    ['anchors', 'a: &x 1', /^1:7 .*anchor/],
    ['aliases', 'a: &x 1\nb: *x', /2:4 .*alias/],
    ['merge keys', 'a: 1\n<<: { b: 2 }', /^2:1 .*merge key/],
    ['tags', 'a: !!str 1', /^1:10 .*tag/],
    ['unknown tags', 'a: !exec x', /^1:10 .*tag/],
    ['tags on keys', '!!str a: x', /tag/],
    ['directives', '%YAML 1.1\n---\na: no', /directive/],
    ['several documents', 'a: 1\n---\nb: 2', /^2|3.*second/],
    ['tabs as indentation', 'a:\n\t- b', /^2:1 .*tab/],
    ['keys that are not names', '? [a, b]\n: c', /plain name as key/],
    ['keys that are numbers', '1: x', /plain name as key/],
    ['an empty file', '', /empty/],
    ['a file of comments', '# nothing\n', /empty/],
    ['text that changes direction', 'a: "x\u202ey"', /^1:6 .*U\+202E/],
    ['invisible text', 'a: x\u200by', /U\+200B/],
    ['control characters', 'a: x\u0007', /U\+0007/],
    ['lone surrogates', 'a: "\ud800"', /U\+D800/],
    ['what does not end', 'a: [1, 2', /YAML/],
    ['bad indentation', 'a:\n  b: 1\n c: 2', /YAML/],
    ['deep nesting in brackets', '['.repeat(100_000), /nesting|YAML/],
    [
      'deep nesting by indentation',
      Array.from({ length: 100 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
      /nesting/,
    ],
    ['size', `a: ${'x'.repeat(2 ** 20)}`, /at most 1048576 characters/],
  ] as const) {
    test(`${name}: refused with a place`, () => {
      const found = problems(text);
      assert.ok(found.length > 0 && found.length <= 20);
      assert.match(found.join('\n'), expected);
    });
  }

  test('an expansion bomb is refused without expanding it', () => {
    let text = 'a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n';
    for (let i = 1; i < 30; i++) text += `a${i}: &a${i} [${`*a${i - 1}, `.repeat(10)}]\n`;
    assert.match(problems(text).join('\n'), /alias/);
  });

  test('the time for many keys grows linearly', () => {
    const text = Array.from({ length: 40_000 }, (_, i) => `k${i}: 1`).join('\n');
    assert.equal(Object.keys(valueOfText(text) as object).length, 40_000);
  });

  test('words that other versions of YAML read as booleans are text', () => {
    const text = 'a: no\nb: on\nc: yes\nd: 0o17\ne: ~\nf: 2026-01-01\non: x';
    assert.deepEqual(valueOfText(text), {
      a: 'no',
      b: 'on',
      c: 'yes',
      d: 15,
      e: null,
      f: '2026-01-01',
      on: 'x',
    });
  });

  test('__proto__ is a key and changes no prototype', () => {
    const value = valueOfText('__proto__: { polluted: true }') as object;
    assert.equal(Object.getPrototypeOf(value), Object.prototype);
    assert.ok(Object.hasOwn(value, '__proto__'));
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  test('a byte order mark at the start is accepted', () => {
    assert.deepEqual(valueOfText('\ufeffa: 1'), { a: 1 });
  });
});

describe('places', () => {
  const place = (text: string, path: readonly PropertyKey[], offset: number) => {
    const reading = readYaml('f', text);
    assert.ok(reading.ok);
    const node = nodeAt(reading.root, path);
    assert.ok(node.kind === 'scalar');
    const { line, column } = node.within(offset);
    return `${line}:${column}`;
  };

  test('an offset in a text is located in the file, plain, quoted or in a block', () => {
    assert.equal(place('when: a == b', ['when'], 5), '1:12');
    assert.equal(place('x: 1\nwhen: "a == b"', ['when'], 5), '2:13');
    assert.equal(place('when: |\n  a ==\n    b\n', ['when'], 7), '3:5');
    assert.equal(place('when: >\n  a ==\n  b\n', ['when'], 5), '1:7');
  });
});
