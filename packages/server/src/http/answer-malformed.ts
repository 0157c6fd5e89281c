import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '@countersign/protocol/reason';
import { problemMediaType } from '@countersign/wire/problem';
import { problemOf } from './problem.ts';

const tooSlow: Refusal = { code: 'call_too_slow', detail: 'the call did not arrive in time' };
const notHttp: Refusal = {
  code: 'parameter_malformed',
  detail: 'the call is not well-formed HTTP, or its headers are too large',
};

/** Answers what never became a call, in the form of every other refusal, and ends the connection. */
export function answerMalformed(
  error: { readonly code?: string },
  socket: Pick<Socket, 'destroyed' | 'writable' | 'write' | 'destroySoon'>,
  callId: string,
): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroySoon();
    return;
  }
  const refusal = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? tooSlow : notHttp;
  const problem = problemOf(refusal, callId);
  const body = JSON.stringify(problem);
  socket.write(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `content-type: ${problemMediaType}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'x-content-type-options: nosniff',
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  socket.destroySoon();
}
