import { type EvidenceState, evidenceSecondsDefault } from '@countersign/protocol/evidence';
import type { ReasonCode, Result } from '@countersign/protocol/reason';
import { addSeconds, EvidenceId, isDue, type Timestamp } from '@countersign/protocol/value';
import {
  buildTrustedOperatorConfirmationAuditEnvelope,
  consumptionSummary,
  extractTrustedOperatorConfirmationEvidenceFromEnvelope,
  rejected,
  type TrustedOperatorConfirmationEnvelopeConsumption,
} from '../operator/audit-envelope.ts';
import { resolveOperatorConfirmationEvidenceMatch } from '../operator/evidence-match.ts';
import {
  type BoundFingerprint,
  fromEvidenceEnvelope,
  toEvidenceEnvelope,
  toFingerprint,
} from '../operator/evidence-translation.ts';
import type { TrustedOperatorConfirmationOrigin } from '../operator/fingerprint.ts';
import { nonAuthorizing } from '../operator/non-authorizing.ts';
import { type TrustedOperatorConfirmationUiDecisionResult, told } from '../operator/ui-decision.ts';

/** Where evidence is kept: the coordinator's use cases, or the routes of a server. */
export interface EvidenceKeeper {
  record(envelope: unknown): Promise<Result<EvidenceState>>;
  consume(evidenceId: string, fingerprint: unknown): Promise<Result<EvidenceState>>;
}

export interface OperatorDecision extends BoundFingerprint {
  /** What the dialog returned. Anything but true is a no. */
  readonly confirmed: unknown;
  readonly origin?: TrustedOperatorConfirmationOrigin;
  readonly seconds?: number;
  readonly now: Timestamp;
  readonly uuid: string;
}

/** Evidence is of a moment. What claims to hold for longer is over by then all the same. */
export const confirmationSecondsMax = 900;

/** The same as upstream's result, and our code where the keeper refused. */
export type RecordedOperatorDecision = TrustedOperatorConfirmationUiDecisionResult & {
  readonly code?: ReasonCode;
};

/**
 * Keeps what a person answered in a dialog that a guard owns. The evidence is in the store before this returns; the
 * envelope that goes on its way through logs and messages only names it.
 */
export async function recordOperatorConfirmation(
  keeper: EvidenceKeeper,
  decision: OperatorDecision,
): Promise<RecordedOperatorDecision> {
  if (decision.confirmed !== true) return told('declined', ['ui-confirmation-declined']);
  const { now, uuid, origin = 'runtime-ui-confirm', seconds = evidenceSecondsDefault } = decision;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > confirmationSecondsMax) {
    return told('invalid', ['invalid-confirmation-ttl-or-timestamp']);
  }
  const kept = await keeper.record(
    toEvidenceEnvelope({
      fingerprint: toFingerprint(decision),
      uuid,
      origin,
      createdAt: now,
      expiresAt: addSeconds(now, seconds),
    }),
  );
  if (!kept.ok || kept.value.status === 'absent') {
    const code = kept.ok ? 'evidence_not_found' : kept.refusal.code;
    return { ...told('invalid', ['confirmation-evidence-not-kept']), code };
  }
  const evidence = fromEvidenceEnvelope(kept.value.envelope);
  const match = resolveOperatorConfirmationEvidenceMatch(evidence, { ...evidence, nowIso: now });
  return {
    ...told('recorded', ['trusted-ui-confirmation-recorded', 'single-use-evidence-created']),
    evidence,
    envelope: buildTrustedOperatorConfirmationAuditEnvelope(evidence, match),
  };
}

export type OperatorConfirmationConsumption = TrustedOperatorConfirmationEnvelopeConsumption & {
  readonly code?: ReasonCode;
};

const mismatchReasons: Partial<Record<ReasonCode, string>> = {
  evidence_already_consumed: 'confirmation-already-consumed',
  evidence_expired: 'confirmation-expired',
  evidence_action_kind_mismatch: 'action-kind-mismatch',
  evidence_tool_mismatch: 'tool-name-mismatch',
  evidence_path_mismatch: 'path-mismatch',
  evidence_scope_mismatch: 'scope-mismatch',
  evidence_payload_mismatch: 'payload-hash-mismatch',
};

/**
 * Uses evidence, permanently once in all processes. Of the envelope only the id counts: its meaning is in the store,
 * so a forged envelope proves nothing, and a changed one counts only as it was stored.
 */
export async function consumeOperatorConfirmation(
  keeper: EvidenceKeeper,
  envelope: unknown,
  pending: BoundFingerprint & { readonly now: Timestamp },
): Promise<OperatorConfirmationConsumption> {
  const claimed = extractTrustedOperatorConfirmationEvidenceFromEnvelope(envelope);
  const missing = resolveOperatorConfirmationEvidenceMatch(undefined, {
    ...pending,
    nowIso: pending.now,
  });
  const invalid = ['confirmation-envelope-invalid-or-untrusted'];
  if (claimed === undefined || !EvidenceId.safeParse(claimed.id).success) {
    return { ...rejected(invalid, missing), code: 'object_malformed' };
  }
  const fingerprint = toFingerprint(pending);
  const used = await keeper.consume(claimed.id, fingerprint);
  if (!used.ok) {
    const reason = mismatchReasons[used.refusal.code];
    return {
      ...rejected(reason === undefined ? invalid : [reason], missing),
      code: used.refusal.code,
    };
  }
  if (used.value.status === 'absent') {
    return { ...rejected(invalid, missing), code: 'evidence_not_found' };
  }
  const { created_at, consumed_at } = used.value.envelope;
  if (consumed_at === null || isDue(addSeconds(created_at, confirmationSecondsMax), consumed_at)) {
    return { ...rejected(['confirmation-expired'], missing), code: 'evidence_expired' };
  }
  const evidence = fromEvidenceEnvelope(used.value.envelope);
  const { consumedAtIso: _, ...fresh } = evidence;
  const match = resolveOperatorConfirmationEvidenceMatch(fresh, {
    ...fresh,
    nowIso: evidence.createdAtIso,
  });
  const reasons = ['trusted-envelope-consumed', 'confirmation-single-use'];
  return {
    ...nonAuthorizing,
    decision: 'consumed',
    reasons,
    match,
    evidence,
    envelope: buildTrustedOperatorConfirmationAuditEnvelope(evidence, match),
    summary: consumptionSummary('consumed', reasons),
  };
}
