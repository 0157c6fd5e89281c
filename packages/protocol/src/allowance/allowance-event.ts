import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { eventForm } from '../stream/event-form.ts';
import { Actor } from '../value/actor.ts';
import { AllowanceId, ApprovalRequestId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';
import { DecimalText, usesMax } from './allowance-terms.ts';

/** Why an allowance is suspended until it is confirmed again. */
export const SuspensionCause = z.enum([
  'person',
  'rejection',
  'chain_changed',
  'tool_definition_changed',
  'policy_changed',
  'approver_left',
]);
export type SuspensionCause = z.infer<typeof SuspensionCause>;

/** What may be in the stream of one allowance. Its terms are in the action of the house request that it names. */
export const AllowanceEvent = z.discriminatedUnion('type', [
  eventForm(
    'allowance.made',
    z.strictObject({
      allowance_id: AllowanceId,
      agent_id: Name,
      tool_name: Name,
      /** The house request that people decided, and the digest of its action. */
      approval_request_id: ApprovalRequestId,
      action_digest: Digest,
      expires_at: Timestamp,
      epoch: z.int().min(1),
    }),
  ),
  eventForm(
    'allowance.suspended',
    z.strictObject({
      allowance_id: AllowanceId,
      cause: SuspensionCause,
      by: Actor,
      reason: Prose,
      /** The request that caused the suspension, where one did. */
      approval_request_id: ApprovalRequestId.nullable(),
    }),
  ),
  // People confirmed it again, pinned to the chain and the tool definition of that time. Its end stays the same.
  eventForm(
    'allowance.confirmed',
    z.strictObject({
      allowance_id: AllowanceId,
      approval_request_id: ApprovalRequestId,
      action_digest: Digest,
    }),
  ),
  eventForm(
    'allowance.revoked',
    z.strictObject({ allowance_id: AllowanceId, by: Actor, reason: Prose }),
  ),
]);
export type AllowanceEvent = z.infer<typeof AllowanceEvent>;

export const parseAllowanceEvent = parserOf('AllowanceEvent', AllowanceEvent);

/** What may be in the stream of the uses of one allowance. */
export const AllowanceUseEvent = z.discriminatedUnion('type', [
  eventForm(
    'allowance.used',
    z.strictObject({
      allowance_id: AllowanceId,
      n: z.int().min(1).max(usesMax),
      approval_request_id: ApprovalRequestId,
      action_digest: Digest,
      /** What this use took of the budget; null where there is none. */
      amount: DecimalText.nullable(),
    }),
  ),
]);
export type AllowanceUseEvent = z.infer<typeof AllowanceUseEvent>;

export const parseAllowanceUseEvent = parserOf('AllowanceUseEvent', AllowanceUseEvent);
