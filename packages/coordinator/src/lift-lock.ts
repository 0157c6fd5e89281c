import {
  type DirectoryState,
  decideDirectory,
  type LiftLock,
} from '@countersign/protocol/directory';
import { accept, type Result } from '@countersign/protocol/reason';
import type { Actor } from '@countersign/protocol/value';
import type { Context } from './context.ts';
import { changeDirectory } from './directory/change-directory.ts';
import { loadDirectory } from './directory/load-directory.ts';
import { endAllLocked } from './end-locked.ts';
import { failClosed } from './fail-closed.ts';

/**
 * Lifts a lock once everything that it closed has ended. Nothing that it covers can begin before the lift, so nothing
 * from before it can be used after it, whatever the clocks of the processes say (LK-4).
 */
export function liftLock(
  context: Context,
  lift: Omit<LiftLock, 'type'>,
  by: Actor,
): Promise<Result<DirectoryState>> {
  return failClosed(async () => {
    const change = { type: 'lift_lock', ...lift } as const;
    const { state } = await loadDirectory(context);
    const decision = decideDirectory(state, { ...change, by }, context.clock.now());
    if (!decision.ok) return { ok: false, refusal: decision.refusal };
    const ended = await endEveryLocked(context);
    return ended.ok ? changeDirectory(context, change, by) : ended;
  });
}

/** Ends everything that a lock closed, before any lift (LK-4). */
export async function endEveryLocked(context: Context): Promise<Result<null>> {
  let after: string | undefined;
  do {
    const ended = await endAllLocked(context, after);
    if (!ended.ok) return ended;
    after = ended.value ?? undefined;
  } while (after !== undefined);
  return accept(null);
}
