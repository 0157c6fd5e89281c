/** One event of a stream, and its bytes as they came. */
export interface SseEvent {
  readonly raw: Buffer;
  /** Null where the event has no data: a comment, or only an id. */
  readonly data: string | null;
  readonly id: string | null;
  /** Milliseconds to wait before the stream is opened again. */
  readonly retry: number | null;
}

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
/** A reader of events leaves it out at the beginning of a stream. */
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** Cuts a stream of server-sent events into events. At most `bytesMax` bytes of one event are held. */
export class SseReader {
  readonly #bytesMax: number;
  /** How much of the current event was already searched for its end. */
  #parts: Buffer[] = [];
  #length = 0;
  #isLineEmpty = true;
  /** The first bytes of a stream, until it is known that they are no byte order mark. */
  #start: Buffer | null = Buffer.alloc(0);
  /** A carriage return at the end of a chunk. Only the next byte shows whether a line feed belongs to it. */
  #open: Buffer = Buffer.alloc(0);

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Throws a RangeError where an event is too long. */
  *read(given: Buffer): Generator<SseEvent> {
    let chunk = this.#started(given);
    if (chunk === null) return;
    if (this.#open.length > 0) {
      chunk = Buffer.concat([this.#open, chunk]);
      this.#open = Buffer.alloc(0);
    }
    let from = 0;
    for (;;) {
      const end = this.#endIn(chunk, from);
      if (end < 0) break;
      this.#parts.push(chunk.subarray(from, end));
      yield parsed(this.#take());
      from = end;
    }
    const keep = chunk.length - this.#open.length;
    if (keep > from) this.#parts.push(chunk.subarray(from, keep));
    this.#length += Math.max(0, keep - from);
    if (this.#length > this.#bytesMax) throw new RangeError('an event is too long');
  }

  #started(chunk: Buffer): Buffer | null {
    if (this.#start === null) return chunk;
    const bytes = Buffer.concat([this.#start, chunk]);
    if (
      bytes.length < byteOrderMark.length &&
      byteOrderMark.subarray(0, bytes.length).equals(bytes)
    ) {
      this.#start = bytes;
      return null;
    }
    this.#start = null;
    const isMarked = bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark);
    return isMarked ? bytes.subarray(byteOrderMark.length) : bytes;
  }

  #take(): Buffer {
    const raw = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#length = 0;
    this.#isLineEmpty = true;
    return raw;
  }

  /** The offset after the empty line that ends the current event, or -1. Each byte is examined once. */
  #endIn(chunk: Buffer, from: number): number {
    let at = from;
    let feed = chunk.indexOf(lineFeed, at);
    let turn = chunk.indexOf(carriageReturn, at);
    while (at < chunk.length) {
      if (feed >= 0 && feed < at) feed = chunk.indexOf(lineFeed, at);
      if (turn >= 0 && turn < at) turn = chunk.indexOf(carriageReturn, at);
      const end = turn < 0 || (feed >= 0 && feed < turn) ? feed : turn;
      if (end < 0) {
        this.#isLineEmpty = false;
        return -1;
      }
      if (end > at) this.#isLineEmpty = false;
      if (end === turn && end + 1 === chunk.length) {
        this.#open = chunk.subarray(end);
        return -1;
      }
      at = end === turn && chunk[end + 1] === lineFeed ? end + 2 : end + 1;
      if (this.#isLineEmpty) return at;
      this.#isLineEmpty = true;
    }
    return -1;
  }
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

/** The bytes of an event, with another id. */
export function withId({ raw, id }: SseEvent, other: (id: string) => string): Buffer {
  if (id === null || id === '') return raw;
  const line = Buffer.from(`id: ${other(id)}`).toString('latin1');
  const text = raw
    .toString('latin1')
    .replace(/(^|[\r\n])id(?::[^\r\n]*)?(?=[\r\n])/gu, (_, before: string) => `${before}${line}`);
  return Buffer.from(text, 'latin1');
}
