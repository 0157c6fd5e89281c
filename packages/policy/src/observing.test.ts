import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionOf, assessed, fileOf, inputs, policyOf, withRules } from './testing/policies.ts';

const observing = (rules: string) =>
  `version: "next"\nmode: observe\ndefault: allow\nrules:\n${rules}`;

describe('observing documents', () => {
  const observed = fileOf(
    observing('  - { id: strict-next, outcome: deny }'),
    'operator',
    'next.yaml',
  );
  const policy = policyOf([fileOf(withRules('{ id: yes, outcome: allow }')), observed]);

  test('observing documents record their answer and change nothing', () => {
    const { verdict, annotations, policy_rule_ids } = policy.evaluate(actionOf(), {});
    assert.equal(verdict, 'allow');
    assert.deepEqual(policy_rule_ids, ['yes']);
    assert.equal(annotations.length, 2);
    assert.equal(annotations[0]?.kind, 'log');
    assert.match(
      annotations[0]?.note ?? '',
      /next\.yaml \(next\) would have said deny by strict-next/,
    );
  });

  test('a policy says which documents only observe', () => {
    assert.deepEqual(policy.observing, ['next.yaml']);
  });

  test('a failing condition of an observing document denies nothing', () => {
    const failing = fileOf(
      observing('  - { id: f, when: parameters.x > 1, outcome: allow }'),
      'operator',
      'f',
    );
    const evaluation = policyOf([
      fileOf(withRules('{ id: yes, outcome: allow }')),
      failing,
    ]).evaluate(actionOf(), {});
    assert.equal(evaluation.verdict, 'allow');
    assert.match(evaluation.annotations[0]?.note ?? '', /would have said deny by f/);
  });

  test('[GT-6] an observing document would ask at high risk too', () => {
    const lax = fileOf(observing('  - { id: lax, outcome: allow }'), 'operator', 'lax');
    const { annotations } = policyOf(
      [fileOf(withRules('{ id: yes, outcome: allow }')), lax],
      inputs(assessed('high')),
    ).evaluate(actionOf(), {});
    assert.match(annotations[0]?.note ?? '', /would have said require_approval by risk\.high/);
  });
});
