import type { Timestamp } from '../value/timestamp.ts';
import { executionOutcome } from './report-execution.ts';
import type { OpenedRequest } from './request-state.ts';

/** The outcome of a request and of what it permitted, in one word that people filter by. */
export const requestOutcomes = [
  'waiting',
  'approved',
  'rejected',
  'expired',
  'cancelled',
  'changed',
  'revoked',
  'running',
  'succeeded',
  'failed',
  'unknown',
] as const;
export type RequestOutcome = (typeof requestOutcomes)[number];

const outcomeOfStatus: Readonly<
  Record<Exclude<OpenedRequest['status'], 'consumed'>, RequestOutcome>
> = {
  pending: 'waiting',
  allowed: 'approved',
  denied: 'rejected',
  expired: 'expired',
  cancelled: 'cancelled',
  amended: 'changed',
  revoked: 'revoked',
};

export function requestOutcome(state: OpenedRequest, now: Timestamp): RequestOutcome {
  if (state.status !== 'consumed') return outcomeOfStatus[state.status];
  const outcome = executionOutcome(state, now);
  return outcome === null || outcome === 'started' ? 'running' : outcome;
}
