import {
  type DirectoryChange,
  type DirectoryCommand,
  type DirectoryState,
  decideDirectory,
  evolveDirectory,
  keptProfile,
  type StoreEvent,
} from '@countersign/protocol/directory';
import type { Decision, Result } from '@countersign/protocol/reason';
import { type Actor, addSeconds, type Timestamp } from '@countersign/protocol/value';
import { changeStream } from '../change-stream.ts';
import type { ActionBytes } from '../commit.ts';
import type { Context } from '../context.ts';
import { failClosed } from '../fail-closed.ts';
import { storeStream } from '../stream-name.ts';
import { directoryFolding, loadDirectory } from './load-directory.ts';

/** As long as it may matter who decided: a hundred years. */
const retainProfilesSeconds = 100 * 31_557_600;

/**
 * Changes people, credentials or keys, and answers the directory after it. Of two changes that exclude each other
 * one is refused, on any number of processes: each is decided from the version that its commit is guarded by.
 */
export function changeDirectory(
  context: Context,
  change: DirectoryChange,
  by: Actor,
): Promise<Result<DirectoryState>> {
  return changeDirectoryAtOnce(context, [change], by);
}

/** Several changes in order, in one commit: all of them or, where one is refused, none. */
export function changeDirectoryAtOnce(
  context: Context,
  changes: readonly DirectoryChange[],
  by: Actor,
): Promise<Result<DirectoryState>> {
  const change = () =>
    changeStream<DirectoryState, StoreEvent>(context, {
      stream: storeStream,
      folding: directoryFolding,
      load: () => loadDirectory(context),
      decide: (state, now) =>
        decideInOrder(
          state,
          changes.map(each => ({ ...each, by })),
          now,
        ),
      actions: now => changes.flatMap(each => profileBytes(each, now)),
    });
  return failClosed(() => {
    const changed = context.memory.directoryTurn.then(change);
    context.memory.directoryTurn = changed.catch(() => undefined);
    return changed;
  });
}

/** The result of several changes in one commit: all of them or, where one is refused, none. */
export function decideInOrder(
  before: DirectoryState,
  commands: readonly DirectoryCommand[],
  now: Timestamp,
): Decision<StoreEvent> {
  let state = before;
  const events: StoreEvent[] = [];
  for (const command of commands) {
    const decision = decideDirectory(state, command, now);
    if (!decision.ok) return decision;
    state = decision.events.reduce(evolveDirectory, state);
    events.push(...decision.events);
  }
  return { ok: true, events };
}

/** The text of the profile that a change brings, to be kept in the commit of the change. */
export function profileBytes(change: DirectoryChange, now: Timestamp): ActionBytes[] {
  const profile = 'profile' in change ? change.profile : null;
  if (profile === null || profile === undefined) return [];
  return [{ ...keptProfile(profile), retainUntil: addSeconds(now, retainProfilesSeconds) }];
}
