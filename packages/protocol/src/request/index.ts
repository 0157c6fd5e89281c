export { Advice, parseAdvice } from './advice.ts';
export {
  AdvisedFindings,
  type AdvisorAnswer,
  advisedMember,
  parseAdvisorAnswer,
} from './advised-findings.ts';
export {
  ApprovalRequest,
  inputDigest,
  Precondition,
  parseApprovalRequest,
  Route,
  Scope,
} from './approval-request.ts';
export { decideRequest } from './decide-request.ts';
export { coveredOf } from './end-locked.ts';
export {
  Grant,
  grantType,
  parseGrant,
  type SignedGrant,
  type VerifiedGrant,
  verifyGrant,
} from './grant.ts';
export { type InForce, judgeEpoch, judgeVersions } from './in-force.ts';
export { type DecidableStage, judgeDecider } from './judge-decider.ts';
export {
  attestedServerMember,
  type Evaluation,
  PolicyDecision,
  PolicyVerdict,
  parsePolicyDecision,
  reversibilityNote,
  reversibilityOf,
} from './policy-decision.ts';
export { ExecutionOutcome, parseReceipt, Receipt } from './receipt.ts';
export { executionOutcome, type HeardConsume, mayStart } from './report-execution.ts';
export { parseRequestArtifact, RequestArtifact, requestArtifactType } from './request-artifact.ts';
export type {
  Advise,
  CancelRequest,
  ConsumeGrant,
  EndLocked,
  ExpireRequest,
  LiftRejection,
  OpenRequest,
  ReaffirmRequest,
  ReconcileExecution,
  RecordEntry,
  ReportExecution,
  RequestCommand,
  RevokeGrant,
  RevokeLeft,
  VoidRequest,
} from './request-command.ts';
export { parseRequestEvent, RequestEvent, type RequestEventOf } from './request-event.ts';
export {
  type AbsentRequest,
  absentRequest,
  deadlineOf,
  effectiveStatus,
  evolveRequest,
  foldRequest,
  isClosed,
  type OpenedRequest,
  type OpenedStatus,
  openedStatuses,
  type RequestState,
  type RequestStatus,
  requestTransitions,
  statusCode,
} from './request-state.ts';
export { parseResolution, Resolution } from './resolution.ts';
export { maySeeValues, type Reader } from './see-values.ts';
export { roundsLeft, type ToldAgent, toldAgent } from './told-agent.ts';
export {
  type KeptPart,
  keptParts,
  parseUnaskedAnswer,
  UnaskedAnswer,
  type UnaskedRetention,
} from './unasked-answer.ts';
export {
  type ExecutableRequest,
  type ExecutionAttempt,
  type ExecutionVerdict,
  executionSteps,
  verifyForExecution,
} from './verify-for-execution.ts';
