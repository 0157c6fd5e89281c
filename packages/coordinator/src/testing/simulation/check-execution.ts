import type { Consumption } from '../../consume-grant.ts';
import { checkCoveredConsume } from './check-allowance.ts';
import { checkVersions, isComplete } from './check-entry.ts';
import { haltOf } from './check-hold.ts';
import { isOfHouse } from './check-opened.ts';
import { isBlocked } from './check-plan.ts';
import { checkVoters } from './check-standing.ts';
import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import { plainDigest } from './plain-digest.ts';
import type { KnownEvent, RawGrant, RawReceipt } from './raw-events.ts';
import { later, must, Violation } from './violation.ts';

/** Everything that must hold, in the store, at the moment an approval is used up. */
export function checkConsumed(
  ledger: Ledger,
  { caller, at }: AppliedCommit,
  record: RequestRecord,
  receipt: RawReceipt,
): void {
  const { request, resolution, grant, id } = record;
  const { operation } = caller;
  const isRight = operation.kind === (isOfHouse(request) ? 'carry_out' : 'consume');
  if (!isRight) throw new Violation('AB-1', `${operation.kind} consumed ${id}`);
  if (resolution?.outcome !== 'allow' || grant === null || resolution.grant_expires_at === null)
    throw new Violation('AB-1', `${id} was consumed without an approval`);

  must(
    at < resolution.grant_expires_at,
    'TM-5',
    () => `${id} was consumed at ${at}, its grant ended at ${resolution.grant_expires_at}`,
  );
  must(
    receipt.consumed_at < resolution.grant_expires_at,
    'TM-1',
    () => `${id} was consumed at ${receipt.consumed_at}, after its grant`,
  );
  must(
    grant.epoch === ledger.epoch,
    'EV-10',
    () => `${id} has a grant of epoch ${grant.epoch}, consumed in ${ledger.epoch}`,
  );
  checkVersions(ledger, caller, record, 'consumed');
  checkSurrounded(ledger, record);
  checkDecided(ledger, record);
  checkReceipt(ledger, record, receipt);
  // The server itself carries out a house request: it presents nothing.
  if (operation.kind === 'consume') checkPresented(record, receipt, operation.consumption);
}

/** AB-1, AB-2, AB-6, AB-7: what the executor is about to run is what was approved. */
function checkPresented(
  { request, resolution, grant, id }: RequestRecord,
  receipt: RawReceipt,
  consumption: Consumption,
): void {
  must(
    plainDigest(consumption.action) === request.action_digest,
    'AB-2',
    () => `${id} was consumed for another action`,
  );
  must(
    consumption.executor === request.audience && receipt.executor === request.audience,
    'AB-1',
    () => `${id} was consumed by ${consumption.executor}`,
  );
  const presented = grantOf(consumption.grant);
  must(
    presented?.grant_id === resolution?.grant_id && plainDigest(presented) === plainDigest(grant),
    'AB-1',
    () => `${id} was consumed with the grant of another`,
  );
  must(
    request.tool_definition_digest === null ||
      request.tool_definition_digest === consumption.toolDefinitionDigest,
    'AB-6',
    () => `${id} was consumed for a tool defined otherwise`,
  );
  must(
    request.preconditions.every(({ name, digest }) =>
      consumption.preconditions?.some(other => other.name === name && other.digest === digest),
    ),
    'AB-7',
    () => `${id} was consumed although a precondition had changed`,
  );
  must(
    receipt.attempt === consumption.attempt,
    'SU-3',
    () => `the receipt of ${id} is of another attempt`,
  );
}

/** GT-3, GT-9: neither a plan nor a hold stands in the way. */
function checkSurrounded(ledger: Ledger, { request, id }: RequestRecord): void {
  const { plan_id, step_id, session_id } = request.scope;
  const plan = plan_id === null ? undefined : ledger.plans.get(plan_id);
  const refusal = plan === undefined ? null : isBlocked(plan, step_id, []);
  must(refusal === null, 'GT-3', () => `${id} was consumed in a plan: ${refusal}`);
  must(
    haltOf(ledger, session_id) === undefined,
    'GT-9',
    () => `${id} was consumed in a halted session`,
  );
}

/** CH-3, ID-12, AL-4: people decided all of it and may still do so, or an allowance stands in their place. */
function checkDecided(ledger: Ledger, record: RequestRecord): void {
  const { chain, entries, resolution, id } = record;
  if (resolution?.allowance !== undefined) {
    checkCoveredConsume(ledger, record);
    return;
  }
  checkVoters(ledger, record);
  must(
    !entries.some(({ decision }) => decision === 'deny') && isComplete(chain, entries),
    'CH-3',
    () => `${id} was consumed without all its stages`,
  );
}

/** SU-3, TM-3: the receipt says what was consumed, and until when it may be started and reported. */
function checkReceipt(
  ledger: Ledger,
  { resolution, id }: RequestRecord,
  receipt: RawReceipt,
): void {
  const ends = resolution?.grant_expires_at ?? '';
  const { startWithinSeconds, reportWithinSeconds } = ledger.circumstances.settings;
  const started = later(receipt.consumed_at, startWithinSeconds);
  const start_by = started < ends ? started : ends;
  must(
    receipt.start_by === start_by,
    'TM-3',
    () => `${id} may be started until ${receipt.start_by}, its grant ends at ${start_by}`,
  );
  must(
    receipt.approval_request_id === id &&
      receipt.grant_id === resolution?.grant_id &&
      receipt.outcome === 'started' &&
      receipt.report_by === later(start_by, reportWithinSeconds),
    'SU-3',
    () => `the receipt of ${id} is about something else`,
  );
}

/**
 * The content of a signed grant; null where the text is not a grant. Whether it may be believed is another question.
 */
export function grantOf(jws: string): RawGrant | null {
  try {
    return JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString()) as RawGrant;
  } catch {
    return null;
  }
}

export function checkExecutionAllowed(
  { request, resolution, receipts, id }: RequestRecord,
  started: Extract<KnownEvent, { type: 'execution.allowed' }>['data'],
): void {
  must(
    started.approval_request_id === id &&
      started.approval_resolution_id === resolution?.approval_resolution_id &&
      started.action_digest === request.action_digest &&
      started.attempt === receipts[0]?.attempt &&
      started.executor === request.audience,
    'SU-3',
    () => `what was started is not what ${id} was consumed for`,
  );
}

/** SU-6: only the attempt that won the consume has anything to report. */
export function checkReported(
  { caller: { operation } }: AppliedCommit,
  { receipts, id }: RequestRecord,
  receipt: RawReceipt,
): void {
  // The server reports what it carried out in the commit of the consume.
  const { attempt, outcome } =
    operation.kind === 'carry_out'
      ? { attempt: receipts[0]?.attempt, outcome: 'succeeded' }
      : operation.kind === 'report'
        ? operation
        : { attempt: undefined, outcome: '' };
  must(
    attempt !== undefined &&
      attempt === receipts[0]?.attempt &&
      receipt.attempt === attempt &&
      receipt.outcome === outcome,
    'SU-6',
    () => `an attempt that did not win reported on ${id}`,
  );
}

/** A person settles an unknown outcome; no person overrules a report. */
export function checkReconciled(
  { caller: { operation } }: AppliedCommit,
  { receipts, id }: RequestRecord,
  event: Extract<KnownEvent, { type: 'execution.reconciled' }>,
  permitted: boolean,
): void {
  must(
    operation.kind === 'reconcile' && operation.principal.kind === 'human' && permitted,
    'ID-3',
    () => `${id} was settled by a caller without the right`,
  );
  const conclusive = receipts.some(
    ({ outcome }) => outcome === 'succeeded' || outcome === 'failed',
  );
  const unknown =
    receipts.some(({ outcome }) => outcome === 'unknown') ||
    event.at >= (receipts[0]?.report_by ?? '');
  must(!conclusive && unknown, 'SU-6', () => `${id} was settled although its outcome was known`);
}
