import { type ActionBinding, parseActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { PlanStep } from '@countersign/protocol/plan';
import { ProtocolError } from '@countersign/protocol/reason';
import type { Scope } from '@countersign/protocol/request';
import type { Trace } from '@countersign/protocol/value';
import type { MplpTraceBase } from './common-forms.ts';
import type { MplpConfirm } from './confirm.ts';
import { externalIdNames } from './identifiers.ts';
import { fromMplpPlan, type MplpPlan } from './plan-forms.ts';

/** What the gate is asked on behalf of a Confirm: the body of a proposal. */
export interface ConfirmProposal {
  readonly action: ActionBinding;
  readonly audience: string;
  readonly scope: Partial<Scope>;
  readonly plan?: {
    readonly depends_on: readonly string[];
    readonly steps: readonly PlanStep[];
    readonly recovery: readonly string[];
  };
  readonly trace?: Trace;
  readonly external_ids: Readonly<Record<string, string>>;
  readonly agent_reasoning?: string;
}

export interface ProposalFacts {
  readonly agent_id: string;
  readonly audience: string;
  /** The plan that the Confirm is about, where it is about one. */
  readonly plan?: MplpPlan;
  /** The steps to run instead where the answer is no. */
  readonly recovery?: readonly string[];
  /** What is approved besides the target's id, such as the content of a reworked plan. */
  readonly parameters?: JsonObject;
  /** The ids as they were written where they were no UUIDs, from the lenient import. */
  readonly names?: Readonly<Record<string, string>>;
  /** The step the question is about, where it is about one; else the one that the trace names. */
  readonly step_id?: string;
}

/**
 * Asks for what a foreign Confirm asks for. Its decisions are not taken over: a label in a file never approves, so the
 * question is put again, to people who are known (ID-1). Its reason is the requester's words, and shown as such.
 */
export function proposalFromConfirm(confirm: MplpConfirm, facts: ProposalFacts): ConfirmProposal {
  const { plan, recovery = [], names = {} } = facts;
  if (
    plan !== undefined &&
    (confirm.target_type !== 'plan' || confirm.target_id !== plan.plan_id)
  ) {
    throw new ProtocolError(
      'record_inconsistent',
      '/target_id',
      'expected the plan that is asked about',
    );
  }
  const step_id = facts.step_id ?? stepOf(confirm, plan);
  const action = parseActionBinding({
    schema_version: '1.0',
    operation: `${confirm.target_type}.resume`,
    agent_id: facts.agent_id,
    subject_id: null,
    target: {
      tool_name: `mplp.${confirm.target_type}`,
      tool_schema_version: confirm.meta.protocol_version,
      resource: confirm.target_id,
    },
    parameters: {
      ...facts.parameters,
      confirm_id: confirm.confirm_id,
      target_id: confirm.target_id,
    },
  });
  const context_id = confirm.trace?.context_id ?? plan?.context_id;
  const kept = Object.entries(names).map(([member, name]) => [`mplp.name.${member}`, name]);
  return {
    action,
    audience: facts.audience,
    scope: confirm.target_type === 'plan' ? { plan_id: confirm.target_id, step_id } : {},
    ...(plan === undefined
      ? {}
      : { plan: { depends_on: [], steps: fromMplpPlan(plan), recovery } }),
    ...(confirm.trace === undefined ? {} : { trace: fromTraceBase(confirm.trace) }),
    external_ids: {
      ...Object.fromEntries(kept),
      [externalIdNames.confirm_id]: confirm.confirm_id,
      [externalIdNames.target_type]: confirm.target_type,
      [externalIdNames.target_id]: confirm.target_id,
      [externalIdNames.requested_by_role]: confirm.requested_by_role,
      ...(context_id === undefined ? {} : { [externalIdNames.context_id]: context_id }),
    },
    ...(confirm.reason === undefined ? {} : { agent_reasoning: confirm.reason }),
  };
}

/** The document names the step by the span; only a span that is a step of the plan is one. */
export function stepOf(confirm: MplpConfirm, plan: MplpPlan | undefined): string | null {
  const span = confirm.trace?.span_id;
  return plan?.steps.find(({ step_id }) => step_id === span)?.step_id ?? null;
}

/** A trace reference in our form; its digest is what is signed. */
export function fromTraceBase(trace: MplpTraceBase): Trace {
  return {
    trace_id: trace.trace_id,
    span_id: trace.span_id,
    parent_span_id: trace.parent_span_id ?? null,
    correlation_id: trace.context_id ?? null,
    attributes: trace.attributes ?? {},
  };
}
