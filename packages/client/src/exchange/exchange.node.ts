import {
  type ClientRequest,
  Agent as HttpAgent,
  request as http,
  type IncomingMessage,
} from 'node:http';
import { Agent as HttpsAgent, request as https } from 'node:https';
import type { Exchange, Incoming, Outgoing } from './exchange.ts';
import type { Fetch } from './fetch-exchange.ts';

const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * How calls are made in Node: over its own HTTP client, which takes a little over half of the CPU time of fetch. It keeps
 * connections, refuses redirects and bounds time and length as the calls over fetch do.
 */
export function createExchange(_fetch: Fetch): Exchange {
  const plain = new HttpAgent({ keepAlive: true });
  const secure = new HttpsAgent({ keepAlive: true });
  const open = ({ url, method, headers }: Outgoing): ClientRequest => {
    const isSecure = url.startsWith('https:');
    const asked = {
      method,
      // Fetch sends the first header, so that no cache on the way answers. Fetch also reads compressed answers. This
      // client does not, so it asks for none.
      headers: { ...headers, 'cache-control': 'no-cache', 'accept-encoding': 'identity' },
    };
    return isSecure
      ? https(url, { ...asked, agent: secure })
      : http(url, { ...asked, agent: plain });
  };
  return outgoing =>
    new Promise((resolve, reject) => {
      const { body, milliseconds, bytesMax, signal } = outgoing;
      signal?.throwIfAborted();
      const request = open(outgoing);
      const leave = (): void => end(signal?.reason ?? new Error('the call was ended'));
      const timer = setTimeout(() => end(tooLate()), Math.max(0, milliseconds));
      const settle = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
      };
      const end = (error: unknown): void => {
        settle();
        reject(error);
        request.destroy();
      };
      signal?.addEventListener('abort', leave);
      request.on('error', error => end(new Error('no answer came', { cause: error })));
      request.on('response', response => {
        const fault = faultOf(response);
        if (fault !== null) return end(new Error(fault));
        read(response, bytesMax, (incoming, isWhole) => {
          settle();
          resolve(incoming);
          if (!isWhole) request.destroy();
        });
        response.on('error', error => end(new Error('the answer broke off', { cause: error })));
      });
      request.end(body);
    });
}

function faultOf({ statusCode = 0, headers }: IncomingMessage): string | null {
  if (redirects.has(statusCode)) return 'the answer leads elsewhere';
  const { 'content-encoding': encoding = 'identity' } = headers;
  return encoding === 'identity' ? null : 'the answer is packed, although it was not to be';
}

function read(
  response: IncomingMessage,
  bytesMax: number,
  done: (incoming: Incoming, isWhole: boolean) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;
  const { statusCode: status = 0, headers } = response;
  const contentType = headers['content-type'] ?? '';
  response.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length > bytesMax) {
      response.removeAllListeners('data');
      done({ status, contentType, bytes: null }, false);
    } else chunks.push(chunk);
  });
  response.on('end', () => {
    const [first] = chunks;
    const bytes = chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
    done({ status, contentType, bytes }, true);
  });
}

/** The error has the name that a signal of the platform uses when its time is over. */
function tooLate(): Error {
  return Object.assign(new Error('it took too long'), { name: 'TimeoutError' });
}
