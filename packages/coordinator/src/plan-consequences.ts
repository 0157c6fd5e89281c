import {
  decidePlan,
  type PlanCommand,
  type PlanEvent,
  type PlanState,
  type PlanStep,
} from '@countersign/protocol/plan';
import type { RequestEvent } from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';

/** What a request that belongs to a plan stops while it is pending. */
export interface PlanBlocking {
  readonly steps: readonly PlanStep[];
  /** The steps to run instead where the answer is no. */
  readonly recovery: readonly string[];
}

/**
 * What the events of a request mean for its plan: opening blocks, an allow resumes, a denial aborts or recovers,
 * and a question that ended without an answer is cleaned up (GT-3, GT-4). They go into the same commit.
 */
export function planConsequences(
  plan: PlanState,
  events: readonly RequestEvent[],
  blocking: PlanBlocking | undefined,
  now: Timestamp,
): readonly PlanEvent[] {
  for (const event of events) {
    const command = planCommandFor(event, plan, blocking);
    if (command === null) continue;
    const decision = decidePlan(plan, command, now);
    // A plan that has ended, or that this request does not block any more, has nothing left to change.
    return decision.ok ? decision.events : [];
  }
  return [];
}

function planCommandFor(
  event: RequestEvent,
  plan: PlanState,
  blocking: PlanBlocking | undefined,
): PlanCommand | null {
  switch (event.type) {
    case 'request.opened':
      return {
        type: 'block',
        blocker: event.data.request.approval_request_id,
        step_id: event.data.request.scope.step_id,
        steps: blocking?.steps ?? [],
        recovery: blocking?.recovery ?? [],
      };
    case 'request.denied':
      return {
        type: 'reject',
        blocker: event.data.resolution.approval_request_id,
        reason: `${event.data.resolution.approval_request_id} was denied`,
      };
    case 'request.allowed':
    case 'request.expired':
    case 'request.cancelled': {
      const blocker = event.data.resolution.approval_request_id;
      return plan.blocks.some(block => block.blocker === blocker)
        ? { type: 'resume', blocker }
        : null;
    }
    default:
      return null;
  }
}
