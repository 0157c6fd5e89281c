import type { Refusal } from '@countersign/protocol/reason';
import { type AnsweredFlow, hadStatus } from './check-answer.ts';
import { grantOf } from './check-execution.ts';
import type { SimulatedAction } from './check-opened.ts';
import { choiceIn } from './check-rejection.ts';
import type { RequestRecord } from './ledger.ts';
import type { Operation } from './operation.ts';
import { plainDigest } from './plain-digest.ts';
import type { KnownEvent } from './raw-events.ts';
import { later, must } from './violation.ts';
import type { World } from './world.ts';

/** After these the effect is unknown; a repeated call learns it. */
const unknown: ReadonlySet<string> = new Set([
  'store_unavailable',
  'anchor_unavailable',
  'internal_error',
]);

/** Events that a refused command may leave behind: that it was tried, or that its request was overtaken. */
const traces: ReadonlySet<string> = new Set([
  'entry.refused',
  'execution.refused',
  'evidence.refused',
  'policy.decided',
  // A proposal that finds an allowance outdated suspends it on its way (AL-5).
  'allowance.suspended',
]);

/** Nothing refused was done, and nothing is refused for a reason that is not so. */
export function checkRefusal(world: World, answered: AnsweredFlow, refusal: Refusal): void {
  for (const check of checks) check(world, answered, refusal.code);
}

type Check = (world: World, answered: AnsweredFlow, code: string) => void;

const checks: readonly Check[] = [
  checkFault,
  checkContended,
  checkNothingDone,
  checkNoEntry,
  checkLimited,
  checkKeyReused,
  checkToldStatus,
];

/** GT-1, EV-10: a fault is told only where there was one. */
function checkFault(world: World, { flow, start }: AnsweredFlow, code: string): void {
  const { kind } = flow.caller.operation;
  // Uses of one process share their steps with the anchor, and what happened to one of them there happened to all.
  const failedForAll = world.anchor !== null && world.scheduler.failures > start.failures;
  must(
    code !== 'internal_error' || flow.broken > 0,
    'GT-1',
    () => `${kind} failed with an internal error that nothing explains`,
  );
  must(
    code !== 'store_unavailable' || flow.unavailable > 0 || flow.stale > 0 || failedForAll,
    'GT-1',
    () => `${kind} found the store unavailable, and it was not`,
  );
  must(
    code !== 'anchor_unavailable' || failedForAll,
    'GT-1',
    () => `${kind} found the anchor unavailable, and it was not`,
  );
  must(
    code !== 'store_rolled_back' && code !== 'anchor_mismatch',
    'EV-10',
    () => `${kind} was refused with ${code}, and no copy was restored`,
  );
}

/** GT-1, TM-7: a call gives up only after it lost as often as it may, and the clock is named where it was the cause. */
function checkContended({ ledger }: World, { flow, start }: AnsweredFlow, code: string): void {
  const { kind } = flow.caller.operation;
  const { triesMax } = ledger.circumstances.settings;
  must(
    code !== 'commit_contended' ||
      Math.min(flow.lost, ledger.commits - start.commit) >= triesMax ||
      kind === 'start_epoch',
    'GT-1',
    () => `${kind} gave up after losing ${flow.lost} races`,
  );
  must(
    code === 'clock_regressed'
      ? flow.regressed > 0
      : code !== 'commit_contended' || flow.regressed === 0 || kind === 'start_epoch',
    'TM-7',
    () => `${kind} was refused with ${code}; the clock of the store says otherwise`,
  );
}

/** SU-1, SU-2: what was refused has written nothing but that it was tried. */
function checkNothingDone(_world: World, { flow }: AnsweredFlow, code: string): void {
  if (unknown.has(code) || flow.delayed) return;
  const { kind } = flow.caller.operation;
  const done = flow.commits
    .flatMap(({ events }) => events)
    .find(
      event =>
        !traces.has(event.type) &&
        !isVoiding(event) &&
        !(event.type === 'request.cancelled' && isOvertaken(event.data.cause, code)) &&
        !event.stream.startsWith('agent_plan/'),
    );
  must(
    done === undefined,
    kind === 'consume' ? 'SU-1' : 'SU-2',
    () => `${kind} was refused with ${code}, and has written ${done?.type}`,
  );
}

/** CH-4: a decision that was refused is not in the chain. */
function checkNoEntry({ ledger }: World, { flow, start }: AnsweredFlow, code: string): void {
  const { operation } = flow.caller;
  if (operation.kind !== 'decide' || unknown.has(code)) return;
  const { submission, principal, approvalRequestId } = operation;
  const identity = principal.kind === 'human' ? principal.person_id : principal.principal_id;
  const recorded = ledger.requests
    .get(approvalRequestId)
    ?.entries.some(
      entry =>
        entry.chain_entry_id === submission.chain_entry_id &&
        entry.approver_identity === identity &&
        entry.decision === submission.decision &&
        entry.reason === submission.reason,
    );
  const since = ledger.entries.get(submission.chain_entry_id) ?? 0;
  const isOwn = flow.commits.some(({ number }) => number === since);
  must(
    recorded !== true || flow.delayed || (since > start.commit && !isOwn),
    'CH-4',
    () => `${submission.chain_entry_id} was refused with ${code}, and is in the chain`,
  );
}

/** GT-8: an agent is limited only after as many requests as it may open. */
function checkLimited({ ledger, time }: World, { flow, start }: AnsweredFlow, code: string): void {
  const { operation } = flow.caller;
  const clockWasSet = time.timesSet > start.timesSet;
  if (code !== 'rate_limited' || operation.kind !== 'propose' || clockWasSet) return;
  const { settings } = ledger.circumstances;
  const { agent_id } = operation.proposal.action as SimulatedAction;
  const asked = [...ledger.requests.values()].filter(
    ({ request }) =>
      request.agent_id === agent_id &&
      later(request.requested_at, settings.windowSeconds) > start.storeNow,
  );
  must(
    asked.length >= settings.requestsPerWindow,
    'GT-8',
    () => `${agent_id} was limited after ${asked.length} requests`,
  );
}

/** SU-5: a key is refused only where it belongs to another action. */
function checkKeyReused({ ledger }: World, { flow }: AnsweredFlow, code: string): void {
  const { operation } = flow.caller;
  if (code !== 'idempotency_key_reused' || operation.kind !== 'propose') return;
  const { principal, idempotencyKey, action } = operation.proposal;
  const owner = ledger.keys.get(`${principal.principal_id} ${idempotencyKey ?? ''}`);
  must(
    owner !== undefined &&
      ledger.requests.get(owner.id)?.request.action_digest !== plainDigest(action),
    'SU-5',
    () => 'a key was refused although its action is the same',
  );
}

/** TM-1: what a refusal says of a request was so at some time during the call. */
function checkToldStatus(world: World, { flow, start, process }: AnsweredFlow, code: string): void {
  const { operation } = flow.caller;
  const { ledger, time } = world;
  const record =
    'approvalRequestId' in operation ? ledger.requests.get(operation.approvalRequestId) : undefined;
  // What refuses an allowance may be the end of its house request, which the operation does not name.
  const isAboutIt = operation.kind !== 'ask_allowance';
  if (record === undefined || !isAboutIt || presentsAnother(operation, record)) return;
  const clockWasSet = time.timesSet > start.timesSet;
  const processNow = time.at(process.offset);
  const latest = processNow > time.storeHighest ? processNow : time.storeHighest;
  must(
    (clockWasSet && code === 'deadline_not_reached') || isToldAsItWas(code, record, start, latest),
    'TM-1',
    () => `${operation.kind} was refused with ${code}, and ${record.id} is ${record.status}`,
  );
}

/** What overtook a request is told as such, or as the row of a batch that it made stale. */
function isOvertaken(cause: string, code: string): boolean {
  return cause === code || (code === 'batch_row_stale' && /^(?:policy|chain)_changed$/.test(cause));
}

/** A process that meets an open request of an earlier epoch ends it. */
function isVoiding(event: KnownEvent): boolean {
  if (event.type === 'grant.revoked') return event.data.by.kind === 'system';
  return event.type === 'request.cancelled' && event.data.cause === 'epoch_changed';
}

/** A grant of another request has an end of its own. */
function presentsAnother(operation: Operation, { grant }: RequestRecord): boolean {
  if (operation.kind !== 'consume') return false;
  return grantOf(operation.consumption.grant)?.grant_id !== grant?.grant_id;
}

/** What the approver chose, by the code that tells it. */
const denialChoices = new Map([
  ['request_denied', null],
  ['request_sent_back', 'fix'],
  ['rejected_for_good', 'never'],
]);

/** Whether a refusal for the status of the request tells how it was at some time during the call. */
function isToldAsItWas(
  code: string,
  record: RequestRecord,
  start: AnsweredFlow['start'],
  latest: string,
): boolean {
  const choice = denialChoices.get(code);
  return choice === undefined
    ? isSo(code, record, start, latest)
    : hadStatus(record, start.commit, ['denied']) && choiceIn(record) === choice;
}

/** Codes that tell one status of the request. */
const tellsStatus: Readonly<Record<string, readonly string[]>> = {
  request_pending: ['pending'],
  request_allowed: ['allowed'],
  request_cancelled: ['cancelled'],
  request_amended: ['amended'],
  grant_revoked: ['revoked'],
  grant_already_consumed: ['consumed'],
  execution_not_started: [
    'pending',
    'allowed',
    'denied',
    'expired',
    'cancelled',
    'revoked',
    'amended',
  ],
};

function isSo(
  code: string,
  record: RequestRecord,
  { commit, processNow, storeNow }: AnsweredFlow['start'],
  latest: string,
): boolean {
  const was = (...statuses: string[]) => hadStatus(record, commit, statuses);
  const { request, resolution } = record;
  const told = tellsStatus[code];
  if (told !== undefined) return was(...told);
  switch (code) {
    case 'request_not_found':
      return was('absent') || record.timeline[0] === undefined || record.timeline[0].from > commit;
    case 'request_expired':
      return was('expired') || (was('pending') && latest >= request.expires_at);
    case 'grant_expired':
      return was('expired') || latest >= (resolution?.grant_expires_at ?? '9999');
    case 'deadline_not_reached': {
      const earliest = processNow < storeNow ? processNow : storeNow;
      return (
        (was('pending') && earliest < request.expires_at) ||
        (was('allowed') && earliest < (resolution?.grant_expires_at ?? ''))
      );
    }
    default:
      return true;
  }
}
