export {
  ApiKeyVerb,
  accountDigest,
  ChannelName,
  type Credential,
  CredentialData,
  type CredentialFacts,
  CredentialId,
  type CredentialKind,
  type CredentialOf,
  secretDigest,
  subjectDigest,
} from './credential.ts';
export { decideDirectory } from './decide-directory.ts';
export {
  type Delegation,
  DelegationAssertion,
  DelegationTerms,
  delegationChallenge,
  delegationSecondsMax,
  type LentRoles,
  verifyDelegation,
} from './delegation.ts';
export type {
  AcceptTools,
  AddKey,
  AddPerson,
  ChangePerson,
  DirectoryChange,
  DirectoryCommand,
  LiftLock,
  MakeDelegation,
  MarkForTests,
  PlaceLock,
  RecordTools,
  RegisterCredential,
  RevokeCredential,
  RevokeDelegation,
  RevokeKey,
} from './directory-command.ts';
export {
  type AgentOwner,
  type DirectoryKey,
  type DirectoryState,
  emptyDirectory,
  evolveDirectory,
  type Person,
} from './directory-state.ts';
export {
  type Covered,
  findLock,
  findSessionLock,
  lockedBy,
  lockInForce,
  lockOn,
  locksInForce,
  withoutLocks,
} from './find-lock.ts';
export { governedKindOf } from './governed-change.ts';
export { everything, type Lock, LockTarget, targetKey, tokenPrefix } from './lock-target.ts';
export { PersistentMap } from './persistent-map.ts';
export { emailDigest, keptProfile, Profile, parseProfile } from './profile.ts';
export { lendsOf, lentNow, listDelegations } from './read-delegations.ts';
export {
  activeCredential,
  activePerson,
  approverDirectory,
  credentialsOf,
  findAccount,
  findApiKey,
  findByEmail,
  findOidc,
  findPasskey,
  findService,
  lockOnSecret,
  ownerOf,
  passkeysOf,
  presentApprovers,
} from './read-directory.ts';
export { namesElsewhere, serversOfAgent } from './read-tools.ts';
export { KeyPurpose, parseStoreEvent, StoreEvent, type StoreEventOf } from './store-event.ts';
export {
  type AcceptedTool,
  type DefinitionStanding,
  type RecordedTool,
  standingOf,
  type ToolServer,
  ToolServerId,
  toolsMax,
} from './tool-server.ts';
