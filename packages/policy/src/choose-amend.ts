import { canonicalize } from '@countersign/protocol/json';
import { type AmendTerms, pathsOf } from '@countersign/protocol/request';
import type { Rule } from './policy-program.ts';

/**
 * The changes that a reviewer may make to an action: what every rule that asks about the action permits. A rule that
 * does not mention changes permits none. If no rule asks, but only the risk or a default, no change is permitted.
 */
export function chooseAmend(rules: readonly Rule[]): AmendTerms | undefined {
  const asking = rules.filter(({ outcome }) => outcome === 'require_approval');
  const terms = asking.map(({ amend }) => amend);
  if (terms.length === 0 || terms.includes(null)) return undefined;
  const stated = terms.filter(each => each !== null);
  const narrow = stated.filter(({ mode }) => mode === 'narrow');
  // A rule that permits any change takes nothing away from one that lists what may change.
  const counted = narrow.length > 0 ? narrow : stated;
  const common: AmendTerms = {
    mode: narrow.length > 0 ? 'narrow' : 'any',
    lower: inAll(counted.map(({ lower }) => lower)),
    subset: inAll(counted.map(({ subset }) => subset)),
    becomes: inAll(counted.map(({ becomes }) => becomes)),
  };
  return common.mode === 'narrow' && pathsOf(common).length === 0 ? undefined : common;
}

function inAll<T>(lists: readonly (readonly T[])[]): T[] {
  const [first = [], ...others] = lists;
  const sets = others.map(list => new Set(list.map(item => canonicalize(item))));
  return first.filter(item => sets.every(set => set.has(canonicalize(item))));
}
