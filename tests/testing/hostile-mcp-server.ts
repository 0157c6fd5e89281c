import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { freePort } from '@countersign/server/testing';

interface GotMessage {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Answering = (
  message: { readonly id?: unknown; readonly method?: string },
  answer: ServerResponse,
  call: IncomingMessage,
) => void;

/** An MCP server whose answers a test writes byte by byte. */
export class HostileMcpServer {
  readonly got: GotMessage[] = [];
  readonly url: string;
  answering: Answering = () => undefined;
  readonly #server: Server;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<HostileMcpServer> {
    const port = await freePort();
    const server = createServer((call, answer) => void hostile.#answer(call, answer));
    const hostile = new HostileMcpServer(server, `http://localhost:${port}/mcp`);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return hostile;
  }

  async #answer(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of call) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    this.got.push({ method: call.method ?? '', headers: call.headers, body });
    this.answering(body === '' ? {} : JSON.parse(body), answer, call);
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

/**
 * Everything that a server answers to these bytes. A last request follows them on the same connection, so that whatever the
 * server took for a request was answered before it closed.
 */
export async function rawCall(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  let isLast = false;
  socket.write(bytes, 'latin1');
  socket.on('error', () => undefined);
  socket.on('data', part => {
    text += part.toString('latin1');
    if (isLast) return;
    isLast = true;
    socket.write(`GET /none HTTP/1.1\r\nhost: localhost:${port}\r\nconnection: close\r\n\r\n`);
  });
  await new Promise<void>(resolve => socket.on('close', () => resolve()));
  return text;
}
