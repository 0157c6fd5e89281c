import { connect, type Socket } from 'node:net';

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

interface Waiting {
  readonly answered: (answer: HttpAnswer) => void;
  readonly failed: (error: Error) => void;
}

const nothing = Buffer.alloc(0);

/**
 * One kept connection, one call at a time. It knows just enough of HTTP to ask a server that says how long its answers
 * are: a client that does more would be measured in the place of the server.
 */
export class HttpConnection {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer = nothing;
  #waiting: Waiting | null = null;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', bytes => this.#take(bytes));
    socket.on('error', error => this.#fail(error));
    socket.on('close', () => this.#fail(new Error('the server closed the connection')));
  }

  static open(port: number): Promise<HttpConnection> {
    return new Promise((opened, failed) => {
      const socket = connect({ port, host: '127.0.0.1' });
      socket.once('error', failed);
      socket.once('connect', () => {
        socket.off('error', failed);
        opened(new HttpConnection(socket, `localhost:${port}`));
      });
    });
  }

  ask(
    method: string,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<HttpAnswer> {
    let head = `${method} ${path} HTTP/1.1\r\nhost: ${this.#host}\r\n`;
    for (const name in headers) head += `${name}: ${headers[name]}\r\n`;
    if (body !== undefined) {
      head += `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`;
    }
    return new Promise((answered, failed) => {
      this.#waiting = { answered, failed };
      this.#socket.write(`${head}\r\n${body ?? ''}`);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Buffer): void {
    this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
    const end = this.#received.indexOf('\r\n\r\n');
    if (end < 0) return;
    const head = this.#received.toString('latin1', 0, end);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#fail(new Error(`expected a length in ${head}`));
      return;
    }
    const start = end + 4;
    if (this.#received.length < start + Number(length)) return;
    const text = this.#received.toString('utf8', start, start + Number(length));
    const waiting = this.#waiting;
    this.#received = nothing;
    this.#waiting = null;
    waiting?.answered({ status: Number(head.slice(9, 12)), text });
  }

  #fail(error: Error): void {
    this.#waiting?.failed(error);
    this.#waiting = null;
  }
}
