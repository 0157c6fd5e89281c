/** A line of a stream, without its end. Of a line that is too long only the two ends are kept. */
export type ReadLine =
  | { readonly kind: 'line'; readonly bytes: Buffer }
  | { readonly kind: 'too_long'; readonly head: Buffer; readonly tail: Buffer };

/** Enough to find the id of a message that is too long: implementations write it first or last. */
const endBytes = 512;
const newline = 0x0a;
const carriageReturn = 0x0d;

/**
 * Cuts bytes into lines. Characters may be split between two chunks: nothing is decoded here. At most `bytesMax` bytes
 * of a line are held, so that a line without an end cannot fill the memory.
 */
export class LineReader {
  readonly #bytesMax: number;
  #parts: Buffer[] = [];
  #length = 0;
  /** The ends of a line that has become too long. */
  #long: { head: Buffer; tail: Buffer } | null = null;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end in this chunk. Empty lines are left out. */
  *read(chunk: Buffer): Generator<ReadLine> {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(newline, from);
      if (at < 0) break;
      this.#add(chunk.subarray(from, at));
      from = at + 1;
      const line = this.#take();
      if (line !== null) yield line;
    }
    this.#add(chunk.subarray(from));
  }

  /** What is left at the end of the stream. It had no end, so it is not a message. */
  get rest(): number {
    return this.#length;
  }

  #add(bytes: Buffer): void {
    if (bytes.length === 0) return;
    this.#length += bytes.length;
    if (this.#long !== null) {
      const { head, tail } = this.#long;
      this.#long = { head, tail: lastOf(Buffer.concat([tail, lastOf(bytes)])) };
      return;
    }
    this.#parts.push(bytes);
    if (this.#length <= this.#bytesMax) return;
    const whole = Buffer.concat(this.#parts);
    this.#parts = [];
    this.#long = { head: Buffer.from(whole.subarray(0, endBytes)), tail: lastOf(whole) };
  }

  #take(): ReadLine | null {
    const long = this.#long;
    const bytes = trimmed(Buffer.concat(this.#parts));
    this.#parts = [];
    this.#length = 0;
    this.#long = null;
    if (long !== null) return { kind: 'too_long', ...long };
    return bytes.length === 0 ? null : { kind: 'line', bytes };
  }
}

function lastOf(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(Math.max(0, bytes.length - endBytes)));
}

function trimmed(bytes: Buffer): Buffer {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes;
}
