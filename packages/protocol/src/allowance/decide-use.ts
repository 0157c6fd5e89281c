import type { Digest } from '../crypto/digest.ts';
import type { JsonObject } from '../json/json-value.ts';
import { type Decision, decline, emit } from '../reason/decision.ts';
import type { ReasonCode } from '../reason/reason-codes.ts';
import type { ApprovalRequestId } from '../value/ids.ts';
import { addSeconds, type Timestamp } from '../value/timestamp.ts';
import type { AllowanceUseEvent } from './allowance-event.ts';
import type { AllowanceUses, PastUse } from './allowance-state.ts';
import type { AllowanceTerms } from './allowance-terms.ts';
import { amountOf, decimalText, exactUnits } from './exact-decimal.ts';
import { valueAt } from './match-template.ts';

/** One more use of an allowance. */
export interface UseAllowance {
  readonly terms: AllowanceTerms;
  readonly parameters: JsonObject;
  readonly action_digest: Digest;
  readonly approval_request_id: ApprovalRequestId;
  /** Whether this action ran under the allowance before (AL-12). */
  readonly consumed_before: boolean;
}

/**
 * Whether the limits leave room for one more use: uses, budget and rate (AL-3). The commit appends the event at the
 * version that the uses were read at, so of two uses of the last place one loses.
 */
export function decideUse(
  uses: AllowanceUses,
  command: UseAllowance,
  now: Timestamp,
): Decision<AllowanceUseEvent> {
  const { terms, action_digest, approval_request_id, consumed_before } = command;
  if (uses.count >= terms.uses) return no('allowance_used_up', `it had ${terms.uses} uses`);
  if (consumed_before && !terms.repeat) {
    return no('allowance_action_repeated', 'the same action ran under it before');
  }
  // Clocks of different processes differ; a use is never dated before the one that it follows.
  const at = uses.last !== null && uses.last.at > now ? uses.last.at : now;
  const opens = rateOpensAt(uses, terms);
  if (opens !== null && opens > at) return no('allowance_rate_reached', `it opens at ${opens}`);
  const amount =
    terms.budget === null ? null : amountOf(valueAt(command.parameters, terms.budget.path));
  if (terms.budget !== null) {
    if (amount === null) return no('allowance_budget_unsound', 'the amount is not exact');
    const total = exactUnits(terms.budget.total) ?? 0n;
    if (uses.spent + amount > total) return no('allowance_used_up', 'its budget does not suffice');
  }
  return emit({
    type: 'allowance.used',
    at,
    data: {
      allowance_id: terms.allowance_id,
      n: uses.count + 1,
      approval_request_id,
      action_digest,
      amount: amount === null ? null : decimalText(amount),
    },
  });
}

/** The time from which the rate admits one more use, by the store's clock. Null where the rate admits it already. */
export function rateOpensAt(uses: AllowanceUses, { rate }: AllowanceTerms): Timestamp | null {
  if (rate === null || uses.count < rate.uses) return null;
  let use: PastUse | null = uses.last;
  for (let back = 1; back < rate.uses && use !== null; back++) use = use.before;
  return use === null ? null : addSeconds(use.at, rate.seconds);
}

function no(code: ReasonCode, detail: string): Decision<AllowanceUseEvent> {
  return decline({ code, detail });
}
