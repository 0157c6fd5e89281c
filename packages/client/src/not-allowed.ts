import {
  type ChainEntry,
  endingRejection,
  type RejectionChoice,
} from '@countersign/protocol/chain';
import {
  type AgentOutcome,
  type ReasonCode,
  type Retry,
  reasonCodes,
} from '@countersign/protocol/reason';
import type { ExecutionOutcome } from '@countersign/protocol/request';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import { modelText, recordedExecution, rejectionIn, type Told } from './model-text.ts';

export interface NotAllowedFacts {
  readonly code: ReasonCode;
  /** What was expected and found; for people who look after the program. */
  readonly detail: string;
  /** Where they differ from what the table says of the code. */
  readonly outcome?: AgentOutcome;
  readonly retry?: Retry;
  readonly facts?: RequestFacts | undefined;
  readonly approval_request_id?: string;
  /** The name of the tool that was asked for. */
  readonly tool?: string | undefined;
  /** Why policy denies or asks, where there is no request that says so. */
  readonly policy_reason?: string | undefined;
}

/**
 * The action did not run, or its outcome is unknown (`unknown`). Everything that a gate refuses is one of these;
 * only bad input (ProtocolError), a fault of the set-up (GateMisconfigured), an aborted signal and errors of the tool
 * itself are not. Its message is the text for the model, because that is what frameworks pass on.
 */
export class NotAllowed extends Error {
  override readonly name = 'NotAllowed';
  readonly outcome: AgentOutcome;
  readonly code: ReasonCode;
  readonly retry: Retry;
  /** What was expected and found; for people who look after the program. */
  readonly detail: string;
  readonly tool: string | null;
  readonly approval_request_id: string | null;
  readonly expires_at: string | null;
  /** Where a person can see and decide the request. */
  readonly url: string | null;
  /** Why policy denies the action, or asks about it. */
  readonly policy_reason: string | null;
  /** Why a reviewer said no, in their words. */
  readonly reviewer_reason: string | null;
  /** What the approver who said no wants next; null where none did, or where the approver made no choice. */
  readonly rejection: RejectionChoice | null;
  /** Whether a person or a service said no; null where policy did, or where there was no decision. */
  readonly denied_by: ChainEntry['approver_kind'] | null;
  /** What the record says of an earlier start; null where nothing was started. */
  readonly execution: ExecutionOutcome | null;
  /** The digest of the result that was reported, where an earlier start succeeded. */
  readonly result_digest: string | null;
  /** Where a reviewer changed the action: the request that took the place of the one that was asked. */
  readonly superseded_by: string | null;

  constructor(given: NotAllowedFacts) {
    const { code, detail, facts } = given;
    const told = toldOf(given);
    super(modelText(told));
    this.code = code;
    this.detail = detail;
    this.outcome = told.outcome;
    this.retry = told.retry;
    this.tool = told.tool;
    this.approval_request_id = told.approval_request_id;
    this.policy_reason = told.policy_reason;
    this.reviewer_reason = told.reviewer_reason;
    this.expires_at = facts?.request.expires_at ?? null;
    this.url = facts?.url ?? null;
    this.denied_by = denialIn(facts)?.approver_kind ?? null;
    this.rejection = rejectionIn(told)?.choice ?? null;
    this.execution = facts === undefined ? null : recordedExecution(facts);
    const success = facts?.receipts.find(receipt => receipt.outcome === 'succeeded');
    this.result_digest = success?.result_digest ?? null;
    this.superseded_by = facts?.superseded_by ?? null;
  }

  /** What was asked, what happened, why, and what may follow. Words of people and policies are quoted, not spoken. */
  get forModel(): string {
    return this.message;
  }

  toJSON(): Readonly<Record<string, string | null>> {
    const { outcome, code, retry, approval_request_id, expires_at, reviewer_reason } = this;
    const { forModel: for_model, policy_reason, url, execution } = this;
    return {
      outcome,
      code,
      retry,
      approval_request_id,
      expires_at,
      url,
      policy_reason,
      reviewer_reason,
      execution,
      for_model,
    };
  }
}

function toldOf({ code, facts, tool, ...given }: NotAllowedFacts): Told {
  const entry = reasonCodes[code];
  return {
    code,
    outcome: given.outcome ?? entry.outcome ?? 'unavailable',
    retry: given.retry ?? entry.retry,
    tool: tool ?? null,
    approval_request_id: facts?.approval_request_id ?? given.approval_request_id ?? null,
    policy_reason: given.policy_reason ?? orNull(facts?.request.reason),
    reviewer_reason: orNull(denialIn(facts)?.reason),
    facts,
  };
}

function denialIn(facts: RequestFacts | undefined): ChainEntry | undefined {
  return facts?.entries.findLast(({ decision }) => decision === 'deny');
}

function orNull(text: string | undefined): string | null {
  return text === undefined || text === '' ? null : text;
}

/** The error for a request that cannot be executed now. */
export function notAllowedNow(facts: RequestFacts, tool?: string): NotAllowed {
  const { outcome, retry, status } = facts;
  const detail = `it is ${status}`;
  return new NotAllowed({ code: codeOf(facts), detail, outcome, retry, facts, tool });
}

const statusCodes = {
  pending: 'request_pending',
  allowed: 'request_allowed',
  denied: 'request_denied',
  expired: 'request_expired',
  cancelled: 'request_cancelled',
  amended: 'request_amended',
  revoked: 'grant_revoked',
  consumed: 'grant_already_consumed',
} as const satisfies Record<RequestFacts['status'], ReasonCode>;

function codeOf(facts: RequestFacts): ReasonCode {
  const { status, outcome, resolution } = facts;
  if (outcome === 'policy_changed' || outcome === 'chain_changed') return outcome;
  if (status === 'denied') return deniedCode(facts);
  // An approval that was not used in time has a resolution that allows.
  if (status === 'expired' && resolution?.outcome === 'allow') return 'grant_expired';
  return statusCodes[status];
}

function deniedCode({ entries }: RequestFacts): ReasonCode {
  const choice = endingRejection(entries)?.choice;
  if (choice === 'fix') return 'request_sent_back';
  return choice === 'never' ? 'rejected_for_good' : 'request_denied';
}
