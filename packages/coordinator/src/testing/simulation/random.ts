/**
 * Pseudo-random numbers from a seed (sfc32). Everything that a history leaves to chance comes from one of these,
 * so that the seed alone tells the whole history.
 */
export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: number) {
    this.#a = seed >>> 0;
    this.#b = Math.floor(seed / 2 ** 32) >>> 0;
    this.#c = 0x9e3779b9;
    // The first numbers of neighbouring seeds resemble one another.
    for (let warmup = 0; warmup < 12; warmup++) this.next();
  }

  /** An integer from 0 to 2^32 - 1. */
  next(): number {
    const result = (this.#a + this.#b + this.#counter++) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = (((this.#c << 21) | (this.#c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  /** An integer from 0 to the limit, without the limit. */
  below(limit: number): number {
    return Math.floor((this.next() / 2 ** 32) * limit);
  }

  chance(probability: number): boolean {
    return this.next() < probability * 2 ** 32;
  }

  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new RangeError('there is nothing to pick from');
    return items[this.below(items.length)] as Item;
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    const rest = [...items];
    const shuffled: Item[] = [];
    while (rest.length > 0) shuffled.push(...rest.splice(this.below(rest.length), 1));
    return shuffled;
  }

  uuid(): string {
    const hex = (): string => this.next().toString(16).padStart(8, '0');
    const [a, b, c, d] = [hex(), hex(), hex(), hex()];
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-8${c.slice(1, 4)}-${c.slice(4)}${d}`;
  }
}
