import * as z from 'zod';
import { Digest } from '../crypto/digest.ts';
import { parserOf } from '../json/parse-object.ts';
import { AllowanceId, ApprovalRequestId, ApprovalResolutionId, GrantId } from '../value/ids.ts';
import { addSeconds, Timestamp } from '../value/timestamp.ts';
import { Name } from '../value/wire-text.ts';

/** The terminal outcome of a request. Written once, never changed; only `allow` carries a grant. */
export const Resolution = z
  .strictObject({
    approval_resolution_id: ApprovalResolutionId,
    approval_request_id: ApprovalRequestId,
    outcome: z.enum(['allow', 'deny', 'expired', 'cancelled', 'amended']),
    action_digest: Digest,
    policy_version: Name,
    approval_chain_version: Name,
    final_entry_digest: Digest.nullable(),
    grant_id: GrantId.nullable(),
    grant_expires_at: Timestamp.nullable(),
    resolved_at: Timestamp,
    // Form 2: the use of an allowance that stands in place of entries. The final entry is then that of its house request.
    allowance: z
      .strictObject({
        allowance_id: AllowanceId,
        /** The version of its stream that was read. A later one ends what was not consumed (AL-4). */
        version: z.int().min(1),
        /** Which use it is. */
        n: z.int().min(1),
      })
      .optional(),
  })
  .refine(
    ({ outcome, final_entry_digest, grant_id, grant_expires_at }) =>
      outcome === 'allow'
        ? final_entry_digest !== null && grant_id !== null && grant_expires_at !== null
        : grant_id === null && grant_expires_at === null,
    { path: ['grant_id'], message: 'expected a grant with an allow and only then' },
  )
  .refine(({ outcome, allowance }) => allowance === undefined || outcome === 'allow', {
    path: ['allowance'],
    message: 'expected an allowance with an allow and only then',
  });
export type Resolution = z.infer<typeof Resolution>;

export const parseResolution = parserOf('Resolution', Resolution);

/** What of a request says when an allow of it ends. */
interface Window {
  readonly expires_at: Timestamp;
  readonly execute_within_seconds: number;
}

/**
 * When the grant of an allow ends. By default it has a window of its own. With a single window, as AGT's ADR 0030 has
 * it, the grant also ends with the request.
 */
export function grantEnd(request: Window, resolvedAt: Timestamp, singleWindow: boolean): Timestamp {
  const own = addSeconds(resolvedAt, request.execute_within_seconds);
  return singleWindow && request.expires_at < own ? request.expires_at : own;
}

/** Whether a grant that ends then can be of this request. */
export function isGrantEnd(request: Window, resolvedAt: Timestamp, end: Timestamp): boolean {
  return [false, true].some(single => grantEnd(request, resolvedAt, single) === end);
}
