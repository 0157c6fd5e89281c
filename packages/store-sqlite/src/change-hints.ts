import type { Clock } from '@countersign/coordinator';

type Listener = (stream: string) => void;

/**
 * Tells listeners which streams may have changed. Changes of this process are reported at once; those of others show
 * in a number that SQLite keeps, which is polled while there is a listener.
 */
export class ChangeHints {
  readonly #clock: Clock;
  readonly #pollMilliseconds: number;
  readonly #readDataVersion: () => number;
  readonly #listeners = new Set<{ readonly listener: Listener }>();
  #polling: AbortController | null = null;

  constructor(options: {
    readonly clock: Clock;
    readonly pollMilliseconds: number;
    readonly readDataVersion: () => number;
  }) {
    this.#clock = options.clock;
    this.#pollMilliseconds = options.pollMilliseconds;
    this.#readDataVersion = options.readDataVersion;
  }

  listen(listener: Listener): () => void {
    // In an object of its own, so that a function given twice listens twice.
    const entry = { listener };
    this.#listeners.add(entry);
    if (this.#polling === null) {
      this.#polling = new AbortController();
      void this.#poll(this.#polling.signal);
    }
    return () => {
      this.#listeners.delete(entry);
      if (this.#listeners.size === 0) this.stop();
    };
  }

  /** Returns before any listener runs: a listener may be slow, or commit. */
  tell(streams: Iterable<string>): void {
    if (this.#listeners.size === 0) return;
    const changed = new Set(streams);
    void Promise.resolve().then(() => {
      for (const stream of changed) this.#deliver(stream);
    });
  }

  stop(): void {
    this.#polling?.abort();
    this.#polling = null;
  }

  #deliver(stream: string): void {
    for (const { listener } of [...this.#listeners]) {
      try {
        listener(stream);
      } catch {
        // It is a hint. A listener that missed it finds out by polling.
      }
    }
  }

  async #poll(signal: AbortSignal): Promise<void> {
    let seen = this.#look();
    while (!signal.aborted) {
      await this.#clock.pause(this.#pollMilliseconds, signal);
      if (signal.aborted) return;
      const version = this.#look();
      if (version !== seen && version !== null) this.#deliver('');
      seen = version ?? seen;
    }
  }

  /** Null while the file cannot be read: the next look will tell. */
  #look(): number | null {
    try {
      return this.#readDataVersion();
    } catch {
      return null;
    }
  }
}
