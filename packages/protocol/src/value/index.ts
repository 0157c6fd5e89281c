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
  AllowanceId,
  ApprovalRequestId,
  ApprovalResolutionId,
  CaseId,
  ChainEntryId,
  DelegationId,
  EvidenceId,
  GrantId,
  HoldId,
  IntentId,
  idFromUuid,
  LockId,
  PersonId,
  PolicyDecisionId,
  QuestionId,
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
  rememberedTimestamp,
  Timestamp,
  timestampFromMilliseconds,
} from './timestamp.ts';
export {
  type DeclaredEffect,
  declaredEffects,
  type Reversibility,
  reversibilities,
} from './tool-effect.ts';
export { Trace } from './trace.ts';
export { Name, OpenObject, Prose } from './wire-text.ts';
