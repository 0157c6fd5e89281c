import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { freePort } from '@countersign/server/testing';

/** An MCP server over HTTP that keeps what it got. Answers of calls come as a stream of events. */
export class RemoteServer {
  readonly got: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = [];
  readonly #server: Server;
  #awaited: (() => void) | null = null;
  readonly url: string;
  mode: 'normal' | 'broken' | 'cut' = 'normal';

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async start(): Promise<RemoteServer> {
    const port = await freePort();
    const server = createServer((call, answer) => void remote.#answer(call, answer));
    const remote = new RemoteServer(server, `http://localhost:${port}/mcp`);
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return remote;
  }

  async #answer(call: IncomingMessage, answer: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of call) parts.push(part);
    const body = Buffer.concat(parts).toString('utf8');
    this.got.push({ headers: call.headers, body });
    if (call.method === 'GET' && this.#awaited !== null) {
      answer.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
      this.#awaited();
      this.#awaited = null;
      return;
    }
    if (call.method !== 'POST') return void answer.writeHead(405).end();
    const { id, method, params } = JSON.parse(body);
    if (id === undefined) return void answer.writeHead(202).end();
    if (method === 'tools/call' && this.mode === 'broken') return void answer.writeHead(500).end();
    const result =
      method === 'initialize'
        ? {
            protocolVersion: '2025-06-18',
            capabilities: {},
            serverInfo: { name: 'r', version: '1' },
          }
        : method === 'tools/list'
          ? { tools: [{ name: 'pay', inputSchema: {} }] }
          : { content: [{ type: 'text', text: `did ${params.name}` }] };
    const text = JSON.stringify({ jsonrpc: '2.0', id, result });
    if (method !== 'tools/call') {
      return void answer
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' })
        .end(text);
    }
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.write(
      ': hello\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info"}}\r\n\r\n',
    );
    if (this.mode === 'cut') return void answer.destroy();
    answer.end(`id: 7\ndata: ${text}\n\n`);
  }

  /** The next stream stays open. Resolves when it is. */
  streams(): Promise<void> {
    return new Promise(resolve => {
      this.#awaited = resolve;
    });
  }

  calls(): number {
    return this.got.filter(({ body }) => body.includes('"tools/call"')).length;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
