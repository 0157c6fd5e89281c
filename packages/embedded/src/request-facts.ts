import type { RequestFacts } from '@countersign/client';
import { reasonCodes } from '@countersign/protocol/reason';
import {
  effectiveStatus,
  executionOutcome,
  type OpenedRequest,
  statusCode,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';

/** A request as an agent is told it: what the stream says, and what that means by now. */
export function requestFacts(state: OpenedRequest, version: number, now: Timestamp): RequestFacts {
  const { request, entries, resolution, receipts } = state;
  const status = effectiveStatus(state, now);
  return {
    approval_request_id: request.approval_request_id,
    status: status === 'absent' ? 'pending' : status,
    ...told(state, now),
    version,
    request,
    entries,
    resolution,
    receipts,
  };
}

function told(state: OpenedRequest, now: Timestamp): Pick<RequestFacts, 'outcome' | 'retry'> {
  if (effectiveStatus(state, now) === 'allowed') return { outcome: 'allowed', retry: 'same_call' };
  if (executionOutcome(state, now) === 'unknown') return { outcome: 'unknown', retry: 'never' };
  const { outcome, retry } = reasonCodes[statusCode(state, now)];
  return { outcome: outcome ?? 'unavailable', retry };
}
