import {
  isTrustedOrigin,
  mismatchesOf,
  type PendingOperatorConfirmedAction,
  type TrustedOperatorConfirmationEvidence,
} from './fingerprint.ts';
import { inOneWord, type NonAuthorizing, nonAuthorizing, summaryLine } from './non-authorizing.ts';

export type OperatorConfirmationEvidenceDecision =
  | 'match'
  | 'missing'
  | 'expired'
  | 'consumed'
  | 'mismatch'
  | 'untrusted';

export interface OperatorConfirmationEvidenceMatch extends NonAuthorizing {
  readonly decision: OperatorConfirmationEvidenceDecision;
  readonly usableAsAuditEvidence: boolean;
  readonly consumeAllowed: boolean;
  readonly reasons: string[];
  readonly evidenceId?: string;
  readonly summary: string;
}

/**
 * Whether evidence is of the pending action, as upstream judges it: missing, then untrusted, consumed, expired and
 * mismatch, in that order. It is a pure check of an object that anyone could have made; only the store-backed form
 * in `runtime` can be relied on.
 */
export function resolveOperatorConfirmationEvidenceMatch(
  evidence: TrustedOperatorConfirmationEvidence | undefined,
  pending: PendingOperatorConfirmedAction,
): OperatorConfirmationEvidenceMatch {
  const [decision, reasons] = judge(evidence, pending);
  const matches = decision === 'match';
  return {
    ...nonAuthorizing,
    decision,
    usableAsAuditEvidence: matches,
    consumeAllowed: matches,
    reasons,
    ...(isThere(evidence) ? { evidenceId: evidence.id } : {}),
    summary: summaryLine('operator-confirmation-evidence', [
      ['decision', decision],
      ['dispatch', 'no'],
      ['override', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function judge(
  evidence: TrustedOperatorConfirmationEvidence | undefined,
  pending: PendingOperatorConfirmedAction,
): readonly [OperatorConfirmationEvidenceDecision, string[]] {
  if (!isThere(evidence)) return ['missing', ['confirmation-evidence-missing']];
  if (evidence.trusted !== true || !isTrustedOrigin(evidence.origin)) {
    return ['untrusted', ['confirmation-origin-untrusted']];
  }
  if (evidence.consumedAtIso !== undefined && evidence.consumedAtIso !== '') {
    return ['consumed', ['confirmation-already-consumed']];
  }
  if (isOver(evidence.expiresAtIso, pending.nowIso)) return ['expired', ['confirmation-expired']];
  const mismatches = mismatchesOf(evidence, pending);
  if (mismatches.length > 0) return ['mismatch', mismatches];
  return [
    'match',
    [
      'trusted-confirmation-evidence-present',
      'confirmation-exact-match',
      'confirmation-single-use-ready',
    ],
  ];
}

/** What was read from JSON may be null, whatever its type says. */
function isThere<T>(evidence: T | undefined): evidence is T & object {
  return typeof evidence === 'object' && evidence !== null;
}

/** Upstream's boundary: it still holds exactly at its end. An unreadable time is over. */
function isOver(expiresAtIso: string, nowIso: string): boolean {
  const expires = Date.parse(expiresAtIso);
  const now = Date.parse(nowIso);
  return !(Number.isFinite(expires) && Number.isFinite(now) && now <= expires);
}

interface TrustedOperatorConfirmationEvidenceConsumption {
  readonly ok: boolean;
  readonly evidence: TrustedOperatorConfirmationEvidence;
  readonly match: OperatorConfirmationEvidenceMatch;
}

/** Upstream's pure form: the answer holds a consumed copy, and the original stays as it was. */
export function consumeTrustedOperatorConfirmationEvidence(
  evidence: TrustedOperatorConfirmationEvidence,
  pending: PendingOperatorConfirmedAction,
): TrustedOperatorConfirmationEvidenceConsumption {
  const match = resolveOperatorConfirmationEvidenceMatch(evidence, pending);
  return match.consumeAllowed
    ? { ok: true, evidence: { ...evidence, consumedAtIso: pending.nowIso }, match }
    : { ok: false, evidence, match };
}
