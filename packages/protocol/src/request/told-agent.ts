import { type AgentOutcome, type Retry, reasonCodes } from '../reason/reason-codes.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { executionOutcome } from './report-execution.ts';
import { effectiveStatus, type OpenedRequest, statusCode } from './request-state.ts';

/** What an agent is told of its request, and what it may do next. */
export interface ToldAgent {
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
}

export function toldAgent(state: OpenedRequest, now: Timestamp): ToldAgent {
  if (effectiveStatus(state, now) === 'allowed') return { outcome: 'allowed', retry: 'same_call' };
  if (executionOutcome(state, now) === 'unknown') return { outcome: 'unknown', retry: 'never' };
  const { outcome, retry } = reasonCodes[statusCode(state, now)];
  return { outcome: outcome ?? 'unavailable', retry };
}
