import { sha256OfText } from '../crypto/digest.ts';
import { canonicalize } from '../json/canonical-json.ts';
import { parseStrict } from '../json/strict-json.ts';
import { ProtocolError } from '../reason/protocol-error.ts';
import { parseStreamEvent, type StreamEvent } from '../stream/stream-event.ts';
import type { KeptEvent } from './evidence-bundle.ts';

/** The event in its kept text, or null where the text is no canonical event or has another digest. */
export function readKeptEvent({ text, event_digest }: KeptEvent): StreamEvent | null {
  try {
    if (sha256OfText(text) !== event_digest) return null;
    const value = parseStrict(text);
    return canonicalize(value) === text ? parseStreamEvent(value) : null;
  } catch (error) {
    if (error instanceof ProtocolError) return null;
    throw error;
  }
}
