import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { ApprovalRequestId, GrantId, ReceiptId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';

export const ExecutionOutcome = z.enum(['started', 'succeeded', 'failed', 'unknown']);
export type ExecutionOutcome = z.infer<typeof ExecutionOutcome>;

/**
 * The outcome of an execution. A consume makes the first receipt (`started`); a report appends another and replaces
 * nothing, also when it comes late or contradicts an earlier one.
 */
export const Receipt = z.strictObject({
  receipt_id: ReceiptId,
  approval_request_id: ApprovalRequestId,
  grant_id: GrantId,
  attempt: Name,
  executor: Name,
  consumed_at: Timestamp,
  start_by: Timestamp,
  report_by: Timestamp,
  outcome: ExecutionOutcome,
  recorded_at: Timestamp,
  result_digest: Digest.nullable().default(null),
  // What the executor says it ran. A divergence from the approved digest is shown, never hidden.
  final_action_digest: Digest.nullable().default(null),
  error: Prose.nullable().default(null),
});
export type Receipt = z.infer<typeof Receipt>;

export const parseReceipt = parserOf('Receipt', Receipt);
