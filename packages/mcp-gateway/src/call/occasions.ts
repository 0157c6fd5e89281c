/**
 * Tells the occasions of the same call apart. A model that was told "pending" repeats the call under another id. That
 * must find the same question. Once the question is settled, the same call is a new occasion.
 */
export class Occasions {
  readonly #settled = new Map<string, number>();
  /** The newest calls are remembered. A forgotten one counts from the beginning, and skips what was consumed. */
  readonly #max: number;

  constructor(max = 10_000) {
    this.#max = max;
  }

  current(digest: string): number {
    return this.#settled.get(digest) ?? 0;
  }

  /** The occasion has ended: it was consumed, or its refusal was told. */
  settle(digest: string, occasion: number): void {
    const next = Math.max(this.current(digest), occasion + 1);
    this.#settled.delete(digest);
    this.#settled.set(digest, next);
    const [oldest] = this.#settled.keys();
    if (this.#settled.size > this.#max && oldest !== undefined) this.#settled.delete(oldest);
  }
}
