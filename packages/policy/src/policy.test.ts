import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonObject } from '@countersign/protocol/json';
import { PoliciesInForce } from './policy.ts';
import { actionOf, base, fileOf, inputs, policyOf, withRules } from './testing/policies.ts';

describe('the policy in force', () => {
  test('[GT-1] a broken set of files never replaces a good one', () => {
    const given = inputs();
    const good = policyOf(withRules('{ id: yes, outcome: allow }'), given);
    const inForce = new PoliciesInForce(good, given);
    const version = inForce.version();
    const refused = inForce.replace([fileOf(withRules('{ id: yes, outcome: alow }'))]);
    assert.equal(refused.ok, false);
    assert.equal(inForce.version(), version);
    assert.equal(inForce.evaluate(actionOf(), {}).verdict, 'allow');
    assert.ok(inForce.replace([fileOf(base)]).ok);
    assert.notEqual(inForce.version(), version);
    assert.equal(inForce.evaluate(actionOf(), {}).verdict, 'deny');
  });

  test('a policy gives the versions of its own chains only', () => {
    const policy = policyOf(base);
    assert.match(policy.chainVersion('team') ?? '', /^1\+[0-9a-f]{16}$/);
    assert.equal(policy.chainVersion('nobody'), null);
  });

  test('a policy gives its cool-down, its fatigue limits and the sentence of a rule', () => {
    const text = `${withRules('{ id: pay, outcome: allow, display: "Pay {/amount} to {/to/name}" }')}cooldown: 20m\nfatigue: { requests: 5, window: 1h }\n`;
    const policy = policyOf(text);
    assert.deepEqual(policy.settings, {
      cooldown_seconds: 1200,
      fatigue: { requests: 5, window_seconds: 3600 },
    });
    assert.deepEqual(policy.display('pay'), [
      { text: 'Pay ' },
      { pointer: '/amount' },
      { text: ' to ' },
      { pointer: '/to/name' },
    ]);
    assert.equal(policy.display('other'), null);
  });
});

describe('hostile actions', () => {
  let deep: JsonObject = {};
  for (let i = 0; i < 100_000; i++) deep = { deep };
  const policy = policyOf(
    withRules(
      '{ id: sealed, sealed: [/deep/deep/deep/secret, /list/0/secret] }',
      '{ id: size, when: "size(parameters) > 100 || size(parameters.list) > 5", outcome: require_approval }',
      '{ id: text, when: "parameters.text.contains(\'needle\')", outcome: deny }',
    ),
  );

  test('long texts, long lists and deep nesting cost only what conditions read, and nothing overflows', () => {
    const parameters = {
      text: 'x'.repeat(10_000_000),
      list: Array.from({ length: 1_000_000 }, () => ({})),
      deep,
    };
    const { verdict, policy_rule_id } = policy.evaluate(actionOf({ parameters }), {});
    assert.deepEqual([verdict, policy_rule_id], ['require_approval', 'size']);
  });

  test('an oversized context does no harm either', () => {
    const context = { environment: 'x'.repeat(10_000_000), message: 'y'.repeat(10_000_000), deep };
    const parameters = { text: '', list: [] };
    assert.equal(policy.evaluate(actionOf({ parameters }), context).verdict, 'deny');
  });
});
