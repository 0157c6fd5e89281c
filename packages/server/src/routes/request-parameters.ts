import { openedStatuses, Precondition, Scope } from '@countersign/protocol/request';
import { ApprovalRequestId, Name, Prose, Trace } from '@countersign/protocol/value';
import * as z from 'zod';

export const RequestParams = z.strictObject({ approval_request_id: ApprovalRequestId });

const Digest = z.string().regex(/^sha256:[0-9a-f]{64}$/);
/** Taken apart by the core, which says exactly what is wrong with it. */
const Unread = z.record(z.string(), z.unknown());

export const PlanStepBody = z.strictObject({
  step_id: Name,
  depends_on: z.array(Name).max(1024).default([]),
});

/** An action that an agent wants to run, and what belongs to it. */
export const ProposalBody = z.strictObject({
  action: Unread,
  /** The executor that will run it. */
  audience: Name,
  /** What policy may look at besides the action. */
  context: Unread.optional(),
  scope: Scope.partial().optional(),
  plan: z
    .strictObject({
      depends_on: z.array(Name).max(1024).default([]),
      /** The steps of the plan that a pending question covers. */
      steps: z.array(PlanStepBody).max(4096).default([]),
      /** The steps to run instead where the answer is no. */
      recovery: z.array(Name).max(1024).default([]),
    })
    .optional(),
  tool_definition_digest: Digest.optional(),
  preconditions: z.array(Precondition).max(64).optional(),
  trace: Trace.optional(),
  external_ids: z.record(Name, Name).optional(),
  agent_reasoning: z.string().max(131_072).optional(),
});
export type ProposalBody = z.infer<typeof ProposalBody>;

export const RoundBody = ProposalBody.extend({ change: Prose.min(1) });

export const ReasonBody = z.strictObject({ reason: Prose.min(1) });

export const ConsumptionBody = z.strictObject({
  action: Unread,
  grant: z.string().max(16_384),
  /** Names this try to start; the report must name the same. */
  attempt: Name,
  preconditions: z.array(Precondition).max(64).optional(),
  tool_definition_digest: Digest.optional(),
});

export const ReportBody = z.strictObject({
  attempt: Name,
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  result_digest: Digest.optional(),
  final_action_digest: Digest.optional(),
  error: Prose.optional(),
});

export const ReconciliationBody = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']),
  reason: Prose.min(1),
});

export const ListQuery = z.strictObject({
  status: z.enum(openedStatuses).optional(),
  agent_id: Name.optional(),
  tool_name: Name.optional(),
  /** `due` is the soonest deadline first, with the status pending and no other. */
  order: z.enum(['newest', 'due']).default('newest'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  after: Name.optional(),
});

export const WaitQuery = z.strictObject({
  /** Seconds to wait for a version after `after`. */
  wait: z.coerce.number().int().min(0).max(120).default(0),
  after: z.coerce.number().int().min(0).optional(),
});
