import type { ActionBinding } from '@countersign/protocol/action';
import type { ChainEntry } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { AgentOutcome, Result, Retry } from '@countersign/protocol/reason';
import type {
  ApprovalRequest,
  OpenedStatus,
  PolicyDecision,
  Precondition,
  Receipt,
  Resolution,
  Scope,
} from '@countersign/protocol/request';

/**
 * How a gate reaches the keeper of the approvals: over HTTP, or in its own process. Every method ends by itself
 * after a bounded time, and answers a refusal rather than throw; the one thing thrown is the reason of an aborted
 * signal. No answer, or an unreadable one, is `server_unreachable`: never an allow.
 */
export interface Transport {
  /** Whether a person could be asked somewhere. Otherwise the answer is no (EV-4). */
  readonly canAsk: boolean;
  propose(proposal: ProposalCall, options?: CallOptions): Promise<Result<ProposalAnswer>>;
  read(approvalRequestId: string, options?: CallOptions): Promise<Result<RequestFacts>>;
  /** Answers as soon as the request has moved past a version, or what it is when the time is over. */
  wait(
    approvalRequestId: string,
    options: CallOptions & { readonly after: number; readonly milliseconds: number },
  ): Promise<Result<RequestFacts>>;
  /** Which requests of the agent have changed, until the signal aborts. What is named is to be read again. */
  events(options: {
    readonly agent: string;
    readonly signal: AbortSignal;
  }): AsyncIterable<ChangeHint>;
  grant(approvalRequestId: string, options?: CallOptions): Promise<Result<string>>;
  consume(
    approvalRequestId: string,
    consumption: ConsumptionCall,
    options?: CallOptions,
  ): Promise<Result<RequestFacts>>;
  report(
    approvalRequestId: string,
    report: ReportCall,
    options?: CallOptions,
  ): Promise<Result<RequestFacts>>;
  cancel(
    approvalRequestId: string,
    reason: string,
    options?: CallOptions,
  ): Promise<Result<RequestFacts>>;
  observe(message: MessageCall, options?: CallOptions): Promise<Result<ObservedMessage>>;
  hold(holdId: string, options?: CallOptions): Promise<Result<HoldFacts>>;
  /** The public keys that grants are signed with, in the form of a JWK set. */
  keys(options?: CallOptions): Promise<Result<readonly JsonObject[]>>;
  /** Whose grants they are. */
  state(options?: CallOptions): Promise<Result<StoreFacts>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** An action that is proposed, and what belongs to it. */
export interface ProposalCall {
  readonly action: ActionBinding;
  /** The executor that will run it. */
  readonly audience: string;
  /** The same action under the same key is permanently the same request (SU-5). */
  readonly idempotency_key: string;
  readonly context?: JsonObject;
  readonly scope?: Partial<Scope>;
  readonly tool_definition_digest?: string;
  readonly preconditions?: readonly Precondition[];
  readonly agent_reasoning?: string;
  /** Asks again what ended without an execution, saying what is new. */
  readonly next_round_of?: { readonly approval_request_id: string; readonly change: string };
}

export type ProposalAnswer =
  | { readonly verdict: 'allow' | 'deny'; readonly decision: PolicyDecision }
  | { readonly verdict: 'require_approval'; readonly facts: RequestFacts };

/** A request as it is now, as far as an agent acts on it. */
export interface RequestFacts {
  readonly approval_request_id: string;
  readonly status: OpenedStatus;
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
  readonly version: number;
  readonly request: ApprovalRequest;
  readonly entries: readonly ChainEntry[];
  readonly resolution: Resolution | null;
  readonly receipts: readonly Receipt[];
}

export interface ConsumptionCall {
  readonly action: ActionBinding;
  readonly grant: string;
  /** Names this try to start, and no other. */
  readonly attempt: string;
  readonly preconditions?: readonly Precondition[];
  readonly tool_definition_digest?: string;
}

export interface ReportCall {
  readonly attempt: string;
  readonly outcome: 'succeeded' | 'failed' | 'unknown';
  readonly result_digest?: string;
  readonly final_action_digest?: string;
  readonly error?: string;
}

/** Something the agent is about to say. */
export interface MessageCall {
  readonly agent_id: string;
  readonly session_id: string;
  readonly plan_id?: string | null;
  readonly text: string;
  readonly metadata?: JsonObject;
  readonly idempotency_key: string;
}

export interface ObservedMessage {
  readonly confirmation_required: boolean;
  readonly hold_id: string | null;
}

export interface HoldFacts {
  readonly status: string;
  /** True only after an explicit Proceed. */
  readonly proceed: boolean;
}

export interface StoreFacts {
  readonly issuer: string;
  readonly store_id: string;
}

export type ChangeHint = { readonly ids: readonly string[] } | { readonly all: true };
