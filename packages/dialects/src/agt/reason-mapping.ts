import { type ReasonCode, reasonCodes } from '@countersign/protocol/reason';

/** What AGT's validation answers, in the order in which it checks, and what its policy engine says beside it. */
export const agtCodes = [
  'ok',
  'unknown_request',
  'no_resolution',
  'expired',
  'not_terminal_allow',
  'already_consumed',
  'cancelled',
  'action_digest_mismatch',
  'policy_version_mismatch',
  'chain_version_mismatch',
  'chain_tampered',
  'internal_error',
  'runtime_error:approval_action_mismatch',
  'runtime_error:approval_resolver_missing',
  'runtime_error:approval_resolver_failed',
  'runtime_error:manifest_invalid',
] as const;
export type AgtCode = (typeof agtCodes)[number];

/** Ours for each of AGT's; `ok` refuses nothing. */
const ours = {
  unknown_request: 'request_not_found',
  no_resolution: 'request_pending',
  expired: 'request_expired',
  not_terminal_allow: 'request_denied',
  already_consumed: 'grant_already_consumed',
  cancelled: 'request_cancelled',
  action_digest_mismatch: 'action_digest_mismatch',
  policy_version_mismatch: 'policy_changed',
  chain_version_mismatch: 'chain_changed',
  chain_tampered: 'entry_digest_mismatch',
  internal_error: 'internal_error',
  'runtime_error:approval_action_mismatch': 'action_digest_mismatch',
  'runtime_error:approval_resolver_missing': 'no_eligible_approver',
  'runtime_error:approval_resolver_failed': 'policy_unavailable',
  'runtime_error:manifest_invalid': 'policy_unavailable',
} as const satisfies Record<Exclude<AgtCode, 'ok'>, ReasonCode>;

/** Our code for a code of AGT. An unknown word is a refusal of which nothing else is known. */
export function fromAgtCode(code: Exclude<AgtCode, 'ok'>): ReasonCode {
  return Object.hasOwn(ours, code) ? ours[code] : 'internal_error';
}

const theirs: Partial<Record<ReasonCode, AgtCode>> = {
  request_not_found: 'unknown_request',
  request_pending: 'no_resolution',
  request_expired: 'expired',
  grant_expired: 'expired',
  execution_start_too_late: 'expired',
  request_denied: 'not_terminal_allow',
  request_sent_back: 'not_terminal_allow',
  rejected_for_good: 'not_terminal_allow',
  policy_denied: 'not_terminal_allow',
  resolution_not_allow: 'not_terminal_allow',
  entry_denies: 'not_terminal_allow',
  stage_not_satisfied: 'not_terminal_allow',
  grant_already_consumed: 'already_consumed',
  request_cancelled: 'cancelled',
  grant_revoked: 'cancelled',
  epoch_changed: 'cancelled',
  policy_changed: 'policy_version_mismatch',
  chain_changed: 'chain_version_mismatch',
  tool_definition_changed: 'action_digest_mismatch',
  entry_digest_mismatch: 'chain_tampered',
  entry_link_broken: 'chain_tampered',
  entry_not_valid: 'chain_tampered',
  resolution_inconsistent: 'chain_tampered',
  grant_binding_mismatch: 'chain_tampered',
  record_inconsistent: 'chain_tampered',
  no_eligible_approver: 'runtime_error:approval_resolver_missing',
  policy_unavailable: 'runtime_error:approval_resolver_failed',
};

/**
 * The code of AGT's nearest to ours. Where none is near it is `internal_error`, which AGT's callers take for a no; it is
 * never `ok`. What was really meant stands beside it in every refusal of this dialect.
 */
export function toAgtCode(code: ReasonCode): Exclude<AgtCode, 'ok'> {
  const mapped = theirs[code];
  if (mapped !== undefined && mapped !== 'ok') return mapped;
  // Every part of the binding that can differ has a code of its own here; AGT has one for all of them.
  return reasonCodes[code].outcome === 'digest_mismatch'
    ? 'action_digest_mismatch'
    : 'internal_error';
}
