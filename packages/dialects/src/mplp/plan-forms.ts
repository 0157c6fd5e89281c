import { parserOf } from '@countersign/protocol/json';
import type { PlanState, PlanStep } from '@countersign/protocol/plan';
import * as z from 'zod';
import {
  DateTime,
  MplpEvent,
  MplpGovernance,
  MplpMetadata,
  MplpTraceBase,
  OpenObject,
  Text,
} from './common-forms.ts';
import { MplpId } from './identifiers.ts';

const NonEmpty = Text.min(1);

export const MplpStep = z.strictObject({
  step_id: MplpId,
  description: NonEmpty,
  status: z.enum(['pending', 'in_progress', 'completed', 'blocked', 'skipped', 'failed']),
  dependencies: z.array(MplpId).max(1024).optional(),
  agent_role: Text.optional(),
  order_index: z.int().min(0).optional(),
});
export type MplpStep = z.infer<typeof MplpStep>;

export const MplpPlan = z.strictObject({
  meta: MplpMetadata,
  plan_id: MplpId,
  context_id: MplpId,
  title: NonEmpty,
  objective: NonEmpty,
  status: z.enum([
    'draft',
    'proposed',
    'approved',
    'in_progress',
    'completed',
    'cancelled',
    'failed',
  ]),
  steps: z
    .array(MplpStep)
    .min(1)
    .max(4096)
    .refine(steps => new Set(steps.map(({ step_id }) => step_id)).size === steps.length, {
      message: 'expected each step once',
    }),
  trace: MplpTraceBase.optional(),
  events: z.array(MplpEvent).max(16_384).optional(),
});
export type MplpPlan = z.infer<typeof MplpPlan>;

export const MplpContext = z.strictObject({
  meta: MplpMetadata,
  governance: MplpGovernance.optional(),
  context_id: MplpId,
  // Open upstream: a domain and an environment, and whatever else describes the root.
  root: z.looseObject({ domain: Text, environment: Text, entry_point: Text.optional() }),
  title: NonEmpty,
  summary: Text.optional(),
  status: z.enum(['draft', 'active', 'suspended', 'archived', 'closed']),
  tags: z.array(NonEmpty).max(256).optional(),
  language: Text.optional(),
  owner_role: Text.optional(),
  constraints: OpenObject.optional(),
  created_at: DateTime.optional(),
  updated_at: DateTime.optional(),
  trace: MplpTraceBase.optional(),
  events: z.array(MplpEvent).max(16_384).optional(),
});
export type MplpContext = z.infer<typeof MplpContext>;

export const parseMplpPlan = parserOf('MplpPlan', MplpPlan);
export const parseMplpContext = parserOf('MplpContext', MplpContext);

/** The steps of a plan in our form, which a pending question covers. */
export function fromMplpPlan(plan: MplpPlan): readonly PlanStep[] {
  return plan.steps.map(({ step_id, dependencies }) => ({
    step_id,
    depends_on: dependencies ?? [],
  }));
}

/** Everything that a step waits for, directly or not. A step that the plan does not have waits for nothing known. */
export function dependenciesOf(plan: MplpPlan, step_id: string): readonly string[] {
  const direct = new Map(plan.steps.map(step => [step.step_id, step.dependencies ?? []]));
  const found = new Set<string>(direct.get(step_id) ?? []);
  // A set iterates over what is added to it on the way, which makes this the whole closure.
  for (const dependency of found) {
    for (const further of direct.get(dependency) ?? []) found.add(further);
  }
  return [...found];
}

/** A plan as it stands: what is covered by an open question is blocked, and a plan that was given up is cancelled. */
export function toMplpPlan(plan: MplpPlan, state: PlanState): MplpPlan {
  const ended = state.status === 'aborted';
  const covered = (step_id: string): boolean =>
    state.blocks.some(({ steps }) => steps === null || steps.includes(step_id));
  const steps = plan.steps.map(step => {
    if (step.status === 'completed' || step.status === 'failed') return step;
    if (ended) return { ...step, status: 'skipped' as const };
    return covered(step.step_id) ? { ...step, status: 'blocked' as const } : step;
  });
  const status = ended ? 'cancelled' : state.status === 'completed' ? 'completed' : plan.status;
  return { ...plan, status, steps };
}
