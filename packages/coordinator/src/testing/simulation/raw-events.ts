/**
 * The events of streams as their JSON reads, written down by hand from docs/protocol.md. The checks read these
 * and share neither parser nor state machine with what they check.
 */
type RawEvent<Type extends string, Data> = Type extends string
  ? {
      readonly stream: string;
      readonly version: number;
      readonly type: Type;
      readonly at: string;
      readonly data: Data;
      readonly previous_event_digest: string | null;
    }
  : never;

export interface RawRequest {
  readonly approval_request_id: string;
  readonly case_id: string;
  readonly round: number;
  readonly supersedes: string | null;
  readonly policy_decision_id: string;
  readonly action_digest: string;
  readonly intent_id: string;
  readonly agent_id: string;
  readonly subject_id: string | null;
  readonly requested_by: { readonly principal_id: string };
  readonly tool_definition_digest: string | null;
  readonly policy_version: string;
  readonly approval_chain_id: string;
  readonly approval_chain_version: string;
  readonly requested_at: string;
  readonly asked_since?: string;
  readonly expires_at: string;
  readonly execute_within_seconds: number;
  readonly audience: string;
  readonly preconditions: readonly { readonly name: string; readonly digest: string }[];
  readonly scope: {
    readonly plan_id: string | null;
    readonly step_id: string | null;
    readonly session_id: string | null;
  };
  readonly operation: string;
  readonly amendable?: { readonly mode: string; readonly lower: readonly string[] };
  readonly allowable?: object;
  readonly amends?: readonly RawVersion[];
}

interface RawVersion {
  readonly approval_request_id: string;
  readonly action_digest: string;
  readonly changed_by: string;
  readonly narrowing: boolean;
}

export interface RawStage {
  readonly name: string;
  readonly approvers: { readonly identities: readonly string[]; readonly roles: readonly string[] };
  readonly approver_kinds: readonly string[];
  readonly quorum: number;
  readonly min_assurance: string;
  readonly min_service_assurance: string;
  readonly separation: string;
  readonly required: boolean;
  readonly escalation?: readonly {
    readonly after_seconds: number;
    readonly approvers: RawStage['approvers'];
  }[];
}

export interface RawChain {
  readonly chain_id: string;
  readonly version: string;
  readonly stages: readonly RawStage[];
  readonly break_glass?: { readonly roles: readonly string[] };
}

export interface RawParties {
  readonly requester: string | null;
  readonly subject: string | null;
  readonly agent_owner: string | null;
  readonly authors?: readonly string[];
}

export interface RawEntry {
  readonly chain_entry_id: string;
  readonly approval_request_id: string;
  readonly stage_index: number;
  readonly approver_kind: string;
  readonly approver_identity: string;
  readonly approver_roles: readonly string[];
  readonly identity_assurance: string;
  readonly separation: string;
  readonly decision: 'allow' | 'deny';
  readonly reason_code: string;
  readonly reason: string;
  readonly input_digest: string;
  readonly assertion: { readonly nonce: string; readonly batch?: unknown } | null;
  readonly on_behalf_of?: {
    readonly delegation_id: string;
    readonly person_id: string;
    readonly roles: readonly string[];
  };
  readonly break_glass?: string;
  readonly previous_entry_digest: string | null;
  readonly decided_at: string;
  readonly entry_digest: string;
}

export interface RawResolution {
  readonly approval_resolution_id: string;
  readonly approval_request_id: string;
  readonly outcome: string;
  readonly action_digest: string;
  readonly policy_version: string;
  readonly approval_chain_version: string;
  readonly final_entry_digest: string | null;
  readonly grant_id: string | null;
  readonly grant_expires_at: string | null;
  readonly resolved_at: string;
  readonly allowance?: {
    readonly allowance_id: string;
    readonly version: number;
    readonly n: number;
  };
}

export interface RawGrant {
  readonly version: string;
  readonly issuer: string;
  readonly issued_at: string;
  readonly intent_id: string;
  readonly approval_chain_id: string;
  readonly store_id: string;
  readonly epoch: number;
  readonly audience: string;
  readonly grant_id: string;
  readonly expires_at: string;
  readonly approval_request_id: string;
  readonly approval_resolution_id: string;
  readonly action_digest: string;
  readonly policy_version: string;
  readonly approval_chain_version: string;
  readonly final_entry_digest: string;
}

export interface RawReceipt {
  readonly receipt_id: string;
  readonly approval_request_id: string;
  readonly grant_id: string;
  readonly attempt: string;
  readonly executor: string;
  readonly consumed_at: string;
  readonly start_by: string;
  readonly report_by: string;
  readonly outcome: string;
  readonly recorded_at: string;
}

interface RawActor {
  readonly kind: string;
  readonly identity: string;
}

export interface RawHold {
  readonly hold_id: string;
  readonly session_id: string;
  readonly agent_id: string;
  readonly plan_id: string | null;
  readonly expires_at: string;
  readonly admits?: { readonly identities: readonly string[]; readonly roles: readonly string[] };
}

export interface RawEnvelope {
  readonly evidence_id: string;
  readonly fingerprint: object;
  readonly expires_at: string;
}

/** What a person lent to another one. */
export interface RawDelegation {
  readonly delegation_id: string;
  readonly person_id: string;
  readonly delegate_id: string;
  readonly roles: readonly string[];
  readonly starts_at: string;
  readonly ends_at: string;
}

interface RawPolicyDecision {
  readonly policy_decision_id: string;
  readonly verdict: string;
  readonly action_digest: string;
  readonly policy_version: string;
  readonly approval_chain_version: string | null;
}

export type KnownEvent =
  | RawEvent<'policy.decided' | 'policy.answered', { readonly decision: RawPolicyDecision }>
  | RawEvent<
      'policy.answered_together',
      {
        readonly shared: readonly object[];
        readonly answers: readonly {
          readonly shared: number;
          readonly policy_decision_id: string;
        }[];
      }
    >
  | RawEvent<
      'request.opened',
      {
        readonly request: RawRequest;
        readonly tool_name: string;
        readonly chain: RawChain;
        readonly parties: RawParties;
        readonly change: string | null;
        readonly epoch: number;
      }
    >
  | RawEvent<'entry.recorded', { readonly entry: RawEntry }>
  | RawEvent<
      | 'entry.refused'
      | 'advice.recorded'
      | 'question.asked'
      | 'question.answered'
      | 'execution.refused'
      | 'evidence.refused',
      object
    >
  | RawEvent<
      'request.allowed' | 'request.denied' | 'request.expired',
      { readonly resolution: RawResolution }
    >
  | RawEvent<
      'request.cancelled',
      { readonly resolution: RawResolution; readonly by: RawActor; readonly cause: string }
    >
  | RawEvent<
      'request.amended',
      { readonly resolution: RawResolution; readonly superseded_by: string; readonly by: RawActor }
    >
  | RawEvent<'release.reviewed', { readonly by: string }>
  | RawEvent<
      'review.opened',
      { readonly approval_request_id: string; readonly released_by: string }
    >
  | RawEvent<'review.closed', { readonly approval_request_id: string }>
  | RawEvent<
      'allowance.made',
      {
        readonly allowance_id: string;
        readonly approval_request_id: string;
        readonly action_digest: string;
        readonly expires_at: string;
        readonly epoch: number;
      }
    >
  | RawEvent<
      'allowance.suspended',
      {
        readonly allowance_id: string;
        readonly cause: string;
        readonly approval_request_id: string | null;
      }
    >
  | RawEvent<
      'allowance.confirmed',
      {
        readonly allowance_id: string;
        readonly approval_request_id: string;
        readonly action_digest: string;
      }
    >
  | RawEvent<'allowance.revoked', { readonly allowance_id: string }>
  | RawEvent<
      'allowance.used',
      {
        readonly allowance_id: string;
        readonly n: number;
        readonly approval_request_id: string;
        readonly action_digest: string;
        readonly amount: string | null;
      }
    >
  | RawEvent<
      'person.added' | 'person.changed',
      { readonly person_id: string; readonly roles: readonly string[]; readonly active: boolean }
    >
  | RawEvent<
      'credential.registered' | 'credential.revoked',
      { readonly credential_id: string; readonly person_id: string }
    >
  | RawEvent<'delegation.made', RawDelegation & { readonly epoch: number }>
  | RawEvent<'delegation.revoked', { readonly delegation_id: string }>
  | RawEvent<'grant.issued', Pick<RawGrant, 'grant_id' | 'issuer' | 'store_id' | 'epoch'>>
  | RawEvent<'grant.expired', { readonly grant_id: string }>
  | RawEvent<
      'grant.revoked',
      { readonly grant_id: string; readonly by: RawActor; readonly reason: string }
    >
  | RawEvent<'grant.consumed', { readonly grant_id: string; readonly receipt: RawReceipt }>
  | RawEvent<
      'execution.allowed',
      {
        readonly approval_request_id: string;
        readonly approval_resolution_id: string;
        readonly action_digest: string;
        readonly executor: string;
        readonly attempt: string;
      }
    >
  | RawEvent<'execution.reported', { readonly receipt: RawReceipt }>
  | RawEvent<
      'execution.reconciled',
      { readonly receipt: RawReceipt; readonly by: RawActor; readonly reason: string }
    >
  | RawEvent<
      'plan.blocked',
      {
        readonly plan_id: string;
        readonly blocker: string;
        readonly steps: readonly string[] | null;
        readonly recovery: readonly string[];
      }
    >
  | RawEvent<'plan.resumed', { readonly plan_id: string; readonly blocker: string }>
  | RawEvent<'plan.aborted', { readonly plan_id: string }>
  | RawEvent<'plan.recovering', { readonly plan_id: string; readonly steps: readonly string[] }>
  | RawEvent<'plan.completed', { readonly plan_id: string }>
  | RawEvent<'hold.placed', { readonly hold: RawHold }>
  | RawEvent<'hold.extended', { readonly hold_id: string; readonly session_id: string }>
  | RawEvent<
      'conversation.joined',
      { readonly conversation_id: string; readonly session_id: string }
    >
  | RawEvent<
      'hold.answered',
      { readonly hold_id: string; readonly answer: string; readonly by: RawActor }
    >
  | RawEvent<'evidence.recorded', { readonly envelope: RawEnvelope }>
  | RawEvent<'evidence.consumed', { readonly evidence_id: string }>
  | RawEvent<
      'policy.activated',
      { readonly policy_version: string; readonly previous: string | null }
    >
  | RawEvent<'epoch.started', { readonly epoch: number }>;
