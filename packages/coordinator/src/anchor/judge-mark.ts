import type { AnchorMark } from '@countersign/protocol/log';
import { type Result, refuse } from '@countersign/protocol/reason';

/** The state that a store claims, to be compared with what was known of it. */
interface Standing {
  readonly storeId: string;
  readonly epoch: number;
  /** How many approvals were consumed, in all epochs. */
  readonly consumedCount: number;
  /** How many ends of allowances it has; null where that was not read. */
  readonly allowancesEnded: number | null;
  /** Whether the event that the mark names is in its place, with its digest. */
  readonly hasLast: boolean;
}

/**
 * Whether a store has at least come as far as was known outside of it. One in a later epoch has: whatever it lacks
 * of the epoch of the mark, the approvals of that epoch are void (EV-10).
 */
export function judgeMark(mark: AnchorMark, store: Standing): Result<null> {
  if (mark.store_id !== store.storeId) {
    return refuse('anchor_mismatch', `the mark is of ${mark.store_id}, this is ${store.storeId}`);
  }
  if (mark.epoch > store.epoch) {
    return refuse(
      'store_rolled_back',
      `the store is in epoch ${store.epoch} and was in ${mark.epoch}`,
    );
  }
  if (mark.epoch < store.epoch) return { ok: true, value: null };
  if (store.consumedCount < mark.consumed_count) {
    const { consumed_count } = mark;
    const detail = `${store.consumedCount} approvals are used up in it, and ${consumed_count} were`;
    return refuse('store_rolled_back', detail);
  }
  const { allowances_ended = 0 } = mark;
  if (store.allowancesEnded !== null && store.allowancesEnded < allowances_ended) {
    const detail = `${store.allowancesEnded} ends of allowances are in it, and ${allowances_ended} were`;
    return refuse('store_rolled_back', detail);
  }
  if (!store.hasLast) {
    const { stream, version } = mark.last ?? {};
    return refuse('store_rolled_back', `the store lacks version ${version} of ${stream} as it was`);
  }
  return { ok: true, value: null };
}
