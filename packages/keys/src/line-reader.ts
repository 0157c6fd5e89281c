const newline = 0x0a;

/** Cuts what arrives into lines, and holds no more of an unfinished one than the limit. */
export class LineReader {
  readonly #bytesMax: number;
  #pieces: Buffer[] = [];
  #size = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** The lines that end in these bytes, or null where one is too long; what follows is then worth nothing. */
  push(bytes: Buffer): Buffer[] | null {
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end >= 0; end = bytes.indexOf(newline, start)) {
      if (!this.#hold(bytes.subarray(start, end))) return null;
      lines.push(Buffer.concat(this.#pieces));
      this.#pieces = [];
      this.#size = 0;
      start = end + 1;
    }
    return this.#hold(bytes.subarray(start)) ? lines : null;
  }

  #hold(piece: Buffer): boolean {
    this.#size += piece.length;
    if (this.#size > this.#bytesMax) return false;
    this.#pieces.push(piece);
    return true;
  }
}
