import { ChainEntry } from '@countersign/protocol/chain';
import type {} from '@countersign/protocol/json';
import { agentOutcomes } from '@countersign/protocol/reason';
import {
  AgentQuestion,
  ApprovalRequest,
  openedStatuses,
  PolicyDecision,
  Receipt,
  Resolution,
} from '@countersign/protocol/request';
import { ApprovalRequestId, HoldId, Name, Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { Retry } from './problem.ts';
import { PlainObject } from './sent.ts';

// The answers of the API as far as an agent acts on them. An agent reads no more, so that its code stays small and a
// newer server may say more. Members that say the same thing twice must agree, or the answer is none.

export const ShownStatus = z.enum(openedStatuses);
export type ShownStatus = z.infer<typeof ShownStatus>;

/** A list in an answer is never longer than this. */
const listMax = 1024;

/** An agent that waits for its request, and since when; or since when it no longer waits. */
export const Waiter = z.object({ waiting: z.boolean(), since: Timestamp });
export type Waiter = z.infer<typeof Waiter>;

/** The members of a request that agents and people both read. */
export const requestFacts = {
  approval_request_id: ApprovalRequestId,
  status: ShownStatus,
  /** The word that the agent is told, and what it may do next. */
  outcome: z.enum(agentOutcomes),
  retry: Retry,
  /** The page where people see and decide it. Null where no server keeps it. */
  url: z.string().max(2048).nullable().default(null),
  /** How many more rounds its case can have. An older server does not say. */
  rounds_left: z.int().min(0).optional(),
  /** Whether its agent waits at this server. Null where no agent has waited here, such as one that suspended its run. */
  waiter: Waiter.nullable().default(null),
  /** Grows with every event. Wait for the next event with it. */
  version: z.int().min(0),
  request: ApprovalRequest,
  entries: z.array(ChainEntry).max(listMax),
  resolution: Resolution.nullable(),
  /** Why it was cancelled, where it was. */
  cancelled: z.object({ cause: z.string(), reason: z.string() }).nullable().optional(),
  /** Where a reviewer changed the action: the request that took the place of this one. */
  superseded_by: ApprovalRequestId.nullable().optional(),
  receipts: z.array(Receipt).max(listMax),
  /** What people asked the agent. One without an answer waits for it; the deadline does not move. */
  questions: z.array(AgentQuestion).max(listMax).default([]),
} as const;

const Facts = z.object(requestFacts);

/** A request, to an agent. */
export const RequestFacts = Facts.refine(isConsistent, {
  message: 'expected one request, which is called allowed only where it is',
});
export type RequestFacts = z.infer<typeof RequestFacts>;

/**
 * A consumed request, to an executor. `replayed` says that this attempt had consumed the approval before: only the
 * process that made the attempt may then start (SU-8).
 */
export const ConsumptionFacts = Facts.extend({ replayed: z.boolean() }).refine(isConsistent, {
  message: 'expected one request, and whether the answer is a repetition',
});
export type ConsumptionFacts = z.infer<typeof ConsumptionFacts>;

/** Every id names the same request, and only what was allowed is called allowed, whatever else the answer says. */
function isConsistent({
  approval_request_id: id,
  request,
  resolution,
  status,
  outcome,
}: z.infer<typeof Facts>): boolean {
  return (
    request.approval_request_id === id &&
    (resolution === null || resolution.approval_request_id === id) &&
    (status === 'allowed') === (outcome === 'allowed')
  );
}

/** The answer to a proposal, to an agent. */
export const ProposalAnswer = z.discriminatedUnion('verdict', [
  z
    .object({ verdict: z.enum(['allow', 'deny']), decision: PolicyDecision })
    .refine(({ verdict, decision }) => decision.verdict === verdict, {
      message: 'expected the verdict of the decision',
    }),
  Facts.extend({ verdict: z.literal('require_approval') }).refine(isConsistent),
]);
export type ProposalAnswer = z.infer<typeof ProposalAnswer>;

/** The answer to a message, to an agent: which hold halts the session. */
export const ObservedAnswer = z
  .object({
    confirmation_required: z.boolean(),
    hold: z.object({ hold_id: HoldId }).nullable(),
  })
  .refine(({ confirmation_required, hold }) => confirmation_required === (hold !== null), {
    message: 'expected a hold where a confirmation is required, and only there',
  });
export type ObservedAnswer = z.infer<typeof ObservedAnswer>;

/** A hold, to an agent: whether it may go on. */
export const HoldStanding = z
  .object({ status: z.enum(['placed', 'lifted', 'refused']), proceed: z.boolean() })
  .refine(({ status, proceed }) => proceed === (status === 'lifted'), {
    message: 'expected to proceed after an explicit Proceed, and only then',
  });
export type HoldStanding = z.infer<typeof HoldStanding>;

/** The signed one-use permission of an allowed request. */
export const GrantAnswer = z.object({ grant: z.string().max(16_384) });
export type GrantAnswer = z.infer<typeof GrantAnswer>;

/** The action of a request, as its canonical text. Null where the bytes were erased. */
export const ActionAnswer = z.object({
  approval_request_id: ApprovalRequestId,
  action_text: z.string().max(1_100_000).nullable(),
});
export type ActionAnswer = z.infer<typeof ActionAnswer>;

/** A JWK set (RFC 7517). A key of a kind that the reader does not know is left for the reader to skip. */
export const KeySet = z.object({ keys: z.array(PlainObject).max(listMax) });
export type KeySet = z.infer<typeof KeySet>;

/** Whose grants they are. */
export const StoreFacts = z.object({
  issuer: z.string().min(1).max(512),
  store_id: z.string().min(1).max(512),
});
export type StoreFacts = z.infer<typeof StoreFacts>;

/** What a key may do, to the agent or the executor that holds it, and the time of the server. */
export const OwnCredential = z.object({
  principal_id: z.string().min(1).max(512),
  verbs: z.array(z.string().min(1).max(64)).max(16),
  agent_ids: z.array(z.string().min(1).max(512)).max(listMax),
  /** The audience whose grants it may consume. Null where it names none. */
  executor: z.string().min(1).max(512).nullable(),
  now: Timestamp,
});
export type OwnCredential = z.infer<typeof OwnCredential>;

/** What the feed says: which requests have changed, or that anything may have. Read again what it names. */
export const ChangeHint = z.union([
  z.object({ all: z.literal(true) }),
  z.object({ ids: z.array(z.string().min(1).max(512)).max(listMax) }),
]);
export type ChangeHint = z.infer<typeof ChangeHint>;

/** What a host is told of a session that it declared. */
export const ConversationAnswer = z.object({
  conversation_id: Name,
  session_id: Name,
  /** Whether a hold on the conversation halts the session now. */
  halted: z.boolean(),
});
export type ConversationAnswer = z.infer<typeof ConversationAnswer>;
