import { type JsonValue, parseStrict } from '@countersign/protocol/json';
import { languageHeader } from '@countersign/wire/language';
import { type Fetch, readBytes } from '../exchange/fetch-exchange.ts';
import { type GateClock, systemClock } from '../gate-clock.ts';
import { noAnswer } from '../no-answer.ts';
import type { AnswerSchema } from '../read-answer.ts';
import { serverAddress } from '../server-address.ts';
import { ApiProblem, problemFrom, unreachableProblem } from './api-problem.ts';
import { BrowserProver, type FindBrowserKey } from './browser-prover.ts';

export interface PersonApiOptions {
  /** Where the server is: https, or http to this very machine; empty for the server of the page. */
  readonly url: string;
  /** Of a terminal that a person signed in. A browser has none: the session is in its cookie. */
  readonly token?: string | null;
  /** Of a page: the key that its calls prove. `url` is then the origin of the page. */
  readonly browserKey?: FindBrowserKey;
  /** Of a page: the language in which the server describes actions. The default is English. */
  readonly language?: string;
  readonly fetch?: Fetch;
  /** How long one call may take. The default is thirty seconds. */
  readonly timeout?: number;
  readonly clock?: GateClock;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface WriteOptions extends CallOptions {
  /**
   * The key of the change. A change that is sent again under the same key happens once. The default is a random key.
   */
  readonly key?: string;
}

/**
 * How an answer is read: a schema, or a way to load it. The first screen of the pages must not wait for the schemas of
 * all others.
 */
type Answer<T> = AnswerSchema<T> | (() => Promise<AnswerSchema<T>>);

type QueryValue = string | number | null | undefined;
type Query = Readonly<Record<string, QueryValue>>;

interface Ask extends WriteOptions {
  readonly body?: object | undefined;
  readonly query?: Query;
  readonly accept?: string;
  /** Further time that the server was asked to take. */
  readonly extraMilliseconds?: number;
}
type ReadAsk = Omit<Ask, 'key' | 'body'>;

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

// A view contains whole actions of up to a megabyte. So its limits are wider than those of an action.
const answerLimits = { bytesMax: 2 ** 26, depthMax: 128 };

/** Calls one server for one person. Answers are for display: what is signed is computed from the bound bytes. */
export class PersonCaller {
  readonly clock: GateClock;
  readonly #origin: string;
  readonly #token: string | null;
  readonly #language: string | null;
  readonly #fetch: Fetch;
  readonly #timeout: number;
  readonly #prover: BrowserProver | null;

  constructor(options: PersonApiOptions) {
    const { url, token, browserKey, fetch: given, timeout = 30_000, clock } = options;
    this.#origin = url === '' ? '' : serverAddress(url);
    this.#token = token ?? null;
    this.#language = options.language ?? null;
    // The global fetch must be called without a receiver.
    this.#fetch = given ?? ((to, init) => fetch(to, init));
    this.#timeout = timeout;
    this.clock = clock ?? systemClock;
    this.#prover = browserKey === undefined ? null : new BrowserProver(browserKey, this.clock);
  }

  read<T>(answer: Answer<T>, path: string, ask: ReadAsk = {}): Promise<T> {
    return this.#json(answer, 'GET', path, ask);
  }

  write<T>(
    answer: Answer<T>,
    path: string,
    body: object | undefined,
    options: WriteOptions = {},
    method: Method = 'POST',
  ): Promise<T> {
    return this.#json(answer, method, path, { ...options, body });
  }

  /** The bytes of an answer, exactly as they came. */
  readBytes(path: string, ask: ReadAsk = {}): Promise<Uint8Array> {
    return this.#within(ask, async signal => {
      const response = await this.#send('GET', path, ask, signal);
      const bytes = await readBytes(response, answerLimits.bytesMax);
      if (bytes === null) throw unreachableProblem('the answer is too long', response.status);
      return bytes;
    });
  }

  /** An answer whose body is read while it comes: only its beginning is limited in time. */
  open(path: string, ask: ReadAsk): Promise<Response> {
    return this.#within(ask, signal => this.#send('GET', path, ask, signal));
  }

  #json<T>(answer: Answer<T>, method: Method, path: string, ask: Ask): Promise<T> {
    return this.#within(ask, async signal => {
      // The schema is loaded first. If that fails, nothing has been sent.
      const schema = typeof answer === 'function' ? await answer() : answer;
      const response = await this.#send(method, path, ask, signal);
      const value = await jsonOf(response);
      const parsed = value === undefined ? null : schema.safeParse(value);
      if (parsed?.success !== true) {
        throw unreachableProblem('the answer does not have the agreed form', response.status);
      }
      return parsed.data;
    });
  }

  /** A caller that ends a call gets its own reason; any other missing answer is a problem with a code. */
  async #within<T>(
    { signal, extraMilliseconds = 0 }: Ask,
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const over = new AbortController();
    const done = new AbortController();
    void this.clock.pause(this.#timeout + extraMilliseconds, done.signal).then(() => {
      if (!done.signal.aborted) over.abort(new DOMException('it took too long', 'TimeoutError'));
    });
    try {
      return await work(
        signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]),
      );
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ApiProblem) throw error;
      throw unreachableProblem(noAnswer(error), 0, error);
    } finally {
      done.abort('ended');
    }
  }

  async #send(method: Method, path: string, ask: Ask, signal: AbortSignal): Promise<Response> {
    const { query = {}, accept = 'application/json' } = ask;
    const url = `${this.#origin}${path}${queryText(query)}`;
    const body = ask.body === undefined ? null : JSON.stringify(ask.body);
    const key = method === 'GET' ? null : (ask.key ?? crypto.randomUUID());
    for (let tries = 1; ; tries++) {
      const response = await this.#fetch(url, {
        method,
        headers: {
          accept,
          ...(this.#language === null ? {} : { [languageHeader]: this.#language }),
          ...(this.#token === null ? {} : { authorization: `Bearer ${this.#token}` }),
          ...(body === null ? {} : { 'content-type': 'application/json' }),
          ...(key === null ? {} : { 'idempotency-key': key }),
          ...(await this.#prover?.prove(method, url, body ?? '')),
        },
        ...(body === null ? {} : { body }),
        // A redirect would take the token elsewhere.
        redirect: 'error',
        credentials: this.#token === null ? 'same-origin' : 'omit',
        cache: 'no-store',
        signal,
      });
      if (response.ok) return response;
      const problem = problemFrom(response, await jsonOf(response));
      if (tries > 1 || this.#prover?.learnFrom(problem, response) !== true) throw problem;
    }
  }
}

/** Undefined where it is not JSON in its strict form, or too long. */
async function jsonOf(response: Response): Promise<JsonValue | undefined> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = await readBytes(response, answerLimits.bytesMax);
  if (bytes === null || !/^application\/(problem\+)?json\b/.test(type)) return undefined;
  try {
    return parseStrict(bytes, answerLimits);
  } catch {
    return undefined;
  }
}

function queryText(query: Query): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) given.append(name, String(value));
  }
  const text = given.toString();
  return text === '' ? '' : `?${text}`;
}
