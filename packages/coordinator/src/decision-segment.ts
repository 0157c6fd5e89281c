import { packAnswers, parseUnaskedIn, type UnaskedAnswer } from '@countersign/protocol/request';
import { type SealedEvent, type StreamHead, sealEvents } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import { eachPartOnce, takeAnotherPart } from './byte-quota.ts';
import type { ActionBytes, ClaimKey, ClaimTaken } from './commit.ts';
import { type Context, storeState } from './context.ts';
import { type StoreState, StoreUnavailable } from './store.ts';
import { segmentStream } from './stream-name.ts';
import { submitCommit } from './submit-commit.ts';

interface Unsettled {
  readonly attempt: string;
  readonly events: readonly SealedEvent[];
  readonly claims: readonly ClaimTaken[];
  readonly texts: readonly ActionBytes[];
}

/** What a policy answered, and what is kept of the action besides the event. */
export interface UnaskedDecision {
  readonly data: UnaskedAnswer['data'];
  readonly text: ActionBytes | null;
}

/**
 * Decisions that need no approval, on their way into a stream of this process. They are written together within 50 ms,
 * several in one event, so a gate that mostly allows costs almost nothing. A crash may lose the last of them. So a rule
 * can ask for `audit: sync`. Once a write has failed, nothing is answered before the next one succeeds: while the audit
 * cannot be written, nothing passes (AB-1).
 */
export interface DecisionSegment {
  stream: string;
  head: StreamHead | null;
  /** The history of the database that the head is in. */
  history: string | null;
  waiting: { readonly at: Timestamp; readonly data: UnaskedAnswer['data'] }[];
  /** The texts that the waiting decisions keep. */
  texts: ActionBytes[];
  /** What the waiting decisions claim of the bytes of their agents. */
  claims: ClaimTaken[];
  /** Submitted, and not known to be written. It is submitted again before anything else, as the same attempt. */
  unsettled: Unsettled | null;
  /** The one writer there is at a time: two would append at the same version. Resolves also where it failed. */
  writing: Promise<void> | null;
  healthy: boolean;
}

const flushMilliseconds = 50;
const waitingMax = 4096;

function createSegment(context: Pick<Context, 'ids'>): DecisionSegment {
  return {
    stream: segmentStream(context.ids.uuid()),
    head: null,
    history: null,
    waiting: [],
    texts: [],
    claims: [],
    unsettled: null,
    writing: null,
    healthy: true,
  };
}

/** Resolves once the decision is durable, or, where `sync` is false and writing works, once it is queued. */
export async function recordDecision(
  context: Context,
  { data, text }: UnaskedDecision,
  sync: boolean,
  claims: readonly ClaimTaken[] = [],
): Promise<void> {
  context.memory.segment ??= createSegment(context);
  const { segment } = context.memory;
  segment.waiting.push({ at: context.clock.now(), data });
  if (text !== null) segment.texts.push(text);
  segment.claims.push(...claims);
  if (sync || !segment.healthy || segment.waiting.length >= waitingMax) {
    await flushDecisions(context);
    return;
  }
  if (segment.writing !== null) return;
  // `healthy` shows whether it worked; no caller waits for this one.
  writeAll(context, segment, flushMilliseconds).catch(() => undefined);
}

/** Writes what is waiting. Called before a process ends, so that an orderly end loses nothing. */
export async function flushDecisions(context: Context): Promise<void> {
  const { segment } = context.memory;
  if (segment === null) return;
  while (segment.writing !== null) await segment.writing;
  if (segment.waiting.length > 0 || segment.unsettled !== null) await writeAll(context, segment, 0);
}

function writeAll(context: Context, segment: DecisionSegment, after: number): Promise<void> {
  const write = async (): Promise<void> => {
    try {
      if (after > 0) await context.clock.pause(after, new AbortController().signal);
      while (segment.waiting.length > 0 || segment.unsettled !== null) {
        await writeBatch(context, segment);
      }
      segment.healthy = true;
    } catch (error) {
      segment.healthy = false;
      throw error;
    } finally {
      segment.writing = null;
    }
  };
  const written = write();
  segment.writing = written.catch(() => undefined);
  return written;
}

async function writeBatch(context: Context, segment: DecisionSegment): Promise<void> {
  const { stream, head } = segment;
  segment.unsettled ??= {
    attempt: context.ids.uuid(),
    events: sealEvents(stream, head, packAnswers(segment.waiting.splice(0))),
    claims: eachPartOnce(segment.claims.splice(0)),
    texts: segment.texts.splice(0),
  };
  const { attempt, events, claims, texts } = segment.unsettled;
  const submit = ({ epoch }: StoreState) =>
    submitCommit(context, {
      attempt,
      appends: [{ stream, expectedVersion: head?.version ?? 0, events, row: null, claims }],
      guards: { epoch, streams: [], absentClaims: [] },
      actions: texts,
      outbox: [],
    });
  let result = await submit(await storeState(context));
  if (result.outcome === 'stale_guard') result = await submit(await storeState(context, true));
  if (result.outcome === 'version_conflict' && context.store.timeline() !== segment.history) {
    beginAnew(context, segment, segment.unsettled);
    return;
  }
  if (result.outcome === 'claim_taken') {
    // The writer goes on with the same events.
    const other = await otherClaims(context, claims, result.claim);
    segment.unsettled = { attempt: context.ids.uuid(), events, claims: other, texts };
    return;
  }
  if (result.outcome !== 'committed') {
    throw new StoreUnavailable(`decisions were refused: ${result.outcome}`);
  }
  const last = events.at(-1);
  if (last !== undefined) {
    segment.head = { version: last.event.version, event_digest: last.event_digest };
    segment.history = context.store.timeline();
  }
  segment.unsettled = null;
}

/**
 * The claims with another part of the day instead of the one that another process took. Where no part is left, the
 * decision is written all the same: it was answered already, and no further one will be.
 */
async function otherClaims(
  context: Context,
  claims: readonly ClaimTaken[],
  lost: ClaimKey,
): Promise<readonly ClaimTaken[]> {
  const kept = claims.filter(({ key }) => key !== lost.key);
  const claim = claims.find(({ key }) => key === lost.key);
  const other = claim === undefined ? null : await takeAnotherPart(context, claim, kept);
  return other?.ok ? [...kept, other.value] : kept;
}

/**
 * The database went over to a history that lacks a part of the stream, which no other process writes. The unwritten
 * events go into another stream; the one that was cut off is left as it is.
 */
function beginAnew(context: Context, segment: DecisionSegment, { events, texts }: Unsettled): void {
  segment.stream = segmentStream(context.ids.uuid());
  segment.head = null;
  segment.unsettled = null;
  const again = events.flatMap(({ event }) => parseUnaskedIn(event));
  segment.waiting.unshift(...again);
  segment.texts.unshift(...texts);
}
