import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base, fileOf, policyOf, withRules } from './testing/policies.ts';

const version = (text: string) => policyOf(text).version();
const rules = ['{ id: a, match: { tool: [x, y] }, outcome: allow }', '{ id: b, outcome: deny }'];

test('the version consists of the stated version and a digest', () => {
  assert.match(version(base), /^7\+[0-9a-f]{16}\.[0-9a-f]{16}$/);
});

test('comments, the order of rules and keys, and file names do not change the version', () => {
  const expected = version(withRules(...rules));
  assert.equal(version(withRules(...rules.toReversed())), expected);
  assert.equal(version(`# a comment\n${withRules(...rules)}`), expected);
  assert.equal(
    version(withRules('{ outcome: allow, match: { tool: [y, x] }, id: a }', rules[1] ?? '')),
    expected,
  );
  assert.equal(policyOf([fileOf(withRules(...rules), 'operator', 'renamed')]).version(), expected);
});

test('every word that could change an answer changes the version', () => {
  const text = withRules(...rules);
  const seen = new Set([version(text)]);
  for (const [from, to] of [
    ['"7"', '"8"'],
    ['default: deny', 'default: require_approval'],
    ['tool: [x, y]', 'tool: [x]'],
    ['tool: [x, y]', 'operation: [x, y]'],
    ['outcome: allow', 'outcome: deny'],
    ['outcome: allow', 'outcome: allow, when: parameters.x == 1'],
    ['outcome: allow', 'outcome: allow, annotate: warn'],
    ['outcome: allow', 'outcome: allow, sealed: [/x]'],
    ['id: b', 'id: c'],
    ['quorum: 2', 'quorum: 3'],
    ['critical: pair', 'critical: team'],
    ['roles: [operator] }, quorum', 'roles: [admin] }, quorum'],
    ['rules:', 'cooldown: 1m\nrules:'],
    ['rules:', 'risk: { amount_max: 1 }\nrules:'],
    ['rules:', 'routes: [{ risk: high, route: webhook }]\nrules:'],
  ] as const) {
    const changed = text.replace(from, to);
    assert.notEqual(changed, text);
    seen.add(version(changed));
  }
  assert.equal(seen.size, 16);
});

test('files give the same version in any order, and their layers count', () => {
  const other = 'version: "u"\nrules: [{ id: u, outcome: deny }]';
  const [one, user] = [fileOf(base), fileOf(other, 'user')];
  assert.equal(policyOf([one, user]).version(), policyOf([user, one]).version());
  assert.match(policyOf([one, user]).version(), /^7,u\+/);
  assert.notEqual(
    policyOf([one, user]).version(),
    policyOf([one, fileOf(other, 'system')]).version(),
  );
});

test('a version fits the wire form however many files there are', () => {
  const files = Array.from({ length: 100 }, (_, i) =>
    fileOf(
      `version: "${'v'.repeat(60)}${i}"\nrules: [{ id: r${i}, outcome: deny }]`,
      'user',
      `${i}`,
    ),
  );
  const long = policyOf([fileOf(base), ...files]).version();
  assert.ok(long.length <= 512 && /\+[0-9a-f]{16}\.[0-9a-f]{16}$/.test(long));
});

test('a changed stage changes the version of its chain, and of no other', () => {
  const before = policyOf(base);
  const after = policyOf(base.replace('quorum: 2', 'quorum: 3'));
  assert.notEqual(after.chainVersion('pair'), before.chainVersion('pair'));
  assert.equal(after.chainVersion('team'), before.chainVersion('team'));
});
