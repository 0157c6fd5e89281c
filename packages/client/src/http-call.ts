import { type JsonValue, parseStrict } from '@countersign/protocol/json';
import { type ReasonCode, type Result, reasonCodes } from '@countersign/protocol/reason';
import { ReceivedProblem } from '@countersign/wire/problem';
import { createExchange } from '#exchange';
import type { Exchange, Outgoing } from './exchange/exchange.ts';
import { type Fetch, fetchExchange, openAnswer, readBytes } from './exchange/fetch-exchange.ts';
import { type GateClock, systemClock } from './gate-clock.ts';
import { noAnswer } from './no-answer.ts';
import { type PlainHttpWarning, serverAddress } from './server-address.ts';

export interface HttpOptions {
  /** Where the server is, such as `https://approvals.example`: https, or http to this very machine. */
  readonly url: string;
  /**
   * Lets the client call another machine over plain http, although anyone on the way can forge an answer. This function
   * receives a warning each time a client is made, so pass your own logger.
   */
  readonly dangerouslyAllowPlainHttp?: PlainHttpWarning | undefined;
  /** The API key of the agent. It is sent to that origin and nowhere else. */
  readonly key: string;
  /** Makes every call instead of the platform. */
  readonly fetch?: Fetch | undefined;
  /** How long one try may take. The default is ten seconds. */
  readonly timeout?: number | undefined;
  readonly clock?: GateClock | undefined;
}

interface HttpCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  /** The same for every attempt, so that a call whose answer was lost is not made twice. */
  readonly idempotencyKey?: string;
  /** Extra time, because the caller asked the server to wait. */
  readonly extraMilliseconds?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

const triesMax = 4;
const backoffMilliseconds = 200;
const backoffMax = 5000;
const answerBytesMax = 8 * 2 ** 20;

const unreachable = (detail: string): Result<never> => ({
  ok: false,
  refusal: { code: 'server_unreachable', detail },
});

/** Calls one server, a bounded number of times, each for a bounded time. */
export class HttpCaller {
  readonly clock: GateClock;
  readonly origin: string;
  readonly #key: string;
  readonly #fetch: Fetch;
  readonly #exchange: Exchange;
  readonly #timeout: number;

  constructor(options: HttpOptions) {
    const { url, key, fetch: given, timeout = 10_000, clock = systemClock } = options;
    this.origin = serverAddress(url, options.dangerouslyAllowPlainHttp);
    this.#key = key;
    // The global fetch must be called without a receiver.
    this.#fetch = given ?? ((to, init) => fetch(to, init));
    this.#exchange = (given === undefined ? createExchange : fetchExchange)(this.#fetch);
    this.#timeout = timeout;
    this.clock = clock;
  }

  /** The answer as `read` parses it. After a lost or unreadable answer the call is made again. */
  async call<T>(call: HttpCall, read: (value: JsonValue) => T | null): Promise<Result<T>> {
    let failure = unreachable('it was not called');
    for (let tries = 0; tries < triesMax; tries++) {
      if (tries > 0) await this.#backOff(tries, call.signal);
      const tried = await this.#try(call, read);
      if (tried.ok || !tried.again) return tried;
      failure = tried;
    }
    return failure;
  }

  async #try<T>(
    call: HttpCall,
    read: (value: JsonValue) => T | null,
  ): Promise<Result<T> & { again?: boolean }> {
    try {
      const { status, contentType, bytes } = await this.#exchange(this.#outgoing(call));
      const value = jsonOf(contentType, bytes);
      if (status >= 200 && status < 300) {
        const answer = value === undefined ? null : read(value);
        if (answer !== null) return { ok: true, value: answer };
        return { ...unreachable('the answer does not have the agreed form'), again: true };
      }
      return refusalOf(status, value);
    } catch (error) {
      call.signal?.throwIfAborted();
      return { ...unreachable(noAnswer(error)), again: true };
    }
  }

  /** One try, for an answer that comes in parts. It has begun when this resolves; the time limit is that of its end. */
  open(call: HttpCall): Promise<Response> {
    return openAnswer(this.#fetch, this.#outgoing(call));
  }

  #outgoing({ method, path, body, idempotencyKey, ...more }: HttpCall): Outgoing {
    more.signal?.throwIfAborted();
    return {
      url: `${this.origin}${path}`,
      method,
      headers: {
        accept: 'application/json',
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...more.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      milliseconds: this.#timeout + (more.extraMilliseconds ?? 0),
      bytesMax: answerBytesMax,
      signal: more.signal,
    };
  }

  async #backOff(tries: number, signal: AbortSignal | undefined): Promise<void> {
    const milliseconds = Math.min(backoffMax, backoffMilliseconds * 2 ** (tries - 1));
    await this.clock.pause(milliseconds * (0.5 + Math.random() / 2), signal);
    signal?.throwIfAborted();
  }
}

/** The refusal in the answer of a server. A code that is not in the table is no answer. */
export function refusalOf(
  status: number,
  value: JsonValue | undefined,
): { ok: false; refusal: { code: ReasonCode; detail: string }; again: boolean } {
  const problem = ReceivedProblem.safeParse(value);
  if (!problem.success || !isReasonCode(problem.data.code)) {
    const refusal = { code: 'server_unreachable', detail: `status ${status}` } as const;
    return { ok: false, refusal, again: status >= 500 };
  }
  const { code, detail = '' } = problem.data;
  return {
    ok: false,
    refusal: { code, detail: detail.slice(0, 1024) },
    again: status === 503 && reasonCodes[code].retry === 'same_call',
  };
}

function isReasonCode(code: string): code is ReasonCode {
  return Object.hasOwn(reasonCodes, code);
}

/** Undefined where it is not JSON in its strict form, or too long. */
export async function readJson(response: Response): Promise<JsonValue | undefined> {
  const bytes = await readBytes(response, answerBytesMax);
  return jsonOf(response.headers.get('content-type') ?? '', bytes);
}

function jsonOf(type: string, bytes: Uint8Array | null): JsonValue | undefined {
  if (bytes === null || !/^application\/(problem\+)?json\b/.test(type)) return undefined;
  try {
    return parseStrict(bytes);
  } catch {
    return undefined;
  }
}
