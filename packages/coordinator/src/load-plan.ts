import {
  evolvePlan,
  newPlan,
  type PlanEvent,
  type PlanName,
  type PlanState,
} from '@countersign/protocol/plan';
import type { Context } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { planStream } from './stream-name.ts';

/**
 * The plan of an agent. A plan without events is active. A plan from before plans had owners goes on under its name
 * for every agent until it ends, so that nothing that it stops is let go by a new version.
 */
export async function loadPlan(context: Context, name: PlanName): Promise<Loaded<PlanState>> {
  const before = await loadPlanStream(context, { ...name, agent_id: null });
  return before.version > 0 || name.agent_id === null ? before : loadPlanStream(context, name);
}

function loadPlanStream({ store }: Context, name: PlanName): Promise<Loaded<PlanState>> {
  return loadStream<PlanState, PlanEvent>(store, planStream(name), {
    initial: newPlan(name),
    evolve: evolvePlan,
  });
}

/** The plan that a request belongs to, or undefined where it belongs to none. */
export async function loadPlanOf(
  context: Context,
  {
    agent_id,
    scope,
  }: { readonly agent_id: string; readonly scope: { readonly plan_id: string | null } },
): Promise<Loaded<PlanState> | undefined> {
  const { plan_id } = scope;
  return plan_id === null ? undefined : loadPlan(context, { plan_id, agent_id });
}
