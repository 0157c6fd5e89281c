export {
  type AgentNotice,
  type NoticedRequest,
  toAgentNotice,
} from './agent-notice.ts';
export {
  type ClaimedDecision,
  fromDecisionInput,
  toApprovalRecords,
  toDecisionInput,
} from './approval-record.ts';
export { approvalEnd, approvalSecondsDefault } from './approval-window.ts';
export {
  fromApprovedArtifact,
  type GrantTrust,
  toApprovedArtifact,
  toGrantArtifact,
  verifyGrantArtifact,
} from './approved-artifact.ts';
export { type FlowAuditEvent, flowEventAliases, toFlowAuditEvents } from './audit-events.ts';
export { type FlowIdKind, fromFlowId, idForName, toFlowId } from './flow-ids.ts';
export {
  FlowExtension,
  FlowRecords,
  fromFlowRecords,
  type ImportedFlow,
  toFlowRecords,
} from './flow-records.ts';
export { FlowTime } from './flow-time.ts';
export {
  type FlowCode,
  type FlowRefusal,
  type FlowVerdict,
  flowCodes,
  toFlowCode,
} from './flow-verdict.ts';
export {
  type BoundIntent,
  fromAction,
  readIntent,
  summaryOf,
  toAction,
  toolParameters,
} from './intent-action.ts';
export {
  type ArtifactTrust,
  type FlowAttempt,
  type JudgedExecution,
  judgeExecution,
} from './judge-execution.ts';
export {
  computeDispatchPayloadHash,
  computeExecutionIntentPayloadHash,
  createExecutionIntent,
  stableStringify,
} from './payload-hash.ts';
export {
  ApprovalDecisionInput,
  ApprovalRecord,
  ApprovedIntentArtifact,
  ExecutionIntent,
  FlowApprovalRequest,
  FlowTarget,
  FlowTrace,
  IntentSnapshot,
  PrincipalReference,
  parseApprovalDecisionInput,
  parseApprovalRecord,
  parseApprovedIntentArtifact,
  parseExecutionIntent,
  parseFlowRequest,
  parseIntentSnapshot,
  parseSignedFlowRequest,
  SignedFlowRequest,
  type UnsignedArtifact,
  type UnsignedIntent,
} from './records.ts';
export {
  type FlowPlacing,
  fromFlowRequest,
  toFlowRequest,
  toSignedFlowRequest,
  verifySignedFlowRequest,
} from './request-translation.ts';
export {
  fromFlowRoute,
  type RoutingRule,
  routeFor,
  separationFor,
  toFlowRoute,
} from './routing.ts';
export {
  artifactSigningText,
  type FlowSecrets,
  type IntentSigning,
  type IntentTrust,
  intentSigningInput,
  intentSigningText,
  signApprovedIntentArtifact,
  signExecutionIntent,
  verifyArtifactHmac,
  verifyIntentSignature,
  withIntentSignature,
} from './signatures.ts';
export {
  type IntentValidationResult,
  validateExecutionAuthorization,
  verifyApprovedIntentArtifact,
  verifyExecutionIntentSignature,
} from './upstream-names.ts';
export {
  type FlowLifecycle,
  type FlowPolicyResult,
  type FlowRequestState,
  fromPolicyResult,
  toPolicyResult,
} from './vocabulary.ts';
