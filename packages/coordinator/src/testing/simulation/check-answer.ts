import { type Result, reasonCodes } from '@countersign/protocol/reason';
import { verdictOf } from './cast.ts';
import { grantOf } from './check-execution.ts';
import { haltOf } from './check-hold.ts';
import type { SimulatedAction } from './check-opened.ts';
import { isBlocked, type PlanRecord } from './check-plan.ts';
import { checkRefusal } from './check-refusal.ts';
import type { RequestRecord } from './ledger.ts';
import type { Operation, OperationOf } from './operation.ts';
import { plainDigest } from './plain-digest.ts';
import type { Flow } from './scheduler.ts';
import type { SimulatedProcess } from './simulated-process.ts';
import { must, Violation } from './violation.ts';
import type { World } from './world.ts';

/** How things stood when a call began. */
interface CallStart {
  readonly commit: number;
  /** The true time. */
  readonly time: number;
  readonly processNow: string;
  readonly storeNow: string;
  /** How often the store's clock had been set. */
  readonly timesSet: number;
  readonly plan: PlanRecord | undefined;
  readonly halted: boolean;
  readonly versions: ReadonlyMap<string, number>;
  /** How many calls had failed, of all callers. */
  readonly failures: number;
}

export interface AnsweredFlow {
  readonly flow: Flow;
  readonly process: SimulatedProcess;
  readonly start: CallStart;
}

export function startOf(world: World, process: SimulatedProcess, operation: Operation): CallStart {
  const { ledger, time } = world;
  const { plan_id, session_id } =
    operation.kind === 'propose' ? (operation.proposal.scope ?? {}) : {};
  const stream = 'approvalRequestId' in operation ? `request/${operation.approvalRequestId}` : '';
  return {
    commit: ledger.commits,
    time: time.now,
    processNow: time.at(process.offset),
    storeNow: time.store(),
    timesSet: time.timesSet,
    plan: plan_id ? ledger.plans.get(plan_id) : undefined,
    halted: isHalted(world, session_id ?? null),
    versions: new Map([[stream, ledger.streams.get(stream)?.texts.length ?? 0]]),
    failures: world.scheduler.failures,
  };
}

function isHalted({ ledger }: World, session: string | null): boolean {
  return haltOf(ledger, session) !== undefined;
}

/** Whether what a client was told is true, and whether what was refused was really not done. */
export function checkAnswer(world: World, answered: AnsweredFlow, outcome: Result<unknown>): void {
  const { flow } = answered;
  const { operation } = flow.caller;
  if (!outcome.ok) {
    must(
      Object.hasOwn(reasonCodes, outcome.refusal.code),
      'GT-1',
      () => `the code ${outcome.refusal.code} is unknown`,
    );
    checkRefusal(world, answered, outcome.refusal);
    return;
  }
  switch (operation.kind) {
    case 'propose':
      checkProposed(world, answered, operation, outcome.value as ProposedAnswer);
      return;
    case 'decide':
      checkDecided(world, operation);
      return;
    case 'issue':
      checkIssued(world, answered, operation, outcome.value as string);
      return;
    case 'read':
      checkRead(world, answered, operation, (outcome.value as { version: number }).version);
      return;
    case 'wait': {
      const { version } = outcome.value as { version: number };
      checkRead(world, answered, operation, version);
      must(
        version > operation.after || operation.signal.aborted,
        'TM-6',
        () => `a waiter was woken at version ${version}, it knew ${operation.after}`,
      );
      return;
    }
    case 'history':
      checkRead(world, answered, operation, (outcome.value as unknown[]).length);
      return;
    case 'activate':
      must(
        policiesDuring(world, answered).includes(outcome.value as string),
        'GT-1',
        () => `${String(outcome.value)} was said to be in force`,
      );
      return;
    default: {
      const expected = written[operation.kind];
      if (expected === undefined) return;
      const made = flow.commits
        .flatMap(({ events }) => events)
        .filter(({ type }) => expected.includes(type));
      must(
        made.length === 1,
        operation.kind === 'consume' ? 'SU-1' : 'EV-6',
        () => `${operation.kind} was acknowledged and wrote ${made.length} times`,
      );
      if (operation.kind === 'consume') checkAnchored(world, operation);
    }
  }
}

/** EV-10: what was acknowledged is known outside, so that a store that lacks it is found out. */
function checkAnchored(
  { anchor, ledger }: World,
  { approvalRequestId }: OperationOf<'consume'>,
): void {
  const record = ledger.requests.get(approvalRequestId);
  if (anchor === null || record === undefined) return;
  const { epoch = 0, consumed_count = 0 } = anchor.mark ?? {};
  must(
    epoch > record.epoch || consumed_count >= record.consumedAs,
    'EV-10',
    () => `${record.id} is number ${record.consumedAs}, and ${consumed_count} are known outside`,
  );
}

/** What a command that was acknowledged has written, in a commit of its own, exactly once. */
const written: Partial<Record<Operation['kind'], readonly string[]>> = {
  cancel: ['request.cancelled'],
  revoke: ['grant.revoked'],
  expire: ['request.expired', 'grant.expired'],
  consume: ['grant.consumed'],
  report: ['execution.reported'],
  reconcile: ['execution.reconciled'],
  place_hold: ['hold.placed'],
  answer_hold: ['hold.answered'],
  expire_hold: ['hold.answered'],
  record_evidence: ['evidence.recorded'],
  use_evidence: ['evidence.consumed'],
  amend: ['request.amended'],
  carry_out: ['grant.consumed'],
};

type ProposedAnswer =
  | {
      readonly verdict: 'allow' | 'deny';
      readonly decision: { readonly policy_decision_id: string; readonly policy_version: string };
    }
  | {
      readonly verdict: 'require_approval';
      readonly existing: boolean;
      readonly state: { readonly request: { readonly approval_request_id: string } };
    };

function checkProposed(
  world: World,
  answered: AnsweredFlow,
  { proposal }: OperationOf<'propose'>,
  answer: ProposedAnswer,
): void {
  const { ledger } = world;
  const { flow, start } = answered;
  const action = proposal.action as SimulatedAction;
  if (answer.verdict !== 'require_approval') {
    checkUnasked(world, answered, proposal, answer);
    return;
  }
  const id = answer.state.request.approval_request_id;
  const record = ledger.requests.get(id);
  if (record === undefined) throw new Violation('AB-1', `${id} was acknowledged and is not there`);
  const opened = flow.commits.flatMap(({ events }) => events).filter(isOpening);
  must(
    record.request.action_digest === plainDigest(action) &&
      opened.length === (answer.existing ? 0 : 1) &&
      opened.every(({ stream }) => stream === record.stream),
    'AB-2',
    () => `${id} was given as the answer to another question`,
  );
  if (!answer.existing) return;
  const key = `${proposal.principal.principal_id} ${proposal.idempotencyKey ?? ''}`;
  const owner = ledger.keys.get(key);
  if (owner !== undefined && (owner.id === id || owner.since <= start.commit)) {
    must(owner.id === id, 'SU-5', () => `the key is that of ${owner.id}, and ${id} was given`);
    return;
  }
  must(
    record.request.agent_id === action.agent_id && record.request.subject_id === action.subject_id,
    'SU-7',
    () => `${id} is the question of another caller`,
  );
  // AM-7: what a reviewer changed is answered as amended while the changed one is open.
  const latest = latestOf(ledger, record);
  must(
    hadStatus(latest, start.commit, ['pending', 'allowed']),
    'SU-7',
    () => `${id} was given as open, and ${latest.id} was ${latest.status} before`,
  );
}

/** What policy allows or denies without asking: by the policy in force, written down, and not past a plan or a hold. */
function checkUnasked(
  world: World,
  answered: AnsweredFlow,
  proposal: OperationOf<'propose'>['proposal'],
  answer: Extract<ProposedAnswer, { verdict: 'allow' | 'deny' }>,
): void {
  const { ledger } = world;
  const { start, process } = answered;
  const action = proposal.action as SimulatedAction;
  const { plan_id = null, step_id = null, session_id = null } = proposal.scope ?? {};
  const { policy_version, policy_decision_id } = answer.decision;
  must(
    policiesDuring(world, answered, unaware).includes(policy_version) &&
      verdictOf(policy_version, action.parameters.amount) === answer.verdict,
    'GT-1',
    () => `${answer.verdict} by ${policy_version}, which was not in force or says otherwise`,
  );
  const durable = ledger.decided.has(policy_decision_id);
  must(
    durable || !world.auditSync,
    'AB-1',
    () => `${policy_decision_id} was answered before it was durable`,
  );
  if (!durable) world.promised.set(policy_decision_id, process.name);
  const plan = plan_id === null ? undefined : ledger.plans.get(plan_id);
  const refusal =
    plan === undefined || plan !== start.plan
      ? null
      : isBlocked(plan, step_id, proposal.plan?.depends_on ?? []);
  must(refusal === null, 'GT-3', () => `${answer.verdict} in a plan: ${refusal}`);
  must(
    !start.halted || !isHalted(world, session_id),
    'GT-9',
    () => `${answer.verdict} in a halted session`,
  );
}

/** The request that asks for it in the end, after every change of reviewers. */
function latestOf({ requests }: World['ledger'], record: RequestRecord): RequestRecord {
  let latest = record;
  while (latest.supersededBy !== null) {
    const next = requests.get(latest.supersededBy);
    if (next === undefined) break;
    latest = next;
  }
  return latest;
}

function isOpening({ type }: { readonly type: string }): boolean {
  return type === 'request.opened';
}

/** CH-4: an acknowledged decision is in the chain, word for word, once. */
function checkDecided(
  { ledger }: World,
  { approvalRequestId, submission, principal }: OperationOf<'decide'>,
): void {
  const entries = ledger.requests.get(approvalRequestId)?.entries ?? [];
  const found = entries.filter(
    entry =>
      entry.chain_entry_id === submission.chain_entry_id &&
      entry.decision === submission.decision &&
      entry.stage_index === submission.stage_index &&
      entry.reason === submission.reason &&
      entry.approver_identity ===
        (principal.kind === 'human' ? principal.person_id : principal.principal_id),
  );
  must(
    found.length === 1,
    'CH-4',
    () => `${submission.chain_entry_id} was acknowledged and is there ${found.length} times`,
  );
}

function checkIssued(
  { ledger }: World,
  { start }: AnsweredFlow,
  { approvalRequestId }: { readonly approvalRequestId: string },
  jws: string,
): void {
  const record = ledger.requests.get(approvalRequestId);
  if (record?.grant == null || record.resolution?.grant_expires_at == null)
    throw new Violation('AB-1', `${approvalRequestId} has no grant, and one was given out`);
  const { grant_expires_at } = record.resolution;
  must(
    plainDigest(grantOf(jws)) === plainDigest(record.grant) &&
      hadStatus(record, start.commit, ['allowed']),
    'AB-1',
    () => `a grant of ${approvalRequestId} was given out that is not its own`,
  );
  must(
    start.processNow < grant_expires_at,
    'TM-1',
    () => `a grant that ended at ${grant_expires_at} was given out`,
  );
}

/** What was acknowledged before a read began is in it, and nothing that was never written. */
function checkRead(
  { ledger }: World,
  { start }: AnsweredFlow,
  { approvalRequestId }: { readonly approvalRequestId: string },
  version: number,
): void {
  const stream = `request/${approvalRequestId}`;
  const before = start.versions.get(stream) ?? 0;
  const now = ledger.streams.get(stream)?.texts.length ?? 0;
  must(
    before <= version && version <= now,
    'EV-6',
    () => `${stream} was read at version ${version}, it had ${before} and has ${now}`,
  );
}

/** Whether the request had one of these statuses at some time since a commit. */
export function hadStatus(
  { timeline }: RequestRecord,
  since: number,
  statuses: readonly string[],
): boolean {
  return timeline.some(({ status }, index) => {
    const until = timeline[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return statuses.includes(status) && until > since;
  });
}

/** How long a process may go on with a policy after it was replaced, in milliseconds. */
const unaware = 1000;

/** The policies that were in force at some time during the call, or shortly before it. */
function policiesDuring({ ledger }: World, { start }: AnsweredFlow, grace = 0): string[] {
  const { policies } = ledger;
  return policies
    .filter((_, index) => {
      const next = policies[index + 1];
      return next === undefined || next.from > start.commit || next.since > start.time - grace;
    })
    .map(({ version }) => version);
}
