import {
  type ApprovalRecord,
  createExecutionIntent as createIntent,
  type ExecutionIntent,
  parseApprovalRecord,
  parseExecutionIntent,
  signExecutionIntent as signIntent,
  type UnsignedIntent,
  validateExecutionAuthorization as validateAuthorization,
} from '../approval-flow/index.ts';

// Upstream's functions with upstream's defaults: ids and times that the caller leaves out are made here. The pure forms
// are in `approval-flow`; nothing here decides otherwise than they do.

export {
  ApprovalRecord as approvalRecordSchema,
  ApprovedIntentArtifact as approvedIntentArtifactSchema,
  computeDispatchPayloadHash,
  computeExecutionIntentPayloadHash,
  ExecutionIntent as executionIntentSchema,
  signApprovedIntentArtifact,
  verifyApprovedIntentArtifact,
  verifyExecutionIntentSignature,
} from '../approval-flow/index.ts';

type GivenIntent = Parameters<typeof createIntent>[0];
type Defaulted<T, K extends keyof T> = Omit<T, K> & { readonly [P in K]?: T[P] | undefined };

/** No signature fits it, under any key. */
const unsigned = {
  algorithm: 'hmac-sha256',
  keyId: 'unsigned',
  value: 'unsigned',
  tokenVersion: '1.0',
} as const;

/** An intent that nothing vouches for yet: its signature names the key `unsigned`, and fits under none. */
export function createExecutionIntent(
  given: Defaulted<GivenIntent, 'intentId' | 'updatedAt'>,
): ExecutionIntent {
  const { intentId = `intent:${crypto.randomUUID()}`, updatedAt = timeNow() } = given;
  return parseExecutionIntent({
    ...createIntent({ ...given, intentId, updatedAt }),
    integrity: { ...unsigned, signedAt: updatedAt },
  });
}

export function signExecutionIntent(
  intent: UnsignedIntent,
  signing: Defaulted<Parameters<typeof signIntent>[1], 'signedAt'>,
): ExecutionIntent {
  const { keyId, secret, signedAt = timeNow() } = signing;
  return signIntent(intent, { keyId, secret, signedAt });
}

export function validateExecutionAuthorization(
  input: Defaulted<Parameters<typeof validateAuthorization>[0], 'now'>,
): ReturnType<typeof validateAuthorization> {
  return validateAuthorization({ ...input, now: input.now ?? new Date(Date.now()) });
}

/** What was decided about an intent, as upstream's service writes it down. */
export function createApprovalRecord(given: {
  readonly intent: ExecutionIntent;
  readonly decision: ApprovalRecord['decision'];
  readonly decidedBy: ApprovalRecord['decidedBy'];
  readonly decidedAt: string;
  readonly policyDecisionId: string;
  readonly policyAuditRecordId: string;
  readonly recordedByService: string;
  readonly reason?: string | undefined;
}): ApprovalRecord {
  const { intent, reason, ...said } = given;
  const { approvalRequestId } = intent.approval;
  const { risk, action, target, trace } = intent.snapshot;
  return parseApprovalRecord({
    schemaVersion: '1.0',
    approvalRecordId: `approval-record:${crypto.randomUUID()}`,
    intentId: intent.intentId,
    intentPayloadHash: intent.payloadHash,
    ...(approvalRequestId === undefined ? {} : { approvalRequestId }),
    ...said,
    ...(reason === undefined || reason === '' ? {} : { reason }),
    riskLevel: risk.level,
    actionClass: action.actionClass,
    targetResourceClass: target.resourceClass,
    targetResourceId: target.resourceId,
    trace,
    recordedAt: timeNow(),
  });
}

function timeNow(): string {
  return new Date(Date.now()).toISOString();
}
