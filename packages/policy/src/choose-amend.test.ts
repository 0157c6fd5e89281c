import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemText } from './document/problem.ts';
import { checkPolicy } from './policy.ts';
import {
  actionOf,
  assessed,
  base,
  fileOf,
  inputs,
  policyOf,
  withRules,
} from './testing/policies.ts';

const asking = (id: string, amend?: string): string =>
  `{ id: ${id}, outcome: require_approval${amend === undefined ? '' : `, amend: ${amend}`} }`;

function termsOf(...rules: readonly string[]) {
  return policyOf(withRules(...rules)).evaluate(actionOf(), {}).amend;
}

const lists = { lower: [], subset: [], becomes: [] };

describe('[AM-2] what the rules permit a reviewer to change', () => {
  test('a rule permits no change by default or with none, and every change with any', () => {
    assert.equal(termsOf(asking('a')), undefined);
    assert.equal(termsOf(asking('a', 'none')), undefined);
    assert.deepEqual(termsOf(asking('a', 'any')), { mode: 'any', ...lists });
  });

  test('only a list narrows the permitted changes, and every list is read', () => {
    const amend = '{ lower: /amount, subset: [/to, /cc], becomes: { /notify: false, /mode: dry } }';
    assert.deepEqual(termsOf(asking('a', amend)), {
      mode: 'narrow',
      lower: ['/amount'],
      subset: ['/cc', '/to'],
      becomes: [
        { path: '/mode', value: 'dry' },
        { path: '/notify', value: false },
      ],
    });
  });

  test('several rules that ask permit what all of them permit', () => {
    const narrow = '{ lower: [/amount, /count], becomes: { /notify: false } }';
    const terms = termsOf(
      asking('a', 'any'),
      asking('b', narrow),
      asking('c', '{ lower: [/amount], becomes: { /notify: true } }'),
    );
    assert.deepEqual(terms, { mode: 'narrow', ...lists, lower: ['/amount'] });
    assert.equal(termsOf(asking('a', narrow), asking('b')), undefined);
    assert.equal(
      termsOf(asking('a', '{ lower: [/x] }'), asking('b', '{ lower: [/y] }')),
      undefined,
    );
    // A rule that allows asks no one, and so says nothing about changes.
    assert.deepEqual(termsOf(asking('a', 'any'), '{ id: b, outcome: allow }'), {
      mode: 'any',
      ...lists,
    });
  });

  test('where only the risk or a default asks, nothing may change', () => {
    const byRisk = policyOf(withRules('{ id: a, outcome: allow }'), inputs(assessed('high')));
    assert.equal(byRisk.evaluate(actionOf(), {}).verdict, 'require_approval');
    assert.equal(byRisk.evaluate(actionOf(), {}).amend, undefined);
    const byDefault = policyOf(base.replace('default: deny', 'default: require_approval'));
    assert.equal(byDefault.evaluate(actionOf(), {}).amend, undefined);
  });

  test('a rule without amend has the version that it had before', () => {
    const version = (rule: string) => policyOf(withRules(rule)).version();
    assert.equal(version(asking('a')), version(asking('a', 'none')));
    assert.notEqual(version(asking('a')), version(asking('a', 'any')));
  });

  for (const [what, rule, expected] of [
    ['narrow without paths', asking('a', 'narrow'), /expected the paths that may be narrowed/],
    ['an empty mapping', asking('a', '{}'), /expected lower, subset or becomes/],
    ['an unknown mode', asking('a', 'all'), /none, narrow, any/],
    ['a misspelt list', asking('a', '{ lowr: [/amount] }'), /did you mean "lower"/],
    ['a path that is no pointer', asking('a', '{ lower: [amount] }'), /write "\/amount"/],
    ['a path twice', asking('a', '{ lower: [/a], subset: [/a] }'), /found "\/a" again/],
    [
      'a path inside another',
      asking('a', '{ lower: [/a/b], subset: [/a] }'),
      /none inside another/,
    ],
    ['a fixed value that is a list', asking('a', '{ becomes: { /a: [1] } }'), /one fixed value/],
    ['fixed values as a list', asking('a', '{ becomes: [/a] }'), /becomes as a mapping/],
    [
      'amend in a rule that denies',
      '{ id: a, outcome: deny, amend: any }',
      /amend only with outcome/,
    ],
  ] as const) {
    test(`${what} is refused`, () => {
      const { problems } = checkPolicy([fileOf(withRules(rule))]);
      assert.match(problems.map(problemText).join('\n'), expected);
    });
  }
});
