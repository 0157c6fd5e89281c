import type { Circumstances } from './circumstances.ts';
import type { Rule } from './policy-program.ts';
import { meetsDemands, type RuleIndex } from './rule-index.ts';

/** The rules that match an action, and the rules whose condition failed. */
export interface Matched {
  readonly rules: Rule[];
  /** A rule whose condition failed denies, whatever it would have said (GT-1). */
  readonly failures: { readonly rule: Rule; readonly error: string }[];
}

/** Adds what matches in the index. */
export function matchRules(
  index: RuleIndex<Rule>,
  { facts, factsForAllow, values }: Circumstances,
  matched: Matched,
): void {
  if (index.size === 0) return;
  const found: Rule[] = [];
  index.collect(facts, found);
  for (let i = 0; i < found.length; i++) {
    const rule = found[i] as Rule;
    const { condition, outcome } = rule;
    if (outcome === 'allow' && factsForAllow !== facts && !meetsDemands(rule, factsForAllow)) {
      continue;
    }
    if (condition === null) {
      matched.rules.push(rule);
      continue;
    }
    const truth = condition.evaluate(values(condition.itemsMax));
    if (truth === true) matched.rules.push(rule);
    else if (truth !== false) matched.failures.push({ rule, error: truth.error });
  }
}
