import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import {
  accept,
  ProtocolError,
  type ReasonCode,
  type Result,
  refuse,
} from '@countersign/protocol/reason';
import type { Evaluation } from '@countersign/protocol/request';
import type { Principal } from '@countersign/protocol/value';
import { withAdvice } from './ask-advisor.ts';
import { attestedContext, type ToldContext } from './attested-context.ts';
import { type Context, isStale, storeState } from './context.ts';

/** Codes that say that the caller has no evaluation time left. */
const budgetCodes: ReadonlySet<ReasonCode> = new Set([
  'evaluation_budget_spent',
  'evaluations_in_flight',
]);

export async function evaluateProposal(
  context: Context,
  action: ActionBinding,
  proposal: ToldContext & { readonly principal: Principal },
): Promise<Result<Evaluation>> {
  const facts = attestedContext(proposal);
  return evaluateFacts(context, action, facts, proposal.principal.principal_id);
}

/** A policy that cannot be evaluated, or that is not the one in force, denies (GT-1). */
export async function evaluateFacts(
  context: Context,
  action: ActionBinding,
  facts: JsonObject,
  /** Whose time the evaluation takes. */
  caller: string,
): Promise<Result<Evaluation>> {
  let evaluation: Evaluation;
  try {
    const evaluateWith = async (told: JsonObject) =>
      context.policies.evaluate(action, told, caller);
    evaluation = await withAdvice(context, action, await evaluateWith(facts), evaluateWith);
  } catch (error) {
    if (error instanceof ProtocolError && budgetCodes.has(error.code)) {
      return refuse(error.code, error.message);
    }
    return refuse(
      'policy_unavailable',
      error instanceof Error ? error.message : 'the evaluation failed',
    );
  }
  // An answer without approval has no commit that guards it. So the remembered policy version must be recent.
  let { policyVersion } = await storeState(context, isStale(context));
  if (policyVersion !== evaluation.policy_version) {
    ({ policyVersion } = await storeState(context, true));
  }
  if (policyVersion !== evaluation.policy_version) {
    return refuse(
      'policy_unavailable',
      `in force is ${policyVersion ?? 'none'}, this process evaluates ${evaluation.policy_version}`,
    );
  }
  return accept(evaluation);
}
