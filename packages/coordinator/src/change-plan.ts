import {
  decidePlan,
  evolvePlan,
  newPlan,
  type PlanCommand,
  type PlanEvent,
  type PlanState,
} from '@countersign/protocol/plan';
import type { Result } from '@countersign/protocol/reason';
import { changeStream } from './change-stream.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { planStream } from './stream-name.ts';

/**
 * Blocks, resumes, aborts, recovers or completes a plan by hand. Requests of the plan do the first four by
 * themselves, in the commit that opens or resolves them.
 */
export function changePlan(
  context: Context,
  planId: string,
  command: PlanCommand,
): Promise<Result<PlanState>> {
  return failClosed(() =>
    changeStream<PlanState, PlanEvent>(context, {
      stream: planStream(planId),
      folding: { initial: newPlan(planId), evolve: evolvePlan },
      decide: (state, now) => decidePlan(state, command, now),
    }),
  );
}
