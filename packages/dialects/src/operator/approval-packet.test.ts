import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import {
  approvalPacketTool,
  buildOperatorApprovalPacket,
  channelPlanTool,
  type PlanningTool,
  registerGuardrailsOperatorConfirmationSurface,
  suiteAction,
} from './index.ts';

const suite = {
  intentKind: 'worker-suite',
  suiteId: 'nightly',
  providerModelRef: 'provider/model',
  maxCalls: 20,
  maxCostUsd: 0.25,
} as const;

describe('the approval packet', () => {
  const ask = (input: Partial<Parameters<typeof buildOperatorApprovalPacket>[0]>) =>
    buildOperatorApprovalPacket({
      intentKind: 'destructive',
      structuredApprovalAvailable: true,
      ...input,
    });

  test('[D4-10] the packet asks yes or no, for one of at most five options, or for one bounded suite', () => {
    assert.equal(ask({}).interaction, 'yes-no');
    assert.deepEqual(ask({}).allowedResponses, ['confirm', 'decline']);
    const options = ['a', ' ', 'b', 'c', 'd', 'e', 'f'];
    const many = ask({ intentKind: 'worker-single-run', options });
    assert.equal(many.interaction, 'choice');
    assert.deepEqual(many.allowedResponses, ['a', 'b', 'c', 'd', 'e']);
    assert.equal(ask({ intentKind: 'worker-single-run', options: ['a'] }).interaction, 'yes-no');
    const bounded = ask(suite);
    assert.equal(bounded.interaction, 'suite-approval');
    for (const bound of ['nightly', 'model=provider/model', 'maxCalls=20', 'maxCostUsd=0.25']) {
      assert.ok(bounded.prompt.includes(bound), bound);
    }
    const safe = ask({ intentKind: 'local-safe' });
    assert.deepEqual([safe.decision, safe.interaction], ['not-required', 'none']);
    assert.equal(safe.requiresStructuredSignal, false);
  });

  test('[D4-10] the packet is blocked when its kind is unknown or too small for the risk, or its suite has no bound', () => {
    const blocked = (input: Parameters<typeof ask>[0]) => {
      const told = ask(input);
      assert.deepEqual([told.decision, told.approvalState], ['blocked', 'blocked']);
      assert.deepEqual([told.acceptsShortAnswer, told.allowedResponses], [false, []]);
      return told.blockers;
    };
    assert.deepEqual(blocked({ intentKind: 'local-safe', destructiveActionRequested: true }), [
      'destructive-action-requires-destructive-intent',
    ]);
    assert.deepEqual(blocked({ ...suite, protectedScopeRequested: true }), [
      'protected-scope-requires-protected-intent',
    ]);
    assert.deepEqual(blocked({ intentKind: 'harmless' as never }), ['intent-kind-unknown']);
    for (const [bound, blocker] of [
      ['suiteId', 'suite-id-missing'],
      ['providerModelRef', 'provider-model-missing'],
      ['maxCalls', 'max-calls-missing'],
      ['maxCostUsd', 'max-cost-missing'],
    ] as const) {
      assert.deepEqual(blocked({ ...suite, [bound]: undefined }), [blocker]);
    }
    for (const maxCalls of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      assert.deepEqual(blocked({ ...suite, maxCalls }), ['max-calls-missing']);
    }
  });

  test('[D4-9] a packet without a structured signal cannot be answered, least of all by text', () => {
    for (const signal of [
      { structuredApprovalAvailable: false },
      { structuredApprovalAvailable: undefined },
      { structuredApprovalAvailable: 'yes' as never },
      { structuredApprovalAvailable: false, structuredConfirmationAvailable: true },
    ]) {
      const waiting = ask(signal);
      assert.equal(waiting.decision, 'needs-structured-approval-signal');
      assert.deepEqual([waiting.allowedResponses, waiting.acceptsShortAnswer], [[], false]);
      assert.ok(waiting.blockers.includes('structured-operator-approval-signal-missing'));
      assert.equal(waiting.auditContract.textOnlyCannotAuthorize, true);
    }
    const before = {
      structuredApprovalAvailable: undefined,
      structuredConfirmationAvailable: true,
    };
    assert.equal(ask(before).decision, 'ready-for-structured-approval');
  });

  test('the packet states its recommendation and its obstacles when there are any', () => {
    const plain = ask({});
    assert.equal(Object.hasOwn(plain, 'recommendedAction'), false);
    assert.ok(!plain.summary.includes('blockers'));
    assert.match(plain.prompt, /\?$/);
    const told = ask({ recommendedAction: ' run \n it ', protectedScopeRequested: true });
    assert.equal(told.recommendedAction, 'run it');
    assert.match(told.prompt, /run it$/);
    assert.match(told.summary, / blockers=protected-scope-requires-protected-intent /);
    const unsigned = {
      intentKind: 'worker-single-run',
      structuredApprovalAvailable: false,
    } as const;
    assert.equal(ask({ ...unsigned, options: ['a', 'b'] }).interaction, 'yes-no');
    assert.equal(ask({ recommendedAction: 'x'.repeat(500) }).recommendedAction?.length, 180);
  });

  test('[D4-6] the packet permits nothing in any state, and says so in one line', () => {
    for (const input of [
      {},
      suite,
      { intentKind: 'local-safe' },
      { structuredApprovalAvailable: false },
      { intentKind: 'local-safe', destructiveActionRequested: true },
    ] as const) {
      const packet = ask(input);
      assert.equal(packet.authorization, 'none');
      assert.equal(packet.authorizationEffect, 'none');
      assert.equal(packet.dispatchAllowed, false);
      assert.match(packet.summary, /dispatch=no authorizationEffect=none authorization=none$/);
    }
  });

  test('[D4-10] a suite is one action whose bounds are bound, and runs no more than its calls', () => {
    const known = { agent_id: 'bench', runs: [{ prompt: 'one' }] };
    const bound = suiteAction(suite, known);
    for (const change of [
      { suiteId: 'other' },
      { providerModelRef: 'other' },
      { maxCalls: 21 },
      { maxCostUsd: 1 },
      { parallelism: 2 },
    ]) {
      assert.notDeepEqual(suiteAction({ ...suite, ...change }, known), bound);
    }
    for (const change of [
      { maxCalls: undefined },
      { maxCalls: 0.5 },
      { maxCostUsd: Number.NaN },
      { parallelism: 0 },
      { parallelism: 1.5 },
    ]) {
      assert.throws(() => suiteAction({ ...suite, ...change }, known), ProtocolError);
    }
    const runs = [...known.runs, { prompt: 'two' }];
    assert.throws(
      () => suiteAction({ ...suite, maxCalls: 1 }, { ...known, runs }),
      /max-calls-exceeded/,
    );
  });
});

describe('the planning tools of a runtime', () => {
  test('[D4-11] both planning tools are registered, and only report', () => {
    const tools: PlanningTool<unknown>[] = [];
    registerGuardrailsOperatorConfirmationSurface({ registerTool: tool => tools.push(tool) });
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'operator_approval_packet',
      'operator_confirmation_implementation_channel_plan',
    ]);
    const told = channelPlanTool.execute('call', { guard_can_own_dialog: true });
    assert.equal(told.details.channel, 'guard-owned-report-only');
    assert.equal(told.details.implementationAllowed, false);
    assert.equal(told.content[0]?.text, told.details.summary);
    const patched = channelPlanTool.execute('call', {
      preferred_channel: 'guard-owned',
      direct_node_modules_patch_requested: true,
      destructive_runtime_enable_requested: true,
    });
    assert.equal(patched.details.channel, 'blocked');
    assert.equal(patched.details.reasons.length, 2);
  });

  test('[D4-11] the packet tool reads every member by its own type', () => {
    const given = {
      intent_kind: 'worker-suite',
      suite_id: 'nightly',
      provider_model_ref: 'provider/model',
      max_calls: 20,
      max_cost_usd: 0.25,
      structured_approval_available: true,
    };
    const told = approvalPacketTool.execute('call', given);
    assert.equal(told.details.decision, 'ready-for-structured-approval');
    for (const name of Object.keys(given)) {
      const confused = approvalPacketTool.execute('call', { ...given, [name]: ['x'] });
      assert.notEqual(confused.details.decision, 'ready-for-structured-approval', name);
      assert.notEqual(confused.details.decision, 'not-required', name);
    }
    for (const nothing of [undefined, null, 7, 'local-safe', []]) {
      assert.equal(approvalPacketTool.execute('call', nothing).details.decision, 'blocked');
      assert.equal(channelPlanTool.execute('call', nothing).details.channel, 'blocked');
    }
  });
});
