export { Advice, parseAdvice } from './advice.ts';
export {
  AdvisedFindings,
  type AdvisorAnswer,
  advisedMember,
  parseAdvisorAnswer,
} from './advised-findings.ts';
export {
  chainAfter,
  firstAsked,
  judgeAmendment,
  partiesAfter,
  type Version,
} from './amend-request.ts';
export {
  AmendTerms,
  amendmentsMax,
  EarlierVersion,
  findOverlap,
  pathsOf,
} from './amend-terms.ts';
export {
  type AmendedParameters,
  judgeAmendedParameters,
  type ParameterChange,
} from './amended-parameters.ts';
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
export { mayOversee } from './end-request.ts';
export {
  Grant,
  grantType,
  parseGrant,
  type SignedGrant,
  type VerifiedGrant,
  verifyGrant,
} from './grant.ts';
export { type InForce, judgeEpoch, judgeVersions } from './in-force.ts';
export { aloneReason, type BatchRow, judgeBatch, refusedRow } from './judge-batch.ts';
export { type DecidableStage, judgeDecider, judgeReleaser } from './judge-decider.ts';
export { judgeVoters } from './judge-voters.ts';
export {
  attestedServerMember,
  type Evaluation,
  makePolicyDecision,
  PolicyDecision,
  PolicyVerdict,
  parsePolicyDecision,
  reversibilityNote,
  reversibilityOf,
} from './policy-decision.ts';
export { questionsMax } from './question.ts';
export { AgentQuestion, AnswerText, QuestionText } from './question-text.ts';
export { ExecutionOutcome, parseReceipt, Receipt } from './receipt.ts';
export { ReleaseReview, ReleaseVerdict } from './release-review.ts';
export { executionOutcome, type HeardConsume, mayStart } from './report-execution.ts';
export { parseRequestArtifact, RequestArtifact, requestArtifactType } from './request-artifact.ts';
export type {
  Advise,
  AmendRequest,
  AnswerQuestion,
  AskQuestion,
  CancelRequest,
  ConsumeGrant,
  CoverRequest,
  EndLocked,
  ExpireRequest,
  LiftRejection,
  OpenRequest,
  ReaffirmRequest,
  ReconcileExecution,
  RecordEntry,
  ReportExecution,
  RequestCommand,
  ReviewRelease,
  RevokeGrant,
  RevokeLeft,
  VoidRequest,
} from './request-command.ts';
export { parseRequestEvent, RequestEvent, type RequestEventOf } from './request-event.ts';
export { type RequestOutcome, requestOutcome, requestOutcomes } from './request-outcome.ts';
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
export {
  evolveReviews,
  noReviews,
  type OpenReview,
  type OpenReviews,
  parseReviewEvent,
  ReviewEvent,
} from './review-list.ts';
export {
  maySeeUnasked,
  maySeeValues,
  oversees,
  type Reader,
  type Readers,
  readersOf,
} from './see-values.ts';
export { roundsLeft, type ToldAgent, toldAgent } from './told-agent.ts';
export {
  type KeptPart,
  keptParts,
  parseUnaskedAnswer,
  UnaskedAnswer,
  type UnaskedRetention,
} from './unasked-answer.ts';
export {
  answersTogetherMax,
  packAnswers,
  parseUnaskedIn,
  UnaskedAnswers,
  unaskedTypes,
  unpackAnswers,
} from './unasked-answers.ts';
export {
  type ExecutableRequest,
  type ExecutionAttempt,
  type ExecutionVerdict,
  executionSteps,
  verifyForExecution,
} from './verify-for-execution.ts';
