export {
  ActionBinding,
  actionDigest,
  bindingMismatchCodes,
  compareAction,
  parseActionBinding,
} from './action-binding.ts';
export {
  type ActionTitle,
  describeAction,
  type TitlePart,
  type TitleTemplatePart,
} from './action-title.ts';
export { Actor, actorOf, systemActor } from './actor.ts';
export { Advice, parseAdvice } from './advice.ts';
export { AnchorMark, isFurther, parseAnchorMark } from './anchor-mark.ts';
export {
  type CaseRound,
  type CaseState,
  caseStatus,
  decideRound,
  emptyCase,
  evolveCase,
  type RoundProposal,
  roundsMaxDefault,
} from './approval-case.ts';
export {
  ApprovalRequest,
  inputDigest,
  Precondition,
  parseApprovalRequest,
  Route,
  Scope,
} from './approval-request.ts';
export { type ApproverDirectory, findStageNobodyCanComplete } from './approver-directory.ts';
export {
  Assurance,
  meetsPersonAssurance,
  meetsServiceAssurance,
  PersonAssurance,
  ServiceAssurance,
} from './assurance.ts';
export { decodeBase64url, encodeBase64url } from './base64url.ts';
export { BundleTrust, isValidAt } from './bundle/bundle-trust.ts';
export {
  BundleDecider,
  BundleNoteKey,
  type BundleParts,
  BundlePasskey,
  BundleSigningKey,
  BundleSource,
  buildBundle,
  bundleText,
  bundleType,
  EventInclusion,
  EvidenceBundle,
  KeptEvent,
  parseBundleText,
  parseEvidenceBundle,
} from './bundle/evidence-bundle.ts';
export {
  type BundleReport,
  type Statement,
  type StatementId,
  statementIds,
  statements,
} from './bundle/statement.ts';
export { summariseBundle } from './bundle/summarise-bundle.ts';
export { bundleVerifier, verifyBundle } from './bundle/verify-bundle.ts';
export { canonicalize } from './canonical-json.ts';
export { ApproverKind, Chain, parseChain, Separation, Stage } from './chain.ts';
export {
  ApproverDecision,
  ChainEntry,
  DecisionAssertion,
  EntrySubmission,
  entryDigest,
  parseChainEntry,
  parseEntrySubmission,
  submissionDigest,
  submissionOf,
} from './chain-entry.ts';
export { chainOutcome, chainProgress, type StageProgress } from './chain-progress.ts';
export type { Decision } from './decision.ts';
export {
  type PasskeyTrust,
  type RegisteredPasskey,
  verifyDecisionAssertion,
} from './decision-assertion.ts';
export { type DecisionChallenge, decisionChallenge, reasonDigest } from './decision-challenge.ts';
export { Digest, equalDigests, sha256, sha256OfBytes, sha256OfText } from './digest.ts';
export {
  ApiKeyVerb,
  accountDigest,
  type Credential,
  CredentialData,
  type CredentialFacts,
  CredentialId,
  type CredentialKind,
  type CredentialOf,
  secretDigest,
  subjectDigest,
} from './directory/credential.ts';
export { decideDirectory } from './directory/decide-directory.ts';
export type {
  AddKey,
  AddPerson,
  ChangePerson,
  DirectoryChange,
  DirectoryCommand,
  MarkForTests,
  RegisterCredential,
  RevokeCredential,
  RevokeKey,
} from './directory/directory-command.ts';
export {
  type AgentOwner,
  type DirectoryKey,
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  type Person,
} from './directory/directory-state.ts';
export { PersistentMap } from './directory/persistent-map.ts';
export { keptProfile, Profile, parseProfile } from './directory/profile.ts';
export {
  activeCredential,
  activePerson,
  approverDirectory,
  credentialsOf,
  findApiKey,
  findOidc,
  findPasskey,
  findService,
  findSlack,
  ownerOf,
  passkeysOf,
} from './directory/read-directory.ts';
export {
  KeyPurpose,
  parseStoreEvent,
  StoreEvent,
  type StoreEventOf,
} from './directory/store-event.ts';
export { type Approver, judgeEligibility, type Parties, selfOf } from './eligibility.ts';
export { type EventStream, type EventType, eventTypes } from './events.ts';
export {
  absentEvidence,
  decideEvidence,
  type EvidenceCommand,
  EvidenceEnvelope,
  EvidenceEvent,
  type EvidenceState,
  type EvidenceStatus,
  evidenceSecondsDefault,
  evolveEvidence,
  Fingerprint,
  parseEvidenceEnvelope,
  parseEvidenceEvent,
} from './evidence-envelope.ts';
export { type Fact, factsOf } from './fact.ts';
export {
  Grant,
  grantType,
  parseGrant,
  type SignedGrant,
  type VerifiedGrant,
  verifyGrant,
} from './grant.ts';
export { hmacSha256, isHmacSha256 } from './hmac-sha256.ts';
export {
  absentHold,
  confirmationChoices,
  DetectedIntent,
  decideHold,
  evolveHold,
  Hold,
  type HoldCommand,
  HoldEvent,
  type HoldState,
  type HoldStatus,
  holdAnswer,
  judgeSession,
  parseHold,
  parseHoldEvent,
} from './hold.ts';
export {
  AdviceId,
  ApprovalRequestId,
  ApprovalResolutionId,
  CaseId,
  ChainEntryId,
  EvidenceId,
  GrantId,
  HoldId,
  IntentId,
  idFromUuid,
  PersonId,
  PolicyDecisionId,
  ReceiptId,
  StoreId,
  uuidFromId,
} from './ids.ts';
export {
  defaultJsonLimits,
  type JsonArray,
  type JsonLimits,
  type JsonObject,
  type JsonValue,
  snapshot,
} from './json-value.ts';
export {
  assembleJws,
  jwsHeader,
  jwsSigningInput,
  type VerifiedJws,
  verifyJws,
} from './jws.ts';
export {
  assembleCheckpoint,
  type Checkpoint,
  checkpointText,
  type VerifiedCheckpoint,
  verifyCheckpoint,
} from './log/checkpoint.ts';
export { LogLeaf, leafHash, parseLogLeaf } from './log/log-leaf.ts';
export {
  consistencyNodes,
  consistencyProof,
  inclusionNodes,
  inclusionProof,
  type ReadNode,
  verifyConsistency,
  verifyInclusion,
} from './log/merkle-proof.ts';
export {
  appendLeaf,
  emptyFrontier,
  emptyRoot,
  Frontier,
  parseFrontier,
  rootOf,
  TreeHash,
  type TreeNode,
  type TreePlace,
} from './log/merkle-tree.ts';
export { type NoteKey, type NoteSignature, noteKeyId } from './log/signed-note.ts';
export {
  checkTransition,
  type LogRow,
  type LogStart,
  logVerifier,
  type StreamHeads,
} from './log/verify-log.ts';
export { parserOf } from './parse-object.ts';
export {
  decidePlan,
  evolvePlan,
  judgeStep,
  newPlan,
  type PlanBlock,
  type PlanCommand,
  PlanEvent,
  type PlanState,
  type PlanStatus,
  type PlanStep,
  parsePlanEvent,
} from './plan.ts';
export {
  type Evaluation,
  PolicyDecision,
  PolicyVerdict,
  parsePolicyDecision,
} from './policy-decision.ts';
export {
  type PresentedView,
  presentedView,
  shortCode,
  viewDigest,
  viewRenderer,
} from './presented-view.ts';
export {
  authenticated,
  identityOf,
  operatorRole,
  type Principal,
  type PrincipalFacts,
} from './principal.ts';
export { InvariantViolation, type Problem, ProtocolError } from './protocol-error.ts';
export {
  type ImportedKey,
  importArtifactKey,
  importPublicKey,
  PublicKey,
} from './public-key.ts';
export {
  type AgentOutcome,
  agentOutcomes,
  type ReasonCode,
  type ReasonCodeEntry,
  type ReasonKind,
  type Retry,
  reasonCodes,
} from './reason-codes.ts';
export { ExecutionOutcome, parseReceipt, Receipt } from './receipt.ts';
export type { Refusal, Verdict } from './refusal.ts';
export { decideRequest } from './request/decide-request.ts';
export { type InForce, judgeEpoch, judgeVersions } from './request/in-force.ts';
export { type DecidableStage, judgeDecider } from './request/judge-decider.ts';
export { executionOutcome, mayStart } from './request/report-execution.ts';
export type {
  Advise,
  CancelRequest,
  ConsumeGrant,
  ExpireRequest,
  OpenRequest,
  ReconcileExecution,
  RecordEntry,
  ReportExecution,
  RequestCommand,
  RevokeGrant,
  VoidRequest,
} from './request/request-command.ts';
export { parseRequestEvent, RequestEvent, type RequestEventOf } from './request/request-event.ts';
export {
  type AbsentRequest,
  absentRequest,
  deadlineOf,
  effectiveStatus,
  evolveRequest,
  foldRequest,
  type OpenedRequest,
  type RequestState,
  type RequestStatus,
  requestTransitions,
  statusCode,
} from './request/request-state.ts';
export { parseRequestArtifact, RequestArtifact, requestArtifactType } from './request-artifact.ts';
export { parseResolution, Resolution } from './resolution.ts';
export { atLeastRisk, Risk, RiskLevel, RiskSignal, riskLevels } from './risk.ts';
export { openSealed } from './sealed/open-sealed.ts';
export { type SealKey, sealKey } from './sealed/seal-key.ts';
export { type SealedParameters, sealParameters } from './sealed/seal-parameters.ts';
export { isSealed, SealedValue, sealKeyIdOf } from './sealed/sealed-value.ts';
export {
  parseStreamEvent,
  type SealedEvent,
  StreamEvent,
  type StreamHead,
  sealEvents,
  verifyStream,
} from './stream-event.ts';
export { parseStrict } from './strict-json.ts';
export {
  addSeconds,
  isDue,
  millisecondsOf,
  Timestamp,
  timestampFromMilliseconds,
} from './timestamp.ts';
export { Trace } from './trace.ts';
export {
  type ExecutableRequest,
  type ExecutionAttempt,
  type ExecutionVerdict,
  executionSteps,
  verifyForExecution,
} from './verify-for-execution.ts';
export {
  countMarks,
  joinSegments,
  MarkKind,
  renderPlain,
  segmentText,
  TextSegment,
} from './visible-text.ts';
export {
  type AssertionInput,
  type VerifiedAssertion,
  verifyAssertion,
  WebAuthnResponse,
} from './webauthn.ts';
export { Name, OpenObject, Prose } from './wire-text.ts';
