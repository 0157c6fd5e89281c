import { accept, type Result, refuse } from '@countersign/protocol/reason';
import {
  effectiveStatus,
  type OpenedRequest,
  type RequestStatus,
} from '@countersign/protocol/request';
import { type StreamEvent, verifyStream } from '@countersign/protocol/stream';
import type { Context } from './context.ts';
import { currentRequest } from './current-request.ts';
import { failClosed } from './fail-closed.ts';
import type { ListPage, ListQuery } from './store.ts';
import { requestStream } from './stream-name.ts';

export interface ReadRequest {
  readonly state: OpenedRequest;
  /** What the status is by now, deadlines included. */
  readonly status: RequestStatus;
  readonly version: number;
}

export function readRequest(
  context: Context,
  approvalRequestId: string,
): Promise<Result<ReadRequest>> {
  return failClosed(async () => {
    const { state, version } = await currentRequest(context, requestStream(approvalRequestId));
    if (state.status === 'absent') return refuse('request_not_found', 'there is no such request');
    return accept({ state, version, status: effectiveStatus(state, context.clock.now()) });
  });
}

/** Everything that happened to a request, checked from its kept bytes. */
export function readHistory(
  context: Context,
  approvalRequestId: string,
): Promise<Result<readonly StreamEvent[]>> {
  return failClosed(async () => {
    const stream = requestStream(approvalRequestId);
    const rows = await context.store.readStream(stream);
    if (rows.length === 0) return refuse('request_not_found', 'there is no such request');
    const verdict = verifyStream(stream, rows);
    return verdict.ok ? accept(verdict.value.events) : verdict;
  });
}

export function listInbox(context: Context, query: ListQuery): Promise<Result<ListPage>> {
  return failClosed(async () => {
    try {
      return accept(await context.store.listRequests(query));
    } catch (error) {
      // A limit that is too large, or a cursor that no page ended with.
      if (error instanceof RangeError) return refuse('parameter_malformed', error.message);
      throw error;
    }
  });
}
