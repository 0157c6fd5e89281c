import type { ChainEntry } from '@countersign/protocol/chain';
import {
  type AgentOutcome,
  type ReasonCode,
  type Retry,
  reasonCodes,
} from '@countersign/protocol/reason';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import { outcomeTexts, retryTexts } from './outcome-text.ts';

export interface NotAllowedFacts {
  readonly code: ReasonCode;
  /** What was expected and found; for people who look after the program. */
  readonly detail: string;
  /** Where they differ from what the table says of the code. */
  readonly outcome?: AgentOutcome;
  readonly retry?: Retry;
  readonly facts?: RequestFacts | undefined;
  readonly approval_request_id?: string;
}

/**
 * The action did not run, or its outcome is unknown (`unknown`). Everything that a gate refuses is one of these;
 * only bad input (ProtocolError), an aborted signal and errors of the tool itself are not.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly outcome: AgentOutcome;
  readonly code: ReasonCode;
  readonly retry: Retry;
  readonly approval_request_id: string | null;
  readonly expires_at: string | null;
  /** Why a reviewer said no, in their words. */
  readonly reviewer_reason: string | null;
  /** Whether a person or a service said no; null where policy did, or where there was no decision. */
  readonly denied_by: ChainEntry['approver_kind'] | null;

  constructor({ code, detail, outcome, retry, facts, approval_request_id }: NotAllowedFacts) {
    const entry = reasonCodes[code];
    super(`${code}: ${detail}`);
    this.code = code;
    this.outcome = outcome ?? entry.outcome ?? 'unavailable';
    this.retry = retry ?? entry.retry;
    this.approval_request_id = facts?.approval_request_id ?? approval_request_id ?? null;
    this.expires_at = facts?.request.expires_at ?? null;
    const denial = facts?.entries.findLast(({ decision }) => decision === 'deny');
    this.reviewer_reason = denial === undefined || denial.reason === '' ? null : denial.reason;
    this.denied_by = denial?.approver_kind ?? null;
  }

  /** What happened and what to do next, for a model. The reviewer's words are quoted, not spoken. */
  get forModel(): string {
    const { outcome, retry, reviewer_reason } = this;
    const quoted = reviewer_reason === null ? '' : ` Reason: ${JSON.stringify(reviewer_reason)}.`;
    return `${outcomeTexts[outcome]}${quoted} ${retryTexts[retry]}`;
  }

  toJSON(): Readonly<Record<string, string | null>> {
    const { outcome, code, retry, approval_request_id, expires_at, reviewer_reason } = this;
    const { forModel: for_model } = this;
    return { outcome, code, retry, approval_request_id, expires_at, reviewer_reason, for_model };
  }
}

/** What a request that cannot be executed now is told as. */
export function notAllowedNow(facts: RequestFacts): NotAllowed {
  const { outcome, retry, status } = facts;
  return new NotAllowed({ code: codeOf(facts), detail: `it is ${status}`, outcome, retry, facts });
}

const statusCodes = {
  pending: 'request_pending',
  allowed: 'request_allowed',
  denied: 'request_denied',
  expired: 'request_expired',
  cancelled: 'request_cancelled',
  revoked: 'grant_revoked',
  consumed: 'grant_already_consumed',
} as const satisfies Record<RequestFacts['status'], ReasonCode>;

function codeOf({ status, outcome, resolution }: RequestFacts): ReasonCode {
  if (outcome === 'policy_changed' || outcome === 'chain_changed') return outcome;
  // An approval that was not used in time has a resolution that allows.
  if (status === 'expired' && resolution?.outcome === 'allow') return 'grant_expired';
  return statusCodes[status];
}
