import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assessed, fileOf, inputs, policyOf, withRules } from './testing/policies.ts';

const policy = policyOf(
  [
    fileOf(
      withRules(
        '{ id: ask, match: { tool: "crm.*", operation: [tool.invoke, tool.call] }, when: " parameters.n > 3 ", outcome: require_approval, chain: pair, reason: big ones, sealed: [/token] }',
        '{ id: raise, risk: high }',
        '{ id: never, match: { tool: shell }, outcome: deny }',
      ),
      'operator',
      'rules.yaml',
    ),
    fileOf(
      'version: "2"\nmode: observe\nrules: [{ id: next, outcome: deny }]',
      'system',
      'next.yaml',
    ),
  ],
  inputs(assessed('low')),
);

test('a stated rule contains all its conditions and effects', () => {
  const [ask, raise] = policy.rules;
  assert.deepEqual(ask, {
    id: 'ask',
    file: 'rules.yaml',
    line: 13,
    layer: 'operator',
    mode: 'enforce',
    outcome: 'require_approval',
    match: [
      { dimension: 'tool', patterns: ['crm.*'] },
      { dimension: 'operation', patterns: ['tool.call', 'tool.invoke'] },
    ],
    condition: 'parameters.n > 3',
    chain: 'pair',
    risk: null,
    sealed: ['/token'],
    reason: 'big ones',
  });
  assert.deepEqual([raise?.outcome, raise?.risk, raise?.match], [null, 'high', []]);
});

test('rules that only observe are stated too, and are marked', () => {
  assert.deepEqual(
    policy.rules.map(({ id, mode }) => [id, mode]),
    [
      ['ask', 'enforce'],
      ['raise', 'enforce'],
      ['never', 'enforce'],
      ['next', 'observe'],
    ],
  );
});

test('the default of each layer is stated', () => {
  assert.deepEqual(policy.defaults, [{ layer: 'operator', outcome: 'deny' }]);
});
