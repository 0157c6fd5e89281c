import type { Begun } from '../begin-execution.ts';

/** How many calls are remembered between their start and their end. */
const begunMax = 1024;

/** What a host has begun and not reported yet, by the name of the call. The oldest are forgotten; the record says `unknown` then. */
export class BegunCalls {
  readonly #begun = new Map<string, Begun>();

  put(name: string, begun: Begun): void {
    for (const oldest of this.#begun.keys()) {
      if (this.#begun.size < begunMax) break;
      this.#begun.delete(oldest);
    }
    this.#begun.set(name, begun);
  }

  peek(name: string): Begun | undefined {
    return this.#begun.get(name);
  }

  /** Gives it once. */
  take(name: string): Begun | undefined {
    const begun = this.#begun.get(name);
    this.#begun.delete(name);
    return begun;
  }
}
