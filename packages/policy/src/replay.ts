import type { ActionBinding } from '@countersign/protocol/action';
import type { JsonObject } from '@countersign/protocol/json';
import type { PolicyVerdict } from '@countersign/protocol/request';
import type { Policy } from './policy.ts';

/** One action of the past, with its evaluation at that time and its outcome. */
export interface HistoryItem {
  /** The name by which the caller knows the action: the id of its policy decision. */
  readonly id: string;
  readonly action: ActionBinding;
  readonly context: JsonObject;
  readonly verdict: PolicyVerdict;
  /** What people answered, where they were asked. */
  readonly resolution: 'allowed' | 'denied' | 'expired' | 'cancelled' | 'amended' | null;
  /** The chain that was asked; null where no one was. */
  readonly chain: string | null;
}

export interface ReplayedItem {
  readonly id: string;
  readonly before: PolicyVerdict;
  readonly after: PolicyVerdict;
  /** What decides now. */
  readonly policy_rule_id: string;
  readonly reason: string;
  readonly resolution: HistoryItem['resolution'];
  /** The chain that would be asked now; null where no one would be. */
  readonly chain: string | null;
}

/** What another policy would have answered to the same actions. */
export interface Replay {
  readonly policy_version: string;
  readonly total: number;
  readonly unchanged: number;
  readonly newly_asked: readonly ReplayedItem[];
  readonly newly_allowed: readonly ReplayedItem[];
  readonly newly_denied: readonly ReplayedItem[];
  /** The most important part of the newly allowed actions: those that a person rejected. */
  readonly newly_allowed_that_a_person_denied: readonly ReplayedItem[];
  /** Actions that policy denied and that a person would now be asked about. Part of the newly asked actions. */
  readonly newly_asked_that_policy_denied: readonly ReplayedItem[];
  /** Asked then and now, but of another chain. */
  readonly asked_of_others: readonly ReplayedItem[];
}

/** Evaluates the past again. Nothing of the past is changed. */
export function replay(history: Iterable<HistoryItem>, policy: Policy): Replay {
  const changed: ReplayedItem[] = [];
  let total = 0;
  for (const item of history) {
    total++;
    const { id, verdict: before, resolution } = item;
    const now = policy.evaluate(item.action, item.context);
    const chain = now.chain?.chain_id ?? null;
    if (now.verdict === before && chain === item.chain) continue;
    const { verdict: after, policy_rule_id, reason } = now;
    changed.push({ id, before, after, policy_rule_id, reason, resolution, chain });
  }
  const now = (verdict: PolicyVerdict) =>
    changed.filter(({ before, after }) => after === verdict && before !== after);
  const [asked, allowed] = [now('require_approval'), now('allow')];
  return {
    policy_version: policy.version(),
    total,
    unchanged: total - changed.length,
    newly_asked: asked,
    newly_allowed: allowed,
    newly_denied: now('deny'),
    newly_allowed_that_a_person_denied: allowed.filter(({ resolution }) => resolution === 'denied'),
    newly_asked_that_policy_denied: asked.filter(({ before }) => before === 'deny'),
    asked_of_others: changed.filter(({ before, after }) => before === after),
  };
}
