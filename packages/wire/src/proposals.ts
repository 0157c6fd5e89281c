import { ActionBinding } from '@countersign/protocol/action';
import { Digest } from '@countersign/protocol/crypto';
import type {} from '@countersign/protocol/json';
import { PolicyDecision, Precondition, Scope } from '@countersign/protocol/request';
import { Name, Prose, Trace } from '@countersign/protocol/value';
import * as z from 'zod';
import { PlanStepBody } from './plans.ts';
import { RequestRepresentation } from './requests.ts';
import { PlainObject, unread } from './sent.ts';

/** Where the action belongs. What is left out is null. */
export const ProposedScope = Scope.partial();

/** How the action hangs together with the steps of its plan. */
export const ProposedPlan = z.strictObject({
  depends_on: z.array(Name).max(1024).default([]),
  /** The steps of the plan that a pending question covers. */
  steps: z.array(PlanStepBody).max(4096).default([]),
  /** The steps to run instead where the answer is no. */
  recovery: z.array(Name).max(1024).default([]),
});

/** An action that an agent wants to run, and what belongs to it. */
export const ProposalBody = z.strictObject({
  action: unread(ActionBinding),
  /** The executor that will run it. */
  audience: Name,
  /** What policy may look at besides the action. */
  context: PlainObject.optional(),
  /**
   * For a caller without a stable name for this call, instead of an idempotency key. The server counts the occasions of
   * each agent, session and action: the same call finds its open request again, and the next occasion begins once that
   * request was consumed or settled (SU-9).
   */
  occasion: z.strictObject({ session: Name }).optional(),
  scope: ProposedScope.optional(),
  plan: ProposedPlan.optional(),
  tool_definition_digest: Digest.optional(),
  preconditions: z.array(Precondition).max(64).optional(),
  trace: Trace.optional(),
  external_ids: z.record(Name, Name).optional(),
  agent_reasoning: z.string().max(131_072).optional(),
  /**
   * Whether the caller runs what was approved also where a reviewer changed the parameters. A rule of the policy must
   * permit changes as well (AM-2).
   */
  amendable: z.boolean().optional(),
});
export type ProposalBody = z.infer<typeof ProposalBody>;

/** Asks again what ended without an execution. `change` says what is new. */
export const RoundBody = ProposalBody.extend({ change: Prose.min(1) });

/** Policy decided alone. No person is asked. */
export const DecidedProposal = z.object({
  verdict: z.enum(['allow', 'deny']),
  decision: PolicyDecision,
});

/** A request was opened, or the same one was found again. */
export const AskedProposal = RequestRepresentation.extend({
  verdict: z.literal('require_approval'),
  /** Whether the question had been asked before, and this is the same request. */
  existing: z.boolean(),
});
