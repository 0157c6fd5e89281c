import { absentHold, evolveHold, type HoldEvent, type HoldState } from '@countersign/protocol/hold';
import type { Context } from './context.ts';
import { type Loaded, loadStream } from './load-stream.ts';
import { holdStream } from './stream-name.ts';

export function loadHold(context: Context, holdId: string): Promise<Loaded<HoldState>> {
  return loadHoldStream(context, holdStream(holdId));
}

/** The hold on a session, or null where it is not halted. */
export async function loadSessionHold(
  context: Context,
  sessionId: string | null,
): Promise<HoldState | null> {
  if (sessionId === null) return null;
  const claim = await context.store.findClaim({ scope: 'hold', key: sessionId });
  return claim === null ? null : (await loadHoldStream(context, claim.owner)).state;
}

export function loadHoldStream(context: Context, stream: string): Promise<Loaded<HoldState>> {
  return loadStream<HoldState, HoldEvent>(context.store, stream, {
    initial: absentHold,
    evolve: evolveHold,
  });
}
