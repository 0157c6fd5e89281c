import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';

export const PlanParams = z.strictObject({ plan_id: Name });

/** Whose plan it is. A credential of one agent need not say it. */
export const PlanQuery = z.strictObject({ agent_id: Name.optional() });

export const PlanStepBody = z.strictObject({
  step_id: Name,
  depends_on: z.array(Name).max(1024).default([]),
});

/**
 * What may be done to a plan by hand. Agents stop plans. People lift stops too, but not the stop of a request (GT-3).
 */
export const PlanChange = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('block'),
    blocker: Name,
    step_id: Name.nullable().default(null),
    steps: z.array(PlanStepBody).max(4096).default([]),
    recovery: z.array(Name).max(1024).default([]),
  }),
  z.strictObject({ type: z.literal('resume'), blocker: Name }),
  z.strictObject({ type: z.literal('abort'), reason: Prose.min(1) }),
  z.strictObject({
    type: z.literal('recover'),
    reason: Prose.min(1),
    steps: z.array(Name).max(1024),
  }),
  z.strictObject({ type: z.literal('complete') }),
]);

/** A plan: what blocks it, and whether it goes on. */
export const PlanFacts = z.object({
  plan_id: z.string(),
  /** Its owner. Null for a plan from before plans had owners. */
  agent_id: z.string().nullable(),
  status: z.enum(['active', 'blocked', 'aborted', 'recovering', 'completed']),
  blocks: z.array(
    z.object({
      blocker: z.string(),
      /** Null covers every step. */
      steps: z.array(z.string()).nullable(),
      recovery: z.array(z.string()),
    }),
  ),
  recovery_steps: z.array(z.string()),
});
export type PlanFacts = z.infer<typeof PlanFacts>;
