import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testPolicy, testText } from './policy-test.ts';
import { policyOf, withRules } from './testing/policies.ts';

const policy = policyOf(
  withRules(
    '{ id: reads, match: { tool: "*.read" }, outcome: allow }',
    '{ id: writes, match: { tool: "*.write" }, when: parameters.n > 3, outcome: require_approval, chain: self }',
  ),
);
const run = (text: string) => testPolicy(policy, { name: 'cases.yaml', text });

test('correct cases pass', () => {
  const result = run(`cases:
  - name: reading passes
    action: { tool: crm.read }
    expect: { outcome: allow, rule: reads, risk: low }
  - name: a large write asks
    action: { tool: crm.write, parameters: { n: 4 } }
    expect: { outcome: require_approval, chain: self, route: same_conversation }
  - name: at high risk reading asks
    action: { tool: crm.read }
    assessed: { level: high, signals: [data_leaving], action_type: data_export, production: true }
    expect: { outcome: require_approval, rule: risk.high, risk: high, chain: team }
`);
  assert.deepEqual(result.problems, []);
  assert.deepEqual([result.passed, result.failed], [3, 0]);
  assert.deepEqual(testText(result), ['3 passed, 0 failed']);
});

test('a failure says what was expected, what was found and why', () => {
  const result = run(`cases:
  - name: writing is refused
    action: { tool: crm.write, parameters: { n: 4 } }
    expect: { outcome: deny, chain: team }
  - name: reading passes
    action: { tool: crm.read }
    expect: { outcome: allow }
`);
  assert.deepEqual([result.passed, result.failed], [1, 1]);
  assert.deepEqual(testText(result), [
    'cases.yaml:2: writing is refused: expected outcome deny, found require_approval',
    '    expected chain team, found self',
    '    because rule writes says require_approval',
    '1 passed, 1 failed',
  ]);
});

test('a fault in a case file is reported with its place, and no case of the file counts as passed', () => {
  for (const [text, expected] of [
    ['cases: [{ name: x, expect: { outcome: allow } }]', /name, action and expect/],
    ['cases: [{ name: x, action: { tool: t }, expect: {} }]', /at least one of/],
    ['cases: [{ name: x, action: { tool: t }, expect: { outcome: alow } }]', /:1:\d+: .*"alow"/],
    ['cases: [{ name: x, action: { tol: t }, expect: { outcome: allow } }]', /unknown key "tol"/],
    ['cases: [{ name: x, action: {}, expect: { outcome: allow } }]', /expected an action/],
    [
      'cases: [{ name: x, action: { tool: t }, context: 3, expect: { outcome: allow } }]',
      /context as a mapping/,
    ],
    [
      'cases: [{ name: x, action: { tool: t }, assessed: { level: hgh }, expect: { outcome: allow } }]',
      /risk level/,
    ],
    ['case: []', /unknown key "case"/],
    ['cases: {}', /list of cases/],
    ['', /empty/],
  ] as const) {
    const result = run(text);
    assert.equal(result.passed, 0);
    assert.match(testText(result).join('\n'), expected, text);
  }
});
