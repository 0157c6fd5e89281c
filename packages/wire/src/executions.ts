import { ActionBinding } from '@countersign/protocol/action';
import { Digest } from '@countersign/protocol/crypto';
import { Precondition } from '@countersign/protocol/request';
import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';
import { RequestRepresentation } from './requests.ts';
import { unread } from './sent.ts';

export const ConsumptionBody = z.strictObject({
  action: unread(ActionBinding),
  grant: z.string().max(16_384),
  /** Names this try to start. The report must name the same try. */
  attempt: Name,
  preconditions: z.array(Precondition).max(64).optional(),
  tool_definition_digest: Digest.optional(),
});

/**
 * The consumed request. Where `replayed` is true, this attempt had consumed the approval before, and the answer is no
 * leave to start: only the process that made the attempt itself, and has not started, may (SU-8).
 */
export const ConsumptionAnswer = RequestRepresentation.extend({ replayed: z.boolean() });

export const ReportBody = z.strictObject({
  attempt: Name,
  outcome: z.enum(['succeeded', 'failed', 'unknown']),
  result_digest: Digest.optional(),
  final_action_digest: Digest.optional(),
  error: Prose.optional(),
});

/** How a person settles an outcome that no executor reported. */
export const ReconciliationBody = z.strictObject({
  outcome: z.enum(['succeeded', 'failed']),
  reason: Prose.min(1),
});
