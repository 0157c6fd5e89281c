import {
  firstOf,
  inOneWord,
  type NonAuthorizing,
  nonAuthorizing,
  summaryLine,
} from './non-authorizing.ts';

export interface OperatorConfirmationRuntimeConsumptionPlanInput {
  readonly guardOwnsConfirmationDialog?: boolean | undefined;
  readonly structuredEnvelopeDetailsAvailable?: boolean | undefined;
  readonly auditEntryReadableByConsumer?: boolean | undefined;
  readonly customMessagesTextOnly?: boolean | undefined;
  readonly upstreamToolCallHasConfirmationSignal?: boolean | undefined;
  readonly destructiveOrProtectedAction?: boolean | undefined;
}

type OperatorConfirmationRuntimeConsumptionDecision =
  | 'ready-for-guard-consumption'
  | 'needs-runtime-bridge'
  | 'needs-upstream-signal'
  | 'blocked';

export interface OperatorConfirmationRuntimeConsumptionPlan extends NonAuthorizing {
  readonly decision: OperatorConfirmationRuntimeConsumptionDecision;
  readonly textOnlyEvidenceAccepted: false;
  readonly reasons: string[];
  readonly nextActionCode: string;
  readonly nextActions: string[];
  readonly summary: string;
}

/** Whether a guard could consume evidence as things are wired. Text alone is never enough, however it arrives. */
export function resolveOperatorConfirmationRuntimeConsumptionPlan(
  input: OperatorConfirmationRuntimeConsumptionPlanInput,
): OperatorConfirmationRuntimeConsumptionPlan {
  const [decision, reasons, nextActions] = consider(input);
  return {
    ...nonAuthorizing,
    decision,
    textOnlyEvidenceAccepted: false,
    reasons,
    nextActionCode: firstOf(nextActions),
    nextActions,
    summary: summaryLine('operator-confirmation-runtime-consumption', [
      ['decision', decision],
      ['nextActionCode', firstOf(nextActions)],
      ['dispatch', 'no'],
      ['override', 'no'],
      ['textOnly', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function consider(
  input: OperatorConfirmationRuntimeConsumptionPlanInput,
): readonly [OperatorConfirmationRuntimeConsumptionDecision, string[], string[]] {
  const structured = input.structuredEnvelopeDetailsAvailable === true;
  const guardOwns = input.guardOwnsConfirmationDialog === true;
  if (input.destructiveOrProtectedAction === false) {
    return [
      'blocked',
      ['confirmation-not-required-for-local-safe-action'],
      ['do-not-use-confirmation-evidence-for-local-safe-action'],
    ];
  }
  const textOnly = input.customMessagesTextOnly === true && !structured;
  const reasons = textOnly ? ['custom-messages-text-only-spoofable'] : [];
  const nextActions = textOnly ? ['provide-structured-envelope-details-to-consumer'] : [];
  const way = guardOwns
    ? 'guard-owned-confirmation-structured-evidence'
    : input.auditEntryReadableByConsumer === true
      ? 'structured-audit-entry-readable-by-consumer'
      : null;
  if (structured && way !== null) {
    const next = ['consume-envelope-with-exact-match-ttl-single-use'];
    return ['ready-for-guard-consumption', [...reasons, way], next];
  }
  if (input.upstreamToolCallHasConfirmationSignal !== true && !guardOwns) {
    return [
      'needs-upstream-signal',
      [...reasons, 'upstream-confirmation-signal-not-exposed'],
      [...nextActions, 'add-upstream-or-wrapper-confirmation-signal'],
    ];
  }
  return [
    'needs-runtime-bridge',
    [...reasons, 'structured-envelope-details-not-available-to-consumer'],
    [...nextActions, 'wire-runtime-bridge-for-structured-envelope-details'],
  ];
}
