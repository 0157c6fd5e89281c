import {
  type PolicyDecision,
  type StreamHead,
  sealEvents,
  type Timestamp,
} from '@countersign/protocol';
import { type Context, storeState } from './context.ts';
import { StoreUnavailable } from './store.ts';
import { segmentStream } from './stream-name.ts';
import { submitCommit } from './submit-commit.ts';

/**
 * Decisions that need no approval, on their way into a stream of this process. They are written together
 * within 50 ms instead of one by one, so a gate that mostly allows costs almost nothing; a crash may lose that
 * tail, which is why a rule can ask for `audit: sync`. Once a write has failed, nothing is answered before
 * the next one succeeds: an audit that cannot be written does not let anything pass (AB-1).
 */
export interface DecisionSegment {
  readonly stream: string;
  head: StreamHead | null;
  waiting: { readonly at: Timestamp; readonly decision: PolicyDecision }[];
  writing: Promise<void> | null;
  healthy: boolean;
}

const flushMilliseconds = 50;
const waitingMax = 4096;

export function createSegment(context: Pick<Context, 'ids'>): DecisionSegment {
  return {
    stream: segmentStream(context.ids.uuid()),
    head: null,
    waiting: [],
    writing: null,
    healthy: true,
  };
}

/** Resolves once the decision is durable, or, where `sync` is false and writing works, once it is queued. */
export async function recordDecision(
  context: Context,
  decision: PolicyDecision,
  sync: boolean,
): Promise<void> {
  context.memory.segment ??= createSegment(context);
  const { segment } = context.memory;
  segment.waiting.push({ at: context.clock.now(), decision });
  if (sync || !segment.healthy || segment.waiting.length >= waitingMax) {
    await flushDecisions(context);
    return;
  }
  if (segment.writing !== null) return;
  segment.writing = context.clock
    .pause(flushMilliseconds, new AbortController().signal)
    .then(() => write(context, segment))
    .catch(() => {
      segment.healthy = false;
    })
    .finally(() => {
      segment.writing = null;
    });
}

/** Writes what is waiting. Called before a process ends, so that an orderly end loses nothing. */
export async function flushDecisions(context: Context): Promise<void> {
  const { segment } = context.memory;
  if (segment === null) return;
  await segment.writing;
  try {
    await write(context, segment);
    segment.healthy = true;
  } catch (error) {
    segment.healthy = false;
    throw error;
  }
}

async function write(context: Context, segment: DecisionSegment): Promise<void> {
  const batch = segment.waiting;
  if (batch.length === 0) return;
  segment.waiting = [];
  const events = sealEvents(
    segment.stream,
    segment.head,
    batch.map(({ at, decision }) => ({ type: 'policy.decided', at, data: { decision } }) as const),
  );
  const last = events.at(-1);
  try {
    const { epoch } = await storeState(context);
    const result = await submitCommit(context, {
      attempt: context.ids.uuid(),
      appends: [
        { stream: segment.stream, expectedVersion: segment.head?.version ?? 0, events, view: null },
      ],
      guards: { epoch, streams: [], absentClaims: [] },
      claims: [],
      claimEnds: [],
      actions: [],
      outbox: [],
    });
    if (result.outcome !== 'committed')
      throw new StoreUnavailable(`decisions were refused: ${result.outcome}`);
  } catch (error) {
    segment.waiting = [...batch, ...segment.waiting];
    context.memory.store = null;
    throw error;
  }
  if (last !== undefined) {
    segment.head = { version: last.event.version, event_digest: last.event_digest };
  }
}
