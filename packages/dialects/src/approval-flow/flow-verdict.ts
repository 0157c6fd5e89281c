import { type ReasonCode, type Refusal, reasonCodes } from '@countersign/protocol/reason';

/** Upstream's answers, in the order in which it checks, each with the code of ours that says the same. */
export const flowCodes = {
  INTENT_SCHEMA_INVALID: 'object_malformed',
  ARTIFACT_SCHEMA_INVALID: 'grant_malformed',
  INTENT_ARTIFACT_MISMATCH: 'grant_binding_mismatch',
  // Both forms have one version today, so that another one is a malformed object first.
  INTENT_VERSION_MISMATCH: 'action_schema_version_mismatch',
  INTENT_PAYLOAD_HASH_INVALID: 'action_digest_mismatch',
  ARTIFACT_PAYLOAD_HASH_MISMATCH: 'grant_binding_mismatch',
  INTENT_SIGNING_KEY_UNKNOWN: 'jws_key_unknown',
  INTENT_SIGNATURE_INVALID: 'jws_signature_mismatch',
  ARTIFACT_SIGNING_KEY_UNKNOWN: 'jws_key_unknown',
  ARTIFACT_SIGNATURE_INVALID: 'jws_signature_mismatch',
  INTENT_EXPIRED: 'request_expired',
  APPROVAL_ARTIFACT_EXPIRED: 'grant_expired',
  ARTIFACT_ALREADY_CONSUMED: 'grant_already_consumed',
  ARTIFACT_NONCE_REPLAYED: 'grant_already_consumed',
  INTENT_NOT_EXECUTABLE_STATE: 'resolution_not_allow',
  INTENT_APPROVAL_NOT_GRANTED: 'request_pending',
  APPROVAL_STATE_MISMATCH: 'resolution_inconsistent',
} as const satisfies Record<string, ReasonCode>;
export type FlowCode = keyof typeof flowCodes;

/** A refusal in both vocabularies: the code that upstream's callers know, and ours, which says more. */
export interface FlowRefusal extends Refusal {
  readonly flow_code: FlowCode;
}

export type FlowVerdict<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly refusal: FlowRefusal };

export function accepted<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refused(
  flow_code: FlowCode,
  detail: string,
  code: ReasonCode = flowCodes[flow_code],
): { readonly ok: false; readonly refusal: FlowRefusal } {
  return { ok: false, refusal: { flow_code, code, detail } };
}

const theirs: Partial<Record<ReasonCode, FlowCode>> = {
  audience_mismatch: 'INTENT_ARTIFACT_MISMATCH',
  execution_start_too_late: 'APPROVAL_ARTIFACT_EXPIRED',
  grant_already_consumed: 'ARTIFACT_ALREADY_CONSUMED',
  grant_binding_mismatch: 'INTENT_ARTIFACT_MISMATCH',
  grant_expired: 'APPROVAL_ARTIFACT_EXPIRED',
  grant_issuer_mismatch: 'ARTIFACT_SIGNING_KEY_UNKNOWN',
  grant_malformed: 'ARTIFACT_SCHEMA_INVALID',
  idempotency_key_reused: 'INTENT_ARTIFACT_MISMATCH',
  jws_header_mismatch: 'ARTIFACT_SIGNATURE_INVALID',
  jws_key_unknown: 'ARTIFACT_SIGNING_KEY_UNKNOWN',
  jws_malformed: 'ARTIFACT_SIGNATURE_INVALID',
  jws_payload_not_canonical: 'ARTIFACT_SIGNATURE_INVALID',
  jws_signature_mismatch: 'ARTIFACT_SIGNATURE_INVALID',
  request_expired: 'APPROVAL_ARTIFACT_EXPIRED',
  request_not_found: 'INTENT_ARTIFACT_MISMATCH',
  request_pending: 'INTENT_APPROVAL_NOT_GRANTED',
  store_mismatch: 'ARTIFACT_SIGNING_KEY_UNKNOWN',
};

/** The code of upstream's nearest to ours. Where none is near it is one that every caller takes for a no. */
export function toFlowCode(code: ReasonCode): FlowCode {
  const mapped = theirs[code];
  if (mapped !== undefined) return mapped;
  return reasonCodes[code].outcome === 'digest_mismatch'
    ? 'INTENT_PAYLOAD_HASH_INVALID'
    : 'INTENT_NOT_EXECUTABLE_STATE';
}

/** The same refusal with upstream's code beside it. */
export function withFlowCode({ code, detail }: Refusal): {
  readonly ok: false;
  readonly refusal: FlowRefusal;
} {
  return refused(toFlowCode(code), detail, code);
}
