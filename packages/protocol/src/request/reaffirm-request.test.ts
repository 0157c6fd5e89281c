import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  alice,
  carol,
  consumeCommand,
  entryCommand,
  idOf,
  inForce,
  noon,
  opened,
  pending,
  play,
  sampleChain,
  samplePolicyDecision,
  sampleRequest,
} from '../testing/samples.ts';
import type { ChainEntryId } from '../value/ids.ts';
import { decideRequest } from './decide-request.ts';
import type { ReaffirmRequest } from './request-command.ts';

const newer = { ...inForce, policy_version: 'newer' };

function command(
  change: {
    decision?: Record<string, unknown>;
    evaluation?: Partial<ReaffirmRequest['evaluation']>;
  } = {},
): ReaffirmRequest {
  const { route, execute_within_seconds } = sampleRequest();
  const limits = { expires_in_seconds: 900, execute_within_seconds };
  return {
    type: 'reaffirm',
    decision: samplePolicyDecision(undefined, undefined, {
      policy_version: 'newer',
      ...change.decision,
    }),
    evaluation: { chain: sampleChain(), route, ...limits, ...change.evaluation },
    in_force: newer,
  };
}

function refusalOf(reaffirm: ReaffirmRequest): string {
  const decided = decideRequest(pending(), reaffirm, noon);
  return decided.ok ? 'reaffirmed' : `${decided.refusal.code}: ${decided.refusal.detail}`;
}

describe('a pending request under a new policy', () => {
  test('[GT-10] the same answer in other words keeps the request open', () => {
    assert.equal(refusalOf(command({ decision: { reasons: ['other words'] } })), 'reaffirmed');
  });

  const [stage, ...stages] = sampleChain().stages;
  const otherChain = { ...sampleChain(), stages: [{ ...stage, name: 'renamed' }, ...stages] };
  const differences: Readonly<Record<string, Parameters<typeof command>[0]>> = {
    'another verdict': {
      decision: { verdict: 'deny', approval_chain_id: null, approval_chain_version: null },
    },
    'another deciding rule': { decision: { policy_rule_id: 'other' } },
    'a further rule': { decision: { policy_rule_ids: ['large-transfers', 'other'] } },
    'another risk': { decision: { risk: { level: 'critical', signals: [] } } },
    'another signal of the same level': { decision: { risk: { level: 'high', signals: [] } } },
    'another context': { decision: { context: {} } },
    'another chain version': { decision: { approval_chain_version: '4' } },
    'another chain of the same version': { evaluation: { chain: otherChain as never } },
    'another route': { evaluation: { route: { kind: 'admin_channel', name: 'elsewhere' } } },
    'a shorter time to decide': { evaluation: { expires_in_seconds: 899 } },
    'a longer time to execute': { evaluation: { execute_within_seconds: 901 } },
    'a version that is not in force': { decision: { policy_version: 'third' } },
  };
  for (const [name, change] of Object.entries(differences)) {
    test(`[GT-10] ${name} ends the request`, () => {
      assert.match(refusalOf(command(change)), /^policy_changed: /);
    });
  }

  test('[CH-7] decisions and the consume are judged by the version that reaffirmed it', () => {
    const kept = play(pending(), command());
    const late = entryCommand(kept, alice);
    const refused = decideRequest(kept, late, noon);
    assert.ok(!refused.ok && refused.refusal.code === 'policy_changed');
    const first = play(kept, { ...late, in_force: newer });
    const second = { chain_entry_id: idOf('ace', 2) as ChainEntryId, stage_index: 1 };
    const allowed = play(first, { ...entryCommand(first, carol, second), in_force: newer });
    assert.equal(opened(allowed).status, 'allowed');
    const stale = decideRequest(allowed, consumeCommand(allowed), noon);
    assert.ok(!stale.ok && stale.refusal.code === 'policy_changed');
    assert.ok(decideRequest(allowed, consumeCommand(allowed, { in_force: newer }), noon).ok);
  });

  test('[GT-10] a request under the policy in force needs nothing', () => {
    const decided = decideRequest(pending(), { ...command(), in_force: inForce }, noon);
    assert.ok(decided.ok && decided.events.length === 0);
  });
});
