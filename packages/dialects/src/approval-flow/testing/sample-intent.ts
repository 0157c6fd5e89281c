import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { createExecutionIntent } from '../payload-hash.ts';
import {
  type IntentSnapshot,
  parseIntentSnapshot,
  type UnsignedArtifact,
  type UnsignedIntent,
} from '../records.ts';
import { actionClasses, policyResults, principalTypes, resourceClasses } from '../vocabulary.ts';

const uuid = (digit: string): string =>
  `${digit.repeat(8)}-${digit.repeat(4)}-4${digit.repeat(3)}-8${digit.repeat(3)}-${digit.repeat(12)}`;

export const secrets = { 'intent-k1': 'intent-secret', 'approval-k1': 'approval-secret' };
export const now = '2026-11-15T12:05:00.000Z';

export function sampleSnapshot(changes: Partial<IntentSnapshot> = {}): IntentSnapshot {
  return parseIntentSnapshot({
    tenantId: 'tenant-a',
    workspaceId: 'workspace-a',
    actor: { principalType: 'human_user', principalId: 'user:alice' },
    caller: { principalType: 'agent', principalId: 'agent:ops' },
    originSessionId: 'session:1',
    trace: { traceId: uuid('a'), correlationId: uuid('b') },
    action: {
      actionId: 'tool.run',
      actionClass: 'external-side-effect',
      toolRef: 'shell',
      operation: 'run',
      parameters: { command: 'echo hi' },
    },
    target: { resourceClass: 'tool-endpoint', resourceId: 'tool:shell', attributes: {} },
    requiredCapabilities: ['tool.invoke'],
    risk: { score: 70, level: 'high', reasons: ['external_side_effect'] },
    policy: {
      decisionId: `decision:${uuid('c')}`,
      decision: 'REQUIRE_APPROVAL',
      approvalRequired: true,
      reasonCodes: ['RULE_REQUIRES_APPROVAL'],
      policySetVersion: 'set-1',
      policySourceRef: 'configs/policies/default.json',
      auditRecordId: `audit:${uuid('d')}`,
    },
    createdByService: 'orchestrator-service',
    createdAt: '2026-11-15T12:00:00.000Z',
    expiresAt: '2026-11-15T12:15:00.000Z',
    idempotencyKey: 'idem:1',
    ...changes,
  });
}

export function sampleIntent(snapshot: IntentSnapshot = sampleSnapshot()): UnsignedIntent {
  return createExecutionIntent({
    intentId: `intent:${uuid('e')}`,
    snapshot,
    approval: { state: 'approved', required: true },
    lifecycle: 'execution_authorized',
    updatedAt: '2026-11-15T12:04:00.000Z',
  });
}

export function sampleArtifact(intent: UnsignedIntent = sampleIntent()): UnsignedArtifact {
  return {
    schemaVersion: '1.0',
    artifactId: `approved-artifact:${uuid('1')}`,
    intentId: intent.intentId,
    intentVersion: '1.0',
    intentPayloadHash: intent.payloadHash,
    approvalState: 'approved',
    issuedAt: '2026-11-15T12:04:00.000Z',
    expiresAt: '2026-11-15T12:14:00.000Z',
    issuedByService: 'approval-service',
    approvalRequestId: `approval-request:${uuid('2')}`,
    approvalRecordId: `approval-record:${uuid('3')}`,
    policyDecisionId: intent.snapshot.policy.decisionId,
    nonce: `approval-nonce:${uuid('1')}`,
    trace: intent.snapshot.trace,
    tokenVersion: '1.0',
  };
}

/** An oracle that shares no code with what it checks. */
export function hmacOracle(secret: string, parts: readonly string[]): string {
  return createHmac('sha256', secret).update(parts.join('|'), 'utf8').digest('hex');
}

const name = fc.stringMatching(/^[A-Za-z0-9 :/._-]{1,40}$/);
const anyUuid = fc.uuid({ version: 4 });
const json = fc.dictionary(
  fc.stringMatching(/^[a-z]{1,12}$/),
  fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer(), { maxLength: 3 }),
  ),
  { maxKeys: 4 },
);
const optional = <K extends string, T>(key: K, value: fc.Arbitrary<T>) =>
  fc.oneof(
    fc.constant({}),
    value.map(found => ({ [key]: found }) as Record<K, T>),
  );

const principal = fc
  .tuple(
    fc.record({ principalId: name, principalType: fc.constantFrom(...principalTypes) }),
    optional('tenantId', name),
    optional('displayName', name),
  )
  .map(parts => Object.assign({}, ...parts));

const time = fc
  .date({ min: new Date(0), max: new Date('2100-01-01T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString());

/** Any snapshot that upstream could write. */
export const anySnapshot: fc.Arbitrary<IntentSnapshot> = fc
  .tuple(
    fc.record({
      tenantId: name,
      workspaceId: name,
      actor: principal,
      caller: principal,
      action: fc
        .tuple(
          fc.record({
            actionId: name,
            actionClass: fc.constantFrom(...actionClasses),
            operation: name,
            parameters: json,
          }),
          optional('toolRef', name),
        )
        .map(parts => Object.assign({}, ...parts)),
      target: fc
        .tuple(
          fc.record({
            resourceClass: fc.constantFrom(...resourceClasses),
            resourceId: name,
            attributes: json,
          }),
          optional('ownerPrincipalId', name),
        )
        .map(parts => Object.assign({}, ...parts)),
      trace: fc
        .tuple(
          fc.record({ traceId: anyUuid, correlationId: anyUuid }),
          optional('parentTraceId', anyUuid),
        )
        .map(parts => Object.assign({}, ...parts)),
      requiredCapabilities: fc.array(name, { maxLength: 3 }),
      risk: fc.record({
        score: fc.integer({ min: 0, max: 100 }),
        level: fc.constantFrom('low', 'medium', 'high', 'critical'),
        reasons: fc.array(name, { maxLength: 3 }),
      }),
      policy: fc.record({
        decisionId: fc.oneof(
          name,
          anyUuid.map(id => `decision:${id}`),
        ),
        decision: fc.constantFrom(...policyResults),
        approvalRequired: fc.boolean(),
        reasonCodes: fc.array(name, { maxLength: 3 }),
        policySetVersion: name,
        policySourceRef: name,
        auditRecordId: name,
      }),
      createdByService: name,
      createdAt: time,
      expiresAt: time,
      idempotencyKey: name,
    }),
    optional('originSessionId', name),
  )
  .map(parts => parseIntentSnapshot(Object.assign({}, ...parts)));

/** A name of upstream's own making, or any other. */
export const anyName = (prefix: string): fc.Arbitrary<string> =>
  fc.oneof(
    anyUuid.map(id => `${prefix}:${id}`),
    name,
  );
