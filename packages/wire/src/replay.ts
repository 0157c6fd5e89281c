import { PolicyVerdict } from '@countersign/protocol/request';
import { Timestamp } from '@countersign/protocol/value';
import * as z from 'zod';
import { PolicyCheckBody } from './policy.ts';

export const PolicyReplayBody = z.strictObject({
  files: PolicyCheckBody.shape.files,
  limit: z.int().min(1).max(2000).default(500),
  /** Only what was asked or done in so many days; everything that is kept where it is absent. */
  days: z.int().min(1).max(366).optional(),
});

export const ReplayedDecision = z.object({
  id: z.string(),
  before: PolicyVerdict,
  after: PolicyVerdict,
  /** What decides now. */
  policy_rule_id: z.string(),
  reason: z.string(),
  resolution: z.enum(['allowed', 'denied', 'expired', 'cancelled', 'amended']).nullable(),
  /** The chain that would be asked now; null where no one would be. */
  chain: z.string().nullable(),
  /** The sentence of the action. */
  title: z.string(),
  /** When the policy of that time answered. */
  decided_at: Timestamp,
  /** The request that was opened; null where no one was asked. */
  approval_request_id: z.string().nullable(),
  /** The words of the person who rejected it. */
  said: z.string().nullable(),
});
export type ReplayedDecision = z.infer<typeof ReplayedDecision>;

/** What other documents would have answered to the requests of the past. */
export const PolicyReplay = z.object({
  policy_version: z.string(),
  total: z.int(),
  unchanged: z.int(),
  newly_asked: z.array(ReplayedDecision),
  newly_allowed: z.array(ReplayedDecision),
  newly_denied: z.array(ReplayedDecision),
  /** The part of the newly allowed that a person looked at and denied. */
  newly_allowed_that_a_person_denied: z.array(ReplayedDecision),
  /** The part of the newly asked that policy denied before. */
  newly_asked_that_policy_denied: z.array(ReplayedDecision),
  /** Asked then and now, but of another chain. */
  asked_of_others: z.array(ReplayedDecision),
  /** Of the total: actions that ran or were denied without anyone being asked, and whose parameters were kept. */
  unasked: z.int(),
  /** Further unasked actions of the same time, of which too little was kept to evaluate them again. */
  unasked_not_kept: z.int(),
  /** Requests of the same time whose action was erased, or that the caller may not see. */
  asked_not_kept: z.int(),
});
export type PolicyReplay = z.infer<typeof PolicyReplay>;
