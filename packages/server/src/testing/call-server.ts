import { serverTimeHeader } from '@countersign/protocol/session';
import { routeAt, wrongAnswer } from './check-answer.ts';
import { recordExample } from './record-example.ts';
import { browserKeyHeader, provenHeaders } from './test-browser.ts';

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

export interface Called {
  readonly status: number;
  readonly headers: Headers;
  /** What the JSON of the answer says, or its text. */
  readonly body: never;
}

/**
 * One call as a client would make it; redirects are answers like any other. Every answer is held against the row of its
 * route, so a test that calls a server also checks what the server promises.
 */
export async function callServer(
  origin: string,
  method: string,
  path: string,
  { headers = {}, body }: CallOptions = {},
): Promise<Called> {
  const sent = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  // As a browser resolves it: the address that is signed is the one that is sent.
  const { pathname, search } = new URL(`${origin}${path}`);
  const call = {
    origin: headers['origin'] ?? origin,
    method,
    path: `${pathname}${search}`,
    body: sent,
  };
  const send = (now?: number): Promise<Response> =>
    fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        ...provenHeaders(call, headers, now),
      },
      redirect: 'manual',
      ...(sent === undefined ? {} : { body: sent }),
    });
  let response = await send();
  // As a page does whose clock is not that of the server.
  const time = response.headers.get(serverTimeHeader);
  if (time !== null && browserKeyHeader in headers) response = await send(Number(time));
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '') && text !== '';
  const { status, headers: answered } = response;
  const answer: unknown = isJson ? JSON.parse(text) : text;
  const route = routeAt(method, path);
  const isAnswer = isJson && route !== null && !route.internal;
  const wrong = isAnswer ? wrongAnswer(route, status, answer) : null;
  if (wrong !== null) throw new Error(wrong);
  if (isAnswer) recordExample(route, status, body, answer);
  return { status, headers: answered, body: answer as never };
}
