import type { AgentOutcome } from '@countersign/protocol/reason';
import type { RequestFacts } from '@countersign/wire/agent-answers';
import type { OnQuestion } from './answer-questions.ts';

export interface WaitOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds. Where nothing is said, as long as the request lives. */
  readonly timeout?: number | undefined;
  /** Called with each question of a reviewer while it waits. What it gives is the answer of the agent. */
  readonly onQuestion?: OnQuestion | undefined;
}

/** The gate that made the ticket, which waits for it. */
type WaitFor = (ticket: Ticket, options: WaitOptions) => Promise<RequestFacts | null>;

/**
 * A question that was asked. A ticket holds no connection and no permission. It is only a name: keep it as JSON, and
 * any process can make a ticket from it again (`gate.ticket(id)`).
 */
export class Ticket {
  /** The id of the request, or of the decision where policy allows the action without a question. */
  readonly id: string;
  #outcome: AgentOutcome;
  #expiresAt: string | null;
  #url: string | null;
  readonly #waitFor: WaitFor;

  constructor(
    known: {
      readonly id: string;
      readonly outcome: AgentOutcome;
      readonly expires_at: string | null;
      readonly url: string | null;
    },
    waitFor: WaitFor,
  ) {
    this.id = known.id;
    this.#outcome = known.outcome;
    this.#expiresAt = known.expires_at;
    this.#url = known.url;
    this.#waitFor = waitFor;
  }

  /** The last known state. It decides nothing: `execute` asks again. */
  get outcome(): AgentOutcome {
    return this.#outcome;
  }

  /** When the question ends unanswered; null where that is unknown or there is no question. */
  get expires_at(): string | null {
    return this.#expiresAt;
  }

  /** Where people see and decide it; null where that is unknown, there is no server, or there is no question. */
  get url(): string | null {
    return this.#url;
  }

  /** Resolves once the request is allowed. Every other end, and a timeout, throws. */
  async wait(options: WaitOptions = {}): Promise<this> {
    const facts = await this.#waitFor(this, options);
    if (facts !== null) this.hear(facts);
    return this;
  }

  /** Stores a newer state. */
  hear({ outcome, request, url }: RequestFacts): void {
    this.#outcome = outcome;
    this.#url = url;
    this.#expiresAt = request.expires_at;
  }

  toJSON(): {
    readonly id: string;
    readonly outcome: AgentOutcome;
    readonly expires_at: string | null;
    readonly url: string | null;
  } {
    const { id, outcome, expires_at, url } = this;
    return { id, outcome, expires_at, url };
  }
}

/** Whether policy allowed the action without a request. This only means that policy must be asked again. */
export function isPlainAllow(id: string): boolean {
  return id.startsWith('pd_');
}
