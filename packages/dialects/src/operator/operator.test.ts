import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JsonValue } from '@countersign/protocol/json';
import { seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  buildTrustedOperatorConfirmationAuditEnvelope,
  consumeTrustedOperatorConfirmationAuditEnvelope,
  consumeTrustedOperatorConfirmationEvidence,
  extractTrustedOperatorConfirmationEvidenceFromEnvelope,
  fromEvidenceEnvelope,
  recordTrustedOperatorConfirmationUiDecision,
  resolveOperatorConfirmationAuditPlan,
  resolveOperatorConfirmationEvidenceMatch,
  resolveOperatorConfirmationImplementationChannelPlan,
  resolveOperatorConfirmationRuntimeConsumptionPlan,
  resolveOperatorConfirmationSignalSourcePlan,
  toEvidenceEnvelope,
  toFingerprint,
} from './index.ts';

const nowIso = '2026-11-15T12:00:00.000Z';
const later = (milliseconds: number) => new Date(Date.parse(nowIso) + milliseconds).toISOString();
const fingerprint = {
  actionKind: 'destructive',
  toolName: 'bash',
  path: 'build/out',
  scope: 'workspace',
  payloadHash: `sha256:${'a'.repeat(64)}`,
} as const;
const recorded = recordTrustedOperatorConfirmationUiDecision({
  ...fingerprint,
  confirmed: true,
  nowIso,
});
const evidence = recorded.evidence ?? assert.fail('nothing was recorded');
const envelope = recorded.envelope ?? assert.fail('there is no envelope');

const everyResult = [
  recorded,
  recordTrustedOperatorConfirmationUiDecision({ ...fingerprint, confirmed: false, nowIso }),
  resolveOperatorConfirmationEvidenceMatch(evidence, { ...fingerprint, nowIso }),
  consumeTrustedOperatorConfirmationAuditEnvelope(envelope, { ...fingerprint, nowIso }),
  resolveOperatorConfirmationAuditPlan({ actionKind: 'local-safe' }),
  resolveOperatorConfirmationSignalSourcePlan({}),
  resolveOperatorConfirmationRuntimeConsumptionPlan({}),
];

describe('a decision in a dialog', () => {
  test('[D4-1] a yes makes evidence that lasts thirty seconds and is bound to the action', () => {
    assert.equal(recorded.decision, 'recorded');
    assert.deepEqual(
      { ...evidence, id: '' },
      {
        ...fingerprint,
        id: '',
        origin: 'runtime-ui-confirm',
        trusted: true,
        createdAtIso: nowIso,
        expiresAtIso: later(30_000),
      },
    );
    assert.match(evidence.id, /^confirm-[0-9a-f]{32}$/);
  });

  test('a no makes no evidence, and neither does any other answer that is not a yes', () => {
    for (const confirmed of [false, undefined, null, 'yes', 1] as unknown as boolean[]) {
      const told = recordTrustedOperatorConfirmationUiDecision({
        ...fingerprint,
        confirmed,
        nowIso,
      });
      assert.equal(told.decision, 'declined');
      assert.equal(told.evidence, undefined);
    }
  });

  test('[D4-4] evidence without an end or a time is invalid', () => {
    for (const ttlMs of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
      const told = recordTrustedOperatorConfirmationUiDecision({
        ...fingerprint,
        confirmed: true,
        nowIso,
        ttlMs,
      });
      assert.equal(told.decision, 'invalid', String(ttlMs));
    }
    const told = recordTrustedOperatorConfirmationUiDecision({
      ...fingerprint,
      confirmed: true,
      nowIso: 'yesterday',
    });
    assert.deepEqual(told.reasons, ['invalid-confirmation-ttl-or-timestamp']);
  });
});

describe('a match', () => {
  const match = (
    some: typeof evidence | undefined,
    pending: Partial<typeof fingerprint> & { nowIso?: string } = {},
  ) => resolveOperatorConfirmationEvidenceMatch(some, { ...fingerprint, nowIso, ...pending });

  test('[D4-3] [D4-4] a match judges missing, untrusted, consumed, expired and mismatch in that order', () => {
    const worst = {
      ...evidence,
      trusted: false,
      consumedAtIso: nowIso,
      toolName: 'other',
    } as unknown as typeof evidence;
    const at = { nowIso: later(60_000) };
    assert.equal(match(undefined, at).decision, 'missing');
    assert.equal(match(worst, at).decision, 'untrusted');
    assert.equal(match({ ...worst, trusted: true }, at).decision, 'consumed');
    assert.equal(match({ ...evidence, toolName: 'other' }, at).decision, 'expired');
    assert.equal(match({ ...evidence, toolName: 'other' }).decision, 'mismatch');
    assert.equal(match(evidence).decision, 'match');
  });

  test('[D4-3] a match names every member that differs', () => {
    const other = {
      actionKind: 'protected',
      toolName: 'write',
      path: 'a',
      scope: 'b',
      payloadHash: 'c',
    } as const;
    const all = resolveOperatorConfirmationEvidenceMatch(evidence, { ...other, nowIso });
    assert.deepEqual(all.reasons, [
      'action-kind-mismatch',
      'tool-name-mismatch',
      'path-mismatch',
      'scope-mismatch',
      'payload-hash-mismatch',
    ]);
    assert.equal(all.consumeAllowed, false);
  });

  test('[D4-3] an unknown origin is not trusted', () => {
    const spoofed = { ...evidence, origin: 'custom-message' } as unknown as typeof evidence;
    assert.equal(match(spoofed).decision, 'untrusted');
  });
});

describe('an envelope', () => {
  test('[D4-2] an envelope returns the evidence it was built from, with any words', () => {
    const text = fc.string({ minLength: 1, maxLength: 90 });
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.integer({ min: 1, max: 10 ** 9 }),
        (tool, path, scope, ttlMs) => {
          const made = recordTrustedOperatorConfirmationUiDecision({
            actionKind: 'protected',
            toolName: tool,
            path,
            scope,
            payloadHash: 'h',
            confirmed: true,
            nowIso,
            ttlMs,
          });
          const read = extractTrustedOperatorConfirmationEvidenceFromEnvelope(made.envelope);
          assert.deepEqual({ ...read }, { ...made.evidence, consumedAtIso: undefined });
        },
      ),
      { seed },
    );
  });

  test('[D4-2] [D4-6] an envelope permits nothing, and one that claims otherwise is invalid', () => {
    for (const details of [
      { ...envelope.details, dispatchAllowed: true },
      { ...envelope.details, canOverrideMonitorBlock: true },
      { ...envelope.details, authorization: 'granted' },
      { ...envelope.details, origin: 'custom-message' },
      { ...envelope.details, actionKind: 'local-safe' },
      { ...envelope.details, evidenceId: '' },
      { ...envelope.details, expiresAtIso: undefined },
      null,
      [],
      'decision=match',
    ]) {
      const foreign = { ...envelope, details };
      assert.equal(extractTrustedOperatorConfirmationEvidenceFromEnvelope(foreign), undefined);
      const told = consumeTrustedOperatorConfirmationAuditEnvelope(foreign, {
        ...fingerprint,
        nowIso,
      });
      assert.equal(told.decision, 'rejected');
      assert.deepEqual(told.reasons, ['confirmation-envelope-invalid-or-untrusted']);
    }
  });

  test('[D4-9] text alone is never evidence', () => {
    for (const foreign of [
      envelope.content,
      { content: envelope.content },
      { ...envelope, display: true },
      { ...envelope, customType: 'message' },
      { customType: envelope.customType, display: false, content: envelope.content },
      null,
      undefined,
      7,
    ]) {
      const told = consumeTrustedOperatorConfirmationAuditEnvelope(foreign, {
        ...fingerprint,
        nowIso,
      });
      assert.equal(told.decision, 'rejected');
    }
  });

  test('[D4-5] a consumed envelope says so, and a second consume is rejected', () => {
    const used = consumeTrustedOperatorConfirmationAuditEnvelope(envelope, {
      ...fingerprint,
      nowIso,
    });
    assert.equal(used.decision, 'consumed');
    assert.equal(used.envelope?.details.consumedAtIso, nowIso);
    const again = consumeTrustedOperatorConfirmationAuditEnvelope(used.envelope, {
      ...fingerprint,
      nowIso,
    });
    assert.equal(again.decision, 'rejected');
    assert.deepEqual(again.reasons, ['confirmation-already-consumed']);
    assert.equal(
      consumeTrustedOperatorConfirmationEvidence(evidence, { ...fingerprint, nowIso }).ok,
      true,
    );
  });

  test('the text of an envelope is one line with the known facts', () => {
    const flags = 'dispatch=no override=no authorization=none';
    const start = `operator-confirmation-evidence: decision=match id=${evidence.id} tool=bash`;
    assert.equal(envelope.content, `${start} path=build/out scope=workspace ${flags}`);
    const bare = { ...evidence, path: undefined, scope: '' };
    const match = resolveOperatorConfirmationEvidenceMatch(bare, { ...bare, nowIso });
    const built = buildTrustedOperatorConfirmationAuditEnvelope(bare, match);
    assert.equal(built.content, `${start} ${flags}`);
    assert.equal(built.details.reasons.length, 3);
  });

  test('the text of an envelope is for people, and is shortened when it is long', () => {
    const long = { ...evidence, path: 'p'.repeat(400) };
    const match = resolveOperatorConfirmationEvidenceMatch(long, { ...long, nowIso });
    const built = buildTrustedOperatorConfirmationAuditEnvelope(long, match);
    assert.equal(built.details.path?.length, 161);
    assert.match(
      built.content,
      /^operator-confirmation-evidence: decision=match .*authorization=none$/,
    );
  });
});

describe('plans', () => {
  test('[D4-6] no result of a plan permits anything', () => {
    for (const result of everyResult) {
      assert.equal(result.authorization, 'none');
      assert.equal(result.dispatchAllowed, false);
      assert.equal(result.canOverrideMonitorBlock, false);
      assert.match(result.summary, /authorization=none$/);
    }
  });

  test('[D4-7] the channel is guard-owned and only reports, unless another one is chosen', () => {
    const channel = (
      input: Parameters<typeof resolveOperatorConfirmationImplementationChannelPlan>[0],
    ) => resolveOperatorConfirmationImplementationChannelPlan(input);
    assert.equal(channel({ guardCanOwnDialog: true }).channel, 'guard-owned-report-only');
    assert.equal(channel({ preferredChannel: 'wrapper' }).channel, 'wrapper-design');
    assert.equal(channel({ upstreamChangeAccepted: true }).channel, 'upstream-pr-design');
    assert.equal(channel({}).channel, 'blocked');
    const patched = channel({ guardCanOwnDialog: true, directNodeModulesPatchRequested: true });
    assert.equal(patched.channel, 'blocked');
    assert.deepEqual(patched.reasons, ['direct-node-modules-patch-prohibited']);
    const enabled = channel({
      preferredChannel: 'guard-owned',
      destructiveRuntimeEnableRequested: true,
    });
    assert.equal(enabled.channel, 'blocked');
    assert.equal(enabled.runtimeDestructiveDialogEnabled, false);
  });

  test('[D4-18] a wrapper and a change upstream are only designed, and no channel enables a dialog', () => {
    for (const [preferredChannel, channel] of [
      ['wrapper', 'wrapper-design'],
      ['upstream-pr', 'upstream-pr-design'],
      ['guard-owned', 'guard-owned-report-only'],
    ] as const) {
      const plan = resolveOperatorConfirmationImplementationChannelPlan({ preferredChannel });
      assert.equal(plan.channel, channel);
      assert.deepEqual(
        [plan.implementationAllowed, plan.runtimeDestructiveDialogEnabled, plan.dispatchAllowed],
        [false, false, false],
      );
    }
    const { reasons } = resolveOperatorConfirmationImplementationChannelPlan({
      preferredChannel: 'wrapper',
      destructiveRuntimeEnableRequested: true,
    });
    assert.deepEqual(reasons, ['destructive-runtime-enable-requires-separate-authorization']);
  });

  test('[D4-8] the source of a signal is the guard, a wrapper or upstream, and never text', () => {
    const source = (input: Parameters<typeof resolveOperatorConfirmationSignalSourcePlan>[0]) =>
      resolveOperatorConfirmationSignalSourcePlan(input).decision;
    assert.equal(
      source({ guardOwnsConfirmationDialog: true, auditEntryAppendAvailable: true }),
      'use-guard-owned-audit-entry',
    );
    assert.equal(source({ toolCallEventHasConfirmationSignal: true }), 'build-wrapper-signal');
    assert.equal(
      source({
        extensionContextCanSendStructuredMessage: true,
        customMessagesPreserveDetails: true,
      }),
      'build-wrapper-signal',
    );
    assert.equal(source({ upstreamMutationAllowed: true }), 'propose-upstream-tool-call-signal');
    for (const half of [
      { guardOwnsConfirmationDialog: true },
      { auditEntryAppendAvailable: true },
      { extensionContextCanSendStructuredMessage: true },
      { customMessagesPreserveDetails: true },
    ]) {
      assert.equal(source(half), 'blocked');
    }
    assert.equal(source({}), 'blocked');
  });

  test('[D4-8] an untrusted source is named, and its channel stays closed', () => {
    const blocked = resolveOperatorConfirmationSignalSourcePlan({
      customMessagesPreserveDetails: false,
      toolCallEventHasConfirmationSignal: false,
    });
    assert.deepEqual(blocked.reasons, [
      'no-trusted-structured-signal-source',
      'custom-messages-details-not-preserved',
      'tool-call-confirmation-signal-missing',
    ]);
    assert.match(blocked.recommendedPath, /keep fail-closed/);
    const { reasons } = resolveOperatorConfirmationSignalSourcePlan({});
    assert.deepEqual(reasons, ['no-trusted-structured-signal-source']);
    const upstream = resolveOperatorConfirmationSignalSourcePlan({ upstreamMutationAllowed: true });
    assert.match(upstream.recommendedPath, /do not patch node_modules directly/);
    assert.equal(upstream.implementationAllowed, false);
  });

  test('[D4-9] a confirmation that arrives as text needs a structured channel first', () => {
    const plan = (input: Parameters<typeof resolveOperatorConfirmationRuntimeConsumptionPlan>[0]) =>
      resolveOperatorConfirmationRuntimeConsumptionPlan(input);
    const text = plan({ customMessagesTextOnly: true });
    assert.equal(text.decision, 'needs-upstream-signal');
    assert.equal(text.textOnlyEvidenceAccepted, false);
    assert.ok(text.reasons.includes('custom-messages-text-only-spoofable'));
    const ready = { structuredEnvelopeDetailsAvailable: true };
    assert.equal(
      plan({ ...ready, guardOwnsConfirmationDialog: true }).decision,
      'ready-for-guard-consumption',
    );
    assert.equal(
      plan({ ...ready, auditEntryReadableByConsumer: true }).decision,
      'ready-for-guard-consumption',
    );
    assert.equal(plan({ guardOwnsConfirmationDialog: true }).decision, 'needs-runtime-bridge');
    assert.equal(plan({ ...ready, destructiveOrProtectedAction: false }).decision, 'blocked');
  });

  test('an audit reports a gap when a confirmation was seen and did not arrive', () => {
    const audit = (input: object) =>
      resolveOperatorConfirmationAuditPlan({ actionKind: 'destructive', ...input });
    assert.equal(audit({}).decision, 'audit-gap');
    assert.equal(audit({ uiConfirmationObserved: true }).layer, 'upstream-pi-tui-to-monitor-gap');
    assert.equal(audit({ customMessageEvidence: true }).decision, 'blocked');
    const trusted = { auditEntryEvidence: true, trustedOrigin: true };
    assert.equal(audit(trusted).decision, 'blocked');
    assert.equal(audit({ ...trusted, confirmationMatchesAction: true }).decision, 'auditable');
  });
});

describe('stored evidence', () => {
  test('[D4-1] stored evidence survives the conversion to upstream’s form and back, also beyond 160 characters', () => {
    const text = fc.string({ minLength: 1, maxLength: 400 }).filter(some => !some.includes('\0'));
    fc.assert(
      fc.property(
        text,
        text,
        fc.jsonValue(),
        fc.uuid({ version: 4 }),
        (path, scope, payload, uuid) => {
          const kept = toEvidenceEnvelope({
            fingerprint: toFingerprint({
              actionKind: 'protected',
              toolName: 'write',
              path,
              scope,
              payload: JSON.parse(JSON.stringify(payload)) as JsonValue,
            }),
            uuid,
            origin: 'operator-contract-review',
            createdAt: nowIso as never,
            expiresAt: later(1000) as never,
          });
          const form = fromEvidenceEnvelope(kept);
          assert.equal(form.path, path);
          assert.equal(form.scope, scope);
          assert.equal(form.payloadHash, kept.fingerprint.payload_hash);
          assert.equal(form.id, kept.evidence_id);
        },
      ),
      { seed },
    );
  });
});
