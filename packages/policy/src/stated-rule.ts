import type { PolicyVerdict } from '@countersign/protocol/request';
import type { RiskLevel } from '@countersign/protocol/value';
import type { Mode } from './document/policy-document.ts';
import type { PolicyProgram, Rule } from './policy-program.ts';
import { type Dimension, dimensions } from './rule-index.ts';

/** A rule as its document states it, for display. */
export interface StatedRule {
  readonly id: string;
  readonly file: string;
  readonly line: number;
  readonly layer: string;
  /** A rule of a document that only observes decides nothing. */
  readonly mode: Mode;
  /** Null for a rule that only annotates, raises the risk, or demands seals or durable audit. */
  readonly outcome: PolicyVerdict | null;
  /** Everything that has to fit; any of the patterns of one dimension does. Empty where every action fits. */
  readonly match: readonly {
    readonly dimension: Dimension;
    readonly patterns: readonly string[];
  }[];
  readonly condition: string | null;
  /** Null where it asks no one, or the approvers come from the risk or the default of the policy. */
  readonly chain: string | null;
  readonly risk: RiskLevel | null;
  readonly sealed: readonly string[];
  readonly reason: string | null;
}

/** All rules of a program in the order of their documents: those that enforce, then those that observe. */
export function stateRules(program: PolicyProgram): readonly StatedRule[] {
  return [
    ...[...program.rules.values()].map(rule => stateRule(rule, 'enforce')),
    ...program.observing.flatMap(({ rules }) => rules.map(rule => stateRule(rule, 'observe'))),
  ];
}

function stateRule(rule: Rule, mode: Mode): StatedRule {
  const { id, file, line, layer, outcome, demands, condition, chain, risk, sealed, reason } = rule;
  return {
    id,
    file,
    line,
    layer,
    mode,
    outcome,
    match: demands.map(({ dimension, patterns }) => ({
      dimension: dimensions[dimension] as Dimension,
      patterns: patterns.map(({ text }) => text),
    })),
    condition: condition?.text.trim() ?? null,
    chain: chain?.chain_id ?? null,
    risk,
    sealed: sealed.map(({ pointer }) => pointer),
    reason,
  };
}
