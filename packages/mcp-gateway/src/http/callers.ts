import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { connect, type Fetch, type Gate, httpTransport, systemClock } from '@countersign/client';

/** A caller whose credential the server of Countersign knows. */
export interface Caller {
  /** Tells callers apart without keeping their credentials. */
  readonly id: string;
  readonly key: string;
  readonly agent: string;
  readonly gate: Gate;
}

type CallerVerdict =
  | { readonly kind: 'known'; readonly caller: Caller }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' };

/** How long a credential that was known counts as known for messages that are not calls. Calls are judged anyway. */
const rememberedMilliseconds = 30_000;
const callersMax = 1000;

/** What the server of Countersign says of a credential that is not one of an agent. */
const unknownCodes: ReadonlySet<string> = new Set(['not_authenticated', 'not_permitted']);

/** Knows callers by their credential: an API key, or a token that the server of Countersign accepts. */
export class Callers {
  readonly #url: string;
  readonly #fetch: Fetch | undefined;
  readonly #known = new Map<string, { readonly caller: Caller; at: number }>();

  constructor(url: string, through?: Fetch) {
    this.#url = url;
    this.#fetch = through;
  }

  async identify(headers: IncomingHttpHeaders, agent: string): Promise<CallerVerdict> {
    const [, key] = /^Bearer ([\x21-\x7e]{1,8192})$/u.exec(headers.authorization ?? '') ?? [];
    if (key === undefined) return { kind: 'unknown' };
    const id = createHash('sha256').update(`${agent}\0${key}`).digest('hex');
    const found = this.#known.get(id);
    if (found !== undefined && systemClock.elapsed() - found.at < rememberedMilliseconds) {
      return { kind: 'known', caller: found.caller };
    }
    const server = { url: this.#url, key, fetch: this.#fetch };
    const answer = await httpTransport(server).credential();
    if (!answer.ok) {
      this.#known.delete(id);
      // Only a clear answer makes a caller known. A server that is busy or gone says nothing about the credential.
      return { kind: unknownCodes.has(answer.refusal.code) ? 'unknown' : 'unavailable' };
    }
    const caller = found?.caller ?? {
      id,
      key,
      agent,
      gate: await connect({ ...server, agent }),
    };
    this.#known.delete(id);
    this.#known.set(id, { caller, at: systemClock.elapsed() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > callersMax && oldest !== undefined) this.#known.delete(oldest);
    return { kind: 'known', caller };
  }
}
