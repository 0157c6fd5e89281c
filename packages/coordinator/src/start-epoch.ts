import { parseStoreEvent, type StoreEvent } from '@countersign/protocol/directory';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import type { Actor, Timestamp } from '@countersign/protocol/value';
import { activationOf, type PolicyBrought, policyBytes } from './activate-policy.ts';
import { compareAnchor } from './anchor/compare-anchor.ts';
import { changeStream } from './change-stream.ts';
import { type Context, storeState } from './context.ts';
import { failClosed } from './fail-closed.ts';
import { loadStream } from './load-stream.ts';
import type { Store } from './store.ts';
import { storeStream } from './stream-name.ts';

/**
 * Begins a new epoch of the store: after a copy was restored, or whenever it is uncertain that the store is
 * complete. Open approvals of earlier epochs are void from this commit on; `voidEarlierEpochs` records that in each.
 * The log begins again under another origin, so that no checkpoint of it can contradict one of the log that was cut
 * off.
 */
export function startEpoch(
  context: Context,
  {
    reason,
    by,
    policy,
    clockBackFrom,
  }: {
    readonly reason: string;
    readonly by: Actor;
    /** Comes into force with the epoch, without an approval: the way out of a chain that no one can complete (HR-9). */
    readonly policy?: PolicyBrought;
    /** The time in the future that the store has recorded, where the epoch begins because of it (TM-9). */
    readonly clockBackFrom?: Timestamp;
  },
): Promise<Result<number>> {
  return failClosed(async () => {
    if (reason.trim() === '') return refuse('reason_missing', 'expected why a new epoch begins');
    const { anchor, store } = context;
    const mark = anchor === null ? null : await anchor.read();
    const { storeId, epoch: previous_epoch, policyVersion } = await storeState(context, true);
    if (mark !== null && mark.store_id !== storeId) {
      return refuse('anchor_mismatch', `the mark is of ${mark.store_id}, this is ${storeId}`);
    }
    const epoch = Math.max(previous_epoch, mark?.epoch ?? 0) + 1;
    const last_checkpoint = await lastCheckpoint(store);
    const { consumed: consumed_count = 0 } = await store.countRequests();
    const data = {
      epoch,
      previous_epoch,
      reason,
      by,
      last_checkpoint,
      anchor: mark,
      consumed_count,
    };
    const changed = await changeStream<number, StoreEvent>(context, {
      stream: storeStream,
      folding: { initial: 1, evolve: epochAfter },
      decide: (present, at) =>
        present === previous_epoch
          ? {
              ok: true,
              events: [
                parseStoreEvent({ type: 'epoch.started', at, data }),
                ...(policy === undefined ? [] : [activationOf(policyVersion, policy, at)]),
              ],
            }
          : {
              ok: false,
              events: [],
              refusal: {
                code: 'commit_contended',
                detail: `epoch ${present} was started meanwhile`,
              },
            },
      actions: () => (policy === undefined ? [] : policyBytes(policy)),
      brings: {
        epoch,
        ...(policy === undefined ? {} : { policyVersion: policy.version }),
        ...(clockBackFrom === undefined ? {} : { clockBackFrom }),
      },
    });
    if (!changed.ok) return changed;
    forget(context);
    // The epoch has begun, with any result of this comparison. An older mark matches the new epoch too, and an
    // unreachable anchor refuses every release.
    await compareAnchor(context);
    return accept(epoch);
  });
}

function epochAfter(present: number, event: StoreEvent): number {
  return event.type === 'epoch.started' ? event.data.epoch : present;
}

/** The newest one there is: an epoch may have ended before anything of it was signed. */
async function lastCheckpoint(store: Store): Promise<string | null> {
  const { state: epochs } = await loadStream<readonly number[], StoreEvent>(store, storeStream, {
    initial: [1],
    evolve: (begun, event) =>
      event.type === 'epoch.started' ? [...begun, event.data.epoch] : begun,
  });
  for (const epoch of epochs.toReversed()) {
    const { checkpoint } = await store.readLog(epoch);
    if (checkpoint !== null) return checkpoint.note;
  }
  return null;
}

/** The memory belongs to the epoch before. */
function forget({ memory }: Context): void {
  memory.store = null;
  memory.requests.clear();
  memory.grants.clear();
  memory.anchor.timeline = null;
  memory.anchor.known = null;
}
