import type { RequestFacts } from '@countersign/client';
import type { Context } from '@countersign/coordinator';
import {
  effectiveStatus,
  type OpenedRequest,
  roundsLeft,
  toldAgent,
} from '@countersign/protocol/request';

/** A request as an agent is told it: what the stream says, and what that means by now. */
export function requestFacts(
  { clock, settings }: Pick<Context, 'clock' | 'settings'>,
  state: OpenedRequest,
  version: number,
): RequestFacts {
  const now = clock.now();
  const { request, entries, resolution, cancelled, amended, receipts } = state;
  return {
    approval_request_id: request.approval_request_id,
    status: effectiveStatus(state, now),
    ...toldAgent(state, now, settings.roundsMax),
    rounds_left: roundsLeft(state, settings.roundsMax),
    url: null,
    waiter: null,
    version,
    request,
    entries: [...entries],
    resolution,
    cancelled,
    superseded_by: amended?.superseded_by ?? null,
    receipts: [...receipts],
    questions: [...state.questions],
  };
}
