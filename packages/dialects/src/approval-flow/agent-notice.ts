import { type ChainEntry, isChosen, rejectionOf, rejectionText } from '@countersign/protocol/chain';
import { type AgentOutcome, type Retry, reasonCodes } from '@countersign/protocol/reason';
import type { ApprovalRequest, OpenedRequest } from '@countersign/protocol/request';
import { externalIdNames, toFlowId } from './flow-ids.ts';
import { flowStateOf } from './request-translation.ts';
import type { FlowRequestState } from './vocabulary.ts';

/** A request as far as its agent is told of it. */
export interface NoticedRequest {
  readonly request: Pick<
    ApprovalRequest,
    'approval_request_id' | 'intent_id' | 'expires_at' | 'external_ids'
  >;
  readonly status: OpenedRequest['status'];
  readonly entries: readonly Pick<
    ChainEntry,
    'decision' | 'reason' | 'reason_code' | 'approver_kind'
  >[];
  /** How many more rounds its case can have. */
  readonly rounds_left?: number | undefined;
}

/** What the agent's runtime is told: fields for the program, text for the model. */
export interface AgentNotice {
  readonly approvalRequestId: string;
  readonly state: FlowRequestState;
  /** The words of upstream's runtime for where a run stands. */
  readonly runState: 'awaiting_approval' | 'awaiting_execution' | 'halted_denied';
  readonly reasonCode: string;
  readonly outcome: AgentOutcome;
  readonly retry: Retry;
  /** Whether the end of the window ended it, and not a decision. */
  readonly timedOut: boolean;
  readonly executed: boolean;
  /** The reviewer's own words. */
  readonly reason: string | null;
  readonly text: string;
}

const told = {
  pending: ['awaiting_approval', 'APPROVAL_REQUIRED', 'request_pending'],
  allowed: ['awaiting_execution', 'APPROVAL_GRANTED', 'request_allowed'],
  denied: ['halted_denied', 'APPROVAL_REJECTED', 'request_denied'],
  expired: ['halted_denied', 'APPROVAL_TIMED_OUT', 'request_expired'],
  cancelled: ['halted_denied', 'APPROVAL_WITHDRAWN', 'request_cancelled'],
  amended: ['halted_denied', 'APPROVAL_AMENDED', 'request_amended'],
  revoked: ['halted_denied', 'APPROVAL_REVOKED', 'grant_revoked'],
  consumed: ['awaiting_execution', 'APPROVAL_CONSUMED', 'grant_already_consumed'],
} as const satisfies Record<
  OpenedRequest['status'],
  readonly [AgentNotice['runState'], string, keyof typeof reasonCodes]
>;

/** Document 001's notices to the agent: timed out, rejected, and the other outcomes of a request. */
export function toAgentNotice(noticed: NoticedRequest): AgentNotice {
  const { request, status, entries, rounds_left = 0 } = noticed;
  const [runState, reasonCode, code] = told[status];
  const denial = entries.findLast(({ decision }) => decision === 'deny');
  const rejection = denial === undefined ? null : rejectionOf(denial);
  const sentBack = status === 'denied' && rejection?.choice === 'fix' && rounds_left > 0;
  const { outcome, retry } = reasonCodes[sentBack ? 'request_sent_back' : code];
  const reason = denial === undefined || denial.reason === '' ? null : denial.reason;
  return {
    approvalRequestId:
      request.external_ids[externalIdNames.request] ??
      toFlowId('request', request.approval_request_id),
    state: flowStateOf[status],
    runState,
    reasonCode,
    outcome: outcome ?? 'unavailable',
    retry,
    timedOut: status === 'expired',
    executed: status === 'consumed',
    reason,
    text:
      status === 'denied' && isChosen(rejection)
        ? rejectionText(rejection, rounds_left)
        : textOf(status, request.expires_at, reason),
  };
}

function textOf(status: OpenedRequest['status'], end: string, reason: string | null): string {
  const quoted = reason === null ? '' : ` Reason: ${JSON.stringify(reason)}.`;
  switch (status) {
    case 'pending':
      return `The action waits for approval until ${end}. It is not executed.`;
    case 'allowed':
      return 'The action is approved. It has not been executed yet.';
    case 'denied':
      return `A reviewer rejected the action. It was not executed.${quoted} Tell the user, and suggest alternatives; do not try to reach the same result by other means.`;
    case 'expired':
      return 'The approval timed out. The action was not executed. Tell the user; ask again only if it is still wanted.';
    case 'cancelled':
      return 'The request was withdrawn. The action was not executed.';
    case 'amended':
      return 'A reviewer changed the action. The original was not executed; only the changed action may run.';
    case 'revoked':
      return 'The approval was revoked. The action was not executed.';
    case 'consumed':
      return 'The approval was used. The action is not executed again.';
  }
}
