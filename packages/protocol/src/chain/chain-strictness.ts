import { PersonAssurance } from '../value/assurance.ts';
import type { Chain } from './chain.ts';

/**
 * A total order, strictest first, for when several matched rules name different chains: more people, then more of
 * them independent, then surer of the least sure one, then more steps, then more of them that must be read whole, then fewer
 * approvers who join later, then one that no one releases alone, then by id so that there is never a tie.
 */
export function compareChains(a: Chain, b: Chain): number {
  return (
    compareStrictness(a, b) || (a.chain_id < b.chain_id ? -1 : a.chain_id > b.chain_id ? 1 : 0)
  );
}

/** Below zero where the first chain is the stricter one, zero where neither is. */
export function compareStrictness(a: Chain, b: Chain): number {
  const [left, right] = [measure(a), measure(b)];
  for (const [i, value] of left.entries()) {
    const difference = (right[i] ?? 0) - value;
    if (difference !== 0) return difference;
  }
  return 0;
}

export function strictestChain<T extends Chain>(chains: readonly T[]): T | null {
  return chains.length === 0
    ? null
    : chains.reduce((best, chain) => (compareChains(chain, best) < 0 ? chain : best));
}

/** Whether another person than the one the agent acts for must decide. */
export function needsAnotherPerson({ stages }: Chain): boolean {
  return stages.some(({ required, separation }) => required && separation === 'other_person');
}

function measure({ stages, break_glass }: Chain): readonly number[] {
  const required = stages.filter(stage => stage.required);
  const people = required.reduce((sum, { quorum }) => sum + quorum, 0);
  const independent = required.reduce(
    (sum, { quorum, separation }) => sum + (separation === 'other_person' ? quorum : 0),
    0,
  );
  const surest = required.map(({ min_assurance }) =>
    PersonAssurance.options.indexOf(min_assurance),
  );
  const readWhole = required.filter(({ read }) => read === 'every_row').length;
  const joining = required.reduce((sum, { escalation = [] }) => sum + escalation.length, 0);
  return [
    people,
    independent,
    Math.min(...surest),
    required.length,
    readWhole,
    -joining,
    break_glass === undefined ? 0 : -1,
  ];
}
