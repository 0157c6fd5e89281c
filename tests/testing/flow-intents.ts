import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import {
  createExecutionIntent,
  type ExecutionIntent,
  type IntentSnapshot,
  intentSigningInput,
  parseIntentSnapshot,
  withIntentSignature,
} from '@countersign/dialects/approval-flow';
import { importPublicKey } from '@countersign/protocol/crypto';

const intentPair = generateKeyPairSync('ed25519');
const { kty, crv, x } = intentPair.publicKey.export({ format: 'jwk' });
/** What trusts the orchestrator's signature of an intent. */
export const intentTrust = { keys: new Map([['orchestrator', importPublicKey({ kty, crv, x })]]) };

/** Execution intents of document 001 for an agent, signed by an orchestrator. `now` is in milliseconds. */
export function flowIntents(agent: string, now: () => number) {
  const snapshotOf = (changes: Partial<IntentSnapshot> = {}): IntentSnapshot => {
    const base = now();
    return parseIntentSnapshot({
      tenantId: 'tenant-a',
      workspaceId: 'workspace-a',
      actor: { principalType: 'agent', principalId: agent },
      caller: { principalType: 'service', principalId: 'service:orchestrator' },
      trace: { traceId: randomUUID(), correlationId: randomUUID() },
      action: {
        actionId: 'tool.run',
        actionClass: 'execute',
        toolRef: 'shell',
        operation: 'run',
        parameters: { command: `echo ${randomUUID()}` },
      },
      target: { resourceClass: 'tool-endpoint', resourceId: 'tool:shell', attributes: {} },
      requiredCapabilities: ['tool.invoke'],
      risk: { score: 70, level: 'high', reasons: [] },
      policy: {
        decisionId: `decision:${randomUUID()}`,
        decision: 'REQUIRE_APPROVAL',
        approvalRequired: true,
        reasonCodes: ['SHELL'],
        policySetVersion: 'set-1',
        policySourceRef: 'policies.json',
        auditRecordId: `audit:${randomUUID()}`,
      },
      createdByService: 'orchestrator-service',
      createdAt: new Date(base).toISOString(),
      expiresAt: new Date(base + 1_800_000).toISOString(),
      idempotencyKey: `idem:${randomUUID()}`,
      ...changes,
    });
  };
  const signed = (
    snapshot: IntentSnapshot,
    state: 'pending' | 'approved' = 'approved',
  ): ExecutionIntent => {
    const unsigned = createExecutionIntent({
      intentId: `intent:${randomUUID()}`,
      snapshot,
      approval: { state, required: true },
      lifecycle: state === 'approved' ? 'execution_authorized' : 'pending_approval',
      updatedAt: new Date(now()).toISOString(),
    });
    const signing = { keyId: 'orchestrator', signedAt: new Date(now()).toISOString() };
    const bytes = Buffer.from(intentSigningInput(unsigned, signing));
    return withIntentSignature(unsigned, signing, sign(null, bytes, intentPair.privateKey));
  };
  return { snapshotOf, signed };
}
