import type { Clock } from '@countersign/coordinator';

/**
 * Work that follows commits at a distance: after the first one it waits a while, then does what has gathered.
 * While there are no commits it does nothing. A failure is left to the next time.
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
    // From here on another wake is about something that this time may miss.
    this.#waiting = null;
    // The store is reachable or it is not; the next commit learns that, and wakes this again.
    this.#working = this.#work().catch(() => undefined);
    await this.#working;
  }
}
