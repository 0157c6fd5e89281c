/** Repeatable randomness: the same seed makes the same choices. */
export class RandomChoice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to, and without, 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** From 0 up to, and without, `below`. */
  integer(below: number): number {
    return Math.floor(this.next() * below);
  }

  /** True so often. */
  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const chosen = choices[this.integer(choices.length)];
    if (chosen === undefined && choices.length === 0) throw new Error('nothing to choose from');
    return chosen as T;
  }
}
