import { endingRejection } from '@countersign/protocol/chain';
import {
  decidePlan,
  evolvePlan,
  type PlanCommand,
  type PlanEvent,
  type PlanState,
  type PlanStep,
} from '@countersign/protocol/plan';
import type { OpenedRequest, RequestEvent } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';

/** The steps of a plan that a pending request blocks. */
export interface PlanBlocking {
  readonly steps: readonly PlanStep[];
  /** The steps to run instead where the answer is no. */
  readonly recovery: readonly string[];
}

/** A request of a plan, and what its case was and may become. */
interface AskedInPlan {
  readonly state: OpenedRequest;
  readonly blocking: PlanBlocking | undefined;
  /** The rounds before this one. */
  readonly earlierRounds: readonly string[];
  readonly roundsMax: number;
}

/**
 * The changes of a plan that follow from the events of a request (GT-3, GT-4). They go into the same commit. Opening
 * blocks. An allow lifts the block, and those of the rounds before it. A rejection leaves the block where a further
 * round can lift it. A question that ended without an answer lifts its own block alone.
 */
export function planConsequences(
  plan: PlanState,
  events: readonly RequestEvent[],
  asked: AskedInPlan,
  now: Timestamp,
): readonly PlanEvent[] {
  let state = plan;
  const changes: PlanEvent[] = [];
  for (const command of events.flatMap(event => planCommandsFor(event, plan, asked))) {
    const decision = decidePlan(state, command, now);
    // A plan that has ended, or that this request does not block any more, has nothing left to change.
    if (!decision.ok) break;
    changes.push(...decision.events);
    state = decision.events.reduce(evolvePlan, state);
  }
  return changes;
}

function planCommandsFor(
  event: RequestEvent,
  plan: PlanState,
  asked: AskedInPlan,
): readonly PlanCommand[] {
  const { approval_request_id: id, scope } = asked.state.request;
  switch (event.type) {
    case 'request.opened':
      return [
        {
          type: 'block',
          blocker: id,
          step_id: scope.step_id,
          steps: asked.blocking?.steps ?? [],
          recovery: asked.blocking?.recovery ?? [],
        },
      ];
    case 'request.denied':
      return staysBlocked(plan, asked)
        ? []
        : [{ type: 'reject', blocker: id, reason: `${id} was denied` }];
    case 'request.amended':
      return [{ type: 'hand_over', blocker: id, to: event.data.superseded_by }];
    case 'request.allowed':
      return resumesOf(plan, [id, ...asked.earlierRounds]);
    case 'request.expired':
    case 'request.cancelled':
      return resumesOf(plan, [id]);
    default:
      return [];
  }
}

/**
 * Whether a rejection leaves the plan blocked until a further round lifts the block. Where the approver made no choice,
 * the plan recovers if its request said how.
 */
function staysBlocked(plan: PlanState, { state, roundsMax }: AskedInPlan): boolean {
  const { approval_request_id: id, round } = state.request;
  if (round >= roundsMax) return false;
  const choice = endingRejection(state.entries)?.choice ?? null;
  if (choice !== null) return choice === 'fix';
  const recovers = plan.blocks.some(block => block.blocker === id && block.recovery.length > 0);
  return !recovers && plan.status !== 'recovering';
}

function resumesOf(plan: PlanState, blockers: readonly string[]): readonly PlanCommand[] {
  return blockers
    .filter(blocker => plan.blocks.some(block => block.blocker === blocker))
    .map(blocker => ({ type: 'resume', blocker }));
}
