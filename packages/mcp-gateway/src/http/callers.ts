import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  connect,
  type Fetch,
  type Gate,
  httpTransport,
  type ReportTools,
  systemClock,
  toolReports,
} from '@countersign/client';

/** A caller whose credential the server of Countersign knows. */
export interface Caller {
  /** Tells callers apart without keeping their credentials. */
  readonly id: string;
  /** Stays the same where a caller gets another token. */
  readonly owner: string;
  readonly key: string;
  readonly agent: string;
  readonly gate: Gate;
  readonly report: ReportTools;
}

type CallerVerdict =
  | { readonly kind: 'known'; readonly caller: Caller }
  | { readonly kind: 'unknown' }
  /** The credential is known, but it is not for this agent. */
  | { readonly kind: 'foreign' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'unavailable' };

const callersMax = 1000;

/** What the server of Countersign says of a credential that is not one of an agent. */
const unknownCodes: ReadonlySet<string> = new Set(['not_authenticated', 'not_permitted']);

/** Knows callers by their credential: an API key, or a token that the server of Countersign accepts. */
export class Callers {
  readonly #url: string;
  readonly #fetchFor: ((call: IncomingMessage) => Fetch) | undefined;
  readonly #rememberedMilliseconds: number;
  readonly #known = new Map<string, { readonly caller: Caller; at: number }>();

  /** A known credential stays known for this long, for messages that are not calls. Every call is judged anyway. */
  constructor(
    url: string,
    rememberedMilliseconds: number,
    fetchFor?: (call: IncomingMessage) => Fetch,
  ) {
    this.#url = url;
    this.#rememberedMilliseconds = rememberedMilliseconds;
    this.#fetchFor = fetchFor;
  }

  async identify(call: IncomingMessage, agent: string): Promise<CallerVerdict> {
    const { authorization = '' } = call.headers;
    const [, key] = /^Bearer ([\x21-\x7e]{1,8192})$/u.exec(authorization) ?? [];
    if (key === undefined) return { kind: 'unknown' };
    const id = createHash('sha256').update(`${agent}\0${key}`).digest('hex');
    const found = this.#known.get(id);
    if (found !== undefined && systemClock.elapsed() - found.at < this.#rememberedMilliseconds) {
      return { kind: 'known', caller: found.caller };
    }
    const server = { url: this.#url, key, fetch: this.#fetchFor?.(call) };
    const answer = await httpTransport(server).credential();
    if (!answer.ok) {
      this.#known.delete(id);
      if (answer.refusal.code === 'locked') return { kind: 'locked' };
      // Only a clear answer makes a caller known. A busy or unreachable server says nothing about the credential.
      return { kind: unknownCodes.has(answer.refusal.code) ? 'unknown' : 'unavailable' };
    }
    // A message that is not a call of a tool passes unjudged, with the credential of the gateway. So the key must
    // belong to this agent.
    const { agent_ids, verbs, principal_id } = answer.value;
    if (!agent_ids.includes(agent) || !verbs.includes('propose')) {
      this.#known.delete(id);
      return { kind: 'foreign' };
    }
    const caller = found?.caller ?? {
      id,
      owner: JSON.stringify([agent, principal_id]),
      key,
      agent,
      gate: await connect({ ...server, agent }),
      report: toolReports(server),
    };
    this.#known.delete(id);
    this.#known.set(id, { caller, at: systemClock.elapsed() });
    const [oldest] = this.#known.keys();
    if (this.#known.size > callersMax && oldest !== undefined) this.#known.delete(oldest);
    return { kind: 'known', caller };
  }
}
