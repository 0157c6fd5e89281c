import { isProtectedKind, type OperatorConfirmationActionKind } from './fingerprint.ts';
import { inOneWord, type NonAuthorizing, nonAuthorizing, summaryLine } from './non-authorizing.ts';

export interface OperatorConfirmationAuditInput {
  readonly actionKind: OperatorConfirmationActionKind;
  readonly uiConfirmationObserved?: boolean | undefined;
  readonly toolCallEvidence?: boolean | undefined;
  readonly customMessageEvidence?: boolean | undefined;
  readonly auditEntryEvidence?: boolean | undefined;
  readonly trustedOrigin?: boolean | undefined;
  readonly confirmationMatchesAction?: boolean | undefined;
}

type OperatorConfirmationEvidenceOrigin = 'tool-call' | 'custom-message' | 'audit-entry';
type Layer =
  | 'not-required'
  | 'auditable-path'
  | 'upstream-pi-tui-to-monitor-gap'
  | 'local-monitor-policy';

export interface OperatorConfirmationAuditPlan extends NonAuthorizing {
  readonly decision: 'not-required' | 'auditable' | 'audit-gap' | 'blocked';
  readonly reasons: string[];
  readonly evidenceOrigins: OperatorConfirmationEvidenceOrigin[];
  readonly layer: Layer;
  readonly recommendation: string;
  readonly summary: string;
}

/** What can be said of a confirmation afterwards. Where evidence is missing or could be made up, the block stays. */
export function resolveOperatorConfirmationAuditPlan(
  input: OperatorConfirmationAuditInput,
): OperatorConfirmationAuditPlan {
  const evidenceOrigins = originsOf(input);
  const { decision, reasons, layer, recommendation } = consider(input, evidenceOrigins.length);
  return {
    ...nonAuthorizing,
    decision,
    reasons,
    evidenceOrigins,
    layer,
    recommendation,
    summary: summaryLine('operator-confirmation-audit', [
      ['decision', decision],
      ['dispatch', 'no'],
      ['override', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function consider(
  input: OperatorConfirmationAuditInput,
  origins: number,
): Pick<OperatorConfirmationAuditPlan, 'decision' | 'reasons' | 'layer' | 'recommendation'> {
  if (!isProtectedKind(input.actionKind)) {
    return {
      decision: 'not-required',
      reasons: ['confirmation-not-required-for-local-safe-action'],
      layer: 'not-required',
      recommendation: 'Go on as usual. This says nothing about protected or destructive actions.',
    };
  }
  if (origins === 0) {
    const seen = input.uiConfirmationObserved === true;
    return {
      decision: 'audit-gap',
      reasons: [
        seen ? 'ui-confirmation-not-propagated' : 'confirmation-evidence-missing',
        'fail-closed-without-auditable-evidence',
      ],
      layer: seen ? 'upstream-pi-tui-to-monitor-gap' : 'local-monitor-policy',
      recommendation: seen
        ? 'Keep the block and record that a confirmation was seen but did not arrive; give it a way that can be trusted first.'
        : 'Keep the block and ask for a confirmation that leaves evidence.',
    };
  }
  if (input.trustedOrigin !== true) {
    return {
      decision: 'blocked',
      reasons: ['confirmation-origin-untrusted', 'manual-or-spoofable-evidence-cannot-authorize'],
      layer: 'local-monitor-policy',
      recommendation: 'Run nothing on evidence that anyone could have written.',
    };
  }
  if (input.confirmationMatchesAction !== true) {
    return {
      decision: 'blocked',
      reasons: ['confirmation-action-mismatch', 'fail-closed-without-exact-action-match'],
      layer: 'local-monitor-policy',
      recommendation: 'Run nothing: the evidence is of another action, path or scope.',
    };
  }
  return {
    decision: 'auditable',
    reasons: ['trusted-confirmation-evidence-present', 'confirmation-matches-action'],
    layer: 'auditable-path',
    recommendation: 'A guard may look at this evidence. It permits nothing by itself.',
  };
}

function originsOf(input: OperatorConfirmationAuditInput): OperatorConfirmationEvidenceOrigin[] {
  return [
    ...(input.toolCallEvidence === true ? (['tool-call'] as const) : []),
    ...(input.customMessageEvidence === true ? (['custom-message'] as const) : []),
    ...(input.auditEntryEvidence === true ? (['audit-entry'] as const) : []),
  ];
}
