import type { ActionBinding } from '@countersign/protocol/action';
import type { PlanState } from '@countersign/protocol/plan';
import {
  type ReasonCode,
  type Refusal,
  type Result,
  reasonCodes,
  refuse,
} from '@countersign/protocol/reason';
import type { Scope } from '@countersign/protocol/request';
import type { MplpConfirm } from '../mplp/confirm.ts';
import { judgeToolCall, type RuntimeAction } from '../mplp/judge-tool.ts';
import type { MplpPlan } from '../mplp/plan-forms.ts';

/** An action as a caller writes it. */
export interface GatekeeperAction {
  readonly operation?: string;
  readonly target: {
    readonly tool_name: string;
    readonly tool_schema_version?: string;
    readonly resource?: string | null;
  };
  readonly parameters: object;
}

export type GatekeeperTool<T> = (
  action: ActionBinding,
  surroundings: { readonly signal: AbortSignal },
) => Promise<T> | T;

/** The part of a Gate that a Gatekeeper needs. */
export interface GatekeeperGate {
  run<T>(
    action: GatekeeperAction,
    execute: GatekeeperTool<T>,
    options?: { readonly scope?: Partial<Scope>; readonly key?: string },
  ): Promise<T>;
}

/** The part of a Ticket that a Gatekeeper needs. It resolves when allowed, and otherwise throws the outcome. */
export interface GatekeeperTicket {
  wait(): Promise<unknown>;
}

export interface GatekeeperPorts {
  readonly gate: GatekeeperGate;
  /** What the store says of a plan, read now. */
  readonly readPlan: (plan_id: string) => Promise<PlanState>;
  /** The Confirms on a plan, read now. */
  readonly readConfirms: (plan_id: string) => Promise<readonly MplpConfirm[]>;
}

/** One step of a plan, about to call something. */
export interface PlannedStep {
  readonly plan: MplpPlan;
  readonly step_id: string;
  /** Tells this call from others of the same step and content. */
  readonly key?: string;
}

export type Invocation<T> =
  | { readonly ran: true; readonly value: T }
  | { readonly ran: false; readonly action: RuntimeAction; readonly refusal: Refusal };

/** What a runtime does when a Confirm has been decided. */
export interface RuntimeDuties {
  resume(): Promise<void> | void;
  abort(reason: string): Promise<void> | void;
  /** Runs the recovery steps that the plan named. None are named where the Confirm has to be fixed and asked again. */
  recover(steps: readonly string[], reason: string): Promise<void> | void;
  cleanUp(reason: string): Promise<void> | void;
}

/** The duty that document 000 gives every runtime: no tool before its Confirms were looked at. */
export interface Gatekeeper {
  check(step: PlannedStep): Promise<Result<null>>;
  /** Checks, then runs the tool through the gate, which checks again where it is evaluated and where it is consumed. */
  invoke<T>(
    step: PlannedStep,
    action: GatekeeperAction,
    execute: GatekeeperTool<T>,
  ): Promise<Invocation<T>>;
  /**
   * Waits for the outcome of a Confirm and carries out the one duty that it demands, or none while the Confirm is open.
   */
  settle(ticket: GatekeeperTicket, plan: MplpPlan, duties: RuntimeDuties): Promise<RuntimeAction>;
}

export function createGatekeeper(ports: GatekeeperPorts): Gatekeeper {
  const check = async ({ plan, step_id }: PlannedStep): Promise<Result<null>> => {
    try {
      const { plan_id } = plan;
      const confirms = await ports.readConfirms(plan_id);
      // Read last: a question that was opened in between blocks here.
      const state = await ports.readPlan(plan_id);
      return judgeToolCall({ plan, step_id, confirms, state });
    } catch {
      // A tool does not run where its plan or Confirms cannot be read (GT-1).
      return refuse('store_unavailable', 'the plan or its Confirms could not be read');
    }
  };
  return {
    check,
    invoke: async (step, action, execute) => {
      const passed = await check(step);
      if (!passed.ok) return stopped(passed.refusal);
      const { plan, step_id, key } = step;
      const scope = { plan_id: plan.plan_id, step_id };
      try {
        const options = key === undefined ? { scope } : { scope, key };
        return { ran: true, value: await ports.gate.run(action, execute, options) };
      } catch (error) {
        const refused = refusalIn(error);
        // An error of the tool itself is for its caller to handle.
        if (refused === null) throw error;
        return stopped(refused);
      }
    },
    settle: async (ticket, plan, duties) => {
      const ended = await endOf(ticket);
      if (ended === null) {
        await duties.resume();
        return 'RESUME';
      }
      const action = actionFor(ended.code);
      if (action === 'RECOVER') {
        // The approver asks for a correction: the plan stays blocked until a further round is allowed.
        await duties.recover([], ended.detail);
        return 'RECOVER';
      }
      if (action === 'CLEANUP') {
        await duties.cleanUp(ended.detail);
        return 'CLEANUP';
      }
      if (action !== 'ABORT') return 'BLOCK';
      const state = await ports.readPlan(plan.plan_id);
      if (state.status === 'recovering') {
        await duties.recover(state.recovery_steps, ended.detail);
        return 'RECOVER';
      }
      await duties.abort(ended.detail);
      return 'ABORT';
    },
  };
}

/** Null where it was allowed. */
async function endOf(ticket: GatekeeperTicket): Promise<Refusal | null> {
  try {
    await ticket.wait();
    return null;
  } catch (error) {
    const refused = refusalIn(error);
    if (refused === null) throw error;
    return refused;
  }
}

function stopped(refused: Refusal): Invocation<never> {
  return { ran: false, action: actionFor(refused.code), refusal: refused };
}

function actionFor(code: ReasonCode): RuntimeAction {
  if (code === 'plan_recovering' || code === 'request_sent_back') return 'RECOVER';
  switch (reasonCodes[code].outcome) {
    case 'denied':
    case 'plan_aborted':
      return 'ABORT';
    case 'cancelled':
    case 'amended':
    case 'expired':
    case 'revoked':
    case 'policy_changed':
    case 'chain_changed':
      return 'CLEANUP';
    default:
      return 'BLOCK';
  }
}

/** What a gate throws says its code. Anything else is not a refusal. */
function refusalIn(error: unknown): Refusal | null {
  if (!(error instanceof Error) || error.name !== 'NotAllowed') return null;
  const { code, detail } = error as Error & { readonly code?: unknown; readonly detail?: unknown };
  return typeof code === 'string' && Object.hasOwn(reasonCodes, code)
    ? { code: code as ReasonCode, detail: typeof detail === 'string' ? detail : error.message }
    : { code: 'internal_error', detail: 'the gate refused without a code' };
}
