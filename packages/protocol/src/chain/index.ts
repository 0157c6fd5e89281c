export { type ApproverDirectory, findStageNobodyCanComplete } from './approver-directory.ts';
export {
  type BatchedDecision,
  batchChallenge,
  batchRowsMax,
  batchTree,
  batchViewDigest,
} from './batch.ts';
export {
  BreakGlassCause,
  judgeRelease,
  judgeReleaseAdmission,
  releaseOf,
} from './break-glass.ts';
export { ApproverKind, Chain, parseChain, Separation, Stage } from './chain.ts';
export {
  ApproverDecision,
  ChainEntry,
  DecisionAssertion,
  EntrySubmission,
  entryDigest,
  needsReason,
  type ParsedEntrySubmission,
  parseChainEntry,
  parseEntrySubmission,
  submissionDigest,
  submissionOf,
  waysOf,
} from './chain-entry.ts';
export { chainOutcome, chainProgress, type StageProgress } from './chain-progress.ts';
export {
  compareChains,
  compareStrictness,
  needsAnotherPerson,
  strictestChain,
} from './chain-strictness.ts';
export {
  type PasskeyTrust,
  type RegisteredPasskey,
  verifyDecisionAssertion,
} from './decision-assertion.ts';
export { type DecisionChallenge, decisionChallenge, reasonDigest } from './decision-challenge.ts';
export {
  type Approver,
  isListed,
  judgeEligibility,
  type Parties,
  selfOf,
} from './eligibility.ts';
export {
  type AskedSince,
  escalates,
  everyoneOf,
  type Joining,
  joiningOf,
  stageAt,
} from './escalation.ts';
export { asLent, judgeDelegate, OnBehalf, RecordedBehalf, voicesOf } from './on-behalf.ts';
export {
  endingRejection,
  isChosen,
  type Rejection,
  type RejectionChoice,
  rejectionCode,
  rejectionGrounds,
  rejectionOf,
  rejectionText,
} from './rejection.ts';
