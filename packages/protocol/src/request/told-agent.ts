import { type AgentOutcome, type Retry, reasonCodes } from '../reason/reason-codes.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { executionOutcome } from './report-execution.ts';
import { effectiveStatus, type OpenedRequest, statusCode } from './request-state.ts';

/** How many more rounds the case of a request can have. */
export function roundsLeft({ request }: OpenedRequest, rounds_max: number): number {
  return Math.max(0, rounds_max - request.round);
}

/** What an agent is told of its request, and what it may do next. */
export interface ToldAgent {
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
}

export function toldAgent(state: OpenedRequest, now: Timestamp, rounds_max: number): ToldAgent {
  if (effectiveStatus(state, now) === 'allowed') return { outcome: 'allowed', retry: 'same_call' };
  if (executionOutcome(state, now) === 'unknown') return { outcome: 'unknown', retry: 'never' };
  const code = statusCode(state, now);
  // What is to be fixed cannot be asked again where the case has no round left.
  if (code === 'request_sent_back' && roundsLeft(state, rounds_max) === 0) {
    return { outcome: 'denied', retry: 'never' };
  }
  const { outcome, retry } = reasonCodes[code];
  return { outcome: outcome ?? 'unavailable', retry };
}
