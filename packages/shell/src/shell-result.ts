import type { NotAllowed } from '@countersign/client';
import type { AgentOutcome, ReasonCode, Retry } from '@countersign/protocol/reason';
import type { RiskLevel } from '@countersign/protocol/value';
import type { EndedProcess } from './run-process.ts';

interface About {
  /** The request that was decided; null where no question was needed. */
  readonly request_id: string | null;
  /** How risky it looked from here. What policy found may be more. */
  readonly risk: RiskLevel;
}

/** The command ran. Whether it did what it should, its exit code says. */
export interface ShellCompleted extends About {
  readonly status: 'completed';
  readonly exit_code: number | null;
  readonly signal: string | null;
  readonly stopped: EndedProcess['stopped'];
  readonly stdout: string;
  readonly stderr: string;
  readonly stdout_bytes: number;
  readonly stderr_bytes: number;
  /** Whether one of them was longer than was kept. */
  readonly truncated: boolean;
  /** The code of why the end could not be reported, so that the record will say `unknown`; null where it was. */
  readonly unreported: ReasonCode | null;
}

/** The command did not run (`refused`), or it was begun and its end was not awaited (`unknown`). */
export interface ShellRefused extends About {
  readonly status: 'refused' | 'unknown';
  readonly outcome: AgentOutcome;
  readonly code: ReasonCode;
  /** One line. Exactly "User cancelled operation" where a person said no. */
  readonly text: string;
  /** What happened and what to do next. */
  readonly for_model: string;
  readonly retry: Retry;
  /** Why a reviewer said no, in their words. */
  readonly reason: string | null;
}

export type ShellResult = ShellCompleted | ShellRefused;

/** The words of document 003 for a no of a person. */
const cancelledText = 'User cancelled operation';

export function refusedResult(error: NotAllowed, { request_id, risk }: About): ShellRefused {
  const { outcome, code, retry, forModel } = error;
  const own = ownTexts[code];
  return {
    status: outcome === 'unknown' ? 'unknown' : 'refused',
    outcome,
    code,
    text: isNoOfPerson(error) ? cancelledText : (own ?? texts[outcome]),
    for_model: own === undefined ? forModel : `${own}. ${forModel}`,
    retry,
    reason: error.reviewer_reason,
    request_id: error.approval_request_id ?? request_id,
    risk,
  };
}

function isNoOfPerson({ outcome, denied_by }: NotAllowed): boolean {
  return outcome === 'cancelled' || (outcome === 'denied' && denied_by === 'human');
}

/** Where the outcome alone says too little. */
const ownTexts: Partial<Readonly<Record<ReasonCode, string>>> = {
  policy_denied: 'Policy denies this command; no person was asked',
  command_not_found: 'There is no such program or directory; the command has not run',
  command_not_started: 'The system did not start the command; it has not run',
};

const texts: Readonly<Record<AgentOutcome, string>> = {
  allowed: 'The command is allowed and has not run yet',
  pending: 'No decision yet; the command has not run',
  denied: 'Approval was denied; the command has not run',
  expired: 'The time to approve or to start ran out; the command has not run',
  cancelled: cancelledText,
  amended: 'A reviewer changed the command; as it was asked it has not run',
  revoked: 'The approval was revoked; the command has not run',
  consumed: 'The approval was used before; the command has not run again',
  unknown: 'The command was started, but its outcome is unknown',
  digest_mismatch: 'This is not exactly the command that was approved; it has not run',
  policy_changed: 'The policy changed after the request was opened; the command has not run',
  chain_changed:
    'The required approvers changed after the request was opened; the command has not run',
  precondition_changed:
    'The program, directory or environment is not what was approved; the command has not run',
  plan_blocked: 'Another step of the plan waits for a decision; the command has not run',
  plan_aborted: 'The plan was aborted; the command has not run',
  session_on_hold: 'The session waits until a person answers; the command has not run',
  rate_limited: 'Too many approvals were requested; the command has not run',
  no_eligible_approver: 'No person is able to approve it; the command has not run',
  locked: 'An operator has locked this; the command has not run',
  unavailable: 'The permission of the command could not be verified; it has not run',
};

export function completedResult(
  { exit_code, signal, stopped, stdout, stderr }: EndedProcess,
  about: About & Pick<ShellCompleted, 'unreported'>,
): ShellCompleted {
  return {
    status: 'completed',
    exit_code,
    signal,
    stopped,
    stdout: stdout.text,
    stderr: stderr.text,
    stdout_bytes: stdout.bytes,
    stderr_bytes: stderr.bytes,
    truncated: stdout.truncated || stderr.truncated,
    ...about,
  };
}
