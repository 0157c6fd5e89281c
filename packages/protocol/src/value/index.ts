export { Actor, actorOf, systemActor } from './actor.ts';
export {
  Assurance,
  meetsPersonAssurance,
  meetsServiceAssurance,
  PersonAssurance,
  ServiceAssurance,
} from './assurance.ts';
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
  LockId,
  PersonId,
  PolicyDecisionId,
  ReceiptId,
  StoreId,
  uuidFromId,
} from './ids.ts';
export {
  auditorRole,
  authenticated,
  identityOf,
  operatorRole,
  type Principal,
  type PrincipalFacts,
} from './principal.ts';
export { atLeastRisk, Risk, RiskLevel, RiskSignal, riskLevels } from './risk.ts';
export {
  addSeconds,
  isDue,
  millisecondsOf,
  Timestamp,
  timestampFromMilliseconds,
} from './timestamp.ts';
export { Trace } from './trace.ts';
export { Name, OpenObject, Prose } from './wire-text.ts';
