/**
 * What happened, in order. Every line goes into a hash, so that two runs can be compared; the lines themselves are
 * kept only on request, which is cheap because the history can be run again.
 */
export class Trace {
  readonly lines: string[] | null;
  #low = 0x811c9dc5;
  #high = 0x01000193;

  constructor(keep: boolean) {
    this.lines = keep ? [] : null;
  }

  add(line: string): void {
    for (let index = 0; index < line.length; index++) {
      this.#low = Math.imul(this.#low ^ line.charCodeAt(index), 0x01000193);
    }
    this.#high = Math.imul(this.#high ^ this.#low, 0x85ebca6b) ^ (this.#low >>> 13);
    this.lines?.push(line);
  }

  /** For a reader only: it may be long to write down, and says nothing that is not hashed otherwise. */
  note(line: () => string): void {
    this.lines?.push(line());
  }

  hash(): string {
    const hex = (number: number): string => (number >>> 0).toString(16).padStart(8, '0');
    return hex(this.#high) + hex(this.#low);
  }
}
