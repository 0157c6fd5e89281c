import { listUnasked, readKept, type UnaskedPlace } from '@countersign/coordinator';
import type { HistoryItem } from '@countersign/policy';
import type { Timestamp } from '@countersign/protocol/value';
import type { App } from '../app.ts';
import type { Caller } from '../http/caller.ts';
import { seesUnasked } from './reach.ts';

/** The newest part of the logs that a replay reads, however few unasked actions are in it. */
const looksMax = 40_000;

interface UnaskedHistoryQuery {
  readonly limit: number;
  /** Nothing before this time; null: from the beginning. */
  readonly since: Timestamp | null;
  readonly signal: AbortSignal;
}

interface UnaskedItem extends HistoryItem {
  readonly decided_at: Timestamp;
}

/** The latest actions that policy decided alone, where enough of them was kept to evaluate them again. */
export async function unaskedHistory(
  { context }: App,
  caller: Caller,
  { limit, since, signal }: UnaskedHistoryQuery,
): Promise<{ readonly items: readonly UnaskedItem[]; readonly notKept: number }> {
  const items: UnaskedItem[] = [];
  let notKept = 0;
  let looked = 0;
  let after: UnaskedPlace | undefined;
  while (items.length < limit && looked < looksMax && !signal.aborted) {
    const left = Math.min(200, limit - items.length);
    const page = await listUnasked(context, { limit: left, ...(after ? { after } : {}) });
    for (const { answer } of page.rows) {
      const { decision, agent_id } = answer.data;
      if (since !== null && decision.decided_at < since) return { items, notKept };
      const sees = await seesUnasked(context, caller, agent_id);
      const kept = sees ? await readKept(context, answer.data) : null;
      const action = kept?.action ?? null;
      if (action === null) notKept += 1;
      else {
        const { policy_decision_id: id, verdict, context: stated, decided_at } = decision;
        const unasked = { resolution: null, chain: null } as const;
        items.push({ id, action, context: stated, verdict, decided_at, ...unasked });
      }
    }
    looked += page.looked;
    if (page.next === null) break;
    after = page.next;
  }
  return { items, notKept };
}
