import { sha256 } from '@countersign/protocol/crypto';
import {
  type EvidenceEnvelope,
  type Fingerprint,
  parseEvidenceEnvelope,
} from '@countersign/protocol/evidence';
import type { JsonValue } from '@countersign/protocol/json';
import { EvidenceId, idFromUuid, type Timestamp } from '@countersign/protocol/value';
import type {
  OperatorConfirmationActionFingerprint,
  TrustedOperatorConfirmationEvidence,
} from './fingerprint.ts';

/** The exact fingerprint: what was confirmed, with the digest of its whole payload. */
export interface BoundFingerprint
  extends Omit<OperatorConfirmationActionFingerprint, 'payloadHash'> {
  /** What the tool would be called with. Its digest is computed here and never taken from the caller. */
  readonly payload: JsonValue;
}

/** Nothing is normalised: another slash is another path, and a payload is always there. */
export function toFingerprint(bound: BoundFingerprint): Fingerprint {
  const { actionKind, toolName, path, scope, payload } = bound;
  return {
    action_kind: actionKind,
    tool_name: toolName,
    path: path === undefined || path === '' ? null : path,
    scope: scope === undefined || scope === '' ? null : scope,
    payload_hash: sha256(payload),
  };
}

const origins = {
  'runtime-ui-confirm': 'runtime_ui_confirm',
  'operator-contract-review': 'operator_contract_review',
} as const;

export function toEvidenceEnvelope(evidence: {
  readonly fingerprint: Fingerprint;
  readonly uuid: string;
  readonly origin: keyof typeof origins;
  readonly createdAt: Timestamp;
  readonly expiresAt: Timestamp;
}): EvidenceEnvelope {
  return parseEvidenceEnvelope({
    evidence_id: idFromUuid(EvidenceId, 'ev', evidence.uuid),
    fingerprint: evidence.fingerprint,
    origin: origins[evidence.origin],
    created_at: evidence.createdAt,
    expires_at: evidence.expiresAt,
    consumed_at: null,
    dispatch_allowed: false,
    can_override_monitor_block: false,
    authorization: 'none',
  });
}

/** Upstream's form of what the store keeps, whole: nothing of it is cut. */
export function fromEvidenceEnvelope(envelope: unknown): TrustedOperatorConfirmationEvidence {
  const { fingerprint, evidence_id, created_at, expires_at, consumed_at, origin } =
    parseEvidenceEnvelope(envelope);
  const { action_kind, tool_name, path, scope, payload_hash } = fingerprint;
  return {
    id: evidence_id,
    origin: origin === 'runtime_ui_confirm' ? 'runtime-ui-confirm' : 'operator-contract-review',
    trusted: true,
    actionKind: action_kind,
    toolName: tool_name,
    ...(path === null ? {} : { path }),
    ...(scope === null ? {} : { scope }),
    payloadHash: payload_hash,
    createdAtIso: created_at,
    expiresAtIso: expires_at,
    ...(consumed_at === null ? {} : { consumedAtIso: consumed_at }),
  };
}
