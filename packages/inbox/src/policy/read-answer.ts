import type { PolicyExplanation } from '@countersign/client/people';
import type { ActionBinding } from '@countersign/protocol/action';
import type { Chain } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { PolicyVerdict } from '@countersign/protocol/request';
import type { Risk } from '@countersign/protocol/value';
import { type Condition, conditionsOf } from './saw-words.ts';

/** An explanation, as far as this page shows it. */
export interface Answer {
  readonly verdict: PolicyVerdict;
  readonly risk: Risk;
  readonly chain: Chain | null;
  /** Ids of what decided, in the order of weight: rules, defaults, or parts of the evaluator. */
  readonly grounds: readonly string[];
  readonly reasons: readonly string[];
  readonly rules: readonly AnsweringRule[];
  readonly expiresInSeconds: number;
  readonly executeWithinSeconds: number;
  readonly observed: readonly { readonly file: string; readonly verdict: string | null }[];
}

export interface AnsweringRule {
  readonly id: string;
  readonly outcome: PolicyVerdict | null;
  readonly conditions: readonly Condition[];
}

export function readAnswer(
  explained: PolicyExplanation['explanation'],
  tried: { readonly action: ActionBinding; readonly context: JsonObject },
): Answer {
  const { risk } = explained;
  return {
    verdict: explained.verdict,
    risk,
    chain: explained.chain,
    grounds: explained.grounds.map(({ id }) => id),
    reasons: explained.grounds.map(({ reason }) => reason),
    rules: explained.rules.map(({ id, outcome, because }) => ({
      id,
      outcome,
      conditions: conditionsOf(because, { ...tried, risk }),
    })),
    expiresInSeconds: explained.expires_in_seconds,
    executeWithinSeconds: explained.execute_within_seconds,
    observed: explained.observed,
  };
}
