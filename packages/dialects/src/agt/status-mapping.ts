import type { OpenedRequest } from '@countersign/protocol/request';
import type { AgtRequestStatus } from './records.ts';

/** AGT has no status for a revoked grant or an amendment. The extension keeps which of them it was. */
export const agtStatusOf = {
  pending: 'pending',
  allowed: 'allowed',
  denied: 'denied',
  expired: 'expired',
  cancelled: 'cancelled',
  amended: 'cancelled',
  revoked: 'cancelled',
  consumed: 'consumed',
} as const satisfies Record<OpenedRequest['status'], AgtRequestStatus>;

/** The outcomes that a resolution may have beside each status, as AGT's coordinator could have written them. */
export const outcomesBeside = {
  pending: [null],
  allowed: ['allow'],
  denied: ['deny'],
  // An allow that was not used in time, or a question that was not answered in time.
  expired: ['expired', 'allow'],
  // AGT has no such outcome: a withdrawn question has no resolution, a revoked one that of its allow.
  cancelled: [null, 'allow'],
  consumed: ['allow'],
} as const satisfies Record<AgtRequestStatus, readonly ('allow' | 'deny' | 'expired' | null)[]>;
