export { findDisagreements, type MplpFlow } from './agreement.ts';
export { MplpEvent, MplpMetadata, MplpTraceBase } from './common-forms.ts';
export {
  MplpConfirm,
  MplpConfirmStatus,
  MplpDecision,
  MplpTargetType,
  parseMplpConfirm,
} from './confirm.ts';
export { fromDocumentConfirm, type LenientConfirm, toDocumentConfirm } from './document-form.ts';
export { fromMplpConfirm, type ImportedConfirm } from './from-confirm.ts';
export { derivedId, externalIdNames, idOfName, idOfOurs, isMplpId, MplpId } from './identifiers.ts';
export {
  covers,
  judgeToolCall,
  type RuntimeAction,
  runtimeActionOf,
  type ToolCall,
} from './judge-tool.ts';
export { type CaseRounds, type CaseStatus, confirmStatusOf } from './mplp-case.ts';
export {
  dependenciesOf,
  fromMplpPlan,
  MplpContext,
  MplpPlan,
  MplpStep,
  parseMplpContext,
  parseMplpPlan,
  toMplpPlan,
} from './plan-forms.ts';
export {
  type ConfirmProposal,
  fromTraceBase,
  type ProposalFacts,
  proposalFromConfirm,
} from './proposal.ts';
export {
  approveCapability,
  approversFromRoles,
  decisionsWithoutCapability,
  MplpRole,
  mayApprove,
  parseMplpRole,
} from './role.ts';
export { extensionBytesMax, extensionName, toMplpConfirm } from './to-confirm.ts';
export {
  type EventOptions,
  type EventProfile,
  fromMplpEventType,
  mplpEventAliases,
  toMplpEvents,
} from './to-events.ts';
export { type TraceOptions, toMplpTrace } from './to-trace.ts';
export { fromMplpTrace, MplpTrace, parseMplpTrace } from './trace.ts';
