import type { ReasonCode } from '@countersign/protocol/reason';
import { type Route, takesKey } from './route.ts';
import { refusesStored } from './stored-sign-in.ts';

type Codes = readonly ReasonCode[];

const everyCall: Codes = [
  'parameter_malformed',
  'host_not_allowed',
  'origin_not_allowed',
  'too_many_calls',
  'call_too_slow',
  'server_stopping',
  'store_unavailable',
  'store_unusable',
  'internal_error',
];

const forSomebody: Codes = [
  'not_authenticated',
  'session_expired',
  'session_key_missing',
  'session_proof_missing',
  'session_proof_mismatch',
  'session_proof_expired',
  'not_permitted',
  'locked',
];

const withBody: Codes = [
  'body_too_large',
  'content_type_unsupported',
  'object_malformed',
  'json_malformed',
  'json_utf8_malformed',
  'json_bom_present',
  'json_surrogate_lone',
  'json_key_duplicate',
  'json_key_forbidden',
  'json_number_inexact',
  'json_integer_unsafe',
  'json_too_deep',
  'json_too_large',
  'json_value_not_plain',
];

/** A call that takes no body refuses one. */
const withoutBody: Codes = ['object_malformed', 'body_too_large', 'content_type_unsupported'];

/** The codes of every commit, whatever it is about. */
const change: Codes = [
  'session_proof_used',
  'locked',
  'commit_contended',
  'clock_regressed',
  'clock_ahead',
  'store_rolled_back',
  'anchor_mismatch',
  'anchor_unavailable',
];

/** The codes of a route: those of its own, and those that follow from what kind of call it is. */
export function problemsOf(route: Route): Codes {
  const { access, method, body, bodyForm, problems = [] } = route;
  const isOpen = access.includes('anyone');
  const isRecent = access.some(right => right.startsWith('recent_'));
  const all: Codes = [
    ...everyCall,
    ...(isOpen ? [] : forSomebody),
    ...(isRecent ? (['step_up_missing'] as const) : []),
    ...(body !== null && bodyForm !== 'raw' ? withBody : withoutBody),
    ...(method === 'GET' ? [] : change),
    ...(refusesStored(route) ? (['terminal_change_unconfirmed'] as const) : []),
    ...(takesKey(route) ? (['idempotency_key_reused'] as const) : []),
    ...problems,
  ];
  return [...new Set(all)].sort();
}

/** The codes of reading a request: the request is missing, is not for the caller, or has a broken stream. */
export const ofRequest: Codes = ['request_not_found', 'stream_broken', 'values_not_visible'];

const ofInForce: Codes = ['policy_changed', 'chain_changed', 'epoch_changed', 'policy_unavailable'];

/** The codes of changing a request, such as those for a status that the request already has. */
export const ofStatus: Codes = [
  ...ofRequest,
  ...ofInForce,
  'request_pending',
  'request_allowed',
  'request_denied',
  'request_sent_back',
  'rejected_for_good',
  'request_expired',
  'request_cancelled',
  'request_amended',
  'grant_revoked',
  'grant_expired',
  'grant_already_consumed',
  'actor_not_permitted',
  'reason_missing',
  'deadline_not_reached',
];

export const ofPlan: Codes = [
  'plan_blocked',
  'plan_aborted',
  'plan_completed',
  'plan_recovering',
  'plan_block_unknown',
];

/** The codes of reading an action. */
const ofAction: Codes = ['sealed_value_malformed', 'sealed_value_literal', 'options_malformed'];

/** The codes of an evaluation: the limits of the caller. */
export const ofEvaluation: Codes = ['evaluation_budget_spent', 'evaluations_in_flight'];

export const ofProposal: Codes = [
  'house_action_reserved',
  ...ofEvaluation,
  'context_too_large',
  'agent_quota_spent',
  'view_too_large',
  ...ofAction,
  ...ofInForce,
  ...ofPlan,
  'request_inconsistent',
  'request_window_empty',
  'request_already_open',
  'chain_malformed',
  'no_eligible_approver',
  'subject_not_permitted',
  'action_denied_recently',
  'rejected_for_good',
  'approval_not_required',
  'rate_limited',
  'session_on_hold',
  'evidence_expired',
  'stream_broken',
];

export const ofRound: Codes = [
  ...ofProposal,
  'request_not_found',
  'case_round_pending',
  'case_settled',
  'case_rounds_exhausted',
  'case_supersedes_mismatch',
  'case_change_missing',
  'case_action_unchanged',
];

/** The codes of an allowance: of its request, and of what ends it. */
export const ofAllowance: Codes = [
  ...ofStatus,
  'allowance_not_found',
  'allowance_not_admitted',
  'allowance_not_covering',
  'allowance_inconsistent',
  'allowance_active',
  'allowance_suspended',
  'allowance_revoked',
  'allowance_expired',
  'allowance_path_repeated',
  'allowance_paths_overlap',
  'allowance_path_missing',
  'allowance_member_uncovered',
  'allowance_line_not_met',
  'allowance_range_impossible',
  'allowance_number_expected',
  'allowance_types_mixed',
  'allowance_values_alike',
  'allowance_any_not_permitted',
  'allowance_value_sealed',
  'allowance_path_not_real',
  'allowance_text_not_normal',
  'allowance_limit_too_high',
  'allowance_budget_unsound',
  'actor_not_permitted',
  'reason_missing',
  'locked',
];

/** The codes of a question that a reviewer asks the agent. */
export const ofQuestion: Codes = [
  ...ofStatus,
  'approver_kind_not_permitted',
  'approver_not_eligible',
  'approver_joins_later',
  'approver_assurance_too_low',
  'record_limit_reached',
  'request_inconsistent',
];

/** The codes of a change of the action by a reviewer. */
export const ofAmendment: Codes = [
  ...ofStatus,
  ...ofAction,
  ...ofEvaluation,
  ...ofPlan,
  'policy_denied',
  'amendment_not_permitted',
  'amendment_changes_nothing',
  'amendment_type_changed',
  'amendment_seal_changed',
  'amendment_measured',
  'amendment_already_asked',
  'amendments_exhausted',
  'action_digest_mismatch',
  'action_denied_recently',
  'approver_kind_not_permitted',
  'approver_not_eligible',
  'approver_joins_later',
  'approver_assurance_too_low',
  'no_eligible_approver',
  'request_inconsistent',
  'case_supersedes_mismatch',
  'view_too_large',
];

/** The codes of a decision by a person or a service. */
export const ofEntry: Codes = [
  ...ofStatus,
  'terminal_too_weak',
  'entry_conflict',
  'entry_input_mismatch',
  'entry_view_mismatch',
  'entry_view_missing',
  'entry_reason_missing',
  'stage_unknown',
  'stage_not_open',
  'stage_satisfied',
  'approver_already_decided',
  'approver_is_agent',
  'approver_kind_not_permitted',
  'approver_not_eligible',
  'approver_joins_later',
  'batch_incomplete',
  'break_glass_not_permitted',
  'break_glass_case_denied',
  'delegation_not_in_force',
  'delegation_not_permitted',
  'approver_not_independent',
  'approver_assurance_too_low',
  'person_inactive',
  'nonce_already_used',
  'assertion_missing',
  'assertion_malformed',
  'assertion_type_mismatch',
  'assertion_challenge_mismatch',
  'assertion_origin_mismatch',
  'assertion_cross_origin',
  'assertion_rp_mismatch',
  'assertion_user_not_present',
  'assertion_user_not_verified',
  'assertion_credential_unknown',
  'assertion_signature_mismatch',
];

/** The codes of several decisions that are made together. */
export const ofBatch: Codes = [
  ...ofEntry,
  'values_not_visible',
  'batch_rows_differ',
  'batch_row_stale',
  'batch_row_alone',
];

const ofSigner: Codes = ['signer_unavailable', 'signer_unusable', 'key_not_valid_then'];

export const ofGrant: Codes = [...ofStatus, ...ofSigner];

/** The codes of the one use of an approval, where everything is verified again. */
export const ofConsumption: Codes = [
  'house_action_reserved',
  ...ofGrant,
  ...ofAction,
  ...ofPlan,
  'session_on_hold',
  'approver_left',
  'audience_mismatch',
  'jws_malformed',
  'jws_header_mismatch',
  'jws_key_unknown',
  'jws_signature_mismatch',
  'jws_payload_not_canonical',
  'grant_malformed',
  'grant_issuer_mismatch',
  'grant_binding_mismatch',
  'store_mismatch',
  'action_digest_mismatch',
  'action_schema_version_mismatch',
  'action_operation_mismatch',
  'action_agent_mismatch',
  'action_subject_mismatch',
  'action_tool_mismatch',
  'action_tool_version_mismatch',
  'action_resource_mismatch',
  'action_parameters_mismatch',
  'tool_definition_changed',
  'precondition_changed',
  'precondition_missing',
  'resolution_not_allow',
  'resolution_inconsistent',
  'entry_digest_mismatch',
  'entry_link_broken',
  'entry_not_valid',
  'entry_denies',
  'stage_not_satisfied',
  // Where an allowance stands in place of entries (AL-4).
  'allowance_suspended',
  'allowance_revoked',
  'allowance_not_found',
  'allowance_not_covering',
  'allowance_inconsistent',
  'assertion_missing',
];

export const ofReport: Codes = [
  ...ofStatus,
  'audience_mismatch',
  'execution_not_started',
  'execution_start_too_late',
  'execution_timed_out',
  'record_limit_reached',
  'execution_attempt_mismatch',
  'execution_already_reported',
  'execution_outcome_open',
];

export const ofHold: Codes = [
  'hold_not_found',
  'hold_already_placed',
  'hold_already_answered',
  'hold_expired',
  'session_on_hold',
  'actor_not_permitted',
  'approver_is_agent',
  'approver_not_eligible',
  'rate_limited',
  'agent_quota_spent',
  'evaluation_budget_spent',
  'evaluations_in_flight',
];

export const ofEvidence: Codes = [
  'evidence_not_found',
  'evidence_already_recorded',
  'evidence_already_consumed',
  'evidence_expired',
  'evidence_window_empty',
  'evidence_action_kind_mismatch',
  'evidence_tool_mismatch',
  'evidence_path_mismatch',
  'evidence_scope_mismatch',
  'evidence_payload_mismatch',
  'agent_quota_spent',
];

export const ofDirectory: Codes = [
  'terminal_change_unconfirmed',
  'house_action_reserved',
  'house_request_required',
  'person_not_found',
  'person_already_added',
  'person_email_taken',
  'person_inactive',
  'operator_missing',
  'credential_not_found',
  'credential_already_registered',
  'credential_not_permitted',
  'key_malformed',
  'key_weak',
];

export const ofSignIn: Codes = [
  'sign_in_failed',
  'person_email_taken',
  'person_not_admitted',
  'session_expired',
  'not_permitted',
  'credential_not_found',
  'person_inactive',
];

/** The codes of a sign-in that hands over the key of the browser. */
export const ofBrowserKey: Codes = ['key_malformed', 'key_weak'];

export const ofTerminal: Codes = [
  'terminal_sign_in_not_found',
  'terminal_sign_in_refused',
  'terminal_sign_in_expired',
  'terminal_sign_in_used',
  'person_inactive',
];
