import { type IncomingMessage, request as openRequest } from 'node:http';
import type { Socket } from 'node:net';
import { Failure, reasonOf } from './dispatch-failure.ts';

/** One HTTP request on a connection that is open and judged already. */
interface Exchange {
  readonly socket: Socket;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  readonly responseLimitBytes: number;
}

export interface Answer {
  readonly status: number;
  /** Names in lower case, without a prototype; the values of a repeated header joined by a comma (RFC 9110, 5.3). */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

const headerBytesMax = 16_384;

/**
 * Sends the request and reads the whole answer. A redirect is an answer like any other. Throws a Failure. Returns only
 * once nothing more of the answer is awaited. The caller ends the connection, early where there is a deadline.
 */
export function exchange(wanted: Exchange): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // Given a connection, there is no agent: nothing is pooled, and no proxy of the environment is asked.
    const outgoing = openRequest({
      createConnection: () => wanted.socket,
      method: wanted.method,
      path: wanted.path,
      headers:
        wanted.method === 'GET'
          ? { ...wanted.headers }
          : { ...wanted.headers, 'content-length': wanted.body.length },
      maxHeaderSize: headerBytesMax,
      insecureHTTPParser: false,
    });
    const closed = (): void =>
      reject(new Failure('unreachable', 'the connection closed before the whole answer arrived'));
    outgoing.on('response', answer => {
      // A connection may close while the last bytes of a whole answer are still being read.
      outgoing.off('close', closed);
      answer.on('close', closed);
      readAnswer(answer, wanted.responseLimitBytes, resolve, reject);
    });
    outgoing.on('upgrade', () =>
      reject(new Failure('malformed', 'the server changed the protocol')),
    );
    outgoing.on('error', error => reject(failureOf(error)));
    outgoing.on('close', closed);
    outgoing.end(wanted.body);
  });
}

function readAnswer(
  answer: IncomingMessage,
  limit: number,
  resolve: (answer: Answer) => void,
  reject: (failure: Failure) => void,
): void {
  const chunks: Uint8Array[] = [];
  let received = 0;
  answer.on('data', (chunk: Uint8Array) => {
    received += chunk.length;
    if (received <= limit) chunks.push(chunk);
    else {
      reject(new Failure('too_large', `the answer is longer than ${limit} bytes`));
      answer.destroy();
    }
  });
  answer.on('error', error => reject(failureOf(error)));
  answer.on('end', () => {
    if (!answer.complete) return;
    const body = new Uint8Array(Buffer.concat(chunks));
    resolve({ status: answer.statusCode ?? 0, headers: headersOf(answer.rawHeaders), body });
  });
}

function headersOf(raw: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = String(raw[index]).toLowerCase();
    const value = String(raw[index + 1]);
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  return headers;
}

function failureOf(error: Error): Failure {
  const reason = reasonOf(error);
  if (reason === 'HPE_HEADER_OVERFLOW') {
    return new Failure('too_large', `the headers are longer than ${headerBytesMax} bytes`);
  }
  if (reason.startsWith('HPE_'))
    return new Failure('malformed', `the answer is not HTTP: ${reason}`);
  return new Failure('unreachable', `the connection failed: ${reason}`);
}
