import type { Clock } from '@countersign/coordinator';

/**
 * Work that follows commits at a distance. The first commit starts a wait, and then the work covers everything that
 * gathered. Without commits nothing happens. A failed run is left to the next one.
 */
export class Chore {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #work: () => Promise<unknown>;
  readonly #finishing = new AbortController();
  #waiting: Promise<void> | null = null;
  #working: Promise<unknown> | null = null;

  constructor(options: { clock: Clock; milliseconds: number; work: () => Promise<unknown> }) {
    this.#clock = options.clock;
    this.#milliseconds = options.milliseconds;
    this.#work = options.work;
  }

  wake(): void {
    this.#waiting ??= this.#waitAndWork();
  }

  /** Does now what would have been done later. */
  async finish(): Promise<void> {
    this.#finishing.abort();
    await this.#waiting;
    await this.#working;
  }

  async #waitAndWork(): Promise<void> {
    await this.#clock.pause(this.#milliseconds, this.#finishing.signal);
    // This run may miss what happens from here on, so another wake starts another wait.
    this.#waiting = null;
    // Where the store is not reachable, the next commit learns that too, and wakes this again.
    this.#working = this.#work().catch(() => undefined);
    await this.#working;
  }
}
