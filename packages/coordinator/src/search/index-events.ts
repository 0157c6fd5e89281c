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
import type { LoggedRow } from '../log/log-store.ts';
import { requestStream } from '../stream-name.ts';
import { indexEntryOf } from './index-entry.ts';
import type { IndexEntry, IndexedPlace } from './search-store.ts';

/** One step indexes no more of the log than this, so that a commit never waits for a long one. */
const rowsAtOnce = 16;
/** What holds no request is passed over in larger pages: a log may hold far more of it than of requests. */
const rowsPassed = 256;
const pagesPassed = 16;
const requests = requestStream('');

/**
 * Brings the next events of the logs into the index. True where there may be more. Any number of processes may do it
 * at once: a step is written only by the process that read the place before it. After a restart it goes on there.
 */
export async function indexEvents({ store }: Pick<Context, 'store'>): Promise<boolean> {
  const place = await store.readIndexed();
  const { epoch, index } = place;
  const { rows, end, more } = await nextRows(store, place);
  const { now, epoch: present } = await store.readState();
  if (end === index) {
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
    to: { epoch, index: end },
    entries: entries.filter(entry => entry !== null),
  });
  return more || epoch < present;
}

/** The rows of the next step, where they end, and whether there may be more behind them. */
interface NextRows {
  readonly rows: readonly LoggedRow[];
  readonly end: number;
  readonly more: boolean;
}

/**
 * Each step is a commit, and most of a busy log may be decisions that no one was asked about. They are passed over until a
 * request comes, so that they cost a commit for some thousands of them.
 */
async function nextRows(store: Context['store'], place: IndexedPlace): Promise<NextRows> {
  const { epoch } = place;
  let end = place.index;
  let limit = rowsAtOnce;
  for (let pages = 0; pages < pagesPassed; pages++) {
    const rows = await store.readLogRows({ epoch, from: end, limit });
    const first = rows.findIndex(({ stream }) => stream.startsWith(requests));
    const taken = first < 0 ? rows : rows.slice(0, first + rowsAtOnce);
    end = (taken.at(-1)?.index ?? end - 1) + 1;
    const more = rows.length === limit || taken.length < rows.length;
    if (first >= 0 || !more) return { rows: taken, end, more };
    limit = rowsPassed;
  }
  return { rows: [], end, more: true };
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
