import {
  AllowanceChoice,
  AllowanceTerms,
  Budget,
  TemplateLine,
} from '@countersign/protocol/allowance';
import { AllowanceId, ApprovalRequestId, Prose } from '@countersign/protocol/value';
import * as z from 'zod';

/** Parts of a template, named so that they are described once. */
export const AllowanceBudget = Budget;
export const AllowanceLine = TemplateLine;
export const SignedAllowanceTerms = AllowanceTerms;

/** Why an allowance is suspended or revoked, and by whom. */
export const AllowanceEnd = z.object({
  cause: z.string(),
  by_name: z.string(),
  reason: z.string(),
  at: z.string(),
});

export const AllowanceParams = z.strictObject({ allowance_id: AllowanceId });

/** The template and the limits that a person asks for. */
export const AllowanceBody = AllowanceChoice;

/** Why an allowance is suspended or revoked. */
export const EndAllowanceBody = z.strictObject({
  reason: Prose.max(2000).refine(text => text.trim() !== '', 'expected a reason'),
});

/** From which request the chain and the tool definition are taken; without one, from the starting request. */
export const ConfirmAllowanceBody = z.strictObject({
  approval_request_id: ApprovalRequestId.optional(),
});

export const allowanceStatuses = ['active', 'suspended', 'expired', 'revoked'] as const;

/** An allowance as people read it. */
export const AllowanceFacts = z.object({
  allowance_id: z.string(),
  agent_id: z.string(),
  tool_name: z.string(),
  status: z.enum(allowanceStatuses),
  made_at: z.string(),
  expires_at: z.string(),
  /** The house request that people decided. */
  approval_request_id: z.string(),
  /** Who decided it. */
  decided_by: z.array(z.string()),
  /** Why it is suspended or revoked. The reason is empty where the caller may not see the values. */
  ended: AllowanceEnd.nullable(),
  used: z.int(),
  /** How often it may be used; null where the caller may not see the values. */
  uses: z.int().nullable(),
  /** What was used of the budget; null where there is none, or where the caller may not see the values. */
  spent: z.string().nullable(),
  budget: z.string().nullable(),
  /** Null where the caller may not see the values. */
  terms: AllowanceTerms.nullable(),
  /** Whether the caller may suspend and revoke it. */
  may_end: z.boolean(),
});
export type AllowanceFacts = z.infer<typeof AllowanceFacts>;

/** A request of the past, as a preview names it. */
export const PastRequest = z.object({
  approval_request_id: z.string(),
  title: z.string(),
  status: z.string(),
  requested_at: z.string(),
});

/** An allowance as a person inspects it. */
export const AllowanceRecord = AllowanceFacts.extend({
  /** The newest requests that it covered, the last one first. A title is empty where the caller may not see the values. */
  covered: z.array(PastRequest),
});
export type AllowanceRecord = z.infer<typeof AllowanceRecord>;

export const AllowanceList = z.object({
  allowances: z.array(AllowanceFacts),
  /** Without an anchor, a restored copy of the store can bring back an allowance that was ended since. */
  anchored: z.boolean(),
});
export type AllowanceList = z.infer<typeof AllowanceList>;

/** What the allowance would have covered of what was asked before. */
export const AllowancePreview = z.object({
  /** Why it cannot be asked for as it is. */
  refusal: z.object({ code: z.string(), detail: z.string() }).nullable(),
  of: z.int(),
  since: z.string().nullable(),
  covered_count: z.int(),
  /** The newest of them. */
  covered: z.array(PastRequest),
  rejected: z.array(PastRequest),
  lines: z.array(z.object({ path: z.string(), adds: z.int() })),
});
export type AllowancePreview = z.infer<typeof AllowancePreview>;
