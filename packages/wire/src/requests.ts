import { BreakGlassCause, Chain, EntrySubmission } from '@countersign/protocol/chain';
import { Digest } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { agentOutcomes } from '@countersign/protocol/reason';
import {
  Advice,
  AnswerText,
  ExecutionOutcome,
  PolicyDecision,
  QuestionText,
  ReleaseReview,
  ReleaseVerdict,
} from '@countersign/protocol/request';
import { ApprovalRequestId, Name, Prose, QuestionId, RiskLevel } from '@countersign/protocol/value';
import * as z from 'zod';
import { requestFacts, ShownStatus } from './agent-answers.ts';
import { PlainObject, unread } from './sent.ts';

export const RequestParams = z.strictObject({ approval_request_id: ApprovalRequestId });
export type RequestParams = z.infer<typeof RequestParams>;

export const StageFacts = z.object({
  name: z.string(),
  required: z.boolean(),
  state: z.enum(['open', 'satisfied', 'waiting']),
  allows: z.int(),
  quorum: z.int(),
});
export type StageFacts = z.infer<typeof StageFacts>;

/** A request as it is now: what its stream says, and what that means by now. */
export const RequestRepresentation = z.object({
  ...requestFacts,
  policy_decision: PolicyDecision,
  chain: Chain,
  stages: z.array(StageFacts),
  change: z.string().nullable(),
  advice: z.array(Advice),
  /** Whether an approver rejected the action for good, and no operator has lifted that. */
  rejected_for_good: z.boolean().default(false),
  /** What another person found about a release by one person; null before. The release is among the entries. */
  review: ReleaseReview.nullable().optional(),
});
export type RequestRepresentation = z.infer<typeof RequestRepresentation>;

/** The stage that is open, counted from 1. */
export const OpenStage = z.object({ name: z.string(), index: z.int(), count: z.int() });

/** One row of a list of requests. */
export const RequestRow = z.object({
  approval_request_id: z.string(),
  case_id: z.string(),
  status: ShownStatus,
  /** The word that the agent is told. */
  outcome: z.enum(agentOutcomes),
  /** What is known of the execution. Null where nothing was started. */
  execution: ExecutionOutcome.nullable(),
  agent_id: z.string(),
  /** Whether the caller may see the values. If not, operation, target, plan and title say nothing of them. */
  values: z.boolean(),
  operation: z.string(),
  tool_name: z.string(),
  target_resource: z.string().nullable(),
  /** What the action does, in plain text. Invisible characters are spelled out. */
  title: z.string(),
  /** What the policy weighed. */
  risk_level: RiskLevel,
  /** The gravest of the marks in the action by itself. Nothing is decided by it. Null where nothing stands out. */
  marked_level: z.enum(['high', 'critical']).nullable().default(null),
  route: z.string(),
  plan_id: z.string().nullable(),
  step_id: z.string().nullable(),
  /** Null where none is open. */
  stage: OpenStage.nullable(),
  /** Whether the caller may decide the open stage now. */
  eligible: z.boolean(),
  /** When further approvers join the open stage next. Absent where none do. */
  joins_at: z.string().optional(),
  requested_at: z.string(),
  /** When the next thing happens by itself: a question expires, a permission ends. */
  due_at: z.string().nullable(),
  report_by: z.string().nullable(),
});
export type RequestRow = z.infer<typeof RequestRow>;

export const RequestPage = z.object({
  rows: z.array(RequestRow),
  /** Send it as `after` for the next page. Null on the last page. */
  next: z.string().nullable(),
});
export type RequestPage = z.infer<typeof RequestPage>;

export const ListQuery = z.strictObject({
  status: ShownStatus.optional(),
  agent_id: Name.optional(),
  tool_name: Name.optional(),
  /** `due` is the soonest deadline first. It goes with the status pending only. */
  order: z.enum(['newest', 'due']).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: Name.optional(),
});
/** As a client writes it. */
export interface ListQuery {
  readonly status?: ShownStatus;
  readonly agent_id?: string;
  readonly tool_name?: string;
  readonly order?: 'newest' | 'due';
  readonly limit?: number;
  readonly after?: string | null;
}

export const WaitQuery = z.strictObject({
  /** Seconds to wait for a version after `after`. */
  wait: z.coerce.number().int().min(0).max(120).default(0),
  after: z.coerce.number().int().min(0).optional(),
});

export const EventsQuery = z.strictObject({ after: z.coerce.number().int().min(0).optional() });

export const FeedQuery = z.strictObject({ agent_id: z.string().max(512).optional() });

/** How many requests have each status. */
export const RequestCounts = z.partialRecord(ShownStatus, z.int());
export type RequestCounts = z.infer<typeof RequestCounts>;

export const ReasonBody = z.strictObject({ reason: Prose.min(1) });

/** A changed action: all parameters as they should run, and the reason. */
export const AmendBody = z.strictObject({
  /** The action that the reviewer saw. */
  action_digest: Digest,
  parameters: PlainObject,
  reason: Prose.min(1),
});

/** Something that a person asks the agent, without ending the request. */
export const QuestionBody = z.strictObject({ text: QuestionText });

/** What the agent says to it. */
export const AnswerBody = z.strictObject({ text: AnswerText });

export const QuestionParams = z.strictObject({
  approval_request_id: ApprovalRequestId,
  question_id: QuestionId,
});

/** What another person found about an action that one person released alone. */
export const ReviewBody = z.strictObject({ verdict: ReleaseVerdict, findings: Prose.min(1) });

/** The releases that wait for another person, the oldest first. */
export const ReviewList = z.object({
  reviews: z.array(
    z.object({
      approval_request_id: z.string(),
      /** What ran, in plain text; empty where the caller may not see the values. */
      title: z.string(),
      agent_id: z.string(),
      tool_name: z.string(),
      risk_level: RiskLevel,
      cause: BreakGlassCause,
      released_by: z.object({ person_id: z.string(), name: z.string() }),
      released_at: z.string(),
      /** Whether the caller may close the review. */
      may_review: z.boolean(),
    }),
  ),
});
export type ReviewList = z.infer<typeof ReviewList>;

/** An opinion of a model, which decides nothing. */
export const AdviceBody = z.strictObject({
  model: Name,
  prompt_version: Name,
  recommendation: Prose,
  explanation: Prose,
  risk_annotations: z.array(Prose).max(64).default([]),
});

/** A decision of one stage. */
export const EntryBody = unread(EntrySubmission);
