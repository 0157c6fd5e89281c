import type { RequestFacts } from '@countersign/client';
import { effectiveStatus, type OpenedRequest, toldAgent } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';

/** A request as an agent is told it: what the stream says, and what that means by now. */
export function requestFacts(state: OpenedRequest, version: number, now: Timestamp): RequestFacts {
  const { request, entries, resolution, cancelled, receipts } = state;
  return {
    approval_request_id: request.approval_request_id,
    status: effectiveStatus(state, now),
    ...toldAgent(state, now),
    url: null,
    version,
    request,
    entries: [...entries],
    resolution,
    cancelled,
    receipts: [...receipts],
  };
}
