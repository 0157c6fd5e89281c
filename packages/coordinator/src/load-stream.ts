import { sha256OfText } from '@countersign/protocol/crypto';
import { parseStrict } from '@countersign/protocol/json';
import { InvariantViolation } from '@countersign/protocol/reason';
import type { EventType, StreamHead } from '@countersign/protocol/stream';
import type { Timestamp } from '@countersign/protocol/value';
import type { Store, StreamRow } from './store.ts';

/** A state and the place in its stream that it is the fold of. */
export interface Loaded<State> {
  readonly state: State;
  readonly version: number;
  readonly head: StreamHead | null;
}

export interface Folding<State, Event> {
  readonly initial: State;
  readonly evolve: (state: State, event: Event) => State;
}

/** Reads a stream and folds it. */
export async function loadStream<State, Event>(
  store: Pick<Store, 'readStream'>,
  stream: string,
  { initial, evolve }: Folding<State, Event>,
): Promise<Loaded<State>> {
  const nothing = { state: initial, version: 0, head: null };
  return foldRows(stream, nothing, await store.readStream(stream), evolve);
}

/**
 * Folds the rows that follow, checking every digest and link on the way: a row that was edited, removed or
 * inserted is found before anything is decided from it. The shape of events is not parsed again; they are
 * the bytes this code sealed.
 */
export function foldRows<State, Event>(
  stream: string,
  before: Loaded<State>,
  rows: readonly StreamRow[],
  evolve: Folding<State, Event>['evolve'],
): Loaded<State> {
  let { state, head } = before;
  for (const { text, version, event_digest } of rows) {
    // Not JSON.parse: V8 can mistake one key for another (nodejs/node#63785).
    const event = parseStrict(text) as unknown as {
      type: EventType;
      at: Timestamp;
      data: object;
      stream: string;
      version: number;
      previous_event_digest: string | null;
    };
    const expected: number = (head?.version ?? 0) + 1;
    const sound =
      sha256OfText(text) === event_digest &&
      event.stream === stream &&
      event.version === version &&
      version === expected &&
      event.previous_event_digest === (head?.event_digest ?? null);
    if (!sound) {
      throw new InvariantViolation(
        'EV-6',
        `event ${version} of ${stream} does not follow the one before it`,
      );
    }
    head = { version, event_digest };
    state = evolve(state, { type: event.type, at: event.at, data: event.data } as Event);
  }
  return { state, version: head?.version ?? 0, head };
}
