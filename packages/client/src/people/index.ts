export type { ShownStatus } from '@countersign/wire/agent-answers';
export type { AllowanceFacts, AllowancePreview } from '@countersign/wire/allowances';
export type { BatchAnswer, BatchRow } from '@countersign/wire/batches';
export type { LinkableChannel, LinkStep } from '@countersign/wire/channels';
export type {
  CredentialFacts,
  CredentialPage,
  RegisteredCredential,
} from '@countersign/wire/credentials';
export type { DelegationFacts, DelegationList } from '@countersign/wire/delegations';
export type { RequestHistory } from '@countersign/wire/evidence';
export type { GuardFacts } from '@countersign/wire/guards';
export type { HoldFacts } from '@countersign/wire/holds';
export type { HouseRequestOpened } from '@countersign/wire/house';
export type {
  InsightsAnswer,
  InsightsCounts,
  InsightsMeasure,
  InsightsQuery,
  InsightsStage,
  InsightsTable,
  InsightsUnanswered,
} from '@countersign/wire/insights';
export type { InvitationFacts, RedemptionStart } from '@countersign/wire/invitations';
export type { KeyList, SigningKeyFacts } from '@countersign/wire/keys';
export type { ListedInvitation } from '@countersign/wire/listed-invitations';
export type { LockFacts, LockPreview } from '@countersign/wire/locks';
export type { CheckpointFacts, ConsistencyFacts, InclusionFacts } from '@countersign/wire/log';
export type { DeadLetter } from '@countersign/wire/operating';
export type { PageAddress } from '@countersign/wire/pages';
export type { PeoplePage, PersonFacts } from '@countersign/wire/people';
export type {
  PolicyCheck,
  PolicyExplanation,
  PolicyFacts,
  PolicyFile,
  PolicyPreview,
  PolicyRule,
} from '@countersign/wire/policy';
export type {
  ChannelChoice,
  NewDevice,
  PersonalChannelFacts,
  Preferences,
  PreferencesChange,
  PreferencesFacts,
} from '@countersign/wire/preferences';
export type { PolicyReplay, ReplayedDecision } from '@countersign/wire/replay';
export type {
  ListQuery,
  RequestCounts,
  RequestPage,
  RequestRepresentation,
  RequestRow,
  ReviewList,
  StageFacts,
} from '@countersign/wire/requests';
export type {
  FoundPage,
  FoundRow,
  SavedView,
  SearchOutcome,
  SearchQuery,
  SearchQuestion,
} from '@countersign/wire/search';
export type { CeremonyStart, SessionFacts, SignInWays } from '@countersign/wire/sessions';
export type {
  TerminalSignInFacts,
  TerminalSignInStart,
  TerminalToken,
} from '@countersign/wire/terminal-sign-ins';
export type {
  PolicyProposal,
  PolicyProposals,
  SeenTool,
  SeenTools,
  UnaskedPage,
  UnaskedRow,
} from '@countersign/wire/unasked';
export type {
  DisplayPart,
  Eligibility,
  ShownMark,
  SimilarRequest,
  ViewAnswer,
} from '@countersign/wire/views';
export type {
  LockTarget,
  NewApiKey,
  NewPerson,
  PageOptions,
  PersonChange,
} from './access-calls.ts';
export { type AllowanceAsked, allowanceCalls } from './allowance-calls.ts';
export { ApiProblem, type ApiProblemFacts } from './api-problem.ts';
export { batchCalls } from './batch-calls.ts';
export type { FindBrowserKey, HeldBrowserKey } from './browser-prover.ts';
export type { Change, FeedOptions, FeedState } from './change-feed.ts';
export { delegationCalls } from './delegation-calls.ts';
export { invitationCalls } from './invitation-calls.ts';
export { pastCalls } from './past-calls.ts';
export { createPersonApi, type PersonApi } from './person-api.ts';
export type { CallOptions, PersonApiOptions, WriteOptions } from './person-caller.ts';
export { releaseCalls } from './release-calls.ts';
export type { WaitOptions } from './request-calls.ts';
export { searchCalls } from './search-calls.ts';
export { settingCalls } from './setting-calls.ts';
export type { CeremonyAnswer, Journey, WithKey } from './sign-in-calls.ts';
