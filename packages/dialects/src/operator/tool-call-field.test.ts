import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  consumeTrustedOperatorConfirmationAuditEnvelope,
  recordTrustedOperatorConfirmationUiDecision,
  resolveOperatorConfirmationImplementationChannelPlan,
  resolveOperatorConfirmationRuntimeConsumptionPlan,
  resolveOperatorConfirmationSignalSourcePlan,
} from './index.ts';

test('[D4-7] [D4-8] every plan names its next action as a code, in the summary too', () => {
  const plans = [
    resolveOperatorConfirmationImplementationChannelPlan({ guardCanOwnDialog: true }),
    resolveOperatorConfirmationImplementationChannelPlan({}),
    resolveOperatorConfirmationSignalSourcePlan({ upstreamMutationAllowed: true }),
    resolveOperatorConfirmationRuntimeConsumptionPlan({ customMessagesTextOnly: true }),
  ];
  for (const { nextActionCode, nextActions, summary } of plans) {
    assert.equal(nextActionCode, nextActions[0]);
    assert.ok(summary.includes(` nextActionCode=${nextActionCode} `), summary);
  }
});

test('[D4-1] [D4-15] null stands for an absent path, scope or payload, as upstream has it', () => {
  const bare = { path: null, scope: null, payloadHash: null } as const;
  const action = { actionKind: 'destructive', toolName: 'bash', ...bare } as const;
  const nowIso = '2026-04-30T22:00:00.000Z';
  const recorded = recordTrustedOperatorConfirmationUiDecision({
    ...action,
    confirmed: true,
    nowIso,
  });
  assert.equal(recorded.decision, 'recorded');
  assert.equal(recorded.envelope?.details.path, undefined);
  const used = consumeTrustedOperatorConfirmationAuditEnvelope(recorded.envelope, {
    ...action,
    nowIso,
  });
  assert.equal(used.decision, 'consumed');
});

test('[D4-16] a confirmation field of a tool call is bound to the call, lives shortly and authorises nothing', () => {
  const plan = resolveOperatorConfirmationSignalSourcePlan({
    toolCallEventHasConfirmationSignal: true,
  });
  assert.equal(plan.decision, 'build-wrapper-signal');
  assert.deepEqual(plan.nextActions, [
    'map-upstream-signal-to-exact-action-fingerprint',
    'consume-envelope-with-ttl-single-use',
  ]);
  const nowIso = '2026-04-30T22:00:00.000Z';
  const call = { actionKind: 'destructive', toolName: 'bash', payloadHash: 'sha256:a' } as const;
  const { envelope, ...told } = recordTrustedOperatorConfirmationUiDecision({
    ...call,
    confirmed: true,
    nowIso,
  });
  for (const result of [plan, told, envelope?.details]) {
    assert.deepEqual(
      [result?.authorization, result?.dispatchAllowed, result?.canOverrideMonitorBlock],
      ['none', false, false],
    );
  }
  const use = (change: object, at = nowIso) =>
    consumeTrustedOperatorConfirmationAuditEnvelope(envelope, { ...call, ...change, nowIso: at });
  for (const change of [{ payloadHash: 'sha256:b' }, { toolName: 'write' }, { path: '/etc' }]) {
    assert.equal(use(change).decision, 'rejected', JSON.stringify(change));
  }
  assert.equal(use({}, '2026-04-30T22:00:30.001Z').decision, 'rejected');
  const used = use({});
  assert.equal(used.decision, 'consumed');
  assert.equal(used.dispatchAllowed, false);
  const again = consumeTrustedOperatorConfirmationAuditEnvelope(used.envelope, { ...call, nowIso });
  assert.equal(again.decision, 'rejected');
});

test('[D4-17] an event before the tool call carries the fingerprint and the result, and a no makes none', () => {
  const nowIso = '2026-04-30T22:00:00.000Z';
  const call = {
    actionKind: 'protected',
    toolName: 'write',
    path: 'a.txt',
    scope: 'workspace',
    payloadHash: 'sha256:a',
  } as const;
  const recorded = recordTrustedOperatorConfirmationUiDecision({
    ...call,
    confirmed: true,
    nowIso,
  });
  const { envelope } = recorded;
  assert.deepEqual([envelope?.display, envelope?.details.decision], [false, 'match']);
  const { actionKind, toolName, path, scope, payloadHash } = { ...envelope?.details };
  assert.deepEqual({ actionKind, toolName, path, scope, payloadHash }, call);
  const declined = recordTrustedOperatorConfirmationUiDecision({
    ...call,
    confirmed: false,
    nowIso,
  });
  assert.deepEqual([declined.decision, declined.envelope], ['declined', undefined]);
});
