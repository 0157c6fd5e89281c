import type { Exchange, Outgoing } from './exchange.ts';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Calls over fetch, as every platform has it. */
export function fetchExchange(fetch: Fetch): Exchange {
  return async outgoing => {
    const response = await openAnswer(fetch, outgoing);
    const bytes = await readBytes(response, outgoing.bytesMax);
    const contentType = response.headers.get('content-type') ?? '';
    return { status: response.status, contentType, bytes };
  };
}

/** The answer has begun when this resolves; the time limit is that of its end. */
export function openAnswer(
  fetch: Fetch,
  { url, milliseconds, signal, bytesMax: _, ...asked }: Outgoing,
): Promise<Response> {
  // Parts of a millisecond are refused there.
  const over = AbortSignal.timeout(Math.ceil(milliseconds));
  return fetch(url, {
    ...asked,
    // A redirect would take the key elsewhere.
    redirect: 'error',
    credentials: 'omit',
    cache: 'no-store',
    signal: signal === undefined ? over : AbortSignal.any([signal, over]),
  });
}

/** Null where it is longer than that; the rest is then not read. */
export async function readBytes(
  response: Response,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > bytesMax) {
      await reader.cancel();
      return null;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
