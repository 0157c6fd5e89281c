import { evolvePlan, newPlan, type PlanEvent, type PlanState } from '@countersign/protocol/plan';
import type { Context } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { planStream } from './stream-name.ts';

/** A plan without events is active. */
export function loadPlan(context: Context, planId: string): Promise<Loaded<PlanState>> {
  return loadStream<PlanState, PlanEvent>(context.store, planStream(planId), {
    initial: newPlan(planId),
    evolve: evolvePlan,
  });
}
