import { parserOf } from '@countersign/protocol/json';
import { Name, OpenObject, Prose, RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { FlowTime } from './flow-time.ts';
import {
  actionClasses,
  intentApprovalStates,
  lifecycles,
  policyResults,
  principalTypes,
  requestStates,
  resourceClasses,
} from './vocabulary.ts';

/** The version of every object here. Another one is another form, and is refused. */
export const flowSchemaVersion = '1.0';

/**
 * Upstream signs members joined by vertical bars. With a bar inside one of them the same text could be read in another
 * way, and a signature over one intent would be a signature over another.
 */
const Joined = Name.regex(/^[^|]*$/, 'expected no vertical bar, which separates what is signed');
const Words = Prose.min(1);
const Uuid = z
  .string()
  .regex(/^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/, 'expected a UUID');

const ActionClass = z.enum(actionClasses);
const ResourceClass = z.enum(resourceClasses);
const ResourceId = z.string().min(1).max(4096);

export const PrincipalReference = z.strictObject({
  principalId: Name,
  principalType: z.enum(principalTypes),
  tenantId: Name.optional(),
  workspaceId: Name.optional(),
  displayName: Name.optional(),
});
export type PrincipalReference = z.infer<typeof PrincipalReference>;

export const FlowTrace = z.strictObject({
  traceId: Uuid,
  correlationId: Uuid,
  parentTraceId: Uuid.optional(),
});
export type FlowTrace = z.infer<typeof FlowTrace>;

export const FlowTarget = z.strictObject({
  resourceClass: ResourceClass,
  resourceId: ResourceId,
  tenantId: Name.optional(),
  workspaceId: Name.optional(),
  ownerPrincipalId: Name.optional(),
  attributes: OpenObject.default({}),
});
export type FlowTarget = z.infer<typeof FlowTarget>;

const score = z.int().min(0).max(100);

/** What would be executed, for whom and why; the payload hash covers every member. */
export const IntentSnapshot = z.strictObject({
  tenantId: Name,
  workspaceId: Name,
  actor: PrincipalReference,
  caller: PrincipalReference,
  originSessionId: Name.optional(),
  trace: FlowTrace,
  action: z.strictObject({
    actionId: Name,
    actionClass: ActionClass,
    toolRef: Name.optional(),
    operation: Name,
    parameters: OpenObject.default({}),
  }),
  target: FlowTarget,
  requiredCapabilities: z.array(Name).max(256).default([]),
  risk: z.strictObject({
    score,
    level: RiskLevel,
    reasons: z.array(Name).max(256).default([]),
  }),
  policy: z.strictObject({
    decisionId: Joined,
    decision: z.enum(policyResults),
    approvalRequired: z.boolean(),
    reasonCodes: z.array(Name).max(256),
    policySetVersion: Name,
    policySourceRef: Name,
    matchedPolicyId: Name.optional(),
    matchedRuleId: Name.optional(),
    auditRecordId: Name,
  }),
  createdByService: Name,
  createdAt: FlowTime,
  expiresAt: FlowTime,
  idempotencyKey: Joined,
});
export type IntentSnapshot = z.infer<typeof IntentSnapshot>;

const algorithm = z.enum(['hmac-sha256', 'ed25519']);

export const ExecutionIntent = z.strictObject({
  schemaVersion: z.literal(flowSchemaVersion),
  contractVersion: z.literal('1.0.0'),
  intentId: Joined,
  intentVersion: z.literal('1.0'),
  snapshot: IntentSnapshot,
  payloadHash: Joined,
  integrity: z.strictObject({
    algorithm,
    keyId: Name,
    value: Name,
    signedAt: FlowTime,
    tokenVersion: z.literal('1.0'),
  }),
  approval: z.strictObject({
    state: z.enum(intentApprovalStates),
    required: z.boolean(),
    requirementReason: Words.optional(),
    approvalRequestId: Name.optional(),
    approvedBy: PrincipalReference.optional(),
    approvedAt: FlowTime.optional(),
  }),
  lifecycle: z.enum(lifecycles),
  updatedAt: FlowTime,
  parentIntentId: Name.optional(),
  causationId: Name.optional(),
});
export type ExecutionIntent = z.infer<typeof ExecutionIntent>;
export type UnsignedIntent = Omit<ExecutionIntent, 'integrity'>;

export const FlowApprovalRequest = z.strictObject({
  schemaVersion: z.literal(flowSchemaVersion),
  approvalRequestId: Name,
  intentId: Joined,
  tenantId: Name,
  workspaceId: Name,
  actor: PrincipalReference,
  target: FlowTarget,
  actionClass: ActionClass,
  requestedCapabilities: z.array(Name).max(256),
  risk: z.strictObject({ score, level: RiskLevel }),
  summary: Words,
  policyReason: Words,
  state: z.enum(requestStates),
  createdAt: FlowTime,
  expiresAt: FlowTime,
  trace: FlowTrace,
  intentPayloadHash: Joined,
});
export type FlowApprovalRequest = z.infer<typeof FlowApprovalRequest>;

/** The value of an Ed25519 signature here is a whole signed artifact of the protocol. */
const FlowSignature = z.strictObject({
  algorithm,
  keyId: Name,
  value: z.string().min(1).max(262_144),
});

/** The request artifact as document 001 wants it: signed. Upstream's own code leaves the signature out. */
export const SignedFlowRequest = FlowApprovalRequest.extend({
  signature: FlowSignature.extend({ algorithm: z.literal('ed25519') }),
});
export type SignedFlowRequest = z.infer<typeof SignedFlowRequest>;

/** The approval response artifact. */
export const ApprovedIntentArtifact = z.strictObject({
  schemaVersion: z.literal(flowSchemaVersion),
  artifactId: Name,
  intentId: Joined,
  intentVersion: z.literal('1.0'),
  intentPayloadHash: Joined,
  approvalState: z.enum(['approved', 'not_required']),
  issuedAt: FlowTime,
  expiresAt: FlowTime,
  issuedByService: Name,
  approvalRequestId: Name.optional(),
  approvalRecordId: Name,
  policyDecisionId: Joined,
  nonce: Joined,
  trace: FlowTrace,
  signature: FlowSignature,
  tokenVersion: z.literal('1.0'),
});
export type ApprovedIntentArtifact = z.infer<typeof ApprovedIntentArtifact>;
export type UnsignedArtifact = Omit<ApprovedIntentArtifact, 'signature'>;

export const ApprovalDecisionInput = z.strictObject({
  decision: z.enum(['approved', 'rejected']),
  decidedBy: PrincipalReference,
  decidedAt: FlowTime,
  reason: Words.optional(),
  trace: FlowTrace,
});
export type ApprovalDecisionInput = z.infer<typeof ApprovalDecisionInput>;

export const ApprovalRecord = z.strictObject({
  schemaVersion: z.literal(flowSchemaVersion),
  approvalRecordId: Name,
  intentId: Joined,
  intentPayloadHash: Joined,
  approvalRequestId: Name.optional(),
  decision: z.enum(['approved', 'rejected', 'expired', 'revoked']),
  decidedBy: PrincipalReference,
  decidedAt: FlowTime,
  reason: Words.optional(),
  policyDecisionId: Joined,
  policyAuditRecordId: Name,
  riskLevel: RiskLevel,
  actionClass: ActionClass,
  targetResourceClass: ResourceClass,
  targetResourceId: ResourceId,
  trace: FlowTrace,
  recordedByService: Name,
  recordedAt: FlowTime,
});
export type ApprovalRecord = z.infer<typeof ApprovalRecord>;

export const parseIntentSnapshot = parserOf('IntentSnapshot', IntentSnapshot);
export const parseExecutionIntent = parserOf('ExecutionIntent', ExecutionIntent);
export const parseFlowRequest = parserOf('FlowApprovalRequest', FlowApprovalRequest);
export const parseSignedFlowRequest = parserOf('SignedFlowRequest', SignedFlowRequest);
export const parseApprovedIntentArtifact = parserOf(
  'ApprovedIntentArtifact',
  ApprovedIntentArtifact,
);
export const parseApprovalDecisionInput = parserOf('ApprovalDecisionInput', ApprovalDecisionInput);
export const parseApprovalRecord = parserOf('ApprovalRecord', ApprovalRecord);
