/** More callers than this are forgotten, oldest first. */
const callersMax = 65_536;

interface Account {
  spent: number;
  at: number;
}

/** How much evaluation time each caller has spent. Each minute gives a minute's worth back. */
export class TimeBudget {
  readonly #perMinute: number;
  readonly #now: () => number;
  readonly #accounts = new Map<string, Account>();

  constructor(millisecondsPerMinute: number, now: () => number) {
    this.#perMinute = millisecondsPerMinute;
    this.#now = now;
  }

  /** Milliseconds to wait until the caller may have anything evaluated; 0 where it may now. */
  wait(caller: string): number {
    const over = this.#account(caller).spent - this.#perMinute;
    return over < 0 ? 0 : Math.ceil(((over + 1) * 60_000) / this.#perMinute);
  }

  spend(caller: string, milliseconds: number): void {
    const account = this.#account(caller);
    account.spent += Math.max(0, milliseconds);
    this.#accounts.delete(caller);
    this.#accounts.set(caller, account);
    if (this.#accounts.size <= callersMax) return;
    const [oldest] = this.#accounts.keys();
    if (oldest !== undefined) this.#accounts.delete(oldest);
  }

  #account(caller: string): Account {
    const now = this.#now();
    const known = this.#accounts.get(caller) ?? { spent: 0, at: now };
    const returned = (Math.max(0, now - known.at) * this.#perMinute) / 60_000;
    return { spent: Math.max(0, known.spent - returned), at: now };
  }
}
