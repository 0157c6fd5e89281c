import {
  type Context,
  decideInOrder,
  type HouseRun,
  loadDirectory,
  profileBytes,
  readProfile,
  storeStream,
} from '@countersign/coordinator';
import type { ActionBinding, HouseKind } from '@countersign/protocol/action';
import type { Digest } from '@countersign/protocol/crypto';
import { type DirectoryState, governedKindOf } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { OpenedRequest } from '@countersign/protocol/request';
import { sealEvents } from '@countersign/protocol/stream';
import type { Actor } from '@countersign/protocol/value';
import {
  describeChanges,
  type HouseChange,
  type Names,
  subjectOf,
  summariseChanges,
} from './describe-changes.ts';
import { houseAction } from './house-binding.ts';

/** The kind of house request that these changes take now; null where they take none. */
export function houseKindOfChanges(
  state: DirectoryState,
  changes: readonly HouseChange[],
  by: Actor,
): HouseKind | null {
  const kinds = changes.map(change => governedKindOf(state, { ...change, by }));
  return kinds.find(kind => kind !== null && state.governs.includes(kind)) ?? null;
}

/** The action that a card shows for these changes, from the directory as it is now. */
export async function directoryAction(
  context: Context,
  state: DirectoryState,
  kind: HouseKind,
  changes: readonly HouseChange[],
): Promise<ActionBinding> {
  const names = await namesOf(context, state, changes);
  return houseAction(kind, {
    subject: subjectOf(state, changes),
    resource: null,
    summary: summariseChanges(changes, names),
    difference: describeChanges(state, changes, names),
    content: { changes },
  });
}

/** What carrying out the changes of an approved request does now. */
export async function runDirectoryChange(
  context: Context,
  kind: HouseKind,
  asked: ActionBinding,
  { parties }: OpenedRequest,
): Promise<Result<HouseRun>> {
  const changes = asked.parameters['changes'] as unknown as readonly HouseChange[];
  const directory = await loadDirectory(context);
  const by: Actor = { kind: 'human', identity: parties.requester ?? '' };
  const now = context.clock.now();
  const commands = changes.map(change => ({ ...change, by, approved: kind }));
  const decision = decideInOrder(directory.state, commands, now);
  if (!decision.ok) return decision;
  if (decision.events.length === 0) {
    return refuse('house_change_outdated', 'the directory already is as the request asks');
  }
  return accept({
    action: await directoryAction(context, directory.state, kind, changes),
    appends: [
      {
        stream: storeStream,
        expectedVersion: directory.version,
        events: sealEvents(storeStream, directory.head, decision.events),
        row: null,
      },
    ],
    actions: changes.flatMap(change => profileBytes(change, now)),
  });
}

/** What the people of the changes are called. */
async function namesOf(
  context: Context,
  state: DirectoryState,
  changes: readonly HouseChange[],
): Promise<Names> {
  const ids = changes.flatMap(change => {
    if (change.type === 'change_person') return [change.person_id];
    if (change.type === 'lift_lock') {
      const placed = [...state.locks.values()].filter(({ lock_id }) => lock_id === change.lock_id);
      return placed.map(({ by }) => by.identity);
    }
    if (change.type !== 'register_credential' || change.credential.kind !== 'api_key') return [];
    const { owner, agent_ids, subject_ids = [] } = change.credential;
    const owners = agent_ids.map(agent => state.index.owners.get(agent)?.owner ?? null);
    return [owner, ...owners, ...subject_ids].filter(id => id !== null);
  });
  const names = new Map<string, string>();
  for (const id of new Set(ids)) {
    const digest = state.people.get(id)?.profile_digest ?? null;
    const profile = digest === null ? null : await readProfile(context, digest as Digest);
    if (profile !== null) names.set(id, profile.name);
  }
  return names;
}
