// The 53 behaviours that AGT tests of its approval protocol (ADR 0030), by the names of its own tests, and what ours does.
// `same` gives the same verdict. `stricter` also refuses what AGT accepts. `absent` has no counterpart here, with the
// reason. Nothing is looser.

interface Behaviour {
  /** The file, class and test of AGT. */
  readonly upstream: string;
  readonly here: 'same' | 'stricter' | 'absent';
  /** What differs, or why there is no counterpart. Empty where it is the same. */
  readonly because: string;
  /** A test of ours that fails without the behaviour; null where there is no counterpart. */
  readonly test: { readonly file: string; readonly title: string } | null;
}

const json = 'packages/protocol/src/json/canonical-json.test.ts';
const binding = 'packages/protocol/src/action/action-binding.test.ts';
const verify = 'packages/protocol/src/request/verify-for-execution.test.ts';
const records = 'packages/dialects/src/agt/records.test.ts';
const forms = 'packages/dialects/src/agt/forms.test.ts';
const flow = 'tests/dialect-agt.test.ts';
const legacy = 'tests/dialect-agt-legacy.test.ts';
const webhook = 'packages/server/src/webhooks/agt-webhook.test.ts';
const outbox = 'packages/server/src/webhooks/deliver-outbox.test.ts';
const addresses = 'packages/server/src/webhooks/address-rules.test.ts';

const same = (upstream: string, file: string, title: string): Behaviour => ({
  upstream,
  here: 'same',
  because: '',
  test: { file, title },
});

const stricter = (upstream: string, because: string, file: string, title: string): Behaviour => ({
  upstream,
  here: 'stricter',
  because,
  test: { file, title },
});

const protocolTests: readonly Behaviour[] = [
  same('protocol JcsDigest key_order_independent', json, 'the insertion order of members'),
  same('protocol JcsDigest no_insignificant_whitespace', json, 'two independent canonicalisers'),
  same('protocol JcsDigest integer_valued_float_normalized', json, 'scalars have canonical texts'),
  same('protocol JcsDigest non_ascii_kept_as_utf8', json, 'strings are escaped as little'),
  same('protocol JcsDigest rejects_nan', json, 'a value without canonical text is refused'),
  same(
    'protocol JcsDigest rejects_non_json_type',
    json,
    'a value without canonical text is refused',
  ),
  same('protocol JcsDigest sha256_prefix', binding, 'the digest of the example in ADR 0030 of AGT'),
  same('protocol ActionBinding digest_is_stable', binding, 'the digest of the example in ADR 0030'),
  same(
    'protocol ActionBinding digest_changes_with_parameters',
    binding,
    'any single change anywhere',
  ),
  same(
    'protocol ActionBinding digest_changes_with_target',
    verify,
    'every bound member has its own code',
  ),
  same(
    'protocol ActionBinding digest_changes_with_subject',
    verify,
    'every bound member has its own code',
  ),
  same(
    'protocol ApprovalFlow single_stage_allow_releases_once',
    flow,
    'of many consumers one starts',
  ),
  same(
    'protocol ApprovalFlow pending_request_has_no_resolution',
    flow,
    'a suspended action is neither',
  ),
  stricter(
    'protocol ApprovalFlow two_stages_both_required',
    'Stages are decided in their order, and a service is listed by its identity, not by a role.',
    flow,
    'stages out of order are refused, and an allow needs all of them',
  ),
  same(
    'protocol FailClosed action_digest_mismatch_denies',
    flow,
    'an approval of one digest runs no other',
  ),
  same(
    'protocol FailClosed policy_version_mismatch_denies',
    records,
    'a changed action, policy or chain',
  ),
  same(
    'protocol FailClosed chain_version_mismatch_denies',
    records,
    'a changed action, policy or chain',
  ),
  same('protocol FailClosed deny_entry_terminates_chain', flow, 'one deny ends the chain'),
  same('protocol FailClosed expiry_denies', flow, 'an unanswered request expires'),
  same('protocol FailClosed submit_after_expiry_raises', flow, 'an unanswered request expires'),
  same(
    'protocol FailClosed unauthorized_identity_rejected',
    records,
    'a person whom the stage does not list',
  ),
  same(
    'protocol FailClosed unknown_request_denies',
    records,
    'each state is answered with the code of AGT',
  ),
  stricter(
    'protocol ChainIntegrity tampered_entry_detected',
    'A chain that was sealed again is found as well, because the signed grant names its last entry.',
    verify,
    'an entry altered without its digest is refused',
  ),
  stricter(
    'protocol ChainIntegrity advisory_entry_does_not_satisfy_stage',
    'Advice is no entry of the chain at all.',
    flow,
    'advice names its model and prompt, is separate and resolves nothing',
  ),
  stricter(
    'protocol ChainIntegrity idempotent_resubmission_by_entry_id',
    'Other content under the same id is a conflict, which is recorded.',
    flow,
    'the same entry again changes nothing',
  ),
  stricter(
    'protocol ChainIntegrity zero_required_stages_chain_resolves_deny',
    'Such a chain opens no request.',
    records,
    'a chain without approvers is imported only as the deny',
  ),
];

const webhookTests: readonly Behaviour[] = [
  same(
    'webhook Build payload_carries_binding_and_versions',
    forms,
    'a sent request contains its version',
  ),
  stricter(
    'webhook Parse verified_approve',
    'The service proves itself with its own key before the body is read.',
    webhook,
    "a service that speaks AGT's form is asked and answers in it",
  ),
  same(
    'webhook Parse request_id_mismatch_denies',
    forms,
    'an answer that does not echo its request',
  ),
  same(
    'webhook Parse action_digest_mismatch_denies',
    forms,
    'an answer that does not echo its request',
  ),
  same('webhook Parse approve_without_verifier_denies', forms, 'the name in a body is a claim'),
  same(
    'webhook Parse approve_with_unverifiable_identity_denies',
    webhook,
    'a wrong echo, a bare name',
  ),
  stricter(
    'webhook Parse explicit_deny_needs_no_verifier',
    'A deny is taken from the service that was asked, and from no one else.',
    webhook,
    "a deny in AGT's form denies",
  ),
  same('webhook Parse malformed_denies', forms, 'a malformed answer decides nothing'),
  same(
    'webhook Versioned request_decision_posts_versioned_payload',
    webhook,
    'is asked and answers in it',
  ),
  same('webhook Versioned transport_error_fails_closed', outbox, 'without a 2xx response in time'),
  stricter(
    'webhook Versioned bad_url_rejected',
    'Internal addresses and redirects are refused too.',
    addresses,
    'other schemes, credentials, fragments',
  ),
];

const bridgeTests: readonly Behaviour[] = [
  same(
    'bridge approve_submits_allow_entry_and_resolves',
    legacy,
    'its yes becomes a decision entry of the service',
  ),
  same('bridge reject_submits_deny_entry', legacy, 'its no is a deny'),
  same(
    'bridge unpermitted_identity_fails_closed',
    legacy,
    'or that no stage lists, decides nothing',
  ),
  same(
    'bridge expired_request_fails_closed',
    legacy,
    'an answer after the deadline counts for nothing',
  ),
  stricter(
    'bridge reason_and_approver_propagate',
    'The reason is kept. The name that the handler gives is no identity.',
    legacy,
    'its yes becomes a decision entry of the service that ran the callback',
  ),
  stricter(
    'bridge custom_kind_and_assurance',
    'Kind and assurance come from the credential of the handler, and cannot be chosen.',
    legacy,
    'a handler without its own credential',
  ),
];

const strictTests: readonly Behaviour[] = [
  {
    upstream: 'strict Callback default_emits_no_warning',
    here: 'absent',
    because: 'There are no warnings: what AGT warns about is refused.',
    test: null,
  },
  stricter(
    'strict Callback non_deny_on_timeout_is_deprecated',
    'It is refused and not only deprecated.',
    legacy,
    'no setting turns a timeout into an allow',
  ),
  same(
    'strict Callback strict_rejects_non_deny_on_timeout',
    legacy,
    'no setting turns a timeout into an allow',
  ),
  {
    upstream: 'strict Callback env_strict_rejects_non_deny_on_timeout',
    here: 'absent',
    because: 'The dialect reads no environment. The operator sets strict mode as an option.',
    test: null,
  },
  same(
    'strict Callback env_strict_overrides_explicit_false',
    forms,
    'strict mode holds unless no side requires it',
  ),
  same(
    'strict Callback timeout_always_denies',
    legacy,
    'an answer after the deadline counts for nothing',
  ),
  stricter(
    'strict Webhook construction_is_deprecated',
    'It is refused unless an operator waives strict mode.',
    legacy,
    'strict mode refuses every legacy handler',
  ),
  stricter(
    'strict Webhook non_strict_trusts_body_identity',
    'A name in a body is never an identity.',
    forms,
    'the name in a body is a claim',
  ),
  same(
    'strict Webhook strict_rejects_legacy_webhook_at_construction',
    legacy,
    'strict mode refuses every legacy',
  ),
  same(
    'strict Webhook env_strict_rejects_webhook_even_with_explicit_false',
    forms,
    'strict mode holds unless',
  ),
];

export const agtBehaviours: readonly Behaviour[] = [
  ...protocolTests,
  ...webhookTests,
  ...bridgeTests,
  ...strictTests,
];
