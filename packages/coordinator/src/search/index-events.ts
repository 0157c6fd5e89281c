import { InvariantViolation, ProtocolError } from '@countersign/protocol/reason';
import {
  absentRequest,
  evolveRequest,
  type RequestEvent,
  type RequestState,
} from '@countersign/protocol/request';
import type { Timestamp } from '@countersign/protocol/value';
import type { Context } from '../context.ts';
import { loadAction } from '../load-action.ts';
import { loadStream } from '../load-stream.ts';
import { requestStream } from '../stream-name.ts';
import { indexEntryOf } from './index-entry.ts';
import type { IndexEntry } from './search-store.ts';

/** One step reads no more of the log than this, so that a commit never waits for a long one. */
const rowsAtOnce = 16;
const requests = requestStream('');

/**
 * Brings the next events of the logs into the index. True where there may be more. Any number of processes may do it
 * at once: a step is written only by the process that read the place before it. After a restart it goes on there.
 */
export async function indexEvents({ store }: Pick<Context, 'store'>): Promise<boolean> {
  const place = await store.readIndexed();
  const { epoch, index } = place;
  const rows = await store.readLogRows({ epoch, from: index, limit: rowsAtOnce });
  const last = rows.at(-1);
  const { now, epoch: present } = await store.readState();
  if (last === undefined) {
    // Only the log of the present epoch grows, so the ones before it are in the index for good.
    if (epoch >= present) return false;
    await store.addToIndex({ from: place, to: { epoch: epoch + 1, index: 0 }, entries: [] });
    return true;
  }
  const streams = [...new Set(rows.map(({ stream }) => stream))].filter(stream =>
    stream.startsWith(requests),
  );
  const entries = await Promise.all(streams.map(stream => entryOf(store, stream, now)));
  await store.addToIndex({
    from: place,
    to: { epoch, index: last.index + 1 },
    entries: entries.filter(entry => entry !== null),
  });
  return true;
}

/** The entry of a request as it is now. A damaged one is left out: the checks of the log report it. */
async function entryOf(
  store: Context['store'],
  stream: string,
  now: Timestamp,
): Promise<IndexEntry | null> {
  try {
    const { state } = await loadStream<RequestState, RequestEvent>(store, stream, {
      initial: absentRequest,
      evolve: evolveRequest,
    });
    if (state.status === 'absent') return null;
    return indexEntryOf(state, await loadAction({ store }, state.request.action_digest), now);
  } catch (error) {
    if (error instanceof ProtocolError || error instanceof InvariantViolation) return null;
    if (error instanceof TypeError) return null;
    throw error;
  }
}
