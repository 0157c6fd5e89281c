import type { Chain, ChainEntry } from '@countersign/protocol/chain';
import type { PublicKey } from '@countersign/protocol/crypto';
import type { AgentOutcome, Retry } from '@countersign/protocol/reason';
import type {
  Advice,
  ApprovalRequest,
  ExecutionOutcome,
  OpenedStatus,
  PolicyDecision,
  Receipt,
  Resolution,
} from '@countersign/protocol/request';
import type { StreamEvent } from '@countersign/protocol/stream';
import type { PresentedView } from '@countersign/protocol/view';

export type ShownStatus = OpenedStatus;

/** One line of a list. */
export interface RequestRow {
  readonly approval_request_id: string;
  readonly case_id: string;
  readonly status: ShownStatus;
  readonly outcome: AgentOutcome;
  /** What is known of the execution; null where nothing was started. */
  readonly execution: ExecutionOutcome | null;
  readonly agent_id: string;
  readonly operation: string;
  readonly tool_name: string;
  readonly target_resource: string | null;
  /** What the action does, in plain text whose invisible characters are spelled out. */
  readonly title: string;
  readonly risk_level: ApprovalRequest['risk']['level'];
  readonly route: string;
  readonly plan_id: string | null;
  readonly step_id: string | null;
  /** The stage that is open, counted from 1; null where none is. */
  readonly stage: { readonly name: string; readonly index: number; readonly count: number } | null;
  /** Whether the caller may decide the open stage now. */
  readonly eligible: boolean;
  readonly requested_at: string;
  /** When the next thing happens by itself: a question expires, a permission ends. */
  readonly due_at: string | null;
  readonly report_by: string | null;
}

export interface RequestPage {
  readonly rows: readonly RequestRow[];
  /** Send as `after` for the next page; null on the last one. */
  readonly next: string | null;
}

export interface ListQuery {
  readonly status?: ShownStatus;
  readonly agent_id?: string;
  readonly tool_name?: string;
  /** `due` is the soonest deadline first, for what is pending. */
  readonly order?: 'newest' | 'due';
  readonly limit?: number;
  readonly after?: string | null;
}

/** How many requests have each status. */
export type RequestCounts = Readonly<Partial<Record<ShownStatus, number>>>;

export interface StageFacts {
  readonly name: string;
  readonly required: boolean;
  readonly state: 'open' | 'satisfied' | 'waiting';
  readonly allows: number;
  readonly quorum: number;
}

/** A request as it is now. */
export interface RequestRepresentation {
  readonly approval_request_id: string;
  readonly status: ShownStatus;
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
  /** Grows with every event; wait for the next one with it. */
  readonly version: number;
  readonly request: ApprovalRequest;
  readonly policy_decision: PolicyDecision;
  readonly chain: Chain;
  readonly stages: readonly StageFacts[];
  readonly change: string | null;
  readonly entries: readonly ChainEntry[];
  readonly advice: readonly Advice[];
  readonly resolution: Resolution | null;
  readonly receipts: readonly Receipt[];
}

export type DisplayPart = { readonly text: string } | { readonly pointer: string };

export interface Eligibility {
  readonly may_decide: boolean;
  /** Why not, as a code of docs/errors.md. */
  readonly code: string | null;
  readonly stage: string | null;
  readonly stage_index: number | null;
  /** The assurance that the stage demands of its decider: a passkey on this exact decision is `webauthn`. */
  readonly needs: 'session' | 'oidc' | 'webauthn' | null;
  /** The caller would be confirming their own agent, which is never shown as independent. */
  readonly self_confirm: boolean;
  /** Who could decide the open stage, some of them. */
  readonly people: readonly { readonly person_id: string; readonly name: string | null }[];
}

export interface SimilarRequest {
  readonly approval_request_id: string;
  readonly status: ShownStatus;
  readonly at: string;
}

/** What the decider sees, and what a passkey has to sign. */
export interface ViewAnswer {
  readonly approval_request_id: string;
  /** The canonical bytes of the action; recompute its digest. Null where they were erased. */
  readonly action_text: string | null;
  readonly action_digest: string;
  readonly input_digest: string;
  readonly view: PresentedView | null;
  readonly view_digest: string | null;
  readonly short_code: string | null;
  /** Once used in a decision of this person on this request, and then never again. */
  readonly nonce: string;
  readonly origin: string;
  readonly rp_id: string;
  /** The caller's own, one of which signs where the stage demands it. */
  readonly passkeys: readonly { readonly credential_id: string; readonly public_key: PublicKey }[];
  readonly store_id: string;
  readonly epoch: number;
  /** How the deciding rule puts the action into a sentence, where its policy is still in force. */
  readonly display: { readonly rule_id: string; readonly parts: readonly DisplayPart[] } | null;
  readonly eligibility: Eligibility;
  /** The latest decided requests of the same tool and agent. */
  readonly similar: readonly SimilarRequest[];
  /** The round before, to compare with. */
  readonly previous: {
    readonly approval_request_id: string;
    readonly action_text: string | null;
  } | null;
}

export interface RequestHistory {
  readonly events: readonly StreamEvent[];
}
