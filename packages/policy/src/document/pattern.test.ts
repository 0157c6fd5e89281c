import assert from 'node:assert/strict';
import { test } from 'node:test';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { matchesPattern, parsePattern } from './pattern.ts';

const matches = (pattern: string, name: string) => matchesPattern(parsePattern(pattern), name);

test('a pattern is exact, a prefix or a glob, and nothing else is special', () => {
  for (const [pattern, name, expected] of [
    ['crm.read', 'crm.read', true],
    ['crm.read', 'crm.reader', false],
    ['crm.read', 'CRM.read', false],
    ['crm.*', 'crm.', true],
    ['crm.*', 'crmx', false],
    ['*.delete', 'crm.delete', true],
    ['*.delete', 'crm.delete.x', false],
    ['crm.*.delete', 'crm.contact.delete', true],
    ['crm.*.delete', 'crm.delete', false],
    ['a*a', 'a', false],
    ['a*a', 'aa', true],
    ['*b*', 'abc', true],
    ['v?', 'v1', true],
    ['v?', 'v', false],
    ['v?', 'v12', false],
    ['*a?c*', 'xxabcxx', true],
    ['a.b', 'axb', false],
    ['[ab]', 'a', false],
    ['(a|b)+', '(a|b)+', true],
    ['**', '', true],
  ] as const) {
    assert.equal(matches(pattern, name), expected, `${pattern} on ${name}`);
  }
});

test('a pattern agrees with its regular expression', () => {
  const letters = fc.constantFrom('a', 'b', '*', '?');
  const text = (of: fc.Arbitrary<string>) =>
    fc.array(of, { maxLength: 10 }).map(parts => parts.join(''));
  fc.assert(
    fc.property(text(letters), text(fc.constantFrom('a', 'b')), (pattern, name) => {
      const regex = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      assert.equal(matches(pattern, name), regex.test(name));
    }),
    { seed, numRuns: effort({ fast: 500, full: 100_000 }) },
  );
});

test('a hostile name takes time in proportion to its length', () => {
  const pattern = parsePattern(`${'*a'.repeat(100)}*b`);
  assert.equal(matchesPattern(pattern, 'a'.repeat(1_000_000)), false);
});
