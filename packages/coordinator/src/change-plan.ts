import {
  decidePlan,
  evolvePlan,
  newPlan,
  type PlanCommand,
  type PlanEvent,
  type PlanName,
  type PlanState,
} from '@countersign/protocol/plan';
import { type Result, refuse } from '@countersign/protocol/reason';
import { changeStream } from './change-stream.ts';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadPlan } from './load-plan.ts';
import { passLocks } from './pass-locks.ts';
import { planStream } from './stream-name.ts';

const stops: ReadonlySet<PlanCommand['type']> = new Set(['block', 'abort']);

/**
 * Blocks, resumes, aborts, recovers or completes a plan by hand. Requests of the plan do the first four by
 * themselves, in the commit that opens or resolves them.
 */
export function changePlan(
  context: Context,
  name: PlanName,
  command: PlanCommand,
): Promise<Result<PlanState>> {
  return failClosed(async () => {
    const { state: found, version } = await loadPlan(context, name);
    if (found.agent_id === null && version === 0) {
      return refuse('parameter_malformed', 'agent_id: expected the agent whose plan it is');
    }
    return changeStream<PlanState, PlanEvent>(context, {
      stream: planStream(found),
      folding: { initial: newPlan(found), evolve: evolvePlan },
      // A change that only stops a plan is possible under a lock.
      ...(stops.has(command.type) ? {} : { pass: () => passLocks(context, []) }),
      decide: (state, now) => decidePlan(state, command, now),
    });
  });
}
