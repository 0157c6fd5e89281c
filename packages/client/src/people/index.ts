export type { ShownStatus } from '@countersign/wire/agent-answers';
export type { LinkableChannel, LinkStep } from '@countersign/wire/channels';
export type {
  CredentialFacts,
  CredentialPage,
  RegisteredCredential,
} from '@countersign/wire/credentials';
export type { RequestHistory } from '@countersign/wire/evidence';
export type { HoldFacts } from '@countersign/wire/holds';
export type { HouseRequestOpened } from '@countersign/wire/house';
export type { InvitationFacts, RedemptionStart } from '@countersign/wire/invitations';
export type { KeyList, SigningKeyFacts } from '@countersign/wire/keys';
export type { LockFacts, LockPreview } from '@countersign/wire/locks';
export type { CheckpointFacts, ConsistencyFacts, InclusionFacts } from '@countersign/wire/log';
export type { DeadLetter } from '@countersign/wire/operating';
export type { PeoplePage, PersonFacts } from '@countersign/wire/people';
export type {
  PolicyCheck,
  PolicyExplanation,
  PolicyFacts,
  PolicyFile,
  PolicyPreview,
  PolicyRule,
} from '@countersign/wire/policy';
export type { PolicyReplay, ReplayedDecision } from '@countersign/wire/replay';
export type {
  ListQuery,
  RequestCounts,
  RequestPage,
  RequestRepresentation,
  RequestRow,
  StageFacts,
} from '@countersign/wire/requests';
export type { CeremonyStart, SessionFacts, SignInWays } from '@countersign/wire/sessions';
export type {
  TerminalSignInFacts,
  TerminalSignInStart,
  TerminalToken,
} from '@countersign/wire/terminal-sign-ins';
export {
  declarableEffects,
  type PolicyProposal,
  type PolicyProposals,
  reversibilities,
  type SeenTool,
  type SeenTools,
  type UnaskedPage,
  type UnaskedRow,
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
export { ApiProblem, type ApiProblemFacts } from './api-problem.ts';
export type { FindBrowserKey, HeldBrowserKey } from './browser-prover.ts';
export type { Change, FeedOptions, FeedState } from './change-feed.ts';
export { pastCalls } from './past-calls.ts';
export { createPersonApi, type PersonApi } from './person-api.ts';
export type { CallOptions, PersonApiOptions, WriteOptions } from './person-caller.ts';
export type { WaitOptions } from './request-calls.ts';
export type { CeremonyAnswer, Journey, WithKey } from './sign-in-calls.ts';
