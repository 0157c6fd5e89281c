import { randomUUID } from 'node:crypto';
import type { ToolCall } from '../message/client-message.ts';

/** A leg that a client sent for an execution that has begun. */
export interface Leg {
  readonly call: ToolCall;
  /** The state that the server of tools gave to the client, and gets back. */
  readonly upstream: string | null;
  /** Called with the end of the leg. */
  readonly end: (ended: LegEnd) => void;
}

export type LegEnd =
  | { readonly kind: 'answered'; readonly message: Record<string, unknown>; readonly text: Buffer }
  /** The client received the answer as it came. */
  | { readonly kind: 'passed' }
  | { readonly kind: 'lost'; readonly why: string };

/** An execution whose server asked for more input. Its approval was consumed before the first leg. */
export class Execution {
  readonly id = randomUUID();
  readonly digest: string;
  /** The session that began it. No other one continues it. */
  readonly session: string | null;
  #turn = 0;
  #resume: ((leg: Leg | null) => void) | null = null;

  constructor(digest: string, session: string | null) {
    this.digest = digest;
    this.session = session;
  }

  get turn(): number {
    return this.#turn;
  }

  /** Null where no further leg can come. */
  next(): Promise<Leg | null> {
    return new Promise(resolve => {
      this.#resume = resolve;
    });
  }

  /** The client is gone, or the time is over. */
  end(): void {
    this.#resume?.(null);
    this.#resume = null;
  }

  /**
   * Whether this turn continues the execution. Each turn does so once. A repeated turn would make the server act twice.
   */
  continueWith(turn: number, leg: Leg): boolean {
    const resume = this.#resume;
    if (resume === null || turn !== this.#turn) return false;
    this.#turn += 1;
    this.#resume = null;
    resume(leg);
    return true;
  }
}

/** The executions that wait for their next leg. They are kept in memory: after a restart none can be continued. */
export class Executions {
  readonly #waiting = new Map<string, Execution>();

  add(execution: Execution): void {
    this.#waiting.set(execution.id, execution);
  }

  delete(execution: Execution): void {
    this.#waiting.delete(execution.id);
  }

  endAll(): void {
    for (const execution of this.#waiting.values()) execution.end();
  }

  find(id: string, digest: string): Execution | null {
    const found = this.#waiting.get(id);
    return found?.digest === digest ? found : null;
  }
}
