import type { PolicyExplanation } from '@countersign/client/people';
import type { ActionBinding } from '@countersign/protocol/action';
import { Chain } from '@countersign/protocol/chain';
import type { JsonObject } from '@countersign/protocol/json';
import type { PolicyVerdict } from '@countersign/protocol/request';
import { Risk } from '@countersign/protocol/value';
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

interface Explained {
  readonly verdict: PolicyVerdict;
  readonly grounds: readonly { readonly id: string; readonly reason: string }[];
  readonly rules: readonly {
    readonly id: string;
    readonly outcome: PolicyVerdict | null;
    readonly because: readonly string[];
  }[];
  readonly risk: unknown;
  readonly chain: unknown;
  readonly expires_in_seconds: number;
  readonly execute_within_seconds: number;
  readonly observed: readonly { readonly file: string; readonly verdict: string | null }[];
}

export function readAnswer(
  explanation: PolicyExplanation['explanation'],
  tried: { readonly action: ActionBinding; readonly context: JsonObject },
): Answer {
  const explained = explanation as unknown as Explained;
  const risk = Risk.parse(explained.risk);
  return {
    verdict: explained.verdict,
    risk,
    chain: explained.chain === null ? null : Chain.parse(explained.chain),
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
