import { PolicyVerdict } from '@countersign/protocol/request';
import * as z from 'zod';
import { PolicyCheckBody } from './policy.ts';

export const PolicyReplayBody = z.strictObject({
  files: PolicyCheckBody.shape.files,
  limit: z.int().min(1).max(2000).default(500),
});

export const ReplayedDecision = z.object({
  id: z.string(),
  before: PolicyVerdict,
  after: PolicyVerdict,
  /** What decides now. */
  policy_rule_id: z.string(),
  reason: z.string(),
  resolution: z.enum(['allowed', 'denied', 'expired', 'cancelled']).nullable(),
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
  /** Of the total: actions that ran or were denied without anyone being asked, and whose parameters were kept. */
  unasked: z.int(),
  /** Further unasked actions of the same time, of which too little was kept to evaluate them again. */
  unasked_not_kept: z.int(),
});
export type PolicyReplay = z.infer<typeof PolicyReplay>;
