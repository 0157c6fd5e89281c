import { sha256 } from '@countersign/protocol/crypto';
import {
  buildTrustedOperatorConfirmationAuditEnvelope,
  type TrustedOperatorConfirmationAuditEnvelope,
} from './audit-envelope.ts';
import { resolveOperatorConfirmationEvidenceMatch } from './evidence-match.ts';
import {
  comparable,
  type OperatorConfirmationActionFingerprint,
  type TrustedOperatorConfirmationEvidence,
  type TrustedOperatorConfirmationOrigin,
} from './fingerprint.ts';
import { inOneWord, type NonAuthorizing, nonAuthorizing, summaryLine } from './non-authorizing.ts';

export interface TrustedOperatorConfirmationUiDecisionInput
  extends OperatorConfirmationActionFingerprint {
  readonly confirmed: boolean;
  readonly nowIso: string;
  readonly ttlMs?: number | undefined;
  readonly origin?: TrustedOperatorConfirmationOrigin | undefined;
  readonly evidenceId?: string | undefined;
}

export interface TrustedOperatorConfirmationUiDecisionResult extends NonAuthorizing {
  readonly decision: 'declined' | 'recorded' | 'invalid';
  readonly reasons: string[];
  readonly evidence?: TrustedOperatorConfirmationEvidence;
  readonly envelope?: TrustedOperatorConfirmationAuditEnvelope;
  readonly summary: string;
}

const confirmationMilliseconds: number = 30_000;

/** Notes what a person answered in a dialog that the caller owns. Only a yes makes evidence, and only for a short time. */
export function recordTrustedOperatorConfirmationUiDecision(
  input: TrustedOperatorConfirmationUiDecisionInput,
): TrustedOperatorConfirmationUiDecisionResult {
  if (input.confirmed !== true) return told('declined', ['ui-confirmation-declined']);
  const expiresAtIso = endOf(input.nowIso, input.ttlMs ?? confirmationMilliseconds);
  if (expiresAtIso === null) return told('invalid', ['invalid-confirmation-ttl-or-timestamp']);
  const { actionKind, toolName, path, scope, payloadHash, nowIso } = input;
  const evidence: TrustedOperatorConfirmationEvidence = {
    id: input.evidenceId ?? evidenceIdOf(input),
    origin: input.origin ?? 'runtime-ui-confirm',
    trusted: true,
    actionKind,
    toolName,
    path,
    scope,
    payloadHash,
    createdAtIso: nowIso,
    expiresAtIso,
  };
  const match = resolveOperatorConfirmationEvidenceMatch(evidence, input);
  return {
    ...told('recorded', ['trusted-ui-confirmation-recorded', 'single-use-evidence-created']),
    evidence,
    envelope: buildTrustedOperatorConfirmationAuditEnvelope(evidence, match),
  };
}

export function told(
  decision: TrustedOperatorConfirmationUiDecisionResult['decision'],
  reasons: string[],
): TrustedOperatorConfirmationUiDecisionResult {
  return {
    ...nonAuthorizing,
    decision,
    reasons,
    summary: summaryLine('operator-confirmation-ui', [
      ['decision', decision],
      ['dispatch', 'no'],
      ['override', 'no'],
      ['reasons', inOneWord(reasons)],
    ]),
  };
}

function endOf(nowIso: string, milliseconds: number): string | null {
  const end = Date.parse(nowIso) + milliseconds;
  // The last moment that a date can name.
  const last = 8.64e15;
  return milliseconds > 0 && Number.isFinite(end) && end <= last
    ? new Date(end).toISOString()
    : null;
}

/** Upstream's id has 32 bits and collides; the same inputs give the same id here too, of 128. */
function evidenceIdOf(input: TrustedOperatorConfirmationUiDecisionInput): string {
  const { origin = 'runtime-ui-confirm', actionKind, nowIso } = input;
  const rest = [input.toolName, input.path, input.scope, input.payloadHash].map(comparable);
  const digest = sha256([origin, actionKind, ...rest, String(nowIso)]);
  return `confirm-${digest.slice('sha256:'.length, 'sha256:'.length + 32)}`;
}
