import { promises as dns } from 'node:dns';
import { validateHeaderName, validateHeaderValue } from 'node:http';
import { connect as connectTcp, type Socket } from 'node:net';
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls';
import type { Clock } from '@countersign/coordinator';
import { type Allowances, judgeUrl } from './address-rules.ts';
import { Failure, type FailureKind } from './dispatch-failure.ts';
import { type Answer, exchange } from './http-exchange.ts';
import {
  type Connect,
  type ConnectionPorts,
  openConnection,
  type Resolve,
} from './judged-connection.ts';

export interface Outgoing {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  /** Empty with GET. */
  readonly body: string | Uint8Array;
  /** For everything from waiting for a turn to the last byte of the answer. */
  readonly timeoutMilliseconds: number;
  readonly responseLimitBytes: number;
}

/** An answer of any status, or why there was none. `problem` is fit for logs and people: it has no secrets. */
export type Sent =
  | ({ readonly ok: true } & Answer)
  | { readonly ok: false; readonly kind: FailureKind; readonly problem: string };

export interface Dispatcher {
  /** Never rejects. */
  send(request: Outgoing): Promise<Sent>;
}

export interface DispatcherOptions {
  readonly clock: Clock;
  readonly allowances: Allowances;
  readonly resolve?: Resolve;
  readonly connect?: Connect;
  /** Certificates, as PEM, of authorities that are trusted besides those of Node. */
  readonly authorities?: readonly string[];
  /** How many requests may be under way at once; the others wait for their turn. */
  readonly concurrency?: number;
  readonly requestLimitBytes?: number;
}

/** Headers that say how the request is framed or where it goes; only this file sets them. */
const ownHeaders: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * Sends to addresses that others wrote down. Each of them may be an attack on the network behind the server (TR-4).
 * judged-connection.ts decides where it connects. This file limits the time, the bytes and the requests at once.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const ports: ConnectionPorts = {
    resolve: options.resolve ?? resolveBySystem,
    connect: options.connect ?? connectTcp,
    allowances: options.allowances,
    secureContext: trusting(options.authorities ?? []),
  };
  const turns = createTurns(options.concurrency ?? 32);
  const requestLimitBytes = options.requestLimitBytes ?? 1_048_576;
  return {
    send: async request => {
      const deadline = new AbortController();
      const done = new AbortController();
      try {
        checkLimits(request);
        const body = bytesOf(request.body, requestLimitBytes);
        void options.clock
          .pause(request.timeoutMilliseconds, done.signal)
          .then(() => deadline.abort());
        await turns.take(deadline.signal);
        try {
          return { ok: true, ...(await sendOne(request, body, ports, deadline.signal)) };
        } finally {
          turns.giveBack();
        }
      } catch (error) {
        if (deadline.signal.aborted) {
          const problem = `no whole answer within ${request.timeoutMilliseconds} ms`;
          return { ok: false, kind: 'timeout', problem };
        }
        if (error instanceof Failure)
          return { ok: false, kind: error.kind, problem: error.message };
        return { ok: false, kind: 'malformed', problem: 'the request cannot be sent as it is' };
      } finally {
        done.abort('ended');
      }
    },
  };
}

async function sendOne(
  request: Outgoing,
  body: Uint8Array,
  ports: ConnectionPorts,
  signal: AbortSignal,
): Promise<Answer> {
  const verdict = judgeUrl(request.url, ports.allowances);
  if (!verdict.ok) throw new Failure('refused', verdict.refusal.detail);
  const target = verdict.value;
  const headers = headersOf(request.headers, target.authority);
  let socket: Socket | undefined;
  try {
    socket = await openConnection(target, ports, signal);
    const { path } = target;
    const { method, responseLimitBytes } = request;
    return await exchange({ socket, method, path, headers, body, responseLimitBytes });
  } finally {
    socket?.destroy();
  }
}

function headersOf(
  given: Readonly<Record<string, string>>,
  authority: string,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(given)) {
    const lower = name.toLowerCase();
    if (ownHeaders.has(lower) || lower in headers) {
      throw new Failure('malformed', 'a header is given twice, or is not for the caller to set');
    }
    validateHeaderName(name);
    validateHeaderValue(name, value);
    headers[lower] = value;
  }
  return Object.assign(headers, { host: authority, 'accept-encoding': 'identity' });
}

function checkLimits(request: Outgoing): void {
  const { method, body, timeoutMilliseconds, responseLimitBytes } = request;
  if (method !== 'POST' && (method !== 'GET' || body.length > 0)) {
    throw new Failure('malformed', 'expected the method POST, or GET without a body');
  }
  if (!Number.isSafeInteger(timeoutMilliseconds) || timeoutMilliseconds <= 0) {
    throw new Failure('malformed', 'expected a time limit of whole milliseconds');
  }
  if (!Number.isSafeInteger(responseLimitBytes) || responseLimitBytes < 0) {
    throw new Failure('malformed', 'expected a limit of whole bytes for the answer');
  }
}

function bytesOf(body: string | Uint8Array, limit: number): Uint8Array {
  if (typeof body === 'string' && /\p{Surrogate}/u.test(body)) {
    throw new Failure('malformed', 'the body holds half of a surrogate pair');
  }
  const bytes = typeof body === 'string' ? Buffer.from(body, 'utf8') : body;
  if (bytes.length > limit) {
    throw new Failure('too_large', `the request is longer than ${limit} bytes`);
  }
  return bytes;
}

function trusting(authorities: readonly string[]): SecureContext {
  // The authorities of Node are shared by all contexts, as long as none is named.
  const named = authorities.length === 0 ? [] : [...getCACertificates('default'), ...authorities];
  return createSecureContext({
    minVersion: 'TLSv1.2',
    ...(named.length === 0 ? {} : { ca: named }),
  });
}

async function resolveBySystem(host: string): Promise<readonly string[]> {
  const found = await dns.lookup(host, { all: true, order: 'verbatim' });
  return found.map(({ address }) => address);
}

interface Turns {
  take(signal: AbortSignal): Promise<void>;
  giveBack(): void;
}

/** First come, first served; who gives up leaves the queue. */
function createTurns(count: number): Turns {
  let free = count;
  const waiting = new Set<() => void>();
  return {
    take: signal =>
      new Promise((resolve, reject) => {
        if (free > 0) {
          free -= 1;
          resolve();
          return;
        }
        waiting.add(resolve);
        const leave = (): void => {
          if (waiting.delete(resolve))
            reject(new Failure('timeout', 'the request was not sent in time'));
        };
        signal.addEventListener('abort', leave, { once: true });
      }),
    giveBack: () => {
      const [next] = waiting;
      if (next === undefined) {
        free += 1;
        return;
      }
      waiting.delete(next);
      next();
    },
  };
}
