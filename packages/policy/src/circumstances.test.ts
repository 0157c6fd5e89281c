import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { actionOf, assessed, inputs, policyOf, withRules } from './testing/policies.ts';

describe('environment', () => {
  const rules = withRules(
    '{ id: lenient, match: { environment: staging }, outcome: allow }',
    '{ id: strict, match: { environment: production }, outcome: require_approval }',
    '{ id: freeze, match: { environment: staging, operation: delete }, outcome: deny }',
  );
  const idFor = (environment: string | undefined, production: boolean, operation = 'tool.invoke') =>
    policyOf(rules, inputs(assessed('low', { production }))).evaluate(
      actionOf({ operation }),
      environment === undefined ? {} : { environment },
    ).policy_rule_id;

  test('the stated environment counts when nothing contradicts it', () => {
    assert.equal(idFor('staging', false), 'lenient');
    assert.equal(idFor('production', false), 'strict');
    assert.equal(idFor(undefined, false), 'default.operator');
  });

  test('an action that touches production counts as production, whatever was stated', () => {
    assert.equal(idFor('staging', true), 'strict');
    assert.equal(idFor(undefined, true), 'strict');
    assert.equal(idFor('staging', true, 'delete'), 'freeze');
  });

  test('stating staging does not select a lenient rule when the action touches production', () => {
    const lenient = withRules('{ id: lenient, match: { environment: staging }, outcome: allow }');
    const idWhere = (production: boolean) =>
      policyOf(lenient, inputs(assessed('low', { production }))).evaluate(actionOf(), {
        environment: 'staging',
      }).policy_rule_id;
    assert.deepEqual([idWhere(false), idWhere(true)], ['lenient', 'default.operator']);
  });

  test('a rule that names production by another of its names still matches', () => {
    const policy = policyOf(
      withRules('{ id: blue, match: { environment: prod-eu }, outcome: allow }'),
      inputs(assessed('low', { production: true })),
    );
    assert.equal(policy.evaluate(actionOf(), { environment: 'prod-eu' }).policy_rule_id, 'blue');
  });
});
