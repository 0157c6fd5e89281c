import type { AppliedCommit, Ledger, RequestRecord } from './ledger.ts';
import { plainDigest } from './plain-digest.ts';
import type { KnownEvent } from './raw-events.ts';
import { must, Violation } from './violation.ts';

/** What the events say of one plan. Replaced as a whole, so that it can be remembered by reference. */
export interface PlanRecord {
  readonly status: 'active' | 'aborted' | 'recovering' | 'completed';
  readonly blocks: readonly {
    readonly blocker: string;
    readonly steps: readonly string[] | null;
    readonly recovery: readonly string[];
  }[];
  readonly recovery: readonly string[];
}

const untouched: PlanRecord = { status: 'active', blocks: [], recovery: [] };

/** Why a step may not go on, or null. A call that does not say which step it is, is covered by any block. */
export function isBlocked(
  { status, blocks, recovery }: PlanRecord,
  step: string | null,
  dependsOn: readonly string[],
): 'plan_aborted' | 'plan_completed' | 'plan_recovering' | 'plan_blocked' | null {
  if (status === 'aborted') return 'plan_aborted';
  if (status === 'completed') return 'plan_completed';
  if (status === 'recovering' && (step === null || !recovery.includes(step)))
    return 'plan_recovering';
  const covered = blocks.some(
    ({ steps }) =>
      steps === null ||
      step === null ||
      steps.includes(step) ||
      dependsOn.some(each => steps.includes(each)),
  );
  return covered ? 'plan_blocked' : null;
}

export function checkPlanEvent(ledger: Ledger, commit: AppliedCommit, event: KnownEvent): void {
  const { plan_id: id, agent_id } = event.data as { plan_id: string; agent_id?: string };
  must(
    event.stream === `agent_plan/${plainDigest({ agent_id: agent_id ?? '', plan_id: id })}`,
    'GT-11',
    () => `${event.type} of ${id} is in the stream of another plan`,
  );
  const plan = ledger.plans.get(id) ?? untouched;
  must(
    plan.status !== 'aborted' && plan.status !== 'completed',
    'GT-4',
    () => `${event.type} in ${id}, which was ${plan.status}`,
  );
  ledger.plans.set(id, after(ledger, commit, plan, event));
}

function after(
  ledger: Ledger,
  commit: AppliedCommit,
  plan: PlanRecord,
  event: KnownEvent,
): PlanRecord {
  switch (event.type) {
    case 'plan.blocked': {
      checkCovered(commit, event.data.steps);
      const { blocker, steps, recovery } = event.data;
      return { ...plan, blocks: [...plan.blocks, { blocker, steps, recovery }] };
    }
    case 'plan.resumed': {
      const { blocker } = event.data;
      const request = ledger.requests.get(blocker);
      must(
        commit.caller.operation.kind === 'plan' ||
          (request !== undefined &&
            request.status !== 'pending' &&
            (request.status !== 'denied' || isFollowedByAllow(ledger, commit, request))),
        'GT-3',
        () => `${event.stream} was resumed although ${blocker} is ${request?.status}`,
      );
      return { ...plan, blocks: plan.blocks.filter(block => block.blocker !== blocker) };
    }
    case 'plan.aborted':
      checkGivenUp(ledger, commit, plan, event);
      return { ...plan, status: 'aborted', blocks: [] };
    case 'plan.recovering':
      checkGivenUp(ledger, commit, plan, event);
      return { status: 'recovering', blocks: [], recovery: event.data.steps };
    case 'plan.completed':
      must(plan.blocks.length === 0, 'GT-3', () => `${event.stream} was completed while blocked`);
      return { ...plan, status: 'completed' };
    default:
      throw new Violation('EV-6', `${event.type} in ${event.stream}`);
  }
}

/** Whether the commit allows a later round of the same case. */
function isFollowedByAllow(ledger: Ledger, { events }: AppliedCommit, { request }: RequestRecord) {
  return events.some(event => {
    const allowed = event.type === 'request.allowed' ? ledger.requestOf(event.stream) : undefined;
    return allowed?.request.case_id === request.case_id && allowed.request.round > request.round;
  });
}

/** GT-3: a request covers its step with everything that depends on it, or the whole plan. */
function checkCovered({ caller: { operation } }: AppliedCommit, steps: readonly string[] | null) {
  if (operation.kind !== 'propose') return;
  const { scope, plan } = operation.proposal;
  const step = scope?.step_id ?? null;
  if (step === null) {
    must(steps === null, 'GT-3', () => 'a request for a whole plan covers only a part of it');
    return;
  }
  const covered = new Set([step]);
  for (const _ of plan?.steps ?? []) {
    for (const { step_id, depends_on } of plan?.steps ?? []) {
      if (depends_on.some(each => covered.has(each))) covered.add(step_id);
    }
  }
  must(
    [...covered].every(each => steps?.includes(each) === true),
    'GT-3',
    () => `a request for ${step} covers ${steps?.join() ?? 'all'}, not ${[...covered].join()}`,
  );
}

/** GT-4: a plan is given up by a person's no or by hand, and recovers where the question said how. */
function checkGivenUp(
  ledger: Ledger,
  { caller, events }: AppliedCommit,
  plan: PlanRecord,
  event: Extract<KnownEvent, { type: 'plan.aborted' | 'plan.recovering' }>,
): void {
  if (caller.operation.kind === 'plan') return;
  const answered = events.some(
    other => other.type === 'hold.answered' && other.data.answer !== 'proceed',
  );
  if (answered) {
    must(event.type === 'plan.aborted', 'GT-4', () => 'a refused hold started a recovery');
    return;
  }
  const denied = events.find(other => other.type === 'request.denied');
  if (denied === undefined)
    throw new Violation('GT-4', `${event.stream} was given up without a reason`);
  const blocker = ledger.requestOf(denied.stream)?.id;
  const block = plan.blocks.find(each => each.blocker === blocker);
  const recovers = plan.status !== 'recovering' && (block?.recovery.length ?? 0) > 0;
  must(
    event.type === (recovers ? 'plan.recovering' : 'plan.aborted'),
    'GT-4',
    () => `${event.type} after a denial, expected the other`,
  );
}
