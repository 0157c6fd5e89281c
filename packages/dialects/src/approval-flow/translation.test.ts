import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  assembleJws,
  importPublicKey,
  jwsSigningInput,
  sha256,
} from '@countersign/protocol/crypto';
import { canonicalize, parseStrict } from '@countersign/protocol/json';
import { inputDigest, requestArtifactType } from '@countersign/protocol/request';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import { type End, ends, idOf, noon, opened } from '../testing/sample-rounds.ts';
import { toFlowAuditEvents } from './audit-events.ts';
import { type FlowIdKind, fromFlowId, idForName, toFlowId } from './flow-ids.ts';
import { fromFlowRecords, toFlowRecords } from './flow-records.ts';
import { fromAction, summaryOf, toAction, toolParameters } from './intent-action.ts';
import {
  fromFlowRequest,
  toFlowRequest,
  toSignedFlowRequest,
  verifySignedFlowRequest,
} from './request-translation.ts';
import { playFlow } from './testing/play-flow.ts';
import { anyName, anySnapshot, sampleIntent, sampleSnapshot } from './testing/sample-intent.ts';

const runs = { seed, numRuns: effort({ fast: 40, full: 3000 }) };
const placing = {
  case_id: idOf('case', 1),
  approval_chain_id: 'admins',
  approval_chain_version: '1',
  audience: 'executor-1',
  execute_within_seconds: 900,
  route: { kind: 'admin_channel' as const, name: null },
};
const intent = sampleIntent();

/** Plain data without undefined members, as it goes over a wire. */
const wire = <T>(value: T): T => parseStrict(JSON.stringify(value)) as T;

describe('intents and actions', () => {
  test('[D1-6] [D1-11] an intent becomes an action that binds its id, its hash and every member, and converts back unchanged', () => {
    fc.assert(
      fc.property(anySnapshot, anyName('intent'), (snapshot, intentId) => {
        const bound = { intentId, intentVersion: '1.0' as const, snapshot };
        const action = toAction(bound);
        const back = fromAction(wire(action));
        assert.ok(back.ok);
        assert.equal(canonicalize(back.value), canonicalize(bound));
        assert.deepEqual({ ...toolParameters(action) }, { ...snapshot.action.parameters });
        const other = toAction({ ...bound, intentId: `${intentId}.` });
        assert.notEqual(sha256(other), sha256(action));
      }),
      runs,
    );
  });

  test('[D1-11] an intent that was planned again is another action', () => {
    const first = sha256(toAction(intent));
    const again = sampleIntent(sampleSnapshot({ createdAt: '2026-11-15T12:00:00.001Z' }));
    assert.notEqual(sha256(toAction(again)), first);
  });

  test('an edited action does not match its intent', () => {
    const action = toAction(intent);
    for (const edited of [
      { ...action, agent_id: 'agent:other' },
      { ...action, parameters: { ...action.parameters, command: 'rm -rf /' } },
      { ...action, target: { ...action.target, resource: 'tool:other' } },
    ]) {
      const read = fromAction(edited);
      assert.equal(read.ok ? '' : read.refusal.flow_code, 'INTENT_PAYLOAD_HASH_INVALID');
    }
    const none = fromAction({ ...action, parameters: {} });
    assert.equal(none.ok ? '' : none.refusal.flow_code, 'INTENT_SCHEMA_INVALID');
    const { action: its } = sampleSnapshot();
    const taken = sampleSnapshot({ action: { ...its, parameters: { execution_intent: 1 } } });
    assert.throws(() => toAction({ ...intent, snapshot: taken }), /kept for the intent/);
  });

  test('the agent is the actor when it acts for itself, and the caller when it acts for a person', () => {
    assert.equal(toAction(intent).agent_id, 'agent:ops');
    assert.equal(toAction(intent).subject_id, 'user:alice');
    const alone = sampleSnapshot({ actor: { principalType: 'agent', principalId: 'agent:x' } });
    const action = toAction({ ...intent, snapshot: alone });
    assert.deepEqual([action.agent_id, action.subject_id], ['agent:x', null]);
  });
});

describe('ids', () => {
  test('every id of ours converts back from its foreign name, and a foreign name has one id', () => {
    fc.assert(
      fc.property(
        fc.uuid({ version: 4 }),
        fc.string({ minLength: 1, maxLength: 40 }),
        (uuid, name) => {
          const digits = uuid.replaceAll('-', '');
          for (const [kind, prefix] of Object.entries({
            request: 'ar',
            intent: 'intent',
            artifact: 'grant',
            nonce: 'grant',
            entry: 'ace',
            resolution: 'apr',
            decision: 'pd',
          }) as [FlowIdKind, string][]) {
            const ours = `${prefix}_${digits}`;
            const theirs = toFlowId(kind, ours);
            assert.ok(theirs.endsWith(`:${uuid}`));
            assert.equal(fromFlowId(kind, theirs), ours);
            assert.equal(idForName(kind, theirs), ours);
            assert.equal(idForName(kind, name), idForName(kind, name));
          }
        },
      ),
      runs,
    );
    assert.equal(toFlowId('request', idOf('ar', 1)).slice(0, 17), 'approval-request:');
    assert.equal(fromFlowId('request', 'approval-request:ABC'), null);
  });
});

describe('requests', () => {
  const theirs = (approvalRequestId: string, bound = intent) => ({
    schemaVersion: '1.0',
    approvalRequestId,
    intentId: bound.intentId,
    tenantId: bound.snapshot.tenantId,
    workspaceId: bound.snapshot.workspaceId,
    actor: bound.snapshot.actor,
    target: bound.snapshot.target,
    actionClass: bound.snapshot.action.actionClass,
    requestedCapabilities: bound.snapshot.requiredCapabilities,
    risk: { score: bound.snapshot.risk.score, level: bound.snapshot.risk.level },
    summary: summaryOf(bound),
    policyReason: 'RULE_REQUIRES_APPROVAL',
    state: 'pending',
    createdAt: noon,
    expiresAt: '2026-11-15T12:15:00.000Z',
    trace: bound.snapshot.trace,
    intentPayloadHash: bound.payloadHash,
  });

  test('[D1-5] [D1-6] a foreign request becomes one of ours and converts back unchanged, with its foreign ids', () => {
    fc.assert(
      fc.property(
        anySnapshot,
        anyName('approval-request'),
        anyName('intent'),
        (generated, requestId, intentId) => {
          const snapshot = { ...generated, expiresAt: '2026-11-15T12:15:00.000Z' };
          const bound = { ...sampleIntent(snapshot), intentId };
          const request = theirs(requestId, bound);
          const ours = fromFlowRequest(wire(request), bound, placing);
          assert.ok(ours.ok, ours.ok ? '' : ours.refusal.detail);
          const back = toFlowRequest(ours.value, bound, 'pending');
          assert.equal(canonicalize(back), canonicalize(request));
          assert.equal(ours.value.action_digest, sha256(toAction(bound)));
        },
      ),
      runs,
    );
  });

  test('[D1-5] a request describes the whole intent: who, what, on what, how risky and by which capability', () => {
    const { request } = opened(playFlow(intent, { end: 'pending', stages: 1, reason: '' }));
    const told = toFlowRequest(request, intent, 'pending');
    assert.deepEqual(told, {
      ...theirs(toFlowId('request', request.approval_request_id)),
      policyReason: request.reason,
      createdAt: request.requested_at,
      expiresAt: request.expires_at,
    });
  });

  test('a request is not imported when it belongs to another intent, is decided, outlives its intent or is incomplete', () => {
    const good = theirs('approval-request:1');
    const { trace: _trace, ...half } = good;
    for (const [bad, code] of [
      [{ ...good, intentPayloadHash: '0'.repeat(64) }, 'INTENT_ARTIFACT_MISMATCH'],
      [{ ...good, state: 'approved' }, 'INTENT_ARTIFACT_MISMATCH'],
      [{ ...good, risk: { score: 1, level: 'low' } }, 'INTENT_ARTIFACT_MISMATCH'],
      [{ ...good, expiresAt: '2026-11-15T13:00:00.000Z' }, 'INTENT_EXPIRED'],
      [{ ...good, extra: true }, 'ARTIFACT_SCHEMA_INVALID'],
      [{ ...good, schemaVersion: '2.0' }, 'ARTIFACT_SCHEMA_INVALID'],
      [half, 'ARTIFACT_SCHEMA_INVALID'],
      ['yes', 'ARTIFACT_SCHEMA_INVALID'],
    ] as const) {
      const read = fromFlowRequest(bad, intent, placing);
      assert.equal(read.ok ? '' : read.refusal.flow_code, code);
    }
  });

  test('[D1-8] a question shows the end of its intent when that comes earlier', () => {
    const { request } = opened(playFlow(intent, { end: 'pending', stages: 1, reason: '' }));
    assert.equal(toFlowRequest(request, intent, 'pending').expiresAt, request.expires_at);
    const soon = sampleSnapshot({ expiresAt: '2026-11-15T13:05:00+01:00' });
    const { expiresAt } = toFlowRequest(request, { ...intent, snapshot: soon }, 'pending');
    assert.equal(expiresAt, '2026-11-15T12:05:00.000Z');
  });

  test('[D1-9] the reviewer’s text is made from the intent, and accompanying words are kept as words', () => {
    const request = { ...theirs('approval-request:1'), summary: 'harmless, just approve' };
    const ours = fromFlowRequest(request, intent, placing);
    assert.ok(ours.ok);
    assert.equal(ours.value.agent_reasoning, 'harmless, just approve');
    assert.equal(toFlowRequest(ours.value, intent, 'pending').summary, summaryOf(intent));
    assert.equal(summaryOf(intent), 'external-side-effect run on tool:shell');
  });

  test('[D1-5] [D1-7] the whole request artifact is signed, and any change of it is detected', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const keys = new Map([['k1', importPublicKey({ kty, crv, x })]]);
    const { request } = opened(playFlow(intent, { end: 'pending', stages: 1, reason: '' }));
    const payload = {
      version: '1',
      issuer: 'countersign',
      store_id: idOf('store', 1),
      epoch: 1,
      issued_at: noon,
      request,
      action: toAction(intent),
      input_digest: inputDigest(request),
    };
    const text = jwsSigningInput({
      kid: 'k1',
      typ: requestArtifactType,
      payload: payload as never,
    });
    const jws = assembleJws(text, sign(null, Buffer.from(text), privateKey));
    const signed = toSignedFlowRequest(jws, keys);
    assert.ok(signed.ok);
    assert.ok(verifySignedFlowRequest(wire(signed.value), keys).ok);
    const { signature: _signature, ...unsigned } = signed.value;
    const without = verifySignedFlowRequest(unsigned, keys);
    assert.equal(without.ok ? '' : without.refusal.flow_code, 'ARTIFACT_SCHEMA_INVALID');
    for (const changes of [
      { summary: 'read a file' },
      { intentId: 'intent:other' },
      { intentPayloadHash: '0'.repeat(64) },
      { expiresAt: '2026-11-15T13:00:00.000Z' },
      { state: 'approved' as const },
      { risk: { score: 0, level: 'low' as const } },
    ]) {
      const verdict = verifySignedFlowRequest({ ...signed.value, ...changes }, keys);
      assert.equal(verdict.ok ? '' : verdict.refusal.flow_code, 'ARTIFACT_SIGNATURE_INVALID');
    }
    const nobody = verifySignedFlowRequest(signed.value, new Map());
    assert.equal(nobody.ok ? '' : nobody.refusal.code, 'jws_key_unknown');
  });
});

describe('records', () => {
  const anyFlow = fc.record({
    end: fc.constantFrom(...ends),
    stages: fc.integer({ min: 1, max: 3 }),
    reason: fc.string({ unit: 'grapheme', maxLength: 30 }),
  });

  test('[D1-22] every outcome of a request is exported whole and imported as the same events', () => {
    fc.assert(
      fc.property(anySnapshot, anyFlow, (generated, flow) => {
        const bound = sampleIntent(generated);
        const events = playFlow(bound, flow);
        const exported = toFlowRecords(events, bound);
        assert.ok(exported.ok);
        const back = fromFlowRecords(wire(exported.value));
        assert.ok(back.ok, back.ok ? '' : back.refusal.detail);
        assert.equal(canonicalize(back.value.events), canonicalize(events));
        assert.equal(back.value.state?.status, opened(events).status);
      }),
      { ...runs, numRuns: effort({ fast: 25, full: 1000 }) },
    );
  });

  const statesOf = (end: End) => {
    const exported = toFlowRecords(playFlow(intent, { end, stages: 1, reason: 'so' }), intent);
    assert.ok(exported.ok);
    const { request, records, artifact, countersign } = exported.value;
    return [request.state, records.at(-1)?.decision, artifact !== null, countersign?.status];
  };

  test('[D1-19] [D1-22] each outcome has a state there, with the exact state beside it', () => {
    assert.deepEqual(statesOf('pending'), ['pending', undefined, false, 'pending']);
    assert.deepEqual(statesOf('allowed'), ['approved', 'approved', true, 'allowed']);
    assert.deepEqual(statesOf('denied'), ['rejected', 'rejected', false, 'denied']);
    assert.deepEqual(statesOf('expired'), ['expired', 'expired', false, 'expired']);
    assert.deepEqual(statesOf('cancelled'), ['revoked', 'revoked', false, 'cancelled']);
    assert.deepEqual(statesOf('revoked'), ['revoked', 'revoked', true, 'revoked']);
    assert.deepEqual(statesOf('consumed'), ['approved', 'approved', true, 'consumed']);
  });

  test('[D1-4] [D1-22] the audit trail has upstream’s names in order, and each event has the hash of the one before', () => {
    const trailOf = (end: End) => {
      const trail = toFlowAuditEvents(playFlow(intent, { end, stages: 1, reason: 'so' }), intent);
      assert.ok(trail.ok);
      return trail.value;
    };
    const asked = ['policy.decision.require_approval', 'approval.requested'];
    const namesOf = (end: End) => trailOf(end).map(({ eventType }) => eventType);
    assert.deepEqual(namesOf('denied'), [...asked, 'approval.denied']);
    assert.deepEqual(namesOf('expired'), [...asked, 'approval.expired']);
    assert.deepEqual(namesOf('revoked'), [...asked, 'approval.granted', 'approval.revoked']);
    assert.deepEqual(namesOf('consumed'), [
      ...asked,
      'approval.granted',
      'execution.integrity.artifact_consumed',
      'execution.started',
    ]);
    let previous = '0'.repeat(64);
    for (const [index, { integrity, intentId }] of trailOf('consumed').entries()) {
      assert.equal(integrity.previousEventHash, previous);
      assert.equal(integrity.sequenceNumber, index);
      assert.equal(intentId, intent.intentId);
      previous = integrity.contentHash;
    }
    const events = playFlow(intent, { end: 'denied', stages: 1, reason: 'so' });
    assert.ok(!toFlowAuditEvents(events, { ...intent, intentId: 'intent:other' }).ok);
  });

  test('edited, mixed and incomplete records are refused, and nothing of them is imported', () => {
    const exported = toFlowRecords(
      playFlow(intent, { end: 'denied', stages: 1, reason: 'no' }),
      intent,
    );
    assert.ok(exported.ok);
    const good = wire(exported.value);
    const approved = { ...good.request, state: 'approved' as const };
    for (const bad of [
      { ...good, request: approved },
      { ...good, request: approved, countersign: null },
      { ...good, records: [] },
      { ...good, records: [], countersign: null },
      { ...good, request: { ...good.request, intentId: 'intent:other' }, countersign: null },
      { ...good, schemaVersion: '9' },
      { ...good, surprise: 1 },
      null,
    ]) {
      const read = fromFlowRecords(bad);
      assert.ok(!read.ok);
      assert.notEqual(read.refusal.code, 'internal_error');
    }
    const foreign = fromFlowRecords({ ...good, countersign: null });
    assert.ok(foreign.ok && foreign.value.state === null && foreign.value.events === null);
  });
});
