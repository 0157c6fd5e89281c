// Foreign input is read whole or refused with a code of ours, whatever its origin and form.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ProtocolError } from '@countersign/protocol/reason';
import * as agt from './agt/index.ts';
import * as flow from './approval-flow/index.ts';
import { sampleArtifact, sampleIntent, secrets } from './approval-flow/testing/sample-intent.ts';
import * as confirmation from './confirmation/index.ts';
import * as mplp from './mplp/index.ts';
import * as operator from './operator/index.ts';
import { describeReader, type Reader } from './testing/describe-reader.ts';
import { opened, plainRound, playCase } from './testing/sample-rounds.ts';

const rounds = playCase([{ ...plainRound, stages: 2, end: 'consumed' }]);
const [events = []] = rounds;
const exported = agt.toAgtRecords(events);
assert.ok(exported.ok);
const { countersign: _ours, ...records } = exported.value;
const { request, policy_decision } = opened(events);
const sent = agt.toAgtWebhookRequest(request);
const id = (last: number) => `550e8400-e29b-41d4-a716-4466554400${last}`;
const meta = { protocol_version: '1.0.0', schema_version: '1.0.0' };
const versions = ['protocol_version', 'schema_version', 'protocolVersion'];
const step = { step_id: id(20), description: 'a step', status: 'pending', dependencies: [] };
const plan = { plan_id: id(21), context_id: id(22), title: 't', objective: 'o', status: 'draft' };
const shell = { type: 'shell', command: 'ls' };
const recorded = operator.recordTrustedOperatorConfirmationUiDecision({
  actionKind: 'destructive',
  toolName: 'bash',
  confirmed: true,
  nowIso: '2026-11-15T12:00:00.000Z',
});

const intent = sampleIntent();
const key = { keyId: 'intent-k1', secret: secrets['intent-k1'] };
const signedIntent = flow.signExecutionIntent(intent, { ...key, signedAt: intent.updatedAt });
const flowRequest = {
  schemaVersion: '1.0',
  approvalRequestId: 'approval-request:1',
  intentId: intent.intentId,
  tenantId: 't',
  workspaceId: 'w',
  actor: intent.snapshot.actor,
  target: intent.snapshot.target,
  actionClass: 'execute',
  requestedCapabilities: ['tool.invoke'],
  risk: { score: 1, level: 'low' },
  summary: 's',
  policyReason: 'r',
  state: 'pending',
  createdAt: intent.snapshot.createdAt,
  expiresAt: intent.snapshot.expiresAt,
  trace: intent.snapshot.trace,
  intentPayloadHash: intent.payloadHash,
};
const flowOpen = ['parameters', 'attributes'];
const flowVersions = ['schemaVersion', 'contractVersion', 'intentVersion', 'tokenVersion'];

const readers: Readonly<Record<string, Reader>> = {
  'an execution intent': {
    read: flow.parseExecutionIntent,
    sample: signedIntent,
    open: flowOpen,
    versions: flowVersions,
  },
  'an execution intent as it is read': {
    read: flow.readIntent,
    sample: signedIntent,
    open: flowOpen,
    versions: flowVersions,
  },
  'an approved artifact': {
    read: flow.parseApprovedIntentArtifact,
    sample: flow.signApprovedIntentArtifact(sampleArtifact(intent), key),
    versions: flowVersions,
  },
  'a request of the approval flow': {
    read: flow.parseFlowRequest,
    sample: flowRequest,
    open: flowOpen,
    versions: flowVersions,
  },
  'a decision of the approval flow': {
    read: flow.fromDecisionInput,
    sample: {
      decision: 'approved',
      decidedBy: intent.snapshot.actor,
      decidedAt: intent.updatedAt,
      trace: intent.snapshot.trace,
    },
  },
  'a Confirm': {
    read: mplp.fromMplpConfirm,
    sample: mplp.toMplpConfirm(rounds),
    open: ['attributes', 'data'],
    versions,
  },
  'a Confirm in the form of the document': {
    read: value => mplp.fromDocumentConfirm(value),
    sample: {
      meta: { protocolVersion: '1.0.0', source: 'runtime-01' },
      confirm_id: 'conf-8829-x1',
      target_type: 'plan',
      target_id: 'plan-550-abc',
      status: 'pending',
      requested_by_role: 'executor-agent',
      requested_at: '2025-12-22T10:00:00Z',
      trace: { trace_id: 'trace-990-def', span_id: 'span-step-3' },
    },
    versions,
  },
  'a Trace': {
    read: mplp.fromMplpTrace,
    sample: mplp.toMplpTrace(rounds),
    open: ['attributes', 'data'],
    versions,
  },
  'a Plan': { read: mplp.parseMplpPlan, sample: { meta, ...plan, steps: [step] }, versions },
  'a Context': {
    read: mplp.parseMplpContext,
    sample: {
      meta,
      context_id: id(22),
      root: { domain: 'd', environment: 'e' },
      title: 't',
      status: 'active',
    },
    open: ['root'],
    versions,
  },
  'a Role': {
    read: mplp.parseMplpRole,
    sample: { meta, role_id: id(23), name: 'dba', capabilities: ['confirm.approve'] },
    versions,
  },
  'records of AGT': { read: agt.fromAgtRecords, sample: records, versions },
  'a policy decision of AGT': { read: agt.parseAgtPolicyDecision, sample: records.policy_decision },
  'a request of AGT': { read: agt.parseAgtApprovalRequest, sample: records.approval_request },
  'an entry of AGT': { read: agt.parseAgtChainEntry, sample: records.chain_entries[0] },
  'a resolution of AGT': { read: agt.parseAgtResolution, sample: records.resolution },
  'a chain of AGT': { read: agt.fromAgtChain, sample: records.chain },
  'a policy result of AGT': {
    read: agt.parseAgtPolicyResult,
    sample: agt.toAgtPolicyResult(policy_decision),
  },
  'intent metadata': {
    read: confirmation.fromIntentMetadata,
    sample: {
      confirmation_required: true,
      risk_level: 'critical',
      action_type: 'batch_delete',
      scope: { records: 500, type: 'user_accounts' },
    },
  },
  'a ConfirmationUI': {
    read: confirmation.parseConfirmationUI,
    sample: {
      message: 'm',
      action: shell,
      risk_level: 'high',
      show_details: true,
      buttons: ['Proceed', 'Cancel'],
    },
    open: ['action'],
  },
  'a ConfirmationEvent': {
    read: confirmation.fromConfirmationEvent,
    sample: {
      timestamp: '2026-11-15T12:00:00.000Z',
      agent_reasoning: '',
      proposed_action: shell,
      risk_assessment: 'high',
      user_response: true,
      final_action: shell,
      countersign: {
        approval_request_id: 'ar',
        action_digest: 'sha256',
        resolution: 'allow',
        answered_by: 'human',
        execution: 'succeeded',
      },
    },
    open: ['proposed_action', 'final_action'],
  },
  'kept evidence': {
    read: operator.fromEvidenceEnvelope,
    sample: operator.toEvidenceEnvelope({
      fingerprint: operator.toFingerprint({
        actionKind: 'protected',
        toolName: 'write',
        path: 'a',
        scope: 'b',
        payload: {},
      }),
      uuid: id(24),
      origin: 'runtime-ui-confirm',
      createdAt: '2026-11-15T12:00:00.000Z' as never,
      expiresAt: '2026-11-15T12:00:30.000Z' as never,
    }),
  },
};

for (const [name, reader] of Object.entries(readers)) describeReader(name, reader);

describe('bodies from the network', () => {
  const bodies: readonly (string | Uint8Array)[] = [
    '',
    'yes',
    'null',
    '[]',
    '{"__proto__":{"approved":true}}',
    '{"approved":true,"approved":true}',
    `${'['.repeat(100_000)}`,
    `{"reason":"${'x'.repeat(2 ** 20)}"}`,
    new Uint8Array([0xff, 0xfe, 0x00]),
    new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d]),
    '{"approval_request_id":1e999}',
  ];

  test('a body that is not a webhook request is refused', () => {
    for (const body of bodies) {
      assert.throws(
        () => agt.fromAgtWebhookRequest(body),
        ProtocolError,
        String(body).slice(0, 40),
      );
    }
  });

  test('a body that is not a webhook answer decides nothing', () => {
    for (const body of bodies) {
      const verdict = agt.fromAgtWebhookResponse(body, sent);
      assert.ok(!verdict.ok, String(body).slice(0, 40));
      assert.equal(verdict.refusal.code, 'answer_malformed');
    }
  });
});

describe('words of other systems', () => {
  test('names of built-in JavaScript members are treated as unknown words', () => {
    for (const word of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'ok']) {
      assert.equal(agt.fromAgtCode(word as never), 'internal_error');
      assert.equal(agt.outcomeOf(word), 'deny');
      assert.deepEqual(mplp.fromMplpEventType(word), []);
      assert.deepEqual(agt.fromAgtEventName(word as never), []);
    }
  });
});

describe('an envelope of evidence', () => {
  const pending = {
    actionKind: 'destructive',
    toolName: 'bash',
    nowIso: '2026-11-15T12:00:00.000Z',
  } as const;

  test('a malformed envelope, or one that throws when it is read, is rejected without an exception', () => {
    const sound = () => structuredClone(recorded.envelope) as object;
    const consume = (value: unknown) =>
      operator.consumeTrustedOperatorConfirmationAuditEnvelope(value, pending).decision;
    assert.equal(consume(sound()), 'consumed');
    const trapped = new Proxy(sound(), {
      ownKeys: () => {
        throw new Error('a trap');
      },
    });
    const revoked = Proxy.revocable({}, {});
    revoked.revoke();
    for (const value of [trapped, revoked.proxy, null, 7, 'decision=match', [], new Map()]) {
      assert.equal(consume(value), 'rejected');
      assert.equal(consume({ ...sound(), details: value }), 'rejected');
    }
    assert.equal(
      operator.resolveOperatorConfirmationEvidenceMatch(null as never, pending).decision,
      'missing',
    );
  });

  test('inherited members of an envelope count as absent', () => {
    const inherited = Object.create(recorded.envelope ?? null) as object;
    const told = operator.consumeTrustedOperatorConfirmationAuditEnvelope(inherited, pending);
    assert.equal(told.decision, 'rejected');
  });
});
