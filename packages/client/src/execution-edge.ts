import type { Refusal, Result } from '@countersign/protocol/reason';
import {
  mayStart,
  type Precondition,
  type Receipt,
  type VerifiedGrant,
  verifyGrant,
} from '@countersign/protocol/request';
import { millisecondsOf, timestampFromMilliseconds } from '@countersign/protocol/value';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { BoundAction } from './bound-action.ts';
import type { GateClock } from './gate-clock.ts';
import { faultIn, GateMisconfigured } from './gate-misconfigured.ts';
import { NotAllowed, notAllowedNow } from './not-allowed.ts';
import { type Run, runTool, type ToolLimits, toolMilliseconds } from './run-tool.ts';
import type { CallOptions, ReportCall, Transport } from './transport.ts';
import type { KeyTrust, TrustedKeys } from './trusted-keys.ts';

export interface ExecuteOptions extends ToolLimits {
  /** Looked up when asking and again when starting. If they differ, nothing runs (AB-7). */
  readonly preconditions?:
    | (() => readonly Precondition[] | Promise<readonly Precondition[]>)
    | undefined;
  readonly tool_definition_digest?: string | undefined;
  /** Called if the tool ran but its outcome could not be reported. The record will say `unknown`. */
  readonly onUnreported?: ((why: NotAllowed) => void) | undefined;
}

export interface Edge {
  readonly transport: Transport;
  readonly trust: KeyTrust;
  readonly clock: GateClock;
  readonly executor: string;
}

/** An approval that was consumed here: the tool may be started, once. */
export interface Started {
  /** How long the tool may take. */
  readonly milliseconds: number;
  /** Sends the outcome. It never throws: the tool has ended, and a lost report must not make it look otherwise. */
  report(outcome: Omit<ReportCall, 'attempt'>): Promise<void>;
}

/**
 * Turns an approval into an execution, in three steps. First, the grant is verified here with the trusted keys, against
 * the digest of the action that is about to run. Then the grant is consumed. The tool may start only if the answer to
 * that arrives in time. After a crash at any point, the tool has started at most once.
 */
export async function startOnce(
  edge: Edge,
  id: string,
  bound: BoundAction,
  options: ExecuteOptions,
): Promise<Started> {
  const { clock, transport } = edge;
  const { signal } = options;
  const grant = await obtainGrant(edge, id, bound, { signal });
  const preconditions = await options.preconditions?.();
  const attempt = crypto.randomUUID();
  // Taken before the call: the time of the call counts against the start.
  const asked = clock.elapsed();
  const answer = await transport.consume(
    id,
    {
      action: bound.proposed,
      grant: grant.jws,
      attempt,
      ...(preconditions === undefined ? {} : { preconditions }),
      ...definitionOf(options),
    },
    { signal },
  );
  if (!answer.ok) throw await explained(edge, id, bound, answer.refusal, { signal });
  const consumed = answer.value;
  const tool = bound.proposed.target.tool_name;
  const receipt = receiptOf(consumed, grant.value, edge.executor, tool);
  // A repeated answer is valid here: the attempt was named above, and no other process has that name.
  const heard = { attempt, replayed: consumed.replayed, made_here: true };
  const start = mayStart(receipt, heard, timeAfter(receipt, clock.elapsed() - asked));
  const send = (call: Omit<ReportCall, 'attempt'>) =>
    report(edge, id, { attempt, ...call }, options);
  if (!start.ok) {
    if (start.refusal.code === 'execution_start_too_late') {
      await send({ outcome: 'failed', error: 'it was not started' });
    }
    throw new NotAllowed({ ...start.refusal, facts: consumed, tool });
  }
  return { milliseconds: toolMilliseconds(options.timeout, receipt), report: send };
}

/** Consumes the approval, runs the tool and reports its outcome, whatever it is. */
export async function executeOnce<T>(
  edge: Edge,
  id: string,
  bound: BoundAction,
  run: Run<T>,
  options: ExecuteOptions,
): Promise<T> {
  const { milliseconds, report: send } = await startOnce(edge, id, bound, options);
  const ended = await runTool(bound, run, edge.clock, { ...options, milliseconds });
  await send(ended.report);
  if (ended.kind === 'returned') return ended.result;
  throw ended.error;
}

/** An action that policy allows without a question: nothing to consume, and nothing to report. */
export async function runPlainly<T>(
  { clock }: Pick<Edge, 'clock'>,
  bound: BoundAction,
  run: Run<T>,
  options: ExecuteOptions,
): Promise<T> {
  const milliseconds = toolMilliseconds(options.timeout);
  const ended = await runTool(bound, run, clock, { ...options, milliseconds });
  if (ended.kind === 'returned') return ended.result;
  throw ended.error;
}

export function definitionOf({ tool_definition_digest }: ExecuteOptions) {
  return tool_definition_digest === undefined ? {} : { tool_definition_digest };
}

/** The request and the action of a refusal, where they are known. */
interface About {
  readonly id?: string;
  readonly facts?: RequestFacts;
  readonly bound?: BoundAction;
  readonly tool?: string | undefined;
}

export function must<T>(verdict: Result<T>, about: About = {}): T {
  if (verdict.ok) return verdict.value;
  throw refused(verdict.refusal, about);
}

/** A fault of the set-up is not an answer about the action. */
export function refused(
  refusal: Refusal,
  { id, bound, facts, tool = bound?.proposed.target.tool_name }: About,
): NotAllowed | GateMisconfigured {
  const fault = faultIn(refusal);
  if (fault !== null) return new GateMisconfigured([fault]);
  return new NotAllowed({
    ...refusal,
    facts,
    tool,
    ...(id === undefined ? {} : { approval_request_id: id }),
  });
}

/**
 * The refusal of a use case is only a code. The request itself says who refused and why, when it expired, and how an
 * earlier start ended. So the request is read before the caller is told.
 */
async function explained(
  { transport }: Edge,
  id: string,
  bound: BoundAction,
  refusal: Refusal,
  options: CallOptions,
): Promise<NotAllowed | GateMisconfigured> {
  if (faultIn(refusal) !== null) return refused(refusal, { id, bound });
  const tool = bound.proposed.target.tool_name;
  const read = await transport.read(id, options);
  if (!read.ok) return refused(refusal, { id, bound });
  const facts = read.value;
  const isOfStatus = facts.status !== 'pending' && facts.status !== 'allowed';
  const now = isOfStatus ? notAllowedNow(facts, tool) : null;
  // The status of the request explains a refusal of the same kind. Any other refusal, such as a changed precondition,
  // keeps its own code.
  return now !== null && now.code === refusal.code
    ? now
    : new NotAllowed({ ...refusal, facts, tool });
}

async function obtainGrant(
  edge: Edge,
  id: string,
  bound: BoundAction,
  options: CallOptions,
): Promise<{ readonly jws: string; readonly value: VerifiedGrant }> {
  const { transport, trust } = edge;
  const about = { id, bound };
  const issued = await transport.grant(id, options);
  if (!issued.ok) throw await explained(edge, id, bound, issued.refusal, options);
  const jws = issued.value;
  let verified = verify(edge, jws, must(await trust.current(options), about));
  if (!verified.ok && verified.refusal.code === 'jws_key_unknown') {
    // The server may now sign with a key that it had not published when its keys were last fetched.
    const newer = await trust.newer(options);
    if (newer !== null) verified = verify(edge, jws, must(newer, about));
  }
  const grant = must(verified, about);
  if (grant.approval_request_id !== id) {
    const detail = 'the grant is of another request';
    throw refused({ code: 'grant_binding_mismatch', detail }, about);
  }
  if (grant.action_digest !== bound.digest) {
    const detail = `expected ${grant.action_digest}, found ${bound.digest}`;
    throw refused({ code: 'action_digest_mismatch', detail }, about);
  }
  return { jws, value: grant };
}

function verify(
  { clock, executor }: Edge,
  jws: string,
  { issuer, store_id, keys }: TrustedKeys,
): Result<VerifiedGrant> {
  const now = timestampFromMilliseconds(Math.max(0, Math.floor(clock.now())));
  return verifyGrant({ jws, keys, issuer, store_id, audience: executor, now });
}

/** The receipt of this approval. Whether it permits a start here is judged by its attempt. */
function receiptOf(
  facts: RequestFacts,
  { grant_id }: VerifiedGrant,
  executor: string,
  tool: string,
): Receipt {
  const receipt = facts.receipts[0];
  if (
    facts.status === 'consumed' &&
    receipt?.grant_id === grant_id &&
    receipt.executor === executor &&
    receipt.approval_request_id === facts.approval_request_id
  ) {
    return receipt;
  }
  const detail = 'another attempt consumed the approval';
  throw new NotAllowed({ code: 'grant_already_consumed', detail, facts, tool });
}

/**
 * The latest time that the server's clock can show now. The consume happened after the call began, so no more time has
 * passed since it than since the call. The wall clock of this machine is not used.
 */
function timeAfter({ consumed_at }: Receipt, milliseconds: number) {
  return timestampFromMilliseconds(millisecondsOf(consumed_at) + Math.ceil(milliseconds));
}

/** The tool has ended. A lost report must not make the call look failed. */
async function report(
  { transport }: Edge,
  id: string,
  call: ReportCall,
  { onUnreported }: ExecuteOptions,
): Promise<void> {
  const reported = await transport.report(id, call);
  if (!reported.ok) {
    onUnreported?.(new NotAllowed({ ...reported.refusal, approval_request_id: id }));
  }
}
