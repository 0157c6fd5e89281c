import * as z from 'zod';
import { Digest, sha256OfText } from '../crypto/digest.ts';
import { canonicalize, canonicalTextOf } from '../json/canonical-json.ts';
import { parserOf } from '../json/parse-object.ts';
import { parseStrict } from '../json/strict-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { accept, type Result, refuse } from '../reason/refusal.ts';
import { Timestamp } from '../value/timestamp.ts';
import { Name, OpenObject } from '../value/wire-text.ts';
import { type EventType, eventTypes } from './events.ts';

/** One event in its place: which stream, which version, and the digest of the event before it. */
export const StreamEvent = z.strictObject({
  stream: Name,
  version: z.int().min(1),
  type: z.enum(Object.keys(eventTypes) as [EventType, ...EventType[]]),
  at: Timestamp,
  data: OpenObject,
  previous_event_digest: Digest.nullable(),
});
export type StreamEvent = z.infer<typeof StreamEvent>;

export const parseStreamEvent = parserOf('StreamEvent', StreamEvent);

/** An event as it is stored: the exact bytes that were hashed, so that checking needs no second rendering. */
export interface SealedEvent {
  readonly event: StreamEvent;
  readonly text: string;
  readonly event_digest: Digest;
}

/** Where a stream ends. */
export interface StreamHead {
  readonly version: number;
  readonly event_digest: Digest;
}

/** Puts new events behind the head of their stream, each linked to the one before. */
export function sealEvents(
  stream: string,
  head: StreamHead | null,
  events: Iterable<{ readonly type: EventType; readonly at: Timestamp; readonly data: object }>,
): SealedEvent[] {
  const sealed: SealedEvent[] = [];
  let previous = head;
  for (const { type, at, data } of events) {
    const event: StreamEvent = {
      stream,
      version: (previous?.version ?? 0) + 1,
      type,
      at,
      data: data as StreamEvent['data'],
      previous_event_digest: previous?.event_digest ?? null,
    };
    const text = canonicalTextOf(event);
    previous = { version: event.version, event_digest: sha256OfText(text) };
    sealed.push({ event, text, event_digest: previous.event_digest });
  }
  return sealed;
}

/**
 * Checks a whole stream from its kept bytes: every digest, every link, no gap, nothing reordered. A cut-off
 * tail shows only against a head known from elsewhere; pass it as `expected` where there is one.
 */
export function verifyStream(
  stream: string,
  rows: Iterable<Pick<SealedEvent, 'text' | 'event_digest'>>,
  expected?: StreamHead,
): Result<{ head: StreamHead | null; events: StreamEvent[] }> {
  let head: StreamHead | null = null;
  const events: StreamEvent[] = [];
  for (const { text, event_digest } of rows) {
    const version: number = (head?.version ?? 0) + 1;
    if (sha256OfText(text) !== event_digest) {
      return refuse('stream_broken', `event ${version} does not have the digest it claims`);
    }
    const event = readEvent(text);
    if (event === null) return refuse('stream_broken', `event ${version} is not a canonical event`);
    if (
      event.stream !== stream ||
      event.version !== version ||
      event.previous_event_digest !== (head?.event_digest ?? null)
    ) {
      return refuse('stream_broken', `event ${version} does not follow the one before it`);
    }
    head = { version, event_digest };
    events.push(event);
  }
  if (expected !== undefined && head?.event_digest !== expected.event_digest) {
    return refuse(
      'stream_broken',
      `expected to end at event ${expected.version}, found ${head?.version ?? 'no event'}`,
    );
  }
  return accept({ head, events });
}

function readEvent(text: string): StreamEvent | null {
  try {
    const value = parseStrict(text);
    return canonicalize(value) === text ? parseStreamEvent(value) : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
