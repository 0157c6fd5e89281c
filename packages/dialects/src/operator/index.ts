export {
  buildOperatorApprovalPacket,
  type OperatorApprovalDecision,
  type OperatorApprovalIntentKind,
  type OperatorApprovalInteraction,
  type OperatorApprovalPacket,
  type OperatorApprovalPacketInput,
  suiteAction,
} from './approval-packet.ts';
export {
  buildTrustedOperatorConfirmationAuditEnvelope,
  consumeTrustedOperatorConfirmationAuditEnvelope,
  extractTrustedOperatorConfirmationEvidenceFromEnvelope,
  type TrustedOperatorConfirmationAuditEnvelope,
  type TrustedOperatorConfirmationEnvelopeConsumption,
} from './audit-envelope.ts';
export {
  type OperatorConfirmationAuditInput,
  type OperatorConfirmationAuditPlan,
  resolveOperatorConfirmationAuditPlan,
} from './audit-plan.ts';
export {
  type OperatorConfirmationImplementationChannelInput,
  type OperatorConfirmationImplementationChannelPlan,
  type OperatorConfirmationSignalSourcePlan,
  type OperatorConfirmationSignalSourcePlanInput,
  resolveOperatorConfirmationImplementationChannelPlan,
  resolveOperatorConfirmationSignalSourcePlan,
} from './channel-plans.ts';
export {
  type OperatorConfirmationRuntimeConsumptionPlan,
  type OperatorConfirmationRuntimeConsumptionPlanInput,
  resolveOperatorConfirmationRuntimeConsumptionPlan,
} from './consumption-plan.ts';
export {
  consumeTrustedOperatorConfirmationEvidence,
  type OperatorConfirmationEvidenceMatch,
  resolveOperatorConfirmationEvidenceMatch,
} from './evidence-match.ts';
export {
  type BoundFingerprint,
  fromEvidenceEnvelope,
  toEvidenceEnvelope,
  toFingerprint,
} from './evidence-translation.ts';
export type {
  OperatorConfirmationActionFingerprint,
  OperatorConfirmationActionKind,
  PendingOperatorConfirmedAction,
  TrustedOperatorConfirmationEvidence,
  TrustedOperatorConfirmationOrigin,
} from './fingerprint.ts';
export {
  approvalPacketTool,
  channelPlanTool,
  type PlanningAnswer,
  type PlanningTool,
  registerGuardrailsOperatorConfirmationSurface,
} from './planning-tools.ts';
export {
  recordTrustedOperatorConfirmationUiDecision,
  type TrustedOperatorConfirmationUiDecisionInput,
  type TrustedOperatorConfirmationUiDecisionResult,
} from './ui-decision.ts';
