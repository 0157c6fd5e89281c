import { type AnchorMark, isFurther, type LogLeaf } from '@countersign/protocol/log';
import { accept, type Result, refuse } from '@countersign/protocol/reason';
import { addSeconds, type StoreId } from '@countersign/protocol/value';
import { endPrefix } from '../allowance/allowance-claims.ts';
import type { Context } from '../context.ts';
import { failClosed } from '../fail-closed.ts';
import type { EventPlace } from '../log/log-store.ts';
import type { Anchor } from '../ports.ts';
import { type Store, type StoreReader, type StoreState, StoreUnavailable } from '../store.ts';
import type { AnchorMemory, AnchorStep } from './anchor-memory.ts';
import { judgeMark } from './judge-mark.ts';

/**
 * Compares the store with the mark outside, and brings the mark up to date where there is none yet or the store has
 * come further. Called when a process starts, so that an operator hears at once what every release would be refused
 * with. Without an anchor there is nothing to compare.
 */
export function compareAnchor(context: Context): Promise<Result<null>> {
  return context.anchor === null ? Promise.resolve(accept(null)) : shareStep(context, null);
}

/**
 * Lets a use case release something where the store matched the mark and the database is still in the same history.
 * Otherwise the store is compared first, at each call until it matches (EV-10).
 */
export async function passAnchor(context: Context): Promise<Result<null>> {
  const { anchor, store, memory } = context;
  if (anchor === null || memory.anchor.timeline === store.timeline()) return accept(null);
  // The database may have another history now, in which the remembered events never happened.
  memory.requests.clear();
  memory.store = null;
  return compareAnchor(context);
}

/**
 * Compares without changing anything. Answers the mark, or null where there is none yet.
 */
export function examineAnchor(
  store: StoreReader,
  anchor: Pick<Anchor, 'read'>,
): Promise<Result<AnchorMark | null>> {
  return failClosed(async () => {
    const mark = await anchor.read();
    const fits = judgeReading(mark, await readStanding(store, mark, null));
    return fits.ok ? accept(mark) : fits;
  });
}

const advancesMax = 3;

/**
 * Resolves once a mark that covers this consume is on stable storage. Where that fails the executor must not start:
 * the consume stands, its outcome is unknown, and the request ends as `unknown` (SU-6). It is therefore tried more
 * than once where trying can help.
 */
export async function advanceAnchor(context: Context, last: EventPlace): Promise<Result<null>> {
  if (context.anchor === null) return accept(null);
  const never = new AbortController().signal;
  for (let advances = 1; ; advances++) {
    const advanced = await shareStep(context, last);
    if (advanced.ok || advances === advancesMax || !canPass(advanced.refusal.code)) return advanced;
    await context.clock.pause(20 * 2 ** advances, never);
  }
}

function canPass(code: string): boolean {
  return code === 'anchor_unavailable' || code === 'store_unavailable';
}

/**
 * One step at a time. A consume that arrives while one is underway shares the next: the present one may have counted
 * before that consume was committed.
 */
function shareStep(context: Context, last: EventPlace | null): Promise<Result<null>> {
  const { anchor: memory } = context.memory;
  if (memory.next !== null) {
    memory.next.last = last ?? memory.next.last;
    return memory.next.outcome;
  }
  const begin = async (): Promise<Result<null>> => {
    await memory.underway;
    memory.next = null;
    const kept = await failClosed(() => keepUp(context, step.last));
    if (!kept.ok) Object.assign(memory, { timeline: null, known: null });
    return kept;
  };
  const step: AnchorStep = { last, outcome: begin() };
  memory.next = step;
  memory.underway = step.outcome;
  return step.outcome;
}

async function keepUp(context: Context, consumed: EventPlace | null): Promise<Result<null>> {
  const { anchor, clock, memory } = context;
  if (anchor === null) return accept(null);
  // Read the mark before the store: a concurrent consume is in the store before it is in the mark.
  const { mark, readAt } = await knownMark(context, anchor, consumed !== null);
  const { state, consumedCount, allowancesEnded, known, last, timeline } = await readStanding(
    context.store,
    mark,
    consumed,
  );
  const { storeId, epoch } = state;
  const fits = judgeReading(mark, { state, consumedCount, allowancesEnded, known });
  if (!fits.ok) return fits;
  if (consumed !== null && last === null) {
    return refuse('store_rolled_back', 'the store lacks data that it has just committed');
  }
  const reached: AnchorMark = {
    version: '1',
    store_id: storeId as StoreId,
    epoch,
    consumed_count: consumedCount,
    ...(allowancesEnded === null || allowancesEnded === 0
      ? {}
      : { allowances_ended: allowancesEnded }),
    last: last ?? (mark?.epoch === epoch ? mark.last : null),
    advanced_at: clock.now(),
  };
  // A consume is acknowledged only by what the anchor itself says is durable, also where another process was faster.
  const isFirst = mark === null || isFurther(reached, mark);
  if (consumed !== null || isFirst) await anchor.advance(reached);
  memory.anchor.known = { mark: isFirst ? reached : mark, readAt };
  memory.anchor.timeline = timeline;
  return accept(null);
}

/** How long a process may not yet know that another one has advanced the mark. */
const youngSeconds = 1;

/**
 * The mark as it is outside. Reading it may cost far more than advancing it. So a step that only adds a consume, in a
 * history that matched, uses for a while what this process knows.
 */
async function knownMark(
  { clock, store, memory }: Context,
  anchor: Anchor,
  advancing: boolean,
): Promise<NonNullable<AnchorMemory['known']>> {
  const { known, timeline } = memory.anchor;
  const now = clock.now();
  const isYoung =
    known !== null && now >= known.readAt && now < addSeconds(known.readAt, youngSeconds);
  if (advancing && isYoung && timeline === store.timeline()) return known;
  return { mark: await anchor.read(), readAt: now };
}

type AnchoredStore = Pick<Store, 'readStream' | 'readState' | 'countRequests' | 'timeline'> &
  Partial<Pick<Store, 'listClaims'>>;

function judgeReading(
  mark: AnchorMark | null,
  {
    state,
    consumedCount,
    allowancesEnded,
    known,
  }: Pick<Reading, 'state' | 'consumedCount' | 'allowancesEnded' | 'known'>,
): Result<null> {
  if (mark === null) return accept(null);
  const { storeId, epoch } = state;
  const hasLast = mark.last === null || known?.event_digest === mark.last.event_digest;
  return judgeMark(mark, { storeId, epoch, consumedCount, allowancesEnded, hasLast });
}

interface Reading {
  readonly state: StoreState;
  readonly consumedCount: number;
  /** Null where the reader cannot count them. */
  readonly allowancesEnded: number | null;
  /** The event at the place that the mark names, as the store has it. */
  readonly known: LogLeaf | null;
  readonly last: LogLeaf | null;
  readonly timeline: string;
}

const readingsMax = 3;

/** How the store stands, read in one history of the database. */
async function readStanding(
  store: AnchoredStore,
  mark: AnchorMark | null,
  consumed: EventPlace | null,
): Promise<Reading> {
  for (let readings = 0; readings < readingsMax; readings++) {
    const timeline = store.timeline();
    const state = await store.readState();
    const counts = await store.countRequests();
    const ended = await store.listClaims?.('allowance', endPrefix);
    const known = await leafAt(store, mark?.last ?? null);
    const last = await leafAt(store, consumed);
    if (store.timeline() === timeline) {
      const consumedCount = counts['consumed'] ?? 0;
      const allowancesEnded = ended?.length ?? null;
      return { state, consumedCount, allowancesEnded, known, last, timeline };
    }
  }
  throw new StoreUnavailable('the database was restored or failed over while it was read');
}

async function leafAt(store: AnchoredStore, place: EventPlace | null): Promise<LogLeaf | null> {
  if (place === null) return null;
  const { stream, version } = place;
  const [row] = await store.readStream(stream, version - 1);
  return row?.version === version ? { stream, version, event_digest: row.event_digest } : null;
}
