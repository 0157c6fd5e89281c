import assert from 'node:assert/strict';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import {
  assembleJws,
  importPublicKey,
  jwsSigningInput,
  sha256,
} from '@countersign/protocol/crypto';
import { type Grant, grantType } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import { idOf, noon } from '../testing/sample-rounds.ts';
import { fromApprovedArtifact, toApprovedArtifact, toGrantArtifact } from './approved-artifact.ts';
import { flowCodes, toFlowCode } from './flow-verdict.ts';
import { toAction } from './intent-action.ts';
import { type FlowAttempt, judgeExecution } from './judge-execution.ts';
import type { ExecutionIntent, UnsignedArtifact, UnsignedIntent } from './records.ts';
import { signApprovedIntentArtifact, signExecutionIntent } from './signatures.ts';
import {
  now,
  sampleArtifact,
  sampleIntent,
  sampleSnapshot,
  secrets,
} from './testing/sample-intent.ts';
import { validateExecutionAuthorization } from './upstream-names.ts';

const intentKey = { keyId: 'intent-k1', secret: secrets['intent-k1'], signedAt: now };
const approvalKey = { keyId: 'approval-k1', secret: secrets['approval-k1'] };

function attempt(
  change: {
    readonly intent?: Partial<UnsignedIntent>;
    readonly artifact?: Partial<UnsignedArtifact>;
  } = {},
  more: Partial<FlowAttempt> = {},
): FlowAttempt {
  const intent = { ...sampleIntent(), ...change.intent };
  return {
    intent: signExecutionIntent(intent, intentKey),
    artifact: signApprovedIntentArtifact(
      { ...sampleArtifact(intent), ...change.artifact },
      approvalKey,
    ),
    intentTrust: { secrets },
    artifactTrust: { secrets },
    now: now as Timestamp,
    ...more,
  };
}

function codesOf(tried: FlowAttempt): readonly [string, string] {
  const verdict = judgeExecution(tried);
  return verdict.ok ? ['', ''] : [verdict.refusal.flow_code, verdict.refusal.code];
}

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { kty, crv, x } = publicKey.export({ format: 'jwk' });
const trust = {
  keys: new Map([['grants-1', importPublicKey({ kty, crv, x })]]),
  issuer: 'countersign-test',
  store_id: idOf('store', 1),
  audience: 'executor-1',
};

function signedGrant(changes: Partial<Grant> = {}): string {
  const grant = {
    version: '1',
    issuer: trust.issuer,
    store_id: trust.store_id,
    epoch: 1,
    audience: trust.audience,
    grant_id: idOf('grant', 1),
    issued_at: noon,
    expires_at: '2026-11-15T12:20:00.000Z',
    approval_request_id: idOf('ar', 1),
    approval_resolution_id: idOf('apr', 1),
    intent_id: idOf('intent', 1),
    action_digest: sha256(toAction(sampleIntent())),
    policy_version: '7',
    approval_chain_id: 'finance',
    approval_chain_version: '3',
    final_entry_digest: sha256('entry'),
    ...changes,
  };
  const text = jwsSigningInput({ kid: 'grants-1', typ: grantType, payload: grant as never });
  return assembleJws(text, sign(null, Buffer.from(text), privateKey));
}

describe('the seventeen answers', () => {
  test('[D1-14] an execution without any fault is accepted', () => {
    assert.ok(judgeExecution(attempt()).ok);
  });

  test('[D1-14] the answers come in upstream’s order, and each one has a code of ours', () => {
    const good = attempt();
    const broken: readonly (readonly [string, FlowAttempt])[] = [
      ['INTENT_SCHEMA_INVALID', { ...good, intent: { ...(good.intent as object), extra: 1 } }],
      ['ARTIFACT_SCHEMA_INVALID', { ...good, artifact: 'yes' }],
      ['INTENT_ARTIFACT_MISMATCH', attempt({ artifact: { intentId: 'intent:other' } })],
      ['INTENT_PAYLOAD_HASH_INVALID', attempt({ intent: { payloadHash: '0'.repeat(64) } })],
      [
        'ARTIFACT_PAYLOAD_HASH_MISMATCH',
        attempt({ artifact: { intentPayloadHash: '0'.repeat(64) } }),
      ],
      ['INTENT_SIGNING_KEY_UNKNOWN', { ...good, intentTrust: {} }],
      ['INTENT_SIGNATURE_INVALID', { ...good, intentTrust: { secrets: { 'intent-k1': 'x' } } }],
      ['ARTIFACT_SIGNING_KEY_UNKNOWN', { ...good, artifactTrust: {} }],
      [
        'ARTIFACT_SIGNATURE_INVALID',
        { ...good, artifactTrust: { secrets: { 'approval-k1': 'x' } } },
      ],
      ['INTENT_EXPIRED', { ...good, now: '2026-11-15T12:15:00.000Z' as Timestamp }],
      ['APPROVAL_ARTIFACT_EXPIRED', { ...good, now: '2026-11-15T12:14:00.000Z' as Timestamp }],
      [
        'ARTIFACT_ALREADY_CONSUMED',
        { ...good, consumedArtifactIds: new Set([sampleArtifact().artifactId]) },
      ],
      [
        'ARTIFACT_NONCE_REPLAYED',
        { ...good, consumedArtifactNonces: new Set([sampleArtifact().nonce]) },
      ],
      ['INTENT_NOT_EXECUTABLE_STATE', attempt({ intent: { lifecycle: 'rejected' } })],
      [
        'INTENT_APPROVAL_NOT_GRANTED',
        attempt({ intent: { approval: { state: 'pending', required: true } } }),
      ],
      [
        'APPROVAL_STATE_MISMATCH',
        attempt({ intent: { approval: { state: 'not_required', required: false } } }),
      ],
    ];
    for (const [code, tried] of broken) {
      const [theirs, ours] = codesOf(tried);
      assert.equal(theirs, code);
      assert.notEqual(ours, 'internal_error', code);
    }
    const order = Object.keys(flowCodes);
    assert.equal(order.length, 17);
    assert.deepEqual(
      broken.map(([code]) => code),
      order.filter(code => code !== 'INTENT_VERSION_MISMATCH'),
    );
  });

  test('[D1-14] the earlier answer is given when several things are wrong', () => {
    const dead = { now: '2099-01-01T00:00:00.000Z' as Timestamp };
    const bad = { approval: { state: 'pending' as const, required: true } };
    assert.equal(codesOf(attempt({ intent: bad }, dead))[0], 'INTENT_EXPIRED');
    assert.equal(
      codesOf(attempt({ intent: bad }, { ...dead, artifactTrust: {} }))[0],
      'ARTIFACT_SIGNING_KEY_UNKNOWN',
    );
    assert.equal(
      codesOf(attempt({ intent: bad }, { ...dead, artifactTrust: {}, intentTrust: {} }))[0],
      'INTENT_SIGNING_KEY_UNKNOWN',
    );
  });

  test('[D1-12] [TM-1] the intent and the approval are over exactly at their end', () => {
    const last = { now: '2026-11-15T12:13:59.999Z' as Timestamp };
    assert.ok(judgeExecution(attempt({}, last)).ok);
    const end = { now: '2026-11-15T12:14:00.000Z' as Timestamp };
    assert.deepEqual(codesOf(attempt({}, end)), ['APPROVAL_ARTIFACT_EXPIRED', 'grant_expired']);
    const elsewhere = { expiresAt: '2026-11-15T13:14:00.000+01:00' };
    assert.equal(codesOf(attempt({ artifact: elsewhere }, end))[0], 'APPROVAL_ARTIFACT_EXPIRED');
  });

  test('[D1-21] an intent that is rejected, over, withdrawn or running does not validate', () => {
    for (const [lifecycle, code] of [
      ['rejected', 'request_denied'],
      ['expired', 'request_expired'],
      ['revoked', 'grant_revoked'],
      ['denied', 'policy_denied'],
      ['invalid', 'record_inconsistent'],
      ['execution_started', 'grant_already_consumed'],
      ['execution_completed', 'grant_already_consumed'],
      ['execution_failed', 'grant_already_consumed'],
    ] as const) {
      assert.deepEqual(codesOf(attempt({ intent: { lifecycle } })), [
        'INTENT_NOT_EXECUTABLE_STATE',
        code,
      ]);
    }
    const waiting = attempt({ intent: { lifecycle: 'pending_approval' } });
    assert.equal(codesOf(waiting)[0], 'APPROVAL_STATE_MISMATCH');
  });

  test('[D1-13] a nonce that was used before is refused, and any other one is not', () => {
    const { nonce } = sampleArtifact();
    const replayed = attempt({}, { consumedArtifactNonces: new Set(['another', nonce]) });
    assert.deepEqual(codesOf(replayed), ['ARTIFACT_NONCE_REPLAYED', 'grant_already_consumed']);
    assert.ok(judgeExecution(attempt({}, { consumedArtifactNonces: new Set(['another']) })).ok);
  });

  test('[D1-2] unsigned members cannot claim that no approval is needed', () => {
    const intent = {
      approval: { state: 'not_required' as const, required: false },
      lifecycle: 'created' as const,
    };
    const artifact = { approvalState: 'not_required' as const };
    assert.deepEqual(codesOf(attempt({ intent, artifact })), [
      'INTENT_APPROVAL_NOT_GRANTED',
      'request_pending',
    ]);
    const { policy } = sampleSnapshot();
    const allowed = sampleIntent(
      sampleSnapshot({ policy: { ...policy, decision: 'ALLOW', approvalRequired: false } }),
    );
    assert.ok(judgeExecution(attempt({ intent: { ...allowed, ...intent }, artifact })).ok);
    const denied = sampleIntent(sampleSnapshot({ policy: { ...policy, decision: 'DENY' } }));
    assert.equal(codesOf(attempt({ intent: denied }))[0], 'INTENT_NOT_EXECUTABLE_STATE');
  });

  test('an artifact of another policy decision or trace belongs to another intent', () => {
    for (const artifact of [
      { policyDecisionId: 'decision:other' },
      { trace: { ...sampleArtifact().trace, correlationId: sampleArtifact().trace.traceId } },
    ]) {
      assert.equal(codesOf(attempt({ artifact }))[0], 'INTENT_ARTIFACT_MISMATCH');
    }
  });

  test('upstream’s own function answers with upstream’s own words', () => {
    const { intent, artifact } = attempt();
    const input = {
      intent,
      artifact,
      verificationSecretsByKeyId: { 'approval-k1': secrets['approval-k1'] },
      intentVerificationSecretsByKeyId: { 'intent-k1': secrets['intent-k1'] },
      now: new Date(now),
    };
    assert.deepEqual(validateExecutionAuthorization(input), { ok: true });
    const late = validateExecutionAuthorization({ ...input, now: new Date('2099-01-01') });
    assert.equal(late.code, 'INTENT_EXPIRED');
    assert.equal(late.ok, false);
  });

  test('hostile objects are refused with a code of each side, and never throw', () => {
    const good = attempt();
    const { intent: whole } = good as { intent: ExecutionIntent };
    const { snapshot } = whole;
    const withParameters = (parameters: object) => ({
      ...whole,
      snapshot: { ...snapshot, action: { ...snapshot.action, parameters } },
    });
    let deep: unknown = 1;
    for (let i = 0; i < 5000; i++) deep = { deep };
    const hostile: unknown[] = [
      null,
      undefined,
      42,
      [],
      {},
      { ...(good.intent as object), schemaVersion: '2.0' },
      { ...(good.intent as object), snapshot: null },
      {
        ...(good.intent as object),
        snapshot: { ...sampleSnapshot(), createdAt: '2026-02-30T00:00:00Z' },
      },
      { ...(good.intent as object), extra: 'x'.repeat(3_000_000) },
      { ...(good.intent as object), snapshot: deep },
      Object.defineProperty({ ...(good.intent as object) }, 'lifecycle', {
        enumerable: true,
        get: () => 'approved',
      }),
      JSON.parse('{"__proto__": {"lifecycle": "approved"}}'),
      withParameters({ amount: 2 ** 60 }),
      withParameters({ amount: -0 }),
      withParameters({ text: '\ud800' }),
      withParameters({ execution_intent: {} }),
      withParameters({ key: { $sealed: 'v1' } }),
    ];
    for (const intent of hostile) {
      assert.equal(codesOf({ ...good, intent })[0], 'INTENT_SCHEMA_INVALID');
    }
    for (const artifact of [...hostile, { ...(good.artifact as object), intentVersion: '2.0' }]) {
      assert.equal(codesOf({ ...good, artifact })[0], 'ARTIFACT_SCHEMA_INVALID');
    }
    assert.equal(Object.hasOwn(Object.prototype, 'lifecycle'), false);
  });

  test('every code of ours has a refusing code of theirs', () => {
    for (const [theirs, ours] of Object.entries(flowCodes)) {
      assert.ok(Object.hasOwn(flowCodes, toFlowCode(ours)), theirs);
    }
    assert.equal(toFlowCode('action_parameters_mismatch'), 'INTENT_PAYLOAD_HASH_INVALID');
    assert.equal(toFlowCode('internal_error'), 'INTENT_NOT_EXECUTABLE_STATE');
  });
});

describe('the artifact of a grant', () => {
  const intent = sampleIntent();
  const made = toGrantArtifact(intent, signedGrant(), trust);
  assert.ok(made.ok);
  const artifact = made.value;
  const tried: FlowAttempt = attempt({}, { artifactTrust: { grants: trust } });

  test('[D1-10] [D1-12] [D1-13] the artifact of a grant is signed, ends no later than its intent, and has the grant as its nonce', () => {
    assert.ok(judgeExecution({ ...tried, artifact }).ok);
    assert.equal(artifact.expiresAt, intent.snapshot.expiresAt);
    assert.equal(fromApprovedArtifact(artifact)?.grant_id, idOf('grant', 1));
    assert.equal(
      artifact.nonce.replace('approval-nonce', 'approved-artifact'),
      artifact.artifactId,
    );
  });

  test('[D1-10] [D1-11] changing any member breaks the artifact, also members that an HMAC leaves out', () => {
    for (const changes of [
      { artifactId: 'approved-artifact:other' },
      { issuedAt: '2026-11-15T12:00:00.001Z' },
      { expiresAt: '2026-11-15T12:14:59.999Z' },
      { issuedByService: 'other' },
      { approvalRequestId: 'approval-request:other' },
      { approvalRequestId: undefined },
      { approvalRecordId: 'approval-record:other' },
      { approvalState: 'not_required' as const },
      { nonce: 'approval-nonce:other' },
      { signature: { ...artifact.signature, keyId: 'grants-2' } },
    ]) {
      const { approvalRequestId: _id, ...rest } = { ...artifact, ...changes };
      const changed =
        'approvalRequestId' in changes && changes.approvalRequestId === undefined
          ? rest
          : { ...artifact, ...changes };
      assert.equal(codesOf({ ...tried, artifact: changed })[0], 'ARTIFACT_SIGNATURE_INVALID');
    }
  });

  test('[D1-10] no member of the artifact can be left out', () => {
    for (const member of Object.keys(artifact)) {
      const rest = Object.fromEntries(Object.entries(artifact).filter(([name]) => name !== member));
      assert.notEqual(codesOf({ ...tried, artifact: rest })[0], '', member);
    }
  });

  test('[D1-11] a grant of another action, executor, store or issuer makes no artifact of this intent', () => {
    for (const [changes, code] of [
      [{ action_digest: sha256('other') }, 'grant_binding_mismatch'],
      [{ audience: 'executor-2' }, 'audience_mismatch'],
      [{ store_id: idOf('store', 2) }, 'store_mismatch'],
      [{ issuer: 'somebody' }, 'grant_issuer_mismatch'],
    ] as const) {
      const jws = signedGrant(changes as never);
      const verdict = toGrantArtifact(intent, jws, trust);
      assert.equal(verdict.ok ? '' : verdict.refusal.code, code);
      const signature = { ...artifact.signature, value: jws };
      assert.notEqual(codesOf({ ...tried, artifact: { ...artifact, signature } })[0], '');
    }
  });

  test('[D1-10] the keys that verify artifacts cannot sign any', () => {
    const forged = generateKeyPairSync('ed25519');
    const text = jwsSigningInput({ kid: 'grants-1', typ: grantType, payload: {} });
    const value = assembleJws(text, sign(null, Buffer.from(text), forged.privateKey));
    const mine = { ...artifact, signature: { ...artifact.signature, value } };
    assert.equal(codesOf({ ...tried, artifact: mine })[0], 'ARTIFACT_SIGNATURE_INVALID');
    assert.deepEqual(Object.keys(trust.keys.get('grants-1') ?? {}).sort(), ['alg', 'verify']);
    const unsigned = toApprovedArtifact(
      intent,
      JSON.parse(Buffer.from(signedGrant().split('.')[1] ?? '', 'base64url').toString()) as Grant,
    );
    assert.ok(unsigned.ok);
    const minted = signApprovedIntentArtifact(unsigned.value, approvalKey);
    assert.deepEqual(codesOf({ ...tried, artifact: minted }), [
      'ARTIFACT_SIGNING_KEY_UNKNOWN',
      'jws_key_unknown',
    ]);
  });
});
