import { pauseSeconds } from '@countersign/protocol/guard';
import { Name, Prose } from '@countersign/protocol/value';
import * as z from 'zod';
import { StepUpBody } from './sessions.ts';

/** A hook of this agent asked just now. */
export const GuardSeenBody = z.strictObject({ agent_id: Name, agent: Name });

export const GuardParams = z.strictObject({ agent_id: Name });

/** A time in which calls are recorded and the person who paused the guard is not asked. It ends by itself. */
export const PauseFacts = z.object({
  reason: z.string(),
  began_at: z.string(),
  ends_at: z.string(),
  by_name: z.string(),
  /** Calls that the pause let pass, as far as they were counted. */
  calls: z.int(),
  /** False where there are more than were counted. */
  is_counted: z.boolean(),
});
export type PauseFacts = z.infer<typeof PauseFacts>;

/**
 * `guarded`: the agent itself made a canary call, and the guard refused it. `not_checked`: its hooks ask, and no check was
 * reported. `not_seen`: nothing was heard of it for a week.
 */
export const guardStates = [
  'not_guarded',
  'paused',
  'guarded_with_a_gap',
  'not_checked',
  'guarded',
  'not_seen',
] as const;

/** The guard of one coding agent on one machine, as the machine reports it. */
export const GuardFacts = z.object({
  agent_id: z.string(),
  /** Which coding agent it is, such as `codex`. */
  agent: z.string(),
  agent_version: z.string().nullable(),
  machine: z.string().nullable(),
  /** Whose agent it is; null where its keys have no owner. */
  owner_name: z.string().nullable(),
  state: z.enum(guardStates),
  why: z.array(z.string()),
  proof: z.enum(['canary', 'settings']).nullable(),
  checked_at: z.string().nullable(),
  seen_at: z.string().nullable(),
  pause: PauseFacts.nullable(),
  /** Whether the caller may pause it, end a pause and take it off the list. */
  may_change: z.boolean(),
});
export type GuardFacts = z.infer<typeof GuardFacts>;

/** The worst first. */
export const GuardList = z.object({ guards: z.array(GuardFacts) });
export type GuardList = z.infer<typeof GuardList>;

export const PauseBody = z.strictObject({
  reason: Prose.max(2000).refine(text => text.trim() !== '', 'expected a reason'),
  seconds: z.int().min(pauseSeconds.least).max(pauseSeconds.most),
  /** The answer of a passkey to the challenge of this pause. */
  passkey: StepUpBody,
});

export const GuardNoted = z.object({ agent_id: z.string() });
