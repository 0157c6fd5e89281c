import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { type HistoryItem, replay } from './replay.ts';
import { actionOf, policyOf, withRules } from './testing/policies.ts';

const policy = policyOf(
  withRules(
    '{ id: reads, match: { tool: "*.read" }, outcome: allow }',
    '{ id: writes, match: { tool: "*.write" }, outcome: require_approval }',
  ),
);

const defaultChain =
  policy.evaluate(actionOf({ tool: 'crm.write' }), {}).chain?.chain_id ?? 'no chain';

function past(
  id: string,
  tool: string,
  verdict: PolicyVerdict,
  resolution: HistoryItem['resolution'] = null,
  chain = verdict === 'require_approval' ? defaultChain : null,
): HistoryItem {
  return { id, action: actionOf({ tool }), context: {}, verdict, resolution, chain };
}

test('a replay reports which actions would be asked, allowed or denied differently now', () => {
  const result = replay(
    [
      past('1', 'crm.read', 'allow'),
      past('2', 'crm.read', 'require_approval', 'allowed'),
      past('3', 'crm.read', 'require_approval', 'denied'),
      past('4', 'crm.read', 'deny'),
      past('5', 'crm.write', 'allow'),
      past('6', 'crm.write', 'deny'),
      past('7', 'crm.write', 'require_approval', 'expired'),
      past('8', 'shell', 'allow'),
    ],
    policy,
  );
  const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
  assert.equal(result.total, 8);
  assert.equal(result.unchanged, 2);
  assert.deepEqual(ids(result.newly_allowed), ['2', '3', '4']);
  assert.deepEqual(ids(result.newly_allowed_that_a_person_denied), ['3']);
  assert.deepEqual(ids(result.newly_asked), ['5', '6']);
  assert.deepEqual(ids(result.newly_asked_that_policy_denied), ['6']);
  assert.deepEqual(ids(result.newly_denied), ['8']);
  assert.equal(result.newly_denied[0]?.policy_rule_id, 'default.operator');
  assert.equal(result.policy_version, policy.version());
});

test('an action that is asked of another chain has another answer, and a group of its own', () => {
  const result = replay(
    [
      past('1', 'crm.write', 'require_approval', 'allowed', 'old-chain'),
      past('2', 'crm.write', 'require_approval', 'allowed'),
    ],
    policy,
  );
  assert.deepEqual(
    result.asked_of_others.map(({ id, chain }) => [id, chain]),
    [['1', defaultChain]],
  );
  assert.deepEqual([result.total, result.unchanged, result.newly_asked.length], [2, 1, 0]);
});

test('the policy of the past does not affect a replay', () => {
  const items = ['crm.read', 'crm.write', 'shell'].map((tool, i) =>
    past(String(i), tool, policy.evaluate(actionOf({ tool }), {}).verdict),
  );
  const { unchanged, total } = replay(items, policy);
  assert.deepEqual([unchanged, total], [3, 3]);
});
