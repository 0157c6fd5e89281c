import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { provenHeaders } from '@countersign/server/testing';

export interface RawCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Empty where the answer goes on without an end. */
  readonly text: string;
}

/** Makes calls over connections that stay open. A call that is not answered in time fails: nothing may hang. */
export class HttpCaller {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #milliseconds: number;

  constructor(port: number, { sockets = 16, milliseconds = 60_000 } = {}) {
    this.#agent = new Agent({ keepAlive: true, maxSockets: sockets });
    this.#port = port;
    this.#milliseconds = milliseconds;
  }

  call({ method, path, headers = {}, body }: RawCall): Promise<RawAnswer> {
    const origin = `http://localhost:${this.#port}`;
    return new Promise((answered, failed) => {
      const sent = request({
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers: {
          host: `localhost:${this.#port}`,
          // Node does not frame the body of a DELETE by itself.
          ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
          // Only a fuzzed header has several values.
          ...provenHeaders({ origin, method, path, body }, headers as Record<string, string>),
        } as never,
      });
      const late = setTimeout(() => {
        sent.destroy();
        failed(new Error(`no answer in time to ${method} ${path.slice(0, 200)}`));
      }, this.#milliseconds);
      const end = (answer: RawAnswer): void => {
        clearTimeout(late);
        answered(answer);
      };
      sent.once('error', cause => {
        clearTimeout(late);
        failed(
          new Error(`no answer to ${method} ${path.slice(0, 200)}: ${cause.message}`, { cause }),
        );
      });
      sent.once('response', response => {
        const { statusCode: status = 0, headers: received } = response;
        if (/event-stream/.test(received['content-type'] ?? '')) {
          sent.destroy();
          end({ status, headers: received, text: '' });
          return;
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('end', () =>
          end({ status, headers: received, text: Buffer.concat(chunks).toString() }),
        );
        response.once('error', failed);
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
