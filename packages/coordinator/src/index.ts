export {
  activatePolicy,
  cancelAllOvertaken,
  decideActivation,
  type PolicyBrought,
  policyBytes,
} from './activate-policy.ts';
export { admitToHold } from './admit-to-hold.ts';
export { allowancesMax } from './allowance/allowance-claims.ts';
export { askAllowance, askConfirmation } from './allowance/ask-allowance.ts';
export { endAllowance } from './allowance/change-allowance.ts';
export {
  type ListedAllowance,
  listAllowances,
  listCovered,
  readAllowance,
} from './allowance/list-allowances.ts';
export { runAllowance } from './allowance/make-allowance.ts';
export { previewAllowance } from './allowance/preview-allowance.ts';
export { type Amendment, amendRequest } from './amend-request.ts';
export { compareAnchor, examineAnchor, passAnchor } from './anchor/compare-anchor.ts';
export { loadCase } from './approval-rounds.ts';
export { cancelRequest } from './cancel-request.ts';
export { carryOut, type HouseRun } from './carry-out.ts';
export { changeGuard, type ListedGuard, listGuards, loadGuard } from './change-guard.ts';
export { changePlan } from './change-plan.ts';
export type { ChangedRequest, CommitEffect } from './change-request.ts';
export { type CommitWindow, changeStream, type StreamChange } from './change-stream.ts';
export type {
  ActionBytes,
  ClaimEnd,
  ClaimKey,
  ClaimScope,
  ClaimTaken,
  Commit,
  CommitResult,
  GuardName,
  Guards,
  OutboxMessage,
  StoredRow,
  StreamAppend,
} from './commit.ts';
export {
  type ConsumedRequest,
  type Consumption,
  confirmConsumption,
  consumeGrant,
} from './consume-grant.ts';
export { type Context, createContext, inForceFor, type Memory } from './context.ts';
export { flushDecisions } from './decision-segment.ts';
export {
  changeDirectory,
  changeDirectoryAtOnce,
  decideInOrder,
  profileBytes,
} from './directory/change-directory.ts';
export { type DirectoryPeopleOptions, directoryPeople } from './directory/directory-people.ts';
export { type DirectoryContext, loadDirectory } from './directory/load-directory.ts';
export { readProfile } from './directory/read-profile.ts';
export { type PublishedKey, type PublishedKeys, syncKeys } from './directory/sync-keys.ts';
export {
  type EdgeCaller,
  type IssuedSnapshot,
  issueSnapshot,
  type SnapshotSettings,
} from './edge/issue-snapshot.ts';
export { listEdges, loadEdge } from './edge/load-edge.ts';
export {
  contradictionNote,
  type EvaluatePast,
  edgeNote,
  type RecordedBatch,
  recordEdgeBatch,
} from './edge/record-edge-batch.ts';
export { endAllLocked, endLocked } from './end-locked.ts';
export {
  evaluateAndOpen,
  type Proposal,
  type Proposed,
} from './evaluate-and-open.ts';
export { expireDue, expireRequest } from './expire-due.ts';
export { expireHoldsDue } from './expire-holds-due.ts';
export { type BundleOptions, exportBundle } from './export-bundle.ts';
export { failClosed } from './fail-closed.ts';
export { countEvents } from './insights/count-events.ts';
export {
  type InsightsQuestion,
  type InsightsRead,
  readInsights,
} from './insights/read-insights.ts';
export type {
  SummedBy,
  TalliedPlace,
  Tally,
  TallyKind,
  TallyQuery,
  TallyStep,
  TallySum,
} from './insights/tally.ts';
export { issueArtifact } from './issue-artifact.ts';
export { issueGrant } from './issue-grant.ts';
export { type Joining, joinConversation } from './join-conversation.ts';
export { judgeClock } from './judge-clock.ts';
export { endEveryLocked, liftLock } from './lift-lock.ts';
export { liftRejection } from './lift-rejection.ts';
export {
  type KeptOfUnasked,
  listUnasked,
  readKept,
  type UnaskedPage,
  type UnaskedPlace,
  type UnaskedRow,
} from './list-unasked.ts';
export { type KeptAction, loadAction, loadKeptAction } from './load-action.ts';
export { loadHold, loadSessionHold } from './load-hold.ts';
export { loadPlan } from './load-plan.ts';
export { type Folding, type Loaded, loadStream } from './load-stream.ts';
export { loadVoters } from './load-voters.ts';
export { type ExportOptions, exportLog } from './log/export-log.ts';
export { logOrigin } from './log/log-origin.ts';
export type { CheckpointSink, NoteSigner } from './log/log-ports.ts';
export type {
  EventPlace,
  KeptCheckpoint,
  LogAppend,
  LoggedLeaf,
  LoggedRow,
  LogHead,
  LogStore,
  SavedCheckpoint,
} from './log/log-store.ts';
export { type ConsistencyProof, proveConsistency } from './log/prove-consistency.ts';
export { type InclusionProof, proveInclusion } from './log/prove-inclusion.ts';
export { type Sequenced, type SequencerPorts, sequenceEvents } from './log/sequence-events.ts';
export { type MadeView, makeSmallView, makeView } from './make-view.ts';
export { openHouseRequest, openToolsRequest } from './open-house-request.ts';
export { overrideStore } from './override-store.ts';
export { coveredCaller, loadLocks, passLocks } from './pass-locks.ts';
export {
  answerHold,
  expireHold,
  placeHold,
  renderHold,
  resumeHold,
} from './place-hold.ts';
export type { PlanBlocking } from './plan-consequences.ts';
export {
  type Advisor,
  type Anchor,
  AnchorUnavailable,
  type Clock,
  type Deliveries,
  defaultSettings,
  type Ids,
  type Notifier,
  type People,
  type Policies,
  type Ports,
  type Settings,
  type Signer,
  type Views,
} from './ports.ts';
export { previewPolicy } from './preview-policy.ts';
export { answerQuestion, questionAgent } from './question-agent.ts';
export { type HoldRecord, readHoldRecord } from './read-hold-record.ts';
export { listInbox, type ReadRequest, readHistory, readRequest } from './read-request.ts';
export { recordAdvice } from './record-advice.ts';
export { recordBatch, type SubmittedBatch } from './record-batch.ts';
export { recordEntry, recordRefusedAnswer, type SubmittedEntry } from './record-entry.ts';
export { consumeEvidence, recordEvidence } from './record-evidence.ts';
export { recordSilentDue } from './record-silent-due.ts';
export { recordTools, type SeenTools, type ToolText, toolTexts } from './record-tools.ts';
export { listReviews, type ReviewedRelease, reviewRelease } from './release-reviews.ts';
export { reconcileExecution, recordSilence, reportExecution } from './report-execution.ts';
export { liveKey } from './request-claims.ts';
export { revokeGrant } from './revoke-grant.ts';
export { revokeAllLeft } from './revoke-left.ts';
export { decidersOf } from './search/index-entry.ts';
export { indexEvents } from './search/index-events.ts';
export {
  countFound,
  type FoundCount,
  isIndexed,
  prepareSearch,
  type SearchQuestion,
  searchPage,
} from './search/search-requests.ts';
export type {
  IndexCondition,
  IndexEntry,
  IndexedPlace,
  IndexPage,
  IndexQuery,
  IndexStep,
  SearchStore,
} from './search/search-store.ts';
export { type FoundPlace, whereFound } from './search/where-found.ts';
export {
  createToolIndex,
  readTools,
  seenToolsMax,
  type ToolIndex,
} from './seen-tools.ts';
export { startEpoch } from './start-epoch.ts';
export {
  type DeadLetter,
  type HeldClaim,
  type LaterMessage,
  type LeasedMessage,
  type ListPage,
  type ListQuery,
  type OutboxSettlement,
  type PreferencesWrite,
  type Store,
  type StoredPreferences,
  type StoreReader,
  type StoreState,
  StoreUnavailable,
  StoreUnusable,
  type StreamRow,
} from './store.ts';
export { rowOf } from './stored-row.ts';
export {
  evidenceStream,
  holdStream,
  invitationStream,
  planStream,
  requestStream,
  segmentStream,
  sessionStream,
  storeStream,
  terminalSignInStream,
} from './stream-name.ts';
export { type TimeWatch, watchTime } from './time-watch.ts';
export { voidEarlierEpochs, voidRequest } from './void-request.ts';
export { waitForChange } from './wait-for-change.ts';
export { pauseNote } from './while-paused.ts';
