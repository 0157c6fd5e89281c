export type { AgtRefusal, AgtVerdict } from './agt-verdict.ts';
export {
  type AgtAuditEntry,
  type AuditedApproval,
  toAgtAuditEntry,
  unprovenMembers,
} from './audit-entry.ts';
export {
  agtActionDigest,
  agtEntryDigest,
  agtInputDigest,
  type PresentedMembers,
  presentedMembers,
} from './digests.ts';
export {
  type AgtEvent,
  type AgtEventName,
  agtEventAliases,
  agtEventNames,
  fromAgtEventName,
  toAgtEvents,
} from './events.ts';
export {
  type AgtAttempt,
  fromAgtChain,
  fromAgtRecords,
  type ImportedRecords,
  validateAgtRecords,
} from './from-records.ts';
export { judgeRecords } from './judge-records.ts';
export {
  LegacyAnswer,
  LegacyRequest,
  parseLegacyAnswer,
  parseLegacyRequest,
  toLegacyRequest,
} from './legacy-forms.ts';
export {
  AgtPolicyResult,
  outcomeAliases,
  outcomeOf,
  parseAgtPolicyResult,
  toAgtPolicyResult,
} from './policy-result.ts';
export { AgtTime, isWholeMilliseconds, pythonTime, timestampOf } from './python-time.ts';
export { type AgtCode, agtCodes, fromAgtCode, toAgtCode } from './reason-mapping.ts';
export {
  AgtActionBinding,
  AgtApprovalRequest,
  AgtChain,
  AgtChainEntry,
  AgtExtension,
  AgtPolicyDecision,
  AgtRecords,
  AgtRequestStatus,
  AgtResolution,
  AgtStage,
  agtSchemaVersion,
  parseAgtApprovalRequest,
  parseAgtChain,
  parseAgtChainEntry,
  parseAgtPolicyDecision,
  parseAgtRecords,
  parseAgtResolution,
} from './records.ts';
export { agtStatusOf } from './status-mapping.ts';
export { checkLegacyTerms, type LegacyTerms, type StrictMode, strictMode } from './strict-mode.ts';
export { toAgtChain, toAgtRecords, toAgtRequest } from './to-records.ts';
export {
  type AgtWebhookRequest,
  AgtWebhookResponse,
  type AnsweredDecision,
  fromAgtWebhookRequest,
  fromAgtWebhookResponse,
  toAgtWebhookRequest,
  toAgtWebhookResponse,
  type WebhookVerdict,
  webhookLimits,
  webhookMarks,
} from './webhook.ts';
