import * as z from 'zod';
import { parserOf } from '../json/parse-object.ts';
import { StoreId } from '../value/ids.ts';
import { Timestamp } from '../value/timestamp.ts';
import { LogLeaf } from './log-leaf.ts';

/**
 * What is known outside a store about its progress: a store that says less was restored to an earlier state (EV-10).
 * It contains nothing that could not be published.
 */
export const AnchorMark = z.strictObject({
  version: z.literal('1'),
  store_id: StoreId,
  epoch: z.int().min(1),
  /** How many approvals had been used up. */
  consumed_count: z.int().min(0),
  /** How many ends of allowances were recorded; absent where none was (AL-13). */
  allowances_ended: z.int().min(1).optional(),
  /** One of the last of them, by its place; null before the first. */
  last: LogLeaf.nullable(),
  advanced_at: Timestamp,
});
export type AnchorMark = z.infer<typeof AnchorMark>;

/** Both counts only grow, so that their sum orders what was read one after the other. */
function progressOf({ consumed_count, allowances_ended = 0 }: AnchorMark): number {
  return consumed_count + allowances_ended;
}

/** A later epoch is further, whatever its count; in one epoch the greater count. Marks of different stores have no order. */
export function isFurther(mark: AnchorMark, than: AnchorMark): boolean {
  return mark.epoch === than.epoch ? progressOf(mark) > progressOf(than) : mark.epoch > than.epoch;
}

export const parseAnchorMark = parserOf('AnchorMark', AnchorMark);
