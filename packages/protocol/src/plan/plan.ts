import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import { InvariantViolation } from '../reason/protocol-error.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { eventForm } from '../stream/event-form.ts';
import type { Timestamp } from '../value/timestamp.ts';
import { Name, Prose } from '../value/wire-text.ts';

const Steps = z.array(Name).max(10_000);

/** Which plan it is. `agent_id` is its owner (GT-11); events from before plans had owners do not name one. */
const plan = { plan_id: Name, agent_id: Name.optional() };

/** What may be in the stream of one plan. `blocker` is the id of the request or hold that asks. */
export const PlanEvent = z.discriminatedUnion('type', [
  eventForm(
    'plan.blocked',
    // The covered steps with all their dependents at that time; null covers every step.
    // `recovery` names the steps that run instead where the answer is no; none means that the plan ends.
    z.strictObject({ ...plan, blocker: Name, steps: Steps.nullable(), recovery: Steps }),
  ),
  eventForm('plan.resumed', z.strictObject({ ...plan, blocker: Name })),
  eventForm('plan.aborted', z.strictObject({ ...plan, reason: Prose })),
  eventForm('plan.recovering', z.strictObject({ ...plan, reason: Prose, steps: Steps })),
  eventForm('plan.completed', z.strictObject(plan)),
]);
export type PlanEvent = z.infer<typeof PlanEvent>;

export const parsePlanEvent = parserOf('PlanEvent', PlanEvent);

/**
 * # active
 * Nothing stops the plan.
 *
 * # blocked
 * At least one request or hold waits for a person. The steps it covers are refused; the others run.
 *
 * # aborted
 * A person said no and the plan names no recovery, or the recovery was given up. Nothing runs. Final.
 *
 * # recovering
 * A person said no and the plan names recovery steps. Those run, under the same gates as any step;
 * nothing else does.
 *
 * # completed
 * The plan is done. Final.
 */
export type PlanStatus = 'active' | 'blocked' | 'aborted' | 'recovering' | 'completed';

/** A plan by its name, which is that of its agent alone: another agent may have a plan of the same name. */
export interface PlanName {
  readonly plan_id: string;
  /** Null for a plan from before plans had owners. It goes on for every agent that names it, and only people change it. */
  readonly agent_id: string | null;
}

export interface PlanState extends PlanName {
  readonly status: PlanStatus;
  readonly blocks: readonly PlanBlock[];
  readonly recovery_steps: readonly string[];
}

export interface PlanBlock {
  readonly blocker: string;
  /** Null covers every step. */
  readonly steps: readonly string[] | null;
  readonly recovery: readonly string[];
}

export function newPlan({ plan_id, agent_id }: PlanName): PlanState {
  return { plan_id, agent_id, status: 'active', blocks: [], recovery_steps: [] };
}

export interface PlanStep {
  readonly step_id: string;
  readonly depends_on: readonly string[];
}

export type PlanCommand =
  | {
      readonly type: 'block';
      readonly blocker: string;
      /** Null covers the whole plan. */
      readonly step_id: string | null;
      readonly steps: readonly PlanStep[];
      /** The steps to run instead where the answer is no. */
      readonly recovery: readonly string[];
    }
  /** What the blocker asked was answered with no: recover as the block said, or abort. */
  | { readonly type: 'reject'; readonly blocker: string; readonly reason: string }
  | { readonly type: 'resume'; readonly blocker: string }
  /** What the blocker asked is asked by another one from now on: the block stays as it is. */
  | { readonly type: 'hand_over'; readonly blocker: string; readonly to: string }
  | { readonly type: 'abort'; readonly reason: string }
  | { readonly type: 'recover'; readonly reason: string; readonly steps: readonly string[] }
  | { readonly type: 'complete' };

const ended: Partial<Record<PlanStatus, ReasonCode>> = {
  aborted: 'plan_aborted',
  completed: 'plan_completed',
};

export function decidePlan(
  state: PlanState,
  command: PlanCommand,
  now: Timestamp,
): Decision<PlanEvent> {
  const over = ended[state.status];
  if (over !== undefined) return decline({ code: over, detail: `the plan is ${state.status}` });
  const named = nameOf(state);
  switch (command.type) {
    case 'block': {
      const { blocker, recovery } = command;
      if (blockOf(state, blocker) !== undefined) return emit();
      const steps = command.step_id === null ? null : dependentsOf(command.step_id, command.steps);
      return emit({
        type: 'plan.blocked',
        at: now,
        data: { ...named, blocker, steps, recovery: [...recovery] },
      });
    }
    case 'resume':
      if (blockOf(state, command.blocker) === undefined) return unknownBlock();
      return emit({ type: 'plan.resumed', at: now, data: { ...named, blocker: command.blocker } });
    case 'hand_over': {
      const block = blockOf(state, command.blocker);
      if (block === undefined) return unknownBlock();
      const { steps, recovery } = block;
      const taken = { blocker: command.to, steps: steps && [...steps], recovery: [...recovery] };
      return emit(
        { type: 'plan.blocked', at: now, data: { ...named, ...taken } },
        { type: 'plan.resumed', at: now, data: { ...named, blocker: command.blocker } },
      );
    }
    case 'reject': {
      const block = blockOf(state, command.blocker);
      if (block === undefined) return unknownBlock();
      return giveUp(state, command.reason, block.recovery, now);
    }
    case 'abort':
      return emit({ type: 'plan.aborted', at: now, data: { ...named, reason: command.reason } });
    case 'recover':
      if (state.status === 'recovering') {
        return decline({ code: 'plan_recovering', detail: 'the plan is recovering already' });
      }
      return giveUp(state, command.reason, command.steps, now);
    case 'complete':
      if (state.blocks.length > 0) {
        return decline({ code: 'plan_blocked', detail: 'a decision is still awaited' });
      }
      return emit({ type: 'plan.completed', at: now, data: named });
    default:
      throw new InvariantViolation(
        'GT-3',
        `unknown command ${(command satisfies never as PlanCommand).type}`,
      );
  }
}

/** Runs the recovery steps where there are some; a recovery that is itself rejected ends the plan (GT-4). */
function giveUp(
  state: PlanState,
  reason: string,
  recovery: readonly string[],
  now: Timestamp,
): Decision<PlanEvent> {
  const named = nameOf(state);
  if (recovery.length === 0 || state.status === 'recovering') {
    return emit({ type: 'plan.aborted', at: now, data: { ...named, reason } });
  }
  return emit({
    type: 'plan.recovering',
    at: now,
    data: { ...named, reason, steps: [...recovery] },
  });
}

function nameOf({ plan_id, agent_id }: PlanName): { plan_id: string; agent_id?: string } {
  return agent_id === null ? { plan_id } : { plan_id, agent_id };
}

function blockOf(state: PlanState, blocker: string): PlanBlock | undefined {
  return state.blocks.find(block => block.blocker === blocker);
}

function unknownBlock(): Decision<PlanEvent> {
  return decline({ code: 'plan_block_unknown', detail: 'nothing of that name blocks the plan' });
}

export function evolvePlan(state: PlanState, event: PlanEvent): PlanState {
  if (ended[state.status] !== undefined) {
    throw new InvariantViolation(
      'EV-6',
      `${event.type} cannot follow in a plan that is ${state.status}`,
    );
  }
  if (event.data.plan_id !== state.plan_id || (event.data.agent_id ?? null) !== state.agent_id) {
    throw new InvariantViolation('EV-6', `${event.type} is of another plan`);
  }
  switch (event.type) {
    case 'plan.blocked': {
      const { blocker, steps, recovery } = event.data;
      const status = state.status === 'recovering' ? 'recovering' : 'blocked';
      return { ...state, status, blocks: [...state.blocks, { blocker, steps, recovery }] };
    }
    case 'plan.resumed': {
      const blocks = state.blocks.filter(({ blocker }) => blocker !== event.data.blocker);
      const lifted = state.status === 'blocked' && blocks.length === 0;
      return { ...state, status: lifted ? 'active' : state.status, blocks };
    }
    case 'plan.aborted':
      return { ...state, status: 'aborted', blocks: [] };
    case 'plan.recovering':
      return { ...state, status: 'recovering', blocks: [], recovery_steps: event.data.steps };
    case 'plan.completed':
      return { ...state, status: 'completed' };
    default:
      throw new InvariantViolation(
        'EV-6',
        `unknown event ${(event satisfies never as PlanEvent).type}`,
      );
  }
}

/**
 * Whether a step may be evaluated or run now. Asked for every call that names a plan, also for one that
 * policy allows (GT-3). A call that does not say which step it is, is covered by any block.
 */
export function judgeStep(
  state: PlanState,
  step: { readonly step_id: string | null; readonly depends_on: readonly string[] },
): Result<null> {
  const over = ended[state.status];
  if (over !== undefined) return refuse(over, `the plan is ${state.status}`);
  const { step_id, depends_on } = step;
  if (
    state.status === 'recovering' &&
    (step_id === null || !state.recovery_steps.includes(step_id))
  ) {
    return refuse('plan_recovering', 'only the recovery steps may run');
  }
  const covered = state.blocks.some(
    ({ steps }) =>
      steps === null ||
      step_id === null ||
      steps.includes(step_id) ||
      depends_on.some(dependency => steps.includes(dependency)),
  );
  return covered ? refuse('plan_blocked', 'a decision about this step is awaited') : accept(null);
}

/** The step and everything that depends on it, directly or not, in the order of the plan. */
function dependentsOf(step_id: string, steps: readonly PlanStep[]): string[] {
  const dependents = new Map<string, string[]>();
  for (const step of steps) {
    for (const dependency of step.depends_on) {
      const list = dependents.get(dependency) ?? [];
      list.push(step.step_id);
      dependents.set(dependency, list);
    }
  }
  const covered = new Set([step_id]);
  // A set iterates over what is added to it on the way, which makes this the whole closure.
  for (const covering of covered) {
    for (const dependent of dependents.get(covering) ?? []) covered.add(dependent);
  }
  return [...covered];
}
