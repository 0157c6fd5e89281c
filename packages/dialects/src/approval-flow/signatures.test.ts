import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, test } from 'node:test';
import { importPublicKey } from '@countersign/protocol/crypto';
import { effort, seed } from '@countersign/testing';
import fc from 'fast-check';
import {
  computeDispatchPayloadHash,
  computeExecutionIntentPayloadHash,
  stableStringify,
} from './payload-hash.ts';
import { parseExecutionIntent } from './records.ts';
import {
  intentSigningInput,
  signApprovedIntentArtifact,
  signExecutionIntent,
  verifyArtifactHmac,
  verifyIntentSignature,
  withIntentSignature,
} from './signatures.ts';
import {
  anySnapshot,
  hmacOracle,
  now,
  sampleArtifact,
  sampleIntent,
  sampleSnapshot,
  secrets,
} from './testing/sample-intent.ts';

const runs = { seed, numRuns: effort({ fast: 60, full: 5000 }) };
const intentKey = { keyId: 'intent-k1', secret: secrets['intent-k1'], signedAt: now };
const approvalKey = { keyId: 'approval-k1', secret: secrets['approval-k1'] };

/** Sorted members and plain JSON, written out once more. */
function sortedText(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(sortedText).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${sortedText(item)}`).join(',')}}`;
}

describe('hashes and signatures of the approval flow', () => {
  test('[D1-6] the payload hash is SHA-256 over the whole snapshot with sorted members, in bare hex', () => {
    fc.assert(
      fc.property(anySnapshot, snapshot => {
        const expected = createHash('sha256').update(sortedText(snapshot), 'utf8').digest('hex');
        assert.equal(computeExecutionIntentPayloadHash(snapshot), expected);
        assert.equal(stableStringify(snapshot as never), sortedText(snapshot));
      }),
      runs,
    );
    assert.equal(
      computeExecutionIntentPayloadHash(sampleSnapshot()),
      '83f04074939d0a546a66c31a137d9c9d4d48cfbb0710bc3b55f958d02f07712d',
    );
  });

  test('[D1-6] every member of the snapshot changes the payload hash', () => {
    const snapshot = sampleSnapshot();
    const before = computeExecutionIntentPayloadHash(snapshot);
    const { action, risk, policy } = snapshot;
    for (const changes of [
      { tenantId: 'other' },
      { actor: { ...snapshot.actor, principalId: 'user:mallory' } },
      { action: { ...action, parameters: { command: 'rm -rf /' } } },
      { risk: { ...risk, level: 'low' as const } },
      { policy: { ...policy, approvalRequired: false } },
      { expiresAt: '2099-01-01T00:00:00.000Z' },
      { idempotencyKey: 'idem:2' },
    ]) {
      assert.notEqual(computeExecutionIntentPayloadHash({ ...snapshot, ...changes }), before);
    }
  });

  test('the HMAC of an intent is byte-equal to upstream’s', () => {
    const intent = sampleIntent();
    const { snapshot } = intent;
    const signed = signExecutionIntent(intent, intentKey);
    assert.equal(
      signed.integrity.value,
      hmacOracle(intentKey.secret, [
        intent.intentId,
        '1.0',
        intent.payloadHash,
        snapshot.expiresAt,
        snapshot.idempotencyKey,
        snapshot.trace.traceId,
        '1.0',
      ]),
    );
    assert.ok(verifyIntentSignature(signed, { secrets }).ok);
  });

  test('[D1-10] the HMAC of an artifact is byte-equal to upstream’s', () => {
    const artifact = sampleArtifact();
    const signed = signApprovedIntentArtifact(artifact, approvalKey);
    const { intentId, intentPayloadHash, expiresAt, policyDecisionId, nonce } = artifact;
    assert.deepEqual(signed.signature, {
      algorithm: 'hmac-sha256',
      keyId: 'approval-k1',
      value: hmacOracle(approvalKey.secret, [
        intentId,
        intentPayloadHash,
        expiresAt,
        'approved',
        policyDecisionId,
        nonce,
        '1.0',
      ]),
    });
    assert.ok(verifyArtifactHmac(signed, secrets).ok);
    const swapped = verifyArtifactHmac({ ...signed, nonce: 'approval-nonce:other' }, secrets);
    assert.equal(swapped.ok ? '' : swapped.refusal.flow_code, 'ARTIFACT_SIGNATURE_INVALID');
  });

  test('the hash of a dispatch joins its five members', () => {
    const parts = ['abc', 'artifact:1', 'node:1', 'dispatch:1', '2030-01-01T00:00:00.000Z'];
    const [intentPayloadHash = '', artifactId = '', nodeId = '', dispatchId = '', expiresAt = ''] =
      parts;
    assert.equal(
      computeDispatchPayloadHash({ intentPayloadHash, artifactId, nodeId, dispatchId, expiresAt }),
      createHash('sha256').update(parts.join('|')).digest('hex'),
    );
  });

  test('an inherited object member is not a key id, and an empty secret is not a key', () => {
    const signed = signExecutionIntent(sampleIntent(), { ...intentKey, keyId: 'constructor' });
    for (const trust of [{ secrets }, { secrets: { constructor: '' } }, {}]) {
      const verdict = verifyIntentSignature(signed, trust as never);
      assert.equal(verdict.ok ? '' : verdict.refusal.flow_code, 'INTENT_SIGNING_KEY_UNKNOWN');
    }
  });

  test('a bar in a signed member is refused, because one text could then mean two intents', () => {
    const inner = sampleSnapshot();
    const bait = `k|1.0|${computeExecutionIntentPayloadHash(inner)}|${inner.expiresAt}|idem:1`;
    assert.throws(() => sampleSnapshot({ idempotencyKey: bait }), /vertical bar/);
    const intent = sampleIntent();
    assert.throws(() => signExecutionIntent({ ...intent, intentId: 'a|b' }, intentKey), /vertical/);
    const artifact = sampleArtifact();
    assert.throws(
      () => signApprovedIntentArtifact({ ...artifact, nonce: 'a|b' }, approvalKey),
      /vertical/,
    );
  });

  test('[D1-10] our Ed25519 form of an intent covers every member, and its verifier holds nothing that signs', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const { kty, crv, x } = publicKey.export({ format: 'jwk' });
    const keys = new Map([['flow-1', importPublicKey({ kty, crv, x })]]);
    const intent = sampleIntent();
    const signing = { keyId: 'flow-1', signedAt: now };
    const text = intentSigningInput(intent, signing);
    const signed = withIntentSignature(intent, signing, sign(null, Buffer.from(text), privateKey));
    assert.ok(verifyIntentSignature(signed, { keys }).ok);
    assert.deepEqual(Object.keys(keys.get('flow-1') ?? {}).sort(), ['alg', 'verify']);
    const { integrity } = signed;
    for (const changes of [
      { lifecycle: 'approved' as const },
      { approval: { state: 'approved' as const, required: false } },
      { updatedAt: '2026-11-15T12:04:00.001Z' },
      { causationId: 'x' },
      { integrity: { ...integrity, signedAt: '2026-11-15T12:04:00.001Z' } },
      { integrity: { ...integrity, value: integrity.value.slice(1) } },
    ]) {
      const verdict = verifyIntentSignature(parseExecutionIntent({ ...signed, ...changes }), {
        keys,
      });
      assert.equal(verdict.ok ? '' : verdict.refusal.flow_code, 'INTENT_SIGNATURE_INVALID');
    }
    const other = { ...integrity, keyId: 'flow-2' };
    const unknown = verifyIntentSignature({ ...signed, integrity: other }, { keys, secrets });
    assert.equal(unknown.ok ? '' : unknown.refusal.flow_code, 'INTENT_SIGNING_KEY_UNKNOWN');
  });
});
