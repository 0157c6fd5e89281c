import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { ProtocolError } from '@countersign/protocol/reason';

export type Headers = Readonly<Record<string, string>>;

/** One call over HTTP. Redirects are not followed: a credential would follow them. */
interface UpstreamCall {
  readonly url: URL;
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly headers: Headers;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
}

/** Resolves with the head of the answer. Its body has not been read. */
export function callUpstream(call: UpstreamCall): Promise<IncomingMessage> {
  const { url, method, headers, body, signal } = call;
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const sent = send(url, { method, headers: { ...headers, ...length }, signal }, resolve);
    sent.on('error', reject);
    sent.end(body);
  });
}

/**
 * An MCP server in the network. Plain http is permitted only to this machine, because credentials travel with each
 * call.
 */
export function upstreamUrl(text: string): URL {
  const url = URL.parse(text);
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/u.test(url?.hostname ?? '');
  const isFine = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal);
  if (url === null || !isFine || url.username !== '' || url.password !== '') {
    throw new ProtocolError(
      'options_malformed',
      '/url',
      'expected the https address of an MCP server, without a password; http only on this machine',
    );
  }
  return url;
}

/** The whole body, up to a number of bytes. Null where it is longer. */
export async function readWhole(
  answer: AsyncIterable<Buffer>,
  bytesMax: number,
): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer) {
    length += part.length;
    if (length > bytesMax) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

export function isEventStream(type: string | undefined): boolean {
  return /^text\/event-stream\b/iu.test(type ?? '');
}
