import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { Context } from './context.ts';

/** Whether the store's clock lets it commit now: neither behind what it has recorded, nor implausibly far ahead. */
export async function judgeClock({ store, time }: Context): Promise<Result<undefined>> {
  const mark = await store.readClockMark();
  const { now } = await store.readState();
  if (now < mark) {
    return refuse('clock_regressed', `the store has recorded ${mark}, and its clock says ${now}`);
  }
  const latest = time?.latest();
  return latest === undefined || now < latest
    ? accept(undefined)
    : refuse('clock_ahead', `expected a time before ${latest}, and the store's clock says ${now}`);
}
