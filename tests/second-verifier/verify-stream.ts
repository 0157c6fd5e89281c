import {
  closed,
  demand,
  digestOfText,
  type Json,
  type JsonObject,
  list,
  readCanonical,
  text,
} from './canonical-text.ts';

export interface KeptEvent {
  readonly type: string;
  readonly at: string;
  readonly data: JsonObject;
  readonly stream: string;
  readonly version: number;
  readonly event_digest: string;
}

/** The events of one stream, each with its digest and linked to the one before. */
export function readStream(kept: Json | undefined): KeptEvent[] {
  const stream = closed(kept, 'name events');
  let previous: string | null = null;
  return list(stream['events']).map((each, index) => {
    const event = readEvent(each);
    demand(event.stream === stream['name'] && event.version === index + 1, 'not in its place');
    demand(event.previous === previous, 'a broken link');
    previous = event.event_digest;
    return event;
  });
}

export function readEvent(kept: Json): KeptEvent & { previous: Json } {
  const { text: written, event_digest } = closed(kept, 'text event_digest');
  demand(digestOfText(text(written)) === event_digest, 'an altered event');
  const event = closed(
    readCanonical(text(written)),
    'stream version type at data previous_event_digest',
  );
  return {
    type: text(event['type']),
    at: text(event['at']),
    data: event['data'] as JsonObject,
    stream: text(event['stream']),
    version: Number(event['version']),
    previous: event['previous_event_digest'] as Json,
    event_digest: text(event_digest),
  };
}
