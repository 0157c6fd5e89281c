/** One event of a stream, and its bytes as they came. */
interface SseEvent {
  readonly raw: Buffer;
  /** Null where the event has no data: a comment, or only an id. */
  readonly data: string | null;
  readonly id: string | null;
  /** Milliseconds to wait before the stream is opened again. */
  readonly retry: number | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Cuts a stream of server-sent events into events. At most `bytesMax` bytes of one event are held. */
export class SseReader {
  readonly #bytesMax: number;
  #held: Buffer = Buffer.alloc(0);

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Throws a RangeError where an event is too long. */
  *read(chunk: Buffer): Generator<SseEvent> {
    this.#held = this.#held.length === 0 ? chunk : Buffer.concat([this.#held, chunk]);
    for (;;) {
      const end = endOfEvent(this.#held);
      if (end < 0) break;
      const raw = this.#held.subarray(0, end);
      this.#held = this.#held.subarray(end);
      yield parsed(raw);
    }
    if (this.#held.length > this.#bytesMax) throw new RangeError('an event is too long');
  }

  /** What came after the last whole event. */
  get rest(): Buffer {
    return this.#held;
  }
}

/** Behind the empty line that ends the first event, or -1. */
function endOfEvent(bytes: Buffer): number {
  let isEmpty = true;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte !== lineFeed && byte !== carriageReturn) {
      isEmpty = false;
      continue;
    }
    // Whether a line feed follows is known only when the next byte is there.
    if (byte === carriageReturn && at + 1 === bytes.length) return -1;
    const next = byte === carriageReturn && bytes[at + 1] === lineFeed ? at + 2 : at + 1;
    if (isEmpty) return next;
    at = next - 1;
    isEmpty = true;
  }
  return -1;
}

function parsed(raw: Buffer): SseEvent {
  const data: string[] = [];
  let id: string | null = null;
  let retry: number | null = null;
  for (const line of raw.toString('utf8').split(/\r\n|\r|\n/u)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '');
    if (name === 'data') data.push(value);
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d{1,9}$/u.test(value)) retry = Number(value);
  }
  return { raw, data: data.length === 0 ? null : data.join('\n'), id, retry };
}
