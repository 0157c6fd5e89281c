import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sampleSnapshot } from '../approval-flow/testing/sample-intent.ts';
import {
  createApprovalRecord,
  createExecutionIntent,
  executionIntentSchema,
  signExecutionIntent,
  validateExecutionAuthorization,
  verifyExecutionIntentSignature,
} from './approval-flow.ts';

const key = { keyId: 'k1', secret: 'a secret of the test' };
const secrets = { [key.keyId]: key.secret };

test('[D1-6] ids and times that are left out are made, and those that are given are kept', () => {
  const given = { snapshot: sampleSnapshot(), approval: approved, lifecycle } as const;
  const intent = createExecutionIntent(given);
  assert.match(intent.intentId, /^intent:[0-9a-f-]{36}$/);
  assert.notEqual(createExecutionIntent(given).intentId, intent.intentId);
  executionIntentSchema.parse(intent);
  const named = createExecutionIntent({ ...given, intentId: 'intent:mine' });
  assert.equal(named.intentId, 'intent:mine');
  const signed = signExecutionIntent(intent, key);
  assert.equal(verifyExecutionIntentSignature(signed, secrets).ok, true);
  const signedAt = '2026-01-01T00:00:00.000Z';
  assert.equal(signExecutionIntent(intent, { ...key, signedAt }).integrity.signedAt, signedAt);
});

test('[D1-10] an intent that was not signed is refused, whatever key the verifier has for it', () => {
  const intent = createExecutionIntent({
    snapshot: sampleSnapshot(),
    approval: approved,
    lifecycle,
  });
  const verdict = verifyExecutionIntentSignature(intent, { unsigned: 'unsigned' });
  assert.equal(verdict.code, 'INTENT_SIGNATURE_INVALID');
  const judged = validateExecutionAuthorization({
    intent,
    artifact: {},
    verificationSecretsByKeyId: secrets,
  });
  assert.equal(judged.ok, false);
});

test('[D1-22] a record of a decision names what it is about', () => {
  const intent = createExecutionIntent({
    snapshot: sampleSnapshot(),
    approval: approved,
    lifecycle,
  });
  const record = createApprovalRecord({
    intent,
    decision: 'rejected',
    decidedBy: { principalType: 'human_user', principalId: 'user:alice' },
    decidedAt: '2026-01-01T00:00:00.000Z',
    policyDecisionId: intent.snapshot.policy.decisionId,
    policyAuditRecordId: intent.snapshot.policy.auditRecordId,
    recordedByService: 'approval-service',
  });
  assert.equal(record.intentPayloadHash, intent.payloadHash);
  assert.equal(record.decision, 'rejected');
});

const lifecycle = 'execution_authorized';
const approved = { state: 'approved', required: true } as const;
