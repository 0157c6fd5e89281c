import {
  effectiveStatus,
  type OpenedRequest,
  type RequestStatus,
} from '@countersign/protocol/request';
import { type StreamEvent, verifyStream } from '@countersign/protocol/stream';
import type { Context } from './context.ts';
import { currentRequest } from './current-request.ts';
import { done, failClosed, type Outcome, refused } from './refusals.ts';
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
): Promise<Outcome<ReadRequest>> {
  return failClosed(async () => {
    const { state, version } = await currentRequest(context, requestStream(approvalRequestId));
    if (state.status === 'absent') return refused('request_not_found', 'there is no such request');
    return done({ state, version, status: effectiveStatus(state, context.clock.now()) });
  });
}

/** Everything that happened to a request, checked from its kept bytes. */
export function readHistory(
  context: Context,
  approvalRequestId: string,
): Promise<Outcome<readonly StreamEvent[]>> {
  return failClosed(async () => {
    const stream = requestStream(approvalRequestId);
    const rows = await context.store.readStream(stream);
    if (rows.length === 0) return refused('request_not_found', 'there is no such request');
    const verdict = verifyStream(stream, rows);
    return verdict.ok ? done(verdict.value.events) : verdict;
  });
}

export function listInbox(context: Context, query: ListQuery): Promise<Outcome<ListPage>> {
  return failClosed(async () => {
    try {
      return done(await context.store.listRequests(query));
    } catch (error) {
      // A limit that is too large, or a cursor that no page ended with.
      if (error instanceof RangeError) return refused('parameter_malformed', error.message);
      throw error;
    }
  });
}
