import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { Result } from '@countersign/protocol/reason';
import type { PolicyDecision, Precondition, Scope } from '@countersign/protocol/request';
import type {
  ChangeHint,
  ConsumptionFacts,
  HoldStanding,
  OwnCredential,
  RequestFacts,
  StoreFacts,
} from '@countersign/wire/agent-answers';
import type { ConsumptionBody, ReportBody } from '@countersign/wire/executions';
import type { ConversationBody, MessageBody } from '@countersign/wire/holds';
import type { ProposalBody } from '@countersign/wire/proposals';
import type { Sent } from '@countersign/wire/sent';

/**
 * How a gate reaches the keeper of the approvals: over HTTP, or in its own process. Every method ends by itself after a
 * bounded time. It returns a refusal and throws only the reason of an aborted signal. A missing or unreadable answer is
 * `server_unreachable` and never an allow.
 */
export interface Transport {
  /** Whether a person could be asked somewhere. Otherwise the answer is no (EV-4). */
  readonly canAsk: boolean;
  /** The address of the keeper, for errors. Absent where the keeper is this process. */
  readonly address?: string | undefined;
  propose(proposal: ProposalCall, options?: CallOptions): Promise<Result<ProposalAnswer>>;
  read(approvalRequestId: string, options?: CallOptions): Promise<Result<RequestFacts>>;
  /** The canonical text of the action of a request, or null where its bytes were erased. */
  action(approvalRequestId: string, options?: CallOptions): Promise<Result<string | null>>;
  /** Returns as soon as the request is newer than a version. When the time is over, it returns the request as it is. */
  wait(
    approvalRequestId: string,
    options: CallOptions & { readonly after: number; readonly milliseconds: number },
  ): Promise<Result<RequestFacts>>;
  /** Which requests of the agent have changed, until the signal aborts. The caller reads each named request again. */
  events(options: {
    readonly agent: string;
    readonly signal: AbortSignal;
  }): AsyncIterable<ChangeHint>;
  grant(approvalRequestId: string, options?: CallOptions): Promise<Result<string>>;
  consume(
    approvalRequestId: string,
    consumption: ConsumptionCall,
    options?: CallOptions,
  ): Promise<Result<ConsumptionFacts>>;
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
  /** Answers a question of a reviewer. The words are kept as unverified, and decide nothing. */
  answer(
    approvalRequestId: string,
    questionId: string,
    text: string,
    options?: CallOptions,
  ): Promise<Result<RequestFacts>>;
  observe(message: MessageCall, options?: CallOptions): Promise<Result<ObservedMessage>>;
  hold(holdId: string, options?: CallOptions): Promise<Result<HoldStanding>>;
  /** Takes the answer to a hold, and records that it was taken. Refused while there is no answer. */
  resume(holdId: string, options?: CallOptions): Promise<Result<HoldStanding>>;
  /** Says which conversation a session belongs to. */
  join(joining: ConversationCall, options?: CallOptions): Promise<Result<JoinedConversation>>;
  /** The public keys that grants are signed with, in the form of a JWK set. */
  keys(options?: CallOptions): Promise<Result<readonly JsonObject[]>>;
  /** What the key of this gate may do, and the time by the clock of the keeper. */
  credential(options?: CallOptions): Promise<Result<OwnCredential>>;
  /** Whose grants they are. */
  state(options?: CallOptions): Promise<Result<StoreFacts>>;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Names a write, so that it happens once however often it is sent. */
interface Keyed {
  /** The same action under the same key is permanently the same request (SU-5). */
  readonly idempotency_key: string;
}

/** A body whose action and preconditions have been read. */
type Measured<S extends typeof ProposalBody | typeof ConsumptionBody> = Omit<
  Sent<S>,
  'action' | 'preconditions'
> & { readonly action: ActionBinding; readonly preconditions?: readonly Precondition[] };

/** An action that is proposed, and what belongs to it. */
export type ProposalCall = Omit<Measured<typeof ProposalBody>, 'scope'> &
  Partial<Keyed> & {
    readonly scope?: Partial<Scope>;
    /** Asks again what ended without an execution, saying what is new. */
    readonly next_round_of?: { readonly approval_request_id: string; readonly change: string };
  };

export type ProposalAnswer =
  | { readonly verdict: 'allow' | 'deny'; readonly decision: PolicyDecision }
  | { readonly verdict: 'require_approval'; readonly facts: RequestFacts };

export type ConsumptionCall = Measured<typeof ConsumptionBody>;

export type ReportCall = Sent<typeof ReportBody>;

/** Something the agent is about to say. */
export type MessageCall = Sent<typeof MessageBody> & Keyed;

/** A session, and the conversation that it belongs to. */
type ConversationCall = Sent<typeof ConversationBody>;

interface JoinedConversation {
  /** Whether a hold on the conversation halts the session now. */
  readonly halted: boolean;
}

/** Which hold halts the session; null where the agent may go on. */
export type ObservedMessage =
  | { readonly confirmation_required: false; readonly hold_id: null }
  | { readonly confirmation_required: true; readonly hold_id: string };
