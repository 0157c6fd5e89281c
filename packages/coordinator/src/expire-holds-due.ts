import type { HoldState } from '@countersign/protocol/hold';
import { accept, type Result } from '@countersign/protocol/reason';
import { isDue } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadHoldStream } from './load-hold.ts';
import { expireHold } from './place-hold.ts';

/**
 * Ends the holds that got no answer in time, and with each the plan of its session. Unlike an expiry, this record
 * matters: a hold halts its session until its end is recorded, so the plan ends before anything continues.
 */
export async function expireHoldsDue(
  context: Context,
  limit = 100,
): Promise<Result<readonly HoldState[]>> {
  return failClosed(async () => {
    const expired: HoldState[] = [];
    const { now } = await context.store.readState();
    for (const { owner } of await context.store.listClaims('hold', '')) {
      if (expired.length >= limit) break;
      const { state } = await loadHoldStream(context, owner);
      if (state.status !== 'placed' || !isDue(state.hold.expires_at, now)) continue;
      const ended = await expireHold(context, state.hold.hold_id);
      if (ended.ok) expired.push(ended.value);
    }
    return accept(expired);
  });
}
